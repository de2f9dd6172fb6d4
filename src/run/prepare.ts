import type { Config } from '../config/config.ts';
import type { AnyRun } from '../engine/methods/test-run.ts';
import type { RuleChange } from '../engine/results.ts';
import type { RunModels } from '../engine/run.ts';
import {
  Accounts,
  Halt,
  concurrencyOf,
  isAskedAtHome,
  Meter,
  type Connection,
  type ReplyStore,
} from '../models/index.ts';
import { findBase, type ComparisonBase } from './baseline.ts';
import {
  askedModels,
  connectionOf,
  connectModels,
  type ConnectedModels,
} from './connect-models.ts';
import { startDeadline } from './interruption.ts';
import { missingKeyError, missingKeys, type MissingKey } from './missing-keys.ts';
import type { EvaluateOptions, SingleRunOptions } from './options.ts';
import { readTests } from './read-tests.ts';
import { calibrationsIn } from './run-store.ts';

/** A run whose rows are read and whose models are connected. */
export interface OpenRun {
  options: SingleRunOptions;
  config: Config;
  base: Config | undefined;
  halt: Halt;
  tests: AnyRun[];
  /** For each source of rows, a sentence that says how it was read. */
  dataSentences: string[];
  models: RunModels & Pick<ConnectedModels, 'freshModel'>;
  meter: Meter;
  subjectChanges: readonly RuleChange[];
  notices: string[];
}

export function engineOptionsOf({
  config,
  tests,
  base,
  meter: { accounts, maxRequests },
}: OpenRun) {
  return {
    seed: config.seed,
    maxRequests,
    concurrency: () => accounts.wantedConcurrency,
    tests,
    baseTemplate: base?.template,
  };
}

/**
 * Prepares a run, uses it, and closes its connections. The deadline counts from the call. Returns
 * the reason for a run that is skipped.
 */
export async function withOpenRun<Result>(
  options: SingleRunOptions,
  { config, store }: { config: Config; store: ReplyStore | undefined },
  use: (run: OpenRun) => Promise<Result>,
): Promise<Result | { skipped: string }> {
  const halt = options.halt ?? new Halt();
  let accounts: Accounts | undefined;
  const deadline = startDeadline(config.deadline, halt, () => accounts?.lastRefusal);
  try {
    const run = await prepare({ ...options, halt, store }, config);
    if ('skipped' in run) return run;
    ({ accounts } = run.meter);
    return await use(run);
  } finally {
    clearTimeout(deadline);
    // Open connections would keep the process alive.
    await accounts?.wire.close();
  }
}

/** The options of a run with the halt and the store that it uses. */
type PreparingOptions = SingleRunOptions & { halt: Halt; store: ReplyStore | undefined };

async function prepare(
  options: PreparingOptions,
  config: Config,
): Promise<OpenRun | { skipped: string }> {
  const connection = connectionOf(options, config);
  const base = findBase(config, options);
  const isUnchanged =
    base?.isUnchanged === true &&
    askedModels(config).every((settings) => isAskedAtHome(settings, connection));
  // A skipped second run would give no second verdict.
  if (isUnchanged && options.headOfSecondRun === undefined) {
    const reason = `Nothing that matters changed since the ${base.name}: model, prompts, rules and data are the same.`;
    return { skipped: `${reason} No model was asked. (compare: base)` };
  }
  const missing = missingKeys(config, connection);
  if (missing.length > 0) return { skipped: skipWithoutKeys(missing, options) };
  const meter = meterOf(options, config);
  const { tests, models, dataSentences, notices } = await connectAndRead(config, options, {
    connection,
    meter,
    base,
  });
  return {
    options,
    config,
    halt: options.halt,
    tests: options.narrowTests?.(tests) ?? tests,
    dataSentences,
    models: { ...models, calibrations: calibrationsIn(options.store, models.settingsOf) },
    meter,
    base: base?.config,
    subjectChanges: base?.subjectChanges ?? [],
    notices,
  };
}

interface ConnectAndReadOptions {
  connection: Connection;
  meter: Meter;
  base: ComparisonBase | undefined;
  /** True for a plan: it sends nothing, so it needs no key. */
  isPlan?: boolean;
}

/** Connects models and reads rows, with notices on the base, models and rows. Sends nothing. */
export async function connectAndRead(
  config: Config,
  options: EvaluateOptions,
  { connection, meter, base, isPlan }: ConnectAndReadOptions,
) {
  const baseConfig = base?.config;
  const models = await connectModels(config, { connection, meter, base: baseConfig, isPlan });
  const rows = await readTests(config, options, { models, base: baseConfig });
  const baseNotices = base?.notices ?? [];
  const notices = [...baseNotices, ...models.notices, ...rows.notices];
  return { ...rows, models, notices };
}

/**
 * Says why the run is skipped.
 * @throws ConfigError unless `missing-key: skip` allows it
 */
function skipWithoutKeys(
  missing: readonly MissingKey[],
  { missingKey, config }: EvaluateOptions,
): string {
  // A withheld key exists, so `missing-key: skip` does not apply.
  const isWithheld = missing.some(({ withheld }) => withheld !== undefined);
  if (missingKey === 'fail' || isWithheld) throw missingKeyError(missing, config.ref === 'local');
  const hubs = [...new Set(missing.map(({ hub }) => hub))].join(' and ');
  return `Skipped: there is no key for ${hubs}, so no model was asked and nothing was tested. (missing-key: skip)`;
}

function meterOf({ halt, store, shared, proxy }: PreparingOptions, config: Config): Meter {
  const { budget, concurrency } = config;
  const accounts = new Accounts({ ...concurrencyOf(concurrency), proxy });
  return new Meter(budget.max_requests, accounts, { halt, store, shared });
}
