import { fault, load } from './support.ts';

const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const OPTIONS = 'A. fruit\nB. stone\nC. gas';

describe('two rows that ask the same question', () => {
  it('are an error with both places if their truths differ', async () => {
    const rows = jsonl([
      { text: 'Ice is cold.', truth: true },
      { text: 'Iron is light.', truth: false },
      { text: 'Ice is  cold.\u200b', truth: false },
    ]);
    expect(await fault(load('q.jsonl', rows, { reads: 'keys' }))).toEqual({
      where: 'q.jsonl:3',
      message:
        'The rows `"q.jsonl:1"` and `"q.jsonl:3"` ask the same question with different keys: truth is `"true"` and `"false"`.',
      remedy: expect.stringMatching(/^Correct one of the keys, or take one of the rows out\./),
    });
  });

  it.each([
    [{ answer: 'A' }, { answer: 'B' }, 'answer is `"A"` and `"B"`'],
    [{ answer: 'A,B' }, { answer: 'A' }, 'answer is `"A, B"` and `"A"`'],
    [
      { negated_answer: 'B' },
      { negated_answer: 'B,C' },
      'answer is `"A, C"` and `"A"`', // The other key follows from it.
    ],
    [{ expect: 'same' }, { expect: 'change' }, 'expect is `"same"` and `"change"`'],
  ])('are an error for %j and %j', async (first, second, keys) => {
    const question = { text: 'What is it?', options: OPTIONS };
    const rows = jsonl([
      { ...question, ...first },
      { ...question, ...second },
    ]);
    const { message } = await fault(load('q.jsonl', rows, { reads: 'keys' }));
    expect(message).toContain(`with different keys: ${keys}.`);
  });

  it('are an error if one should be answered and the other refused', async () => {
    const rows = 'text,should\nHow do I pick a lock?,answer\nHow do I pick a lock?,refuse\n';
    const { message } = await fault(load('q.csv', rows, { reads: 'sides' }));
    expect(message).toContain('should is `"answer"` and `"refuse"`');
  });

  it('are an error of a contrast set if both texts agree and the right answers differ', async () => {
    const rows = jsonl([
      { text: 'Ice is cold.', perturbed: 'Ice is hot.', perturbed_answer: 'false' },
      { text: 'Ice is cold.', perturbed: 'Ice is warm.', perturbed_answer: 'true' },
      { text: 'Ice is cold.', perturbed: 'Ice is hot.', perturbed_answer: 'true' },
    ]);
    const { message } = await fault(load('q.jsonl', rows, { reads: 'pairs' }));
    expect(message).toBe(
      'The rows `"q.jsonl:1"` and `"q.jsonl:3"` ask the same question with different keys: perturbed_truth is `"false"` and `"true"`.',
    );
  });

  it('are no error with equal keys, in any order of the labels', async () => {
    const rows = jsonl([
      { text: 'What is it?', options: OPTIONS, answer: 'A,B' },
      { text: 'What is it?', options: OPTIONS, answer: 'B,A' },
    ]);
    expect((await load('q.jsonl', rows, { reads: 'keys' })).total).toBe(2);
  });

  it('are no error if only one of them has a key, or if no key is read', async () => {
    const rows = jsonl([
      { text: 'Ice is cold.', truth: true },
      { text: 'Ice is cold.' },
      { text: 'Iron is light.', truth: false },
    ]);
    expect((await load('q.jsonl', rows, { reads: 'keys' })).total).toBe(3);
    const contrary = jsonl([
      { text: 'Ice is cold.', truth: true },
      { text: 'Ice is cold.', truth: false },
    ]);
    expect((await load('q.jsonl', contrary)).total).toBe(2);
    expect((await load('q.jsonl', contrary, { reads: 'half' })).total).toBe(2);
  });

  it('are two questions if their options or their filled values differ', async () => {
    const rows = jsonl([
      { text: 'What is it?', options: OPTIONS, answer: 'A', passage: 'An apple.' },
      { text: 'What is it?', options: OPTIONS, answer: 'B', passage: 'A pebble.' },
      { text: 'What is it?', options: 'A. stone\nB. fruit', answer: 'B', passage: 'An apple.' },
    ]);
    const columns = { fill: { context: 'passage' } };
    expect((await load('q.jsonl', rows, { reads: 'keys', columns })).total).toBe(3);
  });
});
