import { findBase } from './baseline.js';
import { calibrationStore } from './calibration-store.js';
import type { Config, Overrides } from '../config/config.js';
import { configOf } from '../config/rules.js';
import type { ConfigSource } from '../config/source.js';
import type { Results, Usage } from '../engine/results.js';
import { run, type Progress, type RunModels } from '../engine/run.js';
import type { Need } from '../engine/need.js';
import type { AnyRun } from '../engine/triplet/triplet-run.js';
import { ConfigError, GateError } from '../errors.js';
import { budgetProblem, checkBudget } from './budget.js';
import { connectModels } from './connect-models.js';
import type { IsTracked } from '../inside.js';
import { Accounts, Halt, isAskedAtHome, KEY_VARIABLES, Meter, needsKey, paceOf } from '../models/index.js';
import type { Keys } from '../models/keys.js';
import type { ByHub, ClassifierSettings, Connection, EmbeddingSettings, ModelSettings, Variables } from '../models/settings.js';
import { readTests } from './read-tests.js';
import type { Start } from '../report/start.js';
import { endingsOf, refuseEnded } from './endings.js';
import { estimateOf } from './estimate.js';
import { RunMemory } from './run-memory.js';
import { startDeadline } from './deadline.js';
import { identity, resultsOf, type Evaluated } from './results.js';

/** All that an evaluation needs from its door; nothing below reads inputs or the environment. */
export interface EvaluateOptions {
  config: ConfigSource;
  overrides: Overrides;
  /** Absolute folder from which the configuration's and the data's paths start. */
  root: string;
  /** A pull request can edit the configuration: data files that it names must lie below `root`. */
  confined: boolean;
  /** What git tracks there; left out where there is nothing but what a commit holds. */
  isTracked?: IsTracked;
  /** The key of the model's hub (input `api-key`), and what the environment holds for each hub. */
  apiKey?: string | undefined;
  keys: Keys;
  /** The endpoint that the environment names for each hub. */
  endpoints?: ByHub;
  /** Variables that headers of the configuration may hold. */
  variables?: Variables;
  allowedHosts: string[];
  /** The input `allow-loopback`; left out, a configuration may name any address of this machine. */
  allowLoopback?: string[] | undefined;
  /** Base URL of the Hugging Face datasets server, for tests and mirrors. */
  datasetsServer?: string | undefined;
  missingKey: 'fail' | 'skip';
  /** Folder that keeps what is known of judges from run to run, the answers of a run while it is under way, and the cache. */
  cacheDirectory?: string;
  /** Of the tests that were read, what is to be asked; left out, all of it. */
  narrow?: (tests: AnyRun[]) => AnyRun[];
  /** Called once everything is read, before anybody is asked; how many requests it takes, the first call of `onProgress` says. */
  onStart?: (start: Start) => void;
  /** What an interrupted run was answered counts. */
  resume?: boolean;
  /** Ends the asking, by a signal say; what was answered until then is evaluated. */
  halt?: Halt;
  onProgress?: Progress;
}

export interface Evaluation {
  results: Results;
  /** Absent where the configuration could not be read. */
  config?: Config | undefined;
}

/** Rules, data, models, engine, in this order. Whatever a user can get wrong comes back as `problem`; only our own defects throw. */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { config: source, overrides } = options;
  const started = new Date();
  const known = await orProblem(async () => ({ config: configOf(source.rules, source.path) }));
  if ('problem' in known) return { results: resultsOf({ source, overrides, started, ending: known }) };
  const { config } = known;
  const halt = options.halt ?? new Halt();
  const deadline = startDeadline(config.deadline, halt);
  const memory = new RunMemory(config, options);
  try {
    const prepared = await orProblem(() => prepare({ ...options, halt, memory }, config));
    if (!('tests' in prepared)) return { config, results: resultsOf({ source, config, started, ending: prepared }) };
    const { tests, understood, baseTemplate, models, meter, changed } = prepared;
    await memory.begin(tests);
    options.onStart?.({ model: identity(config), rows: tests.map(({ samples }) => samples.length), data: understood });
    const { accounts } = meter;
    let estimate: Usage['estimate'] | undefined;
    const onNeed = (need: Need) => {
      estimate = estimateOf(need.count, config, prepared.baseModel);
      const problem = budgetProblem(need, options, config);
      if (problem) throw problem;
    };
    const { seed, budget } = config;
    const asking = { seed, maxRequests: budget.max_requests, concurrency: () => accounts.appetite, tests, baseTemplate, onNeed };
    // What is kept open is of use to this run only, and would hold its process up.
    const ending = await orProblem(async () => ({ run: await run(asking, models, options.onProgress) })).finally(() =>
      accounts.wire.close(),
    );
    const said = [...memory.end('run' in ending ? ending.run.results : []), ...haltedNotice(halt)];
    const notices = [...said, ...prepared.notices];
    return { config, results: resultsOf({ source, config, started, ending, changed, notices, estimate, usage: meter }) };
  } finally {
    clearTimeout(deadline);
  }
}

function haltedNotice({ reason }: Halt): string[] {
  return reason === undefined ? [] : [`${reason.message} Rows without an answer are in error, and bound the verdict. ${reason.remedy}`];
}

/** The results of a run that ended before it began: its rules, its report or its folder cannot be used. */
export function failedResults(source: Evaluated['source'], problem: GateError): Results {
  return resultsOf({ source, started: new Date(), ending: { problem } });
}

