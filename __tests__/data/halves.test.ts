import { SampleDrawing, balancedHalf } from '../../src/data/halves.ts';
import type { Sample } from '../../src/engine/sample.ts';
import { load } from './support.ts';

const rows = (truths: readonly (boolean | undefined)[]): Sample[] =>
  truths.map((truth, i) => ({
    source: `q:${i}`,
    text: `Row ${i} is.`,
    ...(truth !== undefined && { truth }),
  }));
const draw = (
  samples: readonly Sample[],
  limit: number | undefined,
  seed = 42,
  halves = true,
): Sample[] => {
  const drawing = new SampleDrawing({ limit, seed, balancesHalves: halves });
  for (const sample of samples) drawing.offer(sample);
  return drawing.drawnSamples();
};
const count = (samples: readonly Sample[], half: boolean | undefined) =>
  samples.filter((sample) => balancedHalf(sample) === half).length;
const share = (total: number, trues: number) =>
  rows(Array.from({ length: total }, (_, i) => i < trues));

it('a half is the truth, or whether more than half of the options are right', () => {
  const options = 'A. x\nB. y\nC. z\nD. w';
  const of = (sample: Partial<Sample>) => balancedHalf({ source: 's', text: 't', ...sample });
  expect(of({ truth: true })).toBe(true);
  expect(of({ truth: false, options, answer: ['A', 'B', 'C'] })).toBe(false);
  expect(of({ options, answer: ['A', 'B', 'C'], negated_answer: ['D'] })).toBe(true);
  expect(of({ options, answer: ['A', 'B'], negated_answer: ['C'] })).toBe(false);
  expect(of({ options, negated_answer: ['A'] })).toBeUndefined();
  expect(of({ options })).toBeUndefined();
});

describe('a draw from the halves', () => {
  it('has of each its share, to the row, whatever the seed', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const even = draw(share(312, 156), 100, seed);
      expect([even.length, count(even, true)]).toEqual([100, 50]);
      const odd = draw(share(312, 156), 25, seed);
      expect(Math.abs(count(odd, true) - count(odd, false))).toBe(1);
      const third = draw(share(90, 30), 30, seed);
      expect([third.length, count(third, true)]).toEqual([30, 10]);
    }
    const mixed = draw(
      rows(Array.from({ length: 300 }, (_, i) => [true, false, undefined][i % 3])),
      30,
    );
    expect([true, false, undefined].map((half) => count(mixed, half))).toEqual([10, 10, 10]);
  });

  it('takes all where the limit is none, or no less than the rows', () => {
    for (const limit of [undefined, 7, 500]) expect(draw(share(7, 3), limit)).toHaveLength(7);
    expect(draw([], 3)).toEqual([]);
  });

  it('of rows without a key draws what is drawn where there are no halves', () => {
    const samples = rows(new Array<undefined>(200).fill(undefined));
    expect(draw(samples, 20, 7)).toEqual(draw(samples, 20, 7, false));
  });
});

it('a limit is drawn from the halves only where keys are asked for', async () => {
  const lines = Array.from({ length: 60 }, (_, i) =>
    JSON.stringify({ text: `Row ${i} is.`, truth: i % 3 === 0 }),
  ).join('\n');
  const { samples, total } = await load('q.jsonl', lines, { limit: 12, reads: 'keys' });
  expect([total, samples.length, count(samples, true)]).toEqual([60, 12, 4]);
  const { understood: _two, ...plain } = await load('q.jsonl', lines, { limit: 12 });
  const { understood: _one, ...bare } = await load(
    'q.jsonl',
    lines.replaceAll(/,"truth":(?:true|false)/g, ''),
    { limit: 12 },
  );
  expect(plain).toEqual(bare);
});

describe('halved: what needs no key asks the rows that what needs one does', () => {
  const lines = (over: (i: number) => object = () => ({})) =>
    Array.from({ length: 60 }, (_, i) =>
      JSON.stringify({ text: `Row ${i} is.`, truth: i % 3 === 0, ...over(i) }),
    ).join('\n');

  it('the same draw in the same order, and of the keys the half alone', async () => {
    const [keyed, halved] = [
      await load('q.jsonl', lines(), { limit: 12, reads: 'keys' }),
      await load('q.jsonl', lines(), { limit: 12, reads: 'half' }),
    ];
    expect(halved.samples).toEqual(
      keyed.samples.map(({ source, text, truth }) => ({ source, text, half: truth })),
    );
    expect(halved.understood).toBe(keyed.understood);
    const options = 'A. one\nB. two\nC. three\nD. four';
    const questions = lines((i) => ({
      truth: null,
      options,
      negated_answer: i % 2 ? 'A' : ['A', 'B', 'C'],
    }));
    const halves = await load('q.jsonl', questions, { reads: 'half' });
    expect([count(halves.samples, true), count(halves.samples, false)]).toEqual([30, 30]);
  });

  it('is stopped by no key, whatever stands there; rows without one are drawn as ever', async () => {
    const odd = lines((i) => ({
      truth: ['perhaps', 7, null, { is: true }][i % 4],
      answer: 'a long story',
      options: 'A. one\nB. two',
    }));
    const { samples } = await load('q.jsonl', odd, { reads: 'half', limit: 12 });
    expect(samples.every(({ half, answer }) => half === undefined && answer === undefined)).toBe(
      true,
    );
    const bare = await load('q.jsonl', odd.replaceAll(/,"answer":"a long story"/g, ''), {
      limit: 12,
      columns: { truth: null },
    });
    expect(new Set(samples.map(({ source }) => source))).toEqual(
      new Set(bare.samples.map(({ source }) => source)),
    );
    expect(
      (await load('q.jsonl', lines(), { reads: 'half', columns: { truth: 'nowhere' } })).samples,
    ).toHaveLength(60);
  });
});
