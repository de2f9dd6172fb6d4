import type { Cases } from '../rows/case.ts';
import type { ReportRow } from '../results.ts';
import type { Method } from './method.ts';
import { PAIR } from './pair.ts';
import { STREAM } from './stream.ts';
import type { AnyRun } from './test-run.ts';
import { TRIPLET } from './triplet.ts';

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
