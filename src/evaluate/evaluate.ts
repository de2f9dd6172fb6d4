import { findBase } from './baseline.js';
import { calibrationStore } from './calibration-store.js';
import type { Config, Overrides } from '../config/config.js';
import { configOf } from '../config/rules.js';
import type { ConfigSource } from '../config/source.js';
import type { Results } from '../engine/results.js';
import { run, type Progress, type RunModels, type RunOptions } from '../engine/run.js';
import type { AnyRun } from '../engine/triplet/triplet-run.js';
import type { GateError } from '../errors.js';
import { checkBudget } from './budget.js';
import { batchesOf, checkBatch } from './batch.js';
import { connectModels } from './connect-models.js';
import type { IsTracked } from '../inside.js';
import { Accounts, Halt, isAskedAtHome, Meter, paceOf, shareOfBatches } from '../models/index.js';
import type { Keys } from '../models/keys.js';
import type { ByHub, Connection, ModelSettings, Variables } from '../models/settings.js';
import { readTests } from './read-tests.js';
import type { Start } from '../report/start.js';
import { endingsOf, refuseEnded } from './endings.js';
import { everybodyOf, keysOf, missingKeyError, missingKeys } from './everybody.js';
import { Expected } from './expected.js';
import { RunMemory, type Shelf } from './run-memory.js';
import { startDeadline } from './deadline.js';
import { identity, resultsOf, type Evaluated } from './results.js';
import { hasShards } from './merge.js';
import { mergedResults } from './merged-results.js';
import { orProblem } from './or-problem.js';
import type { Origin } from './run-identity.js';
import { shareOfCap, shareOfPace } from './share-of-config.js';
import type { Share } from '../engine/shares.js';
import { withWire } from './with-wire.js';

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
  /** Where the cache and the answers of a run outlive the machine. */
  shelf?: Shelf;
  /** What needs no answer of another goes in batches. */
  batch?: boolean;
  /** Where the run comes from, by which the parts of one know each other. */
  origin?: Origin | undefined;
  /** Absolute: the folder with what the shards of this run were told. Nobody is asked, and what they do not say is in error. */
  merge?: string | undefined;
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
  const { config: source, overrides, merge } = options;
  const started = new Date();
  const known = await orProblem(async () => ({ config: configOf(source.rules, source.path) }));
  if ('problem' in known) return { results: resultsOf({ source, overrides, started, ending: known }) };
  const { config } = known;
  const halt = options.halt ?? new Halt();
  const deadline = startDeadline(config.deadline, halt);
  // A merge asks nobody, so that there is nothing to keep.
  const memory = new RunMemory(config, merge === undefined ? options : { ...options, cacheDirectory: undefined });
  try {
    const prepared = await orProblem(() => prepare({ ...options, halt, memory }, config));
    if (!('tests' in prepared)) return { config, results: resultsOf({ source, config, started, ending: prepared }) };
    const { tests, understood, models, meter, changed } = prepared;
    const expected = new Expected({ config, overrides, ...prepared });
    if (merge !== undefined) {
      const asking = askingOf(prepared, config, expected.look);
      return {
        config,
        results: await mergedResults({ ...options, ...prepared, source, config, folder: merge, asking, expected, started }),
      };
    }
    await memory.begin(tests);
    options.onStart?.({ model: identity(config), rows: tests.map(({ samples }) => samples.length), data: understood });
    const asking = askingOf(prepared, config, expected.check);
    const ending = await withWire(meter, () => orProblem(async () => ({ run: await run(asking, models, options.onProgress) })));
    const said = [...memory.end('run' in ending ? ending.run.results : []), ...haltedNotice(halt), ...(meter.run.batches?.notices ?? [])];
    const notices = [...said, ...prepared.notices];
    const { estimate } = expected;
    return { config, results: resultsOf({ source, config, started, ending, changed, notices, estimate, usage: meter }) };
  } finally {
    clearTimeout(deadline);
  }
}

