import type { Config } from '../config/config.js';
import { configOf } from '../config/rules.js';
import type { Results } from '../engine/results.js';
import type { RunOptions } from '../engine/run.js';
import type { Share } from '../engine/parse-share.js';
import { orProblem, type GateError } from '../errors.js';
import { Halt, type ReplyStore } from '../models/index.js';
import { startDeadline } from './interruption.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { prepare, type Prepared } from './prepare.js';
import { identity, resultsOf, type Evaluated } from './results.js';
import { beginStore, openStore } from './run-store.js';
import { expectedOf, shareOfCap } from './budget.js';

/** A run that has read its inputs and sent no request yet. */
export interface OpenRun extends Prepared {
  config: Config;
  store: ReplyStore | undefined;
  halt: Halt;
  started: Date;
  /** Checks what the run needs against its caps, before the first request. */
  need: ReturnType<typeof expectedOf>;
  /** Returns the results of the run for any ending. */
  ended: (how: Pick<Evaluated, 'ending' | 'changed' | 'notices' | 'estimate' | 'usage' | 'served'>) => Results;
}

/** Reads rules, data and models, then calls `work`. An error before that becomes the results. */
export async function openRun<T extends Evaluation>(
  options: EvaluateOptions & { share?: Share },
  work: (run: OpenRun) => Promise<T>,
): Promise<T | Evaluation> {
  const { config: source, overrides, share } = options;
  const started = new Date();
  const known = await orProblem(async () => ({ config: configOf(source.rules, source.path) }));
  if ('problem' in known) return { results: resultsOf({ source, overrides, started, ending: known }) };
  const { config } = known;
  const ended: OpenRun['ended'] = (how) => resultsOf({ source, config, started, ...how });
  const halt = options.halt ?? new Halt();
  const deadline = startDeadline(config.deadline, halt);
  const store = openStore(config, options);
  try {
    const prepared = await orProblem(() => prepare({ ...options, halt, store }, config));
    if (!('tests' in prepared)) return { config, results: ended({ ending: prepared }) };
    const need = expectedOf({ ...prepared, config: shareOfCap(config, share), overrides, share });
    return await work({ ...prepared, config, store, halt, started, need, ended });
  } finally {
    clearTimeout(deadline);
  }
}

export async function asked<T extends object>(
  run: OpenRun,
  options: EvaluateOptions & { share?: Share },
  ask: () => Promise<T>,
): Promise<T | { problem: GateError }> {
  const { config, tests, understood, store } = run;
  const data = [...understood, ...beginStore(store, run, options)];
  options.onStart?.({ model: identity(config), rows: tests.map(({ samples }) => samples.length), data });
  return untilClosed(run, ask);
}

/** Closes the connections at the end, which would keep the process alive. */
export async function untilClosed<T extends object>(
  { meter: { accounts } }: Pick<OpenRun, 'meter'>,
  work: () => Promise<T>,
): Promise<T | { problem: GateError }> {
  try {
    return await orProblem(work);
  } finally {
    await accounts.wire.close();
  }
}

export function askingOf({ config, tests, base, meter }: OpenRun, onNeed: RunOptions['onNeed']): RunOptions {
  const { accounts, maxRequests } = meter;
  return {
    seed: config.seed,
    maxRequests,
    concurrency: () => accounts.appetite,
    tests,
    baseTemplate: base?.template,
    onNeed,
  };
}

export function haltedNotice({ halt: { reason } }: OpenRun): string[] {
  // The rows in error say how to continue.
  return reason === undefined ? [] : [`${reason.message} Rows without an answer are in error, and bound the verdict.`];
}
