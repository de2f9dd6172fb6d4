import type { Columns, DataOptions } from '../../src/data/index.ts';
import type { Row } from '../support/model-server.ts';
import { fault, load } from './support.ts';

const jsonl = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const pairs = (rows: readonly Row[], columns?: Columns, options: Partial<DataOptions> = {}) =>
  load('p.jsonl', jsonl(rows), { reads: 'pairs', columns, ...options });
const one = async (row: Row, columns?: Columns) => (await pairs([row], columns)).samples[0];

describe('a row that is a pair', () => {
  it('has its texts and its right answers; without pairs none of this is read', async () => {
    const row = {
      text: 'A is on.',
      perturbed: 'A is off.',
      placebo: 'Indeed, A is on.',
      answer: 'yes',
      perturbed_answer: false,
    };
    expect(await one(row)).toEqual({
      source: 'p.jsonl:1',
      text: 'A is on.',
      truth: true,
      perturbed: 'A is off.',
      placebo: 'Indeed, A is on.',
      perturbed_truth: false,
    });
    expect((await load('p.jsonl', jsonl([row]), { reads: 'keys' })).samples).toEqual([
      { source: 'p.jsonl:1', text: 'A is on.' },
    ]);
  });

  it('names options as a key does, and may take the same ones for every row', async () => {
    const row = { text: 'Which?', perturbed: 'Which not?', gold: 'neutral', other: 'entailment' };
    const columns = {
      options: ['entailment', 'neutral'],
      answer: 'gold',
      perturbed_answer: 'other',
    };
    expect(await one(row, columns)).toMatchObject({
      options: 'A. entailment\nB. neutral',
      answer: ['B'],
      perturbed_answer: ['A'],
    });
    // Other rows of such a set may be of another kind.
    expect(await one({ ...row, other: 'the harbour master' }, columns)).toHaveProperty(
      'perturbed_answer',
      undefined,
    );
    const own = { text: 'Which?', options: ['x', 'y'], answer: 'z', perturbed: 'Which not?' };
    expect((await fault(pairs([own]))).message).toContain(
      'holds `"z"`, which is none of `"A. x"`, `"B. y"`',
    );
  });

  it('may be put together from several columns', async () => {
    const row = {
      premise: 'It rains.',
      hypothesis: 'It is wet.',
      edited: 'It does not rain.',
      'a {b}': 'as it is',
    };
    const columns = {
      text: '{premise} So {hypothesis}',
      perturbed: '{edited} So {hypothesis}',
    };
    expect(await one(row, columns)).toMatchObject({
      text: 'It rains. So It is wet.',
      perturbed: 'It does not rain. So It is wet.',
    });
    expect((await one(row, { text: 'a {b}', perturbed: 'edited' }))!.text).toBe('as it is');
    const wrong = await fault(pairs([row], { text: '{premise} {hypotesis}', perturbed: 'edited' }));
    expect(wrong).toMatchObject({
      where: 'p.jsonl:1',
      remedy: expect.stringMatching(/^The first row, `"p.jsonl:1"`, has the columns `"premise"`/),
    });
    expect(wrong.message).toContain('Did you mean `"hypothesis"`?');
    expect((await fault(pairs([{ ...row, premise: ['x'] }], columns))).message).toContain(
      '`"premise"` holds a list, not a text',
    );
  });
});
