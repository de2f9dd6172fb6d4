import type { AnyRun } from '../engine/triplet/triplet-run.js';
import { isTriplet } from '../engine/triplet/triplet-run.js';
import type { Sample } from '../engine/sample.js';

/** Whether a row is the one that is meant: by its number from 1, by its place in the data, or by how its text begins. */
export function rowFinder(wanted: string): (row: { source: string; text: string }, index: number) => boolean {
  const number = /^#?(\d{1,9})$/.exec(wanted)?.[1];
  if (number !== undefined) return (_, index) => index === Number(number) - 1;
  const lower = wanted.toLowerCase().trim();
  return ({ source, text }) =>
    source.toLowerCase() === lower || source.toLowerCase().endsWith(lower) || text.toLowerCase().trimStart().startsWith(lower);
}

/**
 * The tests over one row each: asked whatever the verdict would be, as a row cannot decide one. A number is that of the row in its data;
 * the minimum plays no part in what becomes of a row.
 * @param test of this test alone; undefined for all.
 */
export function narrowTo(tests: readonly AnyRun[], { wanted, test }: { wanted: string; test: string | undefined }): AnyRun[] {
  const isWanted = rowFinder(wanted);
  return tests
    .filter((run) => test === undefined || run.test.name === test || run.test.aliases?.includes(test))
    .flatMap((run): AnyRun[] => {
      const samples = run.samples.filter((sample: Sample, index) => isWanted(sample, index)).slice(0, 1);
      if (samples.length === 0) return [];
      const { compare: _compare, ...alone } = run;
      const one = { ...alone, samples, minimum_pass_rate: 0 } as AnyRun;
      // The other side has no row to stand beside.
      if ('side' in one) delete one.side;
      return [isTriplet(one) ? { ...one, minimum_valid_rate: 0, minimum_steady_rate: 0 } : one];
    });
}
