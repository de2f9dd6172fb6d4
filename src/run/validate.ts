import type { Config } from '../config/config.ts';
import type { TestConfig } from '../config/keys/test.ts';
import { configOf } from '../config/rules.ts';
import { distinctBy } from '../engine/lists.ts';
import { orProblem, type GateError } from '../errors.ts';
import { quoted } from '../json.ts';
import { Meter } from '../models/index.ts';
import { nothingGatesNotices } from './check-rows.ts';
import {
  askedModels,
  connectionOf,
  connectModels,
  type ConnectedModels,
} from './connect-models.ts';
import type { EvaluateOptions } from './options.ts';
import { readTests } from './read-tests.ts';

export interface ProblemInWords extends Pick<GateError, 'name' | 'message' | 'where' | 'remedy'> {
  /** True if the problem is a placeholder of `init` for a value that only the user knows. */
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
  const read = await orProblem(async () => ({ config: configOf(rules, path) }));
  if ('problem' in read) return { problems: problemsIn(read.problem), data: [], notices: [] };
  const { config } = read;
  const validated: Validated[] = [];
  // Test by test: a problem of one test does not hide those of the others.
  for (const test of config.tests) validated.push(await validateTest(test, config, options));
  const problems = validated.flatMap((test) => test.problems);
  const notices = validated.flatMap((test) => test.notices);
  return {
    problems: distinctBy(problems, ({ where, message }) => JSON.stringify([where, message])),
    data: [...new Set(validated.flatMap(({ data }) => data))],
    notices: [...new Set([...config.notices, ...nothingGatesNotices(config), ...notices])],
  };
}

/** Validates one test, with the rest of the configuration. */
async function validateTest(
  test: TestConfig,
  { tests: allTests, ...rest }: Config,
  options: EvaluateOptions,
): Promise<Validated> {
  const config: Config = { ...rest, tests: [test] };
  const problems = placeholderProblems(config, options);
  const notices: string[] = [];
  const models = await orProblem(async () => connectPermitted(config, options));
  if ('problem' in models) problems.push(...problemsAtLines(models.problem, config));
  else if (models.refusal && problems.length === 0)
    notices.push(
      ...problemsAtLines(models.refusal, config).map((problem) => noticeOf(problem, config)),
    );

  const { source } = test.data;
  if (source.startsWith('hf:')) {
    notices.push(
      `${quoted(source)} is a data set on the Hub, and was not read: \`check\` without --offline reads it.`,
    );
    return { problems, data: [], notices };
  }
  const rows = await orProblem(async () => {
    // A model that cannot be used does not hide a problem of the rows.
    const usable =
      'problem' in models ? await scriptModels(config, options) : { config, ...models };
    const read = await readTests(usable.config, options, {
      models: usable.connected,
      allTests,
    });
    return {
      dataSentences: read.dataSentences,
      notices: [...usable.connected.notices, ...read.notices],
    };
  });
  if ('problem' in rows)
    return { problems: [...problems, ...problemsAtLines(rows.problem, config)], data: [], notices };
  return { problems, data: rows.dataSentences, notices: [...notices, ...rows.notices] };
}

interface PermittedModels {
  connected: ConnectedModels;
  /** The error that only a host without permission causes. */
  refusal?: GateError;
}

/**
 * Connects the models as if their hosts were permitted: the workflow or the command line gives the
 * permission, and not the files.
 * @throws GateError for any other fault
 */
async function connectPermitted(
  config: Config,
  options: EvaluateOptions,
): Promise<PermittedModels> {
  const connected = await orProblem(async () => connect(config, options));
  if (!('problem' in connected)) return { connected };
  const hosts = addressesOf(config).map(({ host }) => host);
  const allowedHosts = [...options.allowedHosts, ...hosts];
  const permitted = await connect(config, { ...options, allowedHosts }).catch(() => undefined);
  if (!permitted) throw connected.problem;
  return { connected: permitted, refusal: connected.problem };
}

function connect(config: Config, options: EvaluateOptions): Promise<ConnectedModels> {
  const connection = connectionOf(options, config);
  return connectModels(config, { connection, meter: new Meter(0), isPlan: true });
}

/** Returns the problems of an error, each at its line of the configuration if that is known. */
function problemsAtLines(error: GateError, { placeOf }: Config): ProblemInWords[] {
  return problemsIn(error).map((problem) => ({
    ...problem,
    where: problem.where && (placeOf(problem.where) ?? problem.where),
  }));
}

function noticeOf({ where, message, remedy }: ProblemInWords, { origin }: Config): string {
  return `${where ?? origin.path}: ${message} ${remedy}`;
}

function addressesOf(config: Config): { address: string; host: string }[] {
  const addresses = askedModels(config).flatMap((settings) => [
    settings.base_url,
    'url' in settings ? settings.url : undefined,
  ]);
  return addresses.flatMap((address) =>
    address !== undefined && URL.canParse(address)
      ? [{ address, host: new URL(address).host }]
      : [],
  );
}

/** Placeholder addresses in the files that `init` writes. The user replaces them. */
const PLACEHOLDER = /^https:\/\/(?:YOUR-[A-Z]+\.|assistant\.example\.com\b)/;

function placeholderProblems(config: Config, { overrides }: EvaluateOptions): ProblemInWords[] {
  if (overrides.baseUrl !== undefined) return [];
  const placeholders = addressesOf(config).filter(({ address }) => PLACEHOLDER.test(address));
  return placeholders.map(({ address, host }) => ({
    name: 'ConfigError',
    message: `${quoted(address)} is a placeholder for the address of your service`,
    where: config.placeOf('model.url') ?? config.placeOf('model.base_url') ?? config.origin.path,
    remedy: `Write the address there, and its host in the place of ${host} under \`allowed-hosts\` of the workflow.`,
    isPlaceholder: true,
  }));
}

/** Returns the configuration with scripted models in place of its own, and those models. */
async function scriptModels(
  config: Config,
  options: EvaluateOptions,
): Promise<{ config: Config; connected: ConnectedModels }> {
  const model = { ...config.model, hub: 'reference', name: 'attentive', parameters: {} };
  // Some rows need a judge, and a scripted one is enough.
  const tests = config.tests.map((test) => ({ ...test, judge: test.judge && model }));
  const scripted = { ...config, model, tests };
  return { config: scripted, connected: await connect(scripted, options) };
}

/** Splits an error into the problems that it names. */
function problemsIn(error: GateError): ProblemInWords[] {
  const { name, message, where, ownRemedy, isPlaceholder, others } = error;
  return [
    { name, message, where, remedy: ownRemedy, isPlaceholder },
    ...others.map((other) => ({
      name,
      where: other.where,
      message: other.message,
      remedy: other.remedy ?? ownRemedy,
      isPlaceholder: other.isPlaceholder,
    })),
  ];
}
