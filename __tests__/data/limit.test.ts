import { drawnFrom } from '../../src/data/huggingface.ts';
import { SampleDrawing } from '../../src/data/halves.ts';
import { fault, load } from './support.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Text ${index + 1}.`).join('\n');

async function drawn(count: number, limit: number | undefined, seed: number): Promise<number[]> {
  const { samples } = await load('q.txt', lines(count), { limit, seed });
  return samples.map(({ source }) => Number(source.split(':')[1]));
}

describe('a limit', () => {
  it('draws as many rows in the order of the file, and counts all', async () => {
    const { samples, total } = await load('q.txt', lines(1000), { limit: 10 });
    const positions = samples.map(({ source }) => Number(source.split(':')[1]));
    expect(total).toBe(1000);
    expect(positions).toHaveLength(10);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  });

  it('draws the same rows for the same seed, on every machine', async () => {
    expect(await drawn(100, 5, 42)).toEqual(await drawn(100, 5, 42));
    expect(await drawn(100, 5, 42)).toMatchInlineSnapshot(`
[
  13,
  21,
  25,
  52,
  97,
]
`);
    expect(await drawn(100, 5, 43)).not.toEqual(await drawn(100, 5, 42));
  });

  it('draws the same rows of a file that was renamed, sorted in another way, or has a row more', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({
      text: `Row ${i % 150} is.`,
      truth: i % 3 === 0,
    }));
    const jsonl = (given: readonly object[]) => given.map((row) => JSON.stringify(row)).join('\n');
    const read = async (name: string, given: readonly object[], how: object) =>
      (await load(name, jsonl(given), { limit: 20, ...how })).samples.map(
        ({ source: _source, ...sample }) => JSON.stringify(sample),
      );
    for (const how of [{}, { reads: 'keys' }, { reads: 'half' }]) {
      const before = await read('q.jsonl', rows, how);
      const sorted = await read('renamed.jsonl', rows.toReversed(), how);
      expect(sorted.toReversed()).toEqual(before);
      for (let i = 0; i < 5; i += 1) {
        const after = new Set(
          await read('q.jsonl', [{ text: `New ${i} is.`, truth: true }, ...rows], how),
        );
        expect(before.filter((row) => !after.has(row)).length).toBeLessThanOrEqual(1);
      }
    }
  });

  it('checks the rows that are not drawn', async () => {
    const rows = Array.from({ length: 50 }, () => '{"text":"One."}');
    rows[30] = '{"text":7}';
    for (let seed = 0; seed < 10; seed += 1) {
      expect(await fault(load('q.jsonl', rows.join('\n'), { limit: 1, seed }))).toMatchObject({
        where: 'q.jsonl:31',
      });
    }
  });

  it('draws from a billion rows what it draws from few: in order, none twice, each as often as any other', () => {
    const drawn = drawnFrom(1_000_000_000, 1000, 7);
    expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b));
    expect(drawn).toHaveLength(1000);
    expect(drawn).toEqual(drawnFrom(1_000_000_000, 1000, 7));
    expect(drawnFrom(5, 5, 1)).toEqual([0, 1, 2, 3, 4]);
    const counts = new Array<number>(10).fill(0);
    for (let seed = 0; seed < 20_000; seed += 1)
      for (const index of drawnFrom(10, 3, seed)) counts[index]! += 1;
    for (const count of counts) expect(Math.abs(count - 6_000)).toBeLessThan(330);
  });

  it('draws every row equally often', () => {
    const counts = new Array<number>(10).fill(0);
    const draws = 20_000;
    for (let seed = 0; seed < draws; seed += 1) {
      const drawing = new SampleDrawing({ limit: 3, seed, balancesHalves: false });
      for (let item = 0; item < 10; item += 1)
        drawing.offer({ source: String(item), text: `Row ${item}` });
      for (const { source } of drawing.drawnSamples()) counts[Number(source)]! += 1;
    }
    // 3 of 10: within five standard deviations of a binomial distribution.
    const spread = 5 * Math.sqrt(draws * 0.3 * 0.7);
    for (const count of counts) expect(Math.abs(count - draws * 0.3)).toBeLessThan(spread);
  });
});
