import fc from 'fast-check';
import type { Sample } from '../../src/engine/sample.ts';
import { findTest } from '../../src/engine/perturbations/index.ts';
import { prepareRows } from '../../src/engine/methods/index.ts';
import { streamOf } from '../report/triplet-results.ts';
import { questions, tripletOf } from './triplet/support.ts';

const rows = questions(60);
const towns = rows.map(({ source }, i) => ({
  source,
  text: `Tell me of the town number ${i} on this map.`,
}));

type Drawn = (samples: readonly Sample[]) => string[];

const stream = (name: string): Drawn => {
  return (samples) => {
    const { cases } = prepareRows(streamOf({ test: findTest(name)!, samples }), 42);
    return cases.map(({ sample, test_case }) => JSON.stringify([sample.text, test_case]));
  };
};

/** What is asked of each row, in the order in which it is asked. */
const DRAWN: Record<string, { of: readonly Sample[]; drawn: Drawn }> = {
  triplets: {
    of: rows,
    drawn: (samples) =>
      prepareRows(tripletOf(samples), 42).cases.map(({ sample, placebo, test_case }) =>
        JSON.stringify([sample.text, placebo, test_case]),
      ),
  },
  'toxic words': { of: towns, drawn: stream('add_toxic_words') },
};

it.each(Object.entries(DRAWN))(
  '%s: a file that is renamed or sorted changes nothing, a row more nothing for the others',
  (_what, { of, drawn }) => {
    const before = drawn(of);
    expect(before.length).toBeGreaterThan(4);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...of], { minLength: of.length }),
        fc.nat(9_999),
        (shuffled, nth) => {
          const moved = shuffled.map((row, i) => ({
            ...row,
            source: `elsewhere/${nth}.jsonl:${i + 1}`,
          }));
          expect(drawn(moved)).toEqual(before);
          // The row on top takes its place among them.
          const added = new Set(
            drawn([
              {
                ...of[0]!,
                source: 'top:1',
                text: of[0]!.text.replace(/ (?:of|is) /, ` $& ${nth} `),
              },
              ...moved,
            ]),
          );
          expect(before.filter((row) => !added.has(row))).toEqual([]);
        },
      ),
      { numRuns: 20 },
    );
  },
);
