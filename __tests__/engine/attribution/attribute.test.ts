import {
  attribute,
  worthAsking,
  type RestoredAsks,
} from '../../../src/engine/attribution/attribute.ts';
import { fisher } from '../../../src/engine/statistics/fisher.ts';

const rows = (...of: [boolean | null, boolean | null][]): RestoredAsks => of;
const all = (value: boolean, n = 8): RestoredAsks =>
  Array.from({ length: n }, () => [value, value]);

it.each([
  // scipy.stats.fisher_exact([[a, n - a], [b, m - b]], 'greater')
  [[3, 4], [1, 4], 0.24285714],
  [[8, 8], [0, 8], 0.0000777],
  [[15, 16], [1, 16], 4.2755e-7],
  [[2, 10], [2, 10], 0.70898],
] as const)('Fisher, one-sided: %j against %j is %d', ([a, n], [b, m], p) => {
  expect(fisher([a, n], [b, m]) / p).toBeCloseTo(1, 3);
});

it('a group without a trial shows nothing', () => expect(fisher([0, 0], [3, 8])).toBe(1));

describe('which part broke the rows', () => {
  it('names the part that restores them, with its rows', () => {
    const found = attribute(all(false), [all(true), all(false), all(false)]);
    expect(found).toMatchObject({ kind: 'one', control: { restored: 0, asked: 16 } });
    expect(found.parts.map(({ isNamed, restored }) => [isNamed, restored])).toEqual([
      [true, 16],
      [false, 0],
      [false, 0],
    ]);
    expect(found.parts[0]!.rows).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('names none where asking again restores as much', () => {
    expect(attribute(all(true), [all(true), all(true)]).kind).toBe('none');
  });

  it('tells parts that break the same rows together from parts with rows of their own', () => {
    const half = (isFirst: boolean): RestoredAsks =>
      Array.from({ length: 8 }, (_, i) => [i < 4 === isFirst, i < 4 === isFirst]);
    expect(attribute(all(false), [all(true), all(true)]).kind).toBe('together');
    expect(attribute(all(false), [half(true), half(false)]).kind).toBe('apart');
  });

  it('leaves a failed request out, and its row with it', () => {
    const found = attribute(rows([false, null], [false, false], [false, false], [false, false]), [
      rows([true, null], [true, true], [true, true], [true, true]),
    ]);
    expect(found).toMatchObject({ kind: 'one', control: { asked: 7 } });
    expect(found.parts[0]).toMatchObject({ restored: 7, asked: 7, rows: [1, 2, 3] });
  });

  it('three broken rows suffice to name one of eight parts', () => {
    const others = Array.from({ length: 7 }, () => all(false, 3));
    expect(attribute(all(false, 3), [all(true, 3), ...others]).kind).toBe('one');
  });

  it('a part that was not asked again has p = 1, and the correction is over all parts', () => {
    const once = (value: boolean): RestoredAsks => Array.from({ length: 5 }, () => [value]);
    const parts = [once(false), all(true, 5), once(true)];
    expect(worthAsking(once(false), parts)).toEqual([1, 2]);
    const found = attribute(all(false, 5), parts, [1]);
    expect(found.parts).toMatchObject([{ p: 1 }, { p: expect.closeTo(3 / 184_756, 6) }, { p: 1 }]);
  });
});
