import type { Cases } from '../rows/case.ts';
import type { ReportRow } from '../results.ts';
import type { Method, MethodWords } from './method.ts';
import { PAIR } from './pair.ts';
import { STREAM } from './stream.ts';
import type { AnyRun } from './test-run.ts';
import { TRIPLET } from './triplet.ts';

const METHODS = { pair: PAIR, stream: STREAM, triplet: TRIPLET } as const;

/** Returns the method of a run. It takes this run only, although its type accepts any. */
export function methodOf({ method = 'pair' }: Pick<AnyRun, 'method'>): Method<AnyRun> {
  return METHODS[method] as Method<AnyRun>;
}

/** Words for the method of a test of a report, which names it only where rows have three arms. */
export function wordsOfMethod({
  method,
  decision,
}: Pick<ReportRow, 'method' | 'decision'>): MethodWords {
  if (method) return METHODS[method].words;
  return decision === 'sequential' ? STREAM.words : PAIR.words;
}

export function prepareRows(run: AnyRun, seed: number): Cases {
  return methodOf(run).prepare(run, seed);
}