/** What the engine is told beside its models. */
export function askingOf({ tests, baseTemplate, meter }: Prepared, { seed }: Config, onNeed: RunOptions['onNeed']): RunOptions {
  const { accounts, maxRequests, run } = meter;
  return { seed, maxRequests, concurrency: () => accounts.appetite, tests, baseTemplate, onNeed, ahead: run.batches !== undefined };
}

export function haltedNotice({ reason }: Halt): string[] {
  // How to go on is told by those rows: where they decide nothing, nobody has to.
  return reason === undefined ? [] : [`${reason.message} Rows without an answer are in error, and bound the verdict.`];
}

/** The results of a run that ended before it began: its rules, its report or its folder cannot be used. */
export function failedResults(source: Evaluated['source'], problem: GateError): Results {
  return resultsOf({ source, started: new Date(), ending: { problem } });
}

/** All that the engine is handed, and what there is to say of it. */
export interface Prepared {
  tests: AnyRun[];
  understood: string[];
  /** Template of the base's prompts. */
  baseTemplate: string | undefined;
  baseModel: ModelSettings | undefined;
  /** What of its price the model under test costs. */
  shareOfPrice: number;
  models: RunModels;
  meter: Meter;
  /** The base's configuration, where the run is compared with it. */
  base: Config | undefined;
  /** Of all hubs that may be asked. */
  keys: readonly string[];
  /** What of the subject differs from the base's. */
  changed: readonly string[];
  notices: string[];
  /** Those of the notices that tell of models which end soon: only who asks looks them up. */
  endings: readonly string[];
}

/** Sends nothing to a model. */
export async function prepare(
  options: EvaluateOptions & { halt: Halt; memory: RunMemory; share?: Share },
  config: Config,
): Promise<Prepared | { skipped: string }> {
  checkBudget(config);
  if (options.batch) checkBatch(options, config);
  const connection = connectionOf(options, config);
  const base = await findBase({ config, overrides: options.overrides, base: options.config.base });
  if (base?.unchanged && everybodyOf(config).every((settings) => isAskedAtHome(settings, connection))) {
    const why = `Nothing that matters changed since the ${base.name}: model, prompts, rules and data are the same.`;
    return { skipped: `${why} No model was asked. (compare: base)` };
  }
  const missing = missingKeys(config, connection);
  if (missing.length > 0) {
    // Shards that were asked are a run that somebody had the key for: to leave them unread is no choice of the user's.
    const isAsked = options.merge !== undefined && (await hasShards(options.merge));
    if (options.missingKey === 'fail' || isAsked)
      throw missingKeyError(missing, { modelHub: config.model.hub, isLocal: options.config.ref === 'local' });
    return {
      skipped: `Skipped: there is no key for ${missing.join(' and ')}, so no model was asked and nothing was shown. (missing-key: skip)`,
    };
  }
  const { share, halt, memory } = options;
  const { budget } = share ? shareOfCap(config, share) : config;
  const pace = share ? shareOfPace(config.concurrency, share) : paceOf(config.concurrency);
  // Whatever is asked for in a merge, nothing is sent.
  const isMerge = options.merge !== undefined;
  const meter = new Meter(isMerge ? 0 : budget.max_requests, new Accounts(pace), {
    halt,
    memory: memory.replies,
    caps: budget,
    batches: batchesOf(options, config),
  });
  const models = await connectModels(config, { connection, meter, base: base?.config });
  const [read, found] = await Promise.all([
    readTests(config, { ...options, models, hasBase: models.base !== undefined }),
    isMerge ? [] : endingsOf(everybodyOf(config), { connection, meter }),
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
    shareOfPrice: options.batch ? shareOfBatches(config.model, connection) : 1,
    models: { ...models, calibrations },
    meter,
    base: base?.config,
    keys: keysOf(config, connection),
    changed: base?.changed ?? [],
    notices: [...(base?.notices ?? []), ...models.notices, ...endings, ...notices],
    endings,
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
