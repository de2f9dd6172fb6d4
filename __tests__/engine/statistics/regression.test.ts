import fc from 'fast-check';
import {
  changeOf,
  decideRegression,
  mcnemar,
  type PairedRow,
} from '../../../src/engine/statistics/regression.ts';
import { runs } from '../../support/runs.ts';

const verdict = fc.constantFrom(true, true, false, null);
const pair: fc.Arbitrary<PairedRow> = fc.record({ baseline: verdict, head: verdict });
const limit = fc.constantFrom(0, 0.05, 0.1, 0.3, 1);

const judge = (pairs: readonly PairedRow[], maxRegression: number) => {
  const change = changeOf(pairs);
  return decideRegression(
    change,
    { best: mcnemar(change.best), worst: mcnemar(change.worst) },
    maxRegression,
  );
};

/** Every way in which the rows without a verdict could have gone. */
function completions(pairs: readonly PairedRow[]): PairedRow[][] {
  const ways = (value: boolean | null) => (value === null ? [true, false] : [value]);
  return pairs.reduce<PairedRow[][]>(
    (all, { baseline, head }) =>
      all.flatMap((rest) =>
        ways(baseline).flatMap((b) => ways(head).map((n) => [...rest, { baseline: b, head: n }])),
      ),
    [[]],
  );
}

const pairsOf = (broken: number, fixed: number, alike: number): PairedRow[] => [
  ...Array.from({ length: broken }, () => ({ baseline: true, head: false })),
  ...Array.from({ length: fixed }, () => ({ baseline: false, head: true })),
  ...Array.from({ length: alike }, () => ({ baseline: true, head: true })),
];

describe('changeOf', () => {
  it('counts rows with both verdicts, and bounds what the others could have been', () => {
    const pairs: PairedRow[] = [
      ...pairsOf(2, 1, 3),
      { baseline: false, head: false },
      { baseline: true, head: null },
      { baseline: false, head: null },
      { baseline: null, head: true },
      { baseline: null, head: false },
      { baseline: null, head: null },
    ];
    expect(changeOf(pairs)).toEqual({
      known: { broken: 2, fixed: 1, rows: 7 },
      best: { broken: 2, fixed: 4, rows: 12 },
      worst: { broken: 5, fixed: 1, rows: 12 },
    });
    expect(changeOf([])).toEqual({
      known: { broken: 0, fixed: 0, rows: 0 },
      best: { broken: 0, fixed: 0, rows: 0 },
      worst: { broken: 0, fixed: 0, rows: 0 },
    });
  });
});

describe('decideRegression', () => {
  it.each([
    // broken, fixed, of, verdict at max_regression 0.05; p by method.md: (3,12) .0176, (0,5) .031,
    // (1,9) .0107
    [12, 3, 50, 'fail'],
    [5, 0, 50, 'fail'],
    [9, 1, 50, 'fail'],
    [5, 5, 50, 'pass'],
    [4, 0, 50, 'pass'], // p = 1/16
    [5, 0, 100, 'pass'], // The loss is 5 %, no more than is put up with.
    [6, 0, 100, 'fail'],
    [0, 20, 50, 'pass'],
    [0, 0, 0, 'pass'],
  ])('%i broken, %i fixed of %i: %s', (broken, fixed, rows, outcome) => {
    expect(judge(pairsOf(broken, fixed, rows - broken - fixed), 0.05)).toBe(outcome);
  });

  it('says what all completions say, and inconclusive where they part', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 14 }), limit, (pairs, given) => {
        fc.pre(
          pairs.filter(({ baseline, head }) => baseline === null || head === null).length <= 5,
        );
        const outcomes = new Set(completions(pairs).map((complete) => judge(complete, given)));
        expect(judge(pairs, given)).toBe(outcomes.size === 1 ? [...outcomes][0] : 'inconclusive');
      }),
      { numRuns: runs(2000), seed: 11 },
    );
  });

  it('without any change a regression is raised in at most 5 % of cases', () => {
    const share = (n: number) => {
      let [chance, raised] = [2 ** -n, 0];
      for (let broken = 0; broken <= n; broken++) {
        if (judge(pairsOf(broken, n - broken, 0), 0) === 'fail') raised += chance;
        chance *= (n - broken) / (broken + 1);
      }
      return raised;
    };
    for (let n = 0; n <= 120; n++) expect(share(n)).toBeLessThanOrEqual(0.05);
  });

  it('refuses a share out of range', () => {
    expect(() => judge([], 1.5)).toThrow(RangeError);
    expect(() => judge([], Number.NaN)).toThrow(RangeError);
  });
});
