import { z } from 'zod';
import { canonical } from '../config/equality.js';
import type { Config } from '../config/config.js';
import type { Share } from '../engine/parse-share.js';
import type { CalibrationStore } from '../engine/judges.js';
import type { Model } from '../engine/model.js';
import type { ResultRow } from '../engine/results.js';
import { jsonIn } from '../json.js';
import { digestOf, ReplyStore } from '../models/index.js';
import { keysOf } from './everybody.js';
import { connectionOf, type EvaluateOptions } from './options.js';
import { identityOfRun, type Identified } from './run-identity.js';

/** Kinds of errors that a later run may not meet. */
const WORTH_RESUMING = new Set(['interrupted', 'deadline', 'budget', 'rate_limit', 'server', 'timeout', 'network', 'authentication']);

/** The store of a run; undefined without a folder, and for a merge, which asks no model. */
export function openStore(config: Config, options: EvaluateOptions): ReplyStore | undefined {
  const { cacheDirectory: folder, merge } = options;
  if (folder === undefined || merge !== undefined) return undefined;
  const { mode, ttl } = config.cache;
  return new ReplyStore({
    folder,
    cache: { reads: mode === 'read' || mode === 'read-write', writes: mode === 'write' || mode === 'read-write', ttl },
    key: keysOf(config, connectionOf(options, config)).join('\n') || undefined,
  });
}

/** To be called before the first request. @returns what a log says of it. */
export function beginStore(
  store: ReplyStore | undefined,
  run: Identified,
  { resume = false, ...options }: EvaluateOptions & { share?: Share | undefined },
): string[] {
  if (!store) return [];
  // A re-run of a job has the same commit and another number.
  const { run_id: _number, ...identity } = identityOfRun(run, options);
  store.begin(canonical([identity, options.share]), { resume });
  return store.isUnsealed ? ['Answers are not stored for later runs: the endpoint of the model has no key to seal them with.'] : [];
}

/** Ends the run in its store, unless a later run should resume it. @returns what there is to say. */
export function endStore(store: ReplyStore | undefined, rows: readonly Pick<ResultRow, 'error'>[]): string[] {
  const isOpen = rows.length === 0 || rows.some(({ error }) => error !== undefined && WORTH_RESUMING.has(error.kind));
  if (!isOpen) store?.end();
  return store?.notices ?? [];
}

const count = z.int().nonnegative();
const calibration = z.object({
  judge: z.string(),
  right: count,
  total: count,
  needed: z.number().min(0).max(1),
  confusion: z.record(z.string(), z.record(z.string(), count)),
});

/** Calibrations of judges in the store, one for a judge with its settings and its known cases. */
export function calibrationsIn(store: ReplyStore | undefined, settingsOf: (judge: Model) => unknown): CalibrationStore | undefined {
  if (!store) return undefined;
  const idOf = (judge: Model, version: string) => digestOf(canonical([version, settingsOf(judge)]));
  return {
    read: async (judge, version) => Promise.resolve(calibration.safeParse(jsonIn(store.calibration(idOf(judge, version)) ?? '')).data),
    async write(judge, version, made) {
      store.keepCalibration(idOf(judge, version), JSON.stringify(made));
      return Promise.resolve();
    },
  };
}
