import type { Config } from '../config/config.js';
import { GateError } from '../errors.js';
import { Meter } from '../models/index.js';
import { quoted } from '../json.js';
import { connectModels, type ConnectedModels } from './connect-models.js';
import { distinct } from './everybody.js';
import { connectionOf, type EvaluateOptions } from './options.js';
import { readTests } from './read-tests.js';

/** One thing that keeps a run from beginning. */
export type Found = Pick<GateError, 'name' | 'message' | 'where' | 'remedy'>;

interface Validated {
  problems: Found[];
  data: string[];
  notices: string[];
}

/** Configuration, prompts and data as a run would read them, everything that is wrong at once. Nothing is sent to anybody. */
export async function validate(options: EvaluateOptions): Promise<Validated> {
  const { rules, path } = options.config;
  if ('problem' in rules) return { problems: each(rules.problem), data: [], notices: [] };
  if (!('config' in rules)) {
    const remedy = 'Write one there: `sensitivity init` does. Another path is named by the input `config`.';
    return {
      problems: [{ name: 'ConfigError', message: `there is no configuration at ${quoted(path)}`, where: path, remedy }],
      data: [],
      notices: [],
    };
  }
  const { config } = rules;
  const all: Validated[] = [];
  // Test by test: what is wrong with one hides nothing of the others.
  for (const test of config.tests) all.push(await ofTest({ ...config, tests: [test] }, options));
  const problems = all.flatMap((own) => own.problems);
  return {
    problems: distinct(problems, ({ where, message }) => `${where}\n${message}`),
    data: distinct(all.flatMap(({ data }) => data)),
    notices: distinct([...config.notices, ...all.flatMap(({ notices }) => notices)]),
  };
}

async function ofTest(config: Config, options: EvaluateOptions): Promise<Validated> {
  const [test] = config.tests;
  const { source } = test!.data;
  const problems: Found[] = [];
  const connect = (some: Config) => connectModels(some, { connection: connectionOf(options, some), meter: new Meter(0), isPlan: true });
  const caught = async <T>(step: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      problems.push(...each(error).map((found) => ({ ...found, where: found.where && (config.placeOf(found.where) ?? found.where) })));
      return undefined;
    }
  };
  const models = await caught(() => connect(config));
  if (source.startsWith('hf:')) {
    return { problems, data: [], notices: [`${quoted(source)} lies on the Hub, and was not read: \`plan\` reads it.`] };
  }
  const read = await caught(async () => {
    // Who cannot be asked hides nothing of what is wrong with the rows.
    const [known, asked] = models ? [config, models] : await withNobody(config, connect);
    const { understood, notices } = await readTests(known, options, { models: asked });
    return { data: understood, notices: [...asked.notices, ...notices] };
  });
  return { problems, data: read?.data ?? [], notices: read?.notices ?? [] };
}

/** The same rows under a model of this process, without a judge. */
async function withNobody(config: Config, connect: (some: Config) => Promise<ConnectedModels>): Promise<[Config, ConnectedModels]> {
  const alone = {
    ...config,
    model: { ...config.model, hub: 'reference', name: 'attentive', parameters: {} },
    tests: config.tests.map((test) => ({ ...test, judge: undefined, classifier: undefined })),
  };
  return [alone, await connect(alone)];
}

/** An error that names several findings, one by one. */
function each({ name, message, where, remedy, others }: GateError): Found[] {
  if (others.length === 0) return [{ name, message, where, remedy }];
  const [own = remedy] = remedy.split(/ Also:\n/);
  return [
    { name, message, where, remedy: own },
    ...others.map((other) => ({ name, where: other.where, message: other.message, remedy: other.remedy ?? own })),
  ];
}