async function orProblem<T extends object>(step: () => Promise<T>): Promise<T | { problem: GateError }> {
  try {
    return await step();
  } catch (problem) {
    if (problem instanceof GateError) return { problem };
    throw problem;
  }
}

/** All that the engine is handed, and what there is to say of it. */
interface Prepared {
  tests: AnyRun[];
  understood: string[];
  /** Template of the base's prompts. */
  baseTemplate: string | undefined;
  baseModel: ModelSettings | undefined;
  models: RunModels;
  meter: Meter;
  /** What of the subject differs from the base's. */
  changed: readonly string[];
  notices: string[];
}

/** Sends nothing to a model. */
async function prepare(
  options: EvaluateOptions & { halt: Halt; memory: RunMemory },
  config: Config,
): Promise<Prepared | { skipped: string }> {
  checkBudget(config);
  const connection = connectionOf(options, config);
  const base = await findBase({ config, overrides: options.overrides, base: options.config.base });
  if (base?.unchanged && everybodyOf(config).every((settings) => isAskedAtHome(settings, connection))) {
    const why = `Nothing that matters changed since the ${base.name}: model, prompts, rules and data are the same.`;
    return { skipped: `${why} No model was asked. (compare: base)` };
  }
  const missing = missingKeys(config, connection);
  if (missing.length > 0) {
    if (options.missingKey === 'fail')
      throw missingKeyError(missing, { modelHub: config.model.hub, isLocal: options.config.ref === 'local' });
    return {
      skipped: `Skipped: there is no key for ${missing.join(' and ')}, so no model was asked and nothing was shown. (missing-key: skip)`,
    };
  }
  const { halt, memory } = options;
  const accounts = new Accounts(paceOf(config.concurrency));
  const meter = new Meter(config.budget.max_requests, accounts, { halt, memory: memory.replies, caps: config.budget });
  const models = await connectModels(config, { connection, meter, base: base?.config });
  const [read, found] = await Promise.all([
    readTests(config, { ...options, models, hasBase: models.base !== undefined }),
    endingsOf(everybodyOf(config), { connection, meter }),
  ]);
  const { understood, notices } = read;
  const tests = options.narrow?.(read.tests) ?? read.tests;
  const endings = refuseEnded(found, config);
  const calibrations = options.cacheDirectory === undefined ? undefined : calibrationStore(options.cacheDirectory, models.settingsOf);
  return {
    tests,
    understood,
    baseTemplate: base?.config?.template,
    baseModel: base?.config?.model,
    models: { ...models, calibrations },
    meter,
    changed: base?.changed ?? [],
    notices: [...(base?.notices ?? []), ...models.notices, ...endings, ...notices],
  };
}

export function connectionOf(options: EvaluateOptions, config: Config): Connection {
  const { keys, apiKey, endpoints, variables, allowedHosts, allowLoopback, overrides } = options;
  return {
    keys: apiKey === undefined ? keys : { ...keys, [config.model.hub]: apiKey },
    baseUrl: overrides.baseUrl,
    endpoints,
    variables,
    allowedHosts,
    allowLoopback,
    // The head's rules in the action: a pull request can edit them. The base's were merged, a terminal's are the developer's own.
    untrusted: options.confined && options.config.ref === 'head',
    seed: config.seed,
  };
}

/** All that a run may ask. */
function everybodyOf({ model, embeddings, tests }: Config): (ModelSettings | EmbeddingSettings | ClassifierSettings)[] {
  return [
    model,
    ...tests.flatMap(({ judge, classifier }) => [...(judge ? [judge] : []), ...(classifier ? [classifier] : [])]),
    ...(embeddings ? [embeddings] : []),
  ];
}

/** Hubs that want a key and have none; embeddings that may turn out not to be needed are left to their own error. */
function missingKeys(config: Config, connection: Connection): string[] {
  const embeds = config.tests.some(({ candidates }) => candidates.length === 1 && candidates[0]!.scorer.embeds);
  const asked = everybodyOf(embeds ? config : { ...config, embeddings: undefined });
  return [...new Set(asked.filter((settings) => needsKey(settings, connection)).map(({ hub }) => hub))].filter(
    (hub) => !connection.keys[hub],
  );
}

/** The input goes to the model's own hub and to no other. On a developer's own machine there is neither an input nor a secret. */
function missingKeyError(hubs: readonly string[], { modelHub, isLocal }: { modelHub: string; isLocal: boolean }): ConfigError {
  const message = `there is no key for ${hubs.join(' and ')}`;
  const variables = hubs
    .map((hub) => KEY_VARIABLES[hub])
    .filter((variable) => variable !== undefined)
    .join(' and ');
  const isModels = hubs.includes(modelHub);
  if (isLocal) {
    const other = isModels ? `, or SENSITIVITY_API_KEY for the hub of the model (${modelHub})` : '';
    return new ConfigError(message, { where: 'environment', remedy: `Set the variable ${variables}${other}. \`plan\` needs no key.` });
  }
  const input = `Set the input \`api-key\` from a secret (api-key: \${{ secrets.${KEY_VARIABLES[modelHub] ?? 'MODEL_KEY'} }}), or`;
  return new ConfigError(message, {
    where: "input 'api-key'",
    remedy: `${isModels ? input : 'Set'} the variable ${variables} (under \`env:\`, from a secret). A fork's pull request gets no secrets: there \`missing-key: skip\` says so instead of failing.`,
  });
}
