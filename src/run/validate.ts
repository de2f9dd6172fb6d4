import type { Config } from '../config/config.js';
import type { TestConfig } from '../config/keys/test.js';
import { configOf } from '../config/rules.js';
import { GateError, orProblem } from '../errors.js';
import { Meter } from '../models/index.js';
import { quoted } from '../json.js';
import { nothingGates } from './check-rows.js';
import { connectModels, type ConnectedModels, lastByKey } from './connect-models.js';
import { askedModels, connectionOf, type EvaluateOptions } from './options.js';
import { readTests } from './read-tests.js';

export interface ProblemInWords extends Pick<GateError, 'name' | 'message' | 'where' | 'remedy'> {
  /** True if the problem is a value that `init` writes where only the user knows it. */
  isPlaceholder?: boolean | undefined;
}

interface Validated {
  problems: ProblemInWords[];
  data: string[];
  notices: string[];
}

/**
 * Reads configuration, prompts and data as a run would, and returns every problem. Sends nothing.
 */
export async function validate(options: EvaluateOptions): Promise<Validated> {
  const { rules, path } = options.config;
  const known = await orProblem(async () => ({ config: configOf(rules, path) }));
  if ('problem' in known) return { problems: each(known.problem), data: [], notices: [] };
  const { config } = known;
  const all: Validated[] = [];
  // Test by test: a problem of one test does not hide those of the others.
  for (const test of config.tests)
    all.push(
      await ofTest(test, { config: { ...config, tests: [test] }, allTests: config.tests }, options),
    );
  const problems = all.flatMap((own) => own.problems);
  return {
    problems: lastByKey(problems, ({ where, message }) => `${where}\n${message}`),
    data: lastByKey(all.flatMap(({ data }) => data)),
    notices: lastByKey([
      ...config.notices,
      ...nothingGates(config),
      ...all.flatMap(({ notices }) => notices),
    ]),
  };
}

async function ofTest(
  { data: { source } }: TestConfig,
  { config, allTests }: { config: Config; allTests: readonly TestConfig[] },
  options: EvaluateOptions,
): Promise<Validated> {
  const problems: ProblemInWords[] = placeholderProblems(config, options);
  const notices: string[] = [];
  const connect = async (some: Config, allowed: readonly string[] = []) => {
    const connection = connectionOf(
      { ...options, allowedHosts: [...options.allowedHosts, ...allowed] },
      some,
    );
    return connectModels(some, { connection, meter: new Meter(0), isPlan: true });
  };
  const placed = (error: GateError): ProblemInWords[] =>
    each(error).map((single) => ({
      ...single,
      where: single.where && (config.placeOf(single.where) ?? single.where),
    }));
  const caught = async <T>(step: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      problems.push(...placed(error));
      return undefined;
    }
  };
  const models = await caught(async () => {
    try {
      return await connect(config);
    } catch (error) {
      // The permission to send requests to a host is no part of the files: the workflow or the
      // command line gives it.
      const hosts = addressesOf(config).map(({ host }) => host);
      const permitted = await connect(config, hosts).catch(() => undefined);
      if (!permitted || !(error instanceof GateError)) throw error;
      if (problems.length === 0)
        notices.push(
          ...placed(error).map(
            ({ where, message, remedy }) => `${where ?? config.origin.path}: ${message} ${remedy}`,
          ),
        );
      return permitted;
    }
  });
  if (source.startsWith('hf:')) {
    notices.push(
      `${quoted(source)} is a data set on the Hub, and was not read: \`plan\` reads it.`,
    );
    return { problems, data: [], notices };
  }
  const data = await caught(async () => {
    // A model that cannot be used does not hide a problem of the rows.
    const [known, asked] = models ? [config, models] : await withScriptedModel(config, connect);
    const { understood, notices: ofRows } = await readTests(known, options, {
      models: asked,
      allTests,
    });
    notices.push(...asked.notices, ...ofRows);
    return understood;
  });
  return { problems, data: data ?? [], notices };
}

function addressesOf(config: Config): { address: string; host: string }[] {
  const all = askedModels(config).flatMap((settings) => [
    settings.base_url,
    'url' in settings ? settings.url : undefined,
  ]);
  return all.flatMap((address) =>
    address !== undefined && URL.canParse(address)
      ? [{ address, host: new URL(address).host }]
      : [],
  );
}

/** Placeholder addresses in the files that `init` writes. The user replaces them. */
const PLACEHOLDER = /^https:\/\/(?:YOUR-[A-Z]+\.|assistant\.example\.com\b)/;

function placeholderProblems(config: Config, { overrides }: EvaluateOptions): ProblemInWords[] {
  if (overrides.baseUrl !== undefined) return [];
  const open = addressesOf(config).filter(({ address }) => PLACEHOLDER.test(address));
  return open.map(({ address, host }) => ({
    name: 'ConfigError',
    message: `${quoted(address)} is a placeholder for the address of your service`,
    where: config.placeOf('model.url') ?? config.placeOf('model.base_url') ?? config.origin.path,
    remedy: `Write the address there, and its host in the place of ${host} under \`allowed-hosts\` of the workflow.`,
    isPlaceholder: true,
  }));
}

async function withScriptedModel(
  config: Config,
  connect: (some: Config) => Promise<ConnectedModels>,
): Promise<[Config, ConnectedModels]> {
  const model = { ...config.model, hub: 'reference', name: 'attentive', parameters: {} };
  const alone = {
    ...config,
    model,
    // Some rows need a judge, whatever it is.
    tests: config.tests.map((test) => ({ ...test, judge: test.judge && model })),
  };
  return [alone, await connect(alone)];
}

/** Splits an error that names several findings. */
function each({
  name,
  message,
  where,
  remedy,
  isPlaceholder,
  others,
}: GateError): ProblemInWords[] {
  if (others.length === 0) return [{ name, message, where, remedy, isPlaceholder }];
  const [own = remedy] = remedy.split(/ Also:\n/);
  return [
    { name, message, where, remedy: own, isPlaceholder },
    ...others.map((other) => ({
      name,
      where: other.where,
      message: other.message,
      remedy: other.remedy ?? own,
      isPlaceholder: other.isPlaceholder,
    })),
  ];
}
