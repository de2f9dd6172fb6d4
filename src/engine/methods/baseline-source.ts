import type { Answers } from '../asking/ask.ts';
import { earlierRowFinder } from '../rows/baseline.ts';
import type { Subjects } from './method.ts';
import type { AnyRun } from './test-run.ts';

/** The source of a row's baseline: the base, which is asked, or the row of an earlier report. */
export interface BaselineSource {
  base?: { answers: Answers; template: string | undefined };
  earlierRow?: ReturnType<typeof earlierRowFinder>;
}

export function baselineSource(
  { compare, baseTemplate }: AnyRun,
  { base }: Subjects,
): BaselineSource {
  const source: BaselineSource = {};
  if (base && compare?.with === 'base')
    source.base = { answers: base.answers, template: baseTemplate ?? base.template };
  if (compare?.earlier) source.earlierRow = earlierRowFinder(compare.earlier);
  return source;
}
