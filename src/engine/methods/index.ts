import type { Cases } from '../case.js';
import type { ReportRow } from '../results.js';
import type { Method } from './method.js';
import { PAIR } from './pair.js';
import { STREAM } from './stream.js';
import type { AnyRun } from './test-run.js';
import { TRIPLET } from './triplet.js';

const METHODS = { pair: PAIR, stream: STREAM, triplet: TRIPLET } as const satisfies Record<
  NonNullable<AnyRun['method']>,
  Method
>;

export function methodOf({ method = 'pair' }: Pick<AnyRun, 'method'>): Method {
  return METHODS[method];
}

/** The method of a test of a report, which names it only where rows have three arms. */
export function statedMethod({ method, decision }: Pick<ReportRow, 'method' | 'decision'>): Method {
  if (method) return METHODS[method];
  return decision === 'sequential' ? STREAM : PAIR;
}

export function prepareRows(run: AnyRun, seed: number): Cases {
  return methodOf(run).prepare(run, seed);
}
