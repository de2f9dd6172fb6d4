import { describe, expect, it } from '@jest/globals';
import { loadSamples, type Columns, type DataOptions } from '../../src/data/index.js';
import { startModelServer, type Row } from '../support/model-server.js';
import { fault, load } from './support.js';

const jsonl = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const pairs = (rows: readonly Row[], columns?: Columns, options: Partial<DataOptions> = {}) =>
  load('p.jsonl', jsonl(rows), { keyed: true, pairs: true, columns, ...options });
const one = async (row: Row, columns?: Columns) => (await pairs([row], columns)).samples[0];

describe('a row that is a pair', () => {
  it('has its texts, its right answers and its cluster; without pairs none of this is read', async () => {
    const row = {
      text: 'A is on.',
      perturbed: 'A is off.',
      placebo: 'Indeed, A is on.',
      answer: 'yes',
      perturbed_answer: false,
      cluster: 7,
    };
    expect(await one(row)).toEqual({
      source: 'p.jsonl:1',
      text: 'A is on.',
      truth: true,
      perturbed: 'A is off.',
      placebo: 'Indeed, A is on.',
      perturbed_truth: false,
      cluster: '7',
    });
    expect((await load('p.jsonl', jsonl([row]), { keyed: true })).samples).toEqual([{ source: 'p.jsonl:1', text: 'A is on.' }]);
  });

  it('names options as a key does, and may take the same ones for every row', async () => {
    const row = { text: 'Which?', perturbed: 'Which not?', gold: 'neutral', other: 'entailment' };
    const columns = { options: ['entailment', 'neutral'], answer: 'gold', perturbed_answer: 'other' };
    expect(await one(row, columns)).toMatchObject({ options: 'A. entailment\nB. neutral', answer: ['B'], perturbed_answer: ['A'] });
    // Other rows of such a set may be of another kind.
    expect(await one({ ...row, other: 'the harbour master' }, columns)).not.toHaveProperty('perturbed_answer');
    const own = { text: 'Which?', options: ['x', 'y'], answer: 'z', perturbed: 'Which not?' };
    expect((await fault(pairs([own]))).message).toContain('holds `"z"`, which is none of `"A. x"`, `"B. y"`');
  });

  it('may be put together from several columns', async () => {
    const row = { premise: 'It rains.', hypothesis: 'It is wet.', edited: 'It does not rain.', part: 3, 'a {b}': 'as it is' };
    const columns = { text: '{premise} So {hypothesis}', perturbed: '{edited} So {hypothesis}', cluster: '{part}-{premise}' };
    expect(await one(row, columns)).toMatchObject({
      text: 'It rains. So It is wet.',
      perturbed: 'It does not rain. So It is wet.',
      cluster: '3-It rains.',
    });
    expect((await one(row, { text: 'a {b}', perturbed: 'edited' }))!.text).toBe('as it is');
    const wrong = await fault(pairs([row], { text: '{premise} {hypotesis}', perturbed: 'edited' }));
    expect(wrong).toMatchObject({
      where: 'p.jsonl:1',
      remedy: expect.stringMatching(/^The first row, `"p.jsonl:1"`, has the columns `"premise"`/),
    });
    expect(wrong.message).toContain('Did you mean `"hypothesis"`?');
    expect((await fault(pairs([{ ...row, premise: ['x'] }], columns))).message).toContain('`"premise"` holds a list, not a text');
  });
});

describe('a cluster whose texts are rows', () => {
  const rows = [
    { text: 'Not A.', answer: false, cluster: 'x', step: 2 },
    { text: 'B.', answer: true, cluster: 'y', step: 10 },
    { text: 'A.', answer: true, cluster: 'x', step: 1 },
    { text: 'Indeed A.', answer: true, cluster: 'x', step: 10 },
    { text: 'Alone.', answer: true, cluster: 'z', step: 1 },
    { text: 'Not B.', answer: false, cluster: 'y', step: 9 },
  ];
  const texts = async (columns: Columns) =>
    (await pairs(rows, columns)).samples
      .map(({ source, text, perturbed, truth, perturbed_truth }) => [source, text, perturbed, truth, perturbed_truth])
      .sort();

  it('makes a pair of its original and each of the others, named as the other row', async () => {
    expect(await texts({ order: 'step' })).toEqual([
      ['p.jsonl:1', 'A.', 'Not A.', true, false],
      ['p.jsonl:2', 'Not B.', 'B.', false, true],
      ['p.jsonl:4', 'A.', 'Indeed A.', true, true],
    ]);
    // Without an order, the first one is the original.
    expect((await texts({}))[0]).toEqual(['p.jsonl:3', 'Not A.', 'A.', false, true]);
  });

  it('has the same options throughout', async () => {
    const other = [
      { text: 'A?', options: ['a', 'b'], answer: 'A', cluster: 1 },
      { text: 'Not A?', options: ['a', 'c'], answer: 'A', cluster: 1 },
    ];
    expect(await fault(pairs(other))).toMatchObject({ where: 'p.jsonl:2', message: expect.stringContaining('p.jsonl:1') });
  });

  it('is read whole from the Hub, of a long set as far as it stands together in 100 pages', async () => {
    const long = Array.from({ length: 12_000 }, (_, i) => ({ text: `Text ${i}.`, answer: i % 2 === 0, group: Math.floor(i / 2) }));
    const server = await startModelServer({ datasets: { 'a/b': { rows: long } } });
    try {
      const options = {
        source: 'hf:a/b',
        root: '/',
        seed: 1,
        keyed: true,
        pairs: true,
        columns: { cluster: 'group' },
        datasetsServer: server.url,
      };
      const { samples, total, notices } = await loadSamples({ ...options, limit: 50 });
      expect([samples.length, total]).toEqual([50, 5_000]);
      expect(notices).toEqual([
        '`"hf:a/b:default:train"`: of 12000 rows 10000 were read, to put clusters together that stand close to each other.',
      ]);
      expect(samples.every(({ text, perturbed }) => Number(/\d+/.exec(perturbed!)) === Number(/\d+/.exec(text)) + 1)).toBe(true);
      expect(server.requests.filter(({ path }) => path === '/rows').length).toBeLessThanOrEqual(101);
    } finally {
      await server.close();
    }
  });
});
