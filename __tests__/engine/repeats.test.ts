import fc from 'fast-check';
import {
  judgeOf,
  row,
  runOf,
  subject,
  testOf,
  wordOf,
  type RowScript,
  type Says,
} from './scripted.ts';
import { runs } from '../support/runs.ts';
import { figuresIn } from '../support/figures.ts';

describe('rows asked several times', () => {
  it('asks every prompt so many times', async () => {
    const model = subject([row('A', 'B'), row('A', 'A')]);
    await runOf([testOf(2, { repeats: 3 })], { model });
    expect(model.asked).toHaveLength(12);
    expect(new Set(model.asked).size).toBe(4);
    for (const prompt of new Set(model.asked))
      expect(model.asked.filter((other) => other === prompt)).toHaveLength(3);
  });

  it('pairs the answers in turn, and the majority decides', async () => {
    const told = await runOf([testOf(3, { repeats: 3 })], {
      model: subject([
        row(['A', 'B', 'A'], ['B', 'B', 'B']),
        row(['A', 'B', 'A'], ['A', 'B', 'B']),
        row(['A', 'A', 'A'], ['B', 'A', 'B']),
      ]),
    });
    expect(wordOf(told)).toBe('PFP');
    expect(told.results.map(({ repeats }) => repeats)).toEqual([
      { passes: 2, fails: 1, errors: 0 },
      { passes: 1, fails: 2, errors: 0 },
      { passes: 2, fails: 1, errors: 0 },
    ]);
  });

  it('shows the answers of one that went with the majority', async () => {
    const told = await runOf([testOf(2, { repeats: 3 })], {
      model: subject([
        row(['A', 'B', 'B'], ['A', 'A', 'A']),
        row([null, 'A', 'A'], ['B', 'A', 'A']),
      ]),
    });
    expect(told.results[0]).toMatchObject({
      expected_result: 'B',
      actual_result: 'A',
      eval_score: 1,
      pass: true,
    });
    expect(told.results[1]).toMatchObject({
      expected_result: 'A',
      actual_result: 'A',
      eval_score: 0,
      pass: false,
    });
  });

  it('a tie is no majority, and a row that an answer in error could tip is in error', async () => {
    const word = async (repeats: number, one: RowScript) =>
      wordOf(await runOf([testOf(1, { repeats })], { model: subject([one]) }));
    expect(await word(2, row('A', ['B', 'A']))).toBe('F');
    expect(await word(2, row('A', ['B', null]))).toBe('E');
    expect(await word(2, row('A', ['A', null]))).toBe('F');
    expect(await word(3, row('A', ['B', 'B', null]))).toBe('P');
    expect(await word(3, row('A', ['A', 'B', null]))).toBe('E');
    expect(await word(4, row('A', ['A', 'A', 'B', null]))).toBe('F');
    expect(await word(4, row('A', ['B', 'B', 'A', null]))).toBe('E');
    expect(await word(3, row(null, 'B'))).toBe('E');
  });

  it('tells how many rows had answers that went both ways, those in error aside', async () => {
    const rows = [
      row('A', ['B', 'B', 'B']),
      row('A', ['B', 'B', 'A']),
      row('A', ['A', null, 'B']),
      row('A', 'A'),
      row(null, null),
    ];
    const { report } = await runOf([testOf(5, { repeats: 3 })], { model: subject(rows) });
    expect(figuresIn(report[0]).repeats).toEqual({ asked: 3, split_count: 2 });
  });

  it('is not spoken of where each row is asked once', async () => {
    const { report, results } = await runOf([testOf(1)], { model: subject([row('A', 'B')]) });
    expect(figuresIn(report[0]).repeats).toBeUndefined();
    expect(results[0]?.repeats).toBeUndefined();
  });

  it('answers that a judge sets aside have no say in the majority', async () => {
    const rows = [
      row('yes', ['not_applicable', 'not_applicable', 'accounts']),
      row('yes', ['not_applicable', 'ignores', 'accounts']),
      row('yes', ['not_applicable', 'down', 'accounts']),
      row('yes', ['not_applicable', 'not_applicable', 'down']),
    ];
    const told = await runOf([testOf(4, { scorer: 'judge', judge: judgeOf(), repeats: 3 })], {
      model: subject(rows),
    });
    expect(wordOf(told)).toBe('PFEE');
    expect(told.results[0]!.repeats).toEqual({ passes: 1, fails: 0, errors: 0 });
  });

  it('any answers: a verdict holds however those in error had gone, and all that hold are given', async () => {
    const says = fc.constantFrom<Says>('A', 'B', null);
    /** P, F or either, over all that the missing answers could have been. */
    const verdictOf = (changed: readonly Says[]): string => {
      const ends = ['A', 'B'].map(
        (instead) =>
          changed.map((said) => said ?? instead).filter((said) => said === 'B').length >
          changed.length / 2,
      );
      return ends[0] === ends[1] ? (ends[0] ? 'P' : 'F') : 'E';
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(says, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (answers, repeats, salt) => {
          const table = answers.map((changed) => row('A', changed));
          const told = await runOf(
            [testOf(table.length, { repeats })],
            { model: subject(table, { salt }) },
            { concurrency: 4 },
          );
          // Ten failures one after another would end the asking.
          fc.pre(told.results.every(({ error }) => !error?.message.startsWith('Not asked')));
          expect(wordOf(told)).toBe(
            answers.map((changed) => verdictOf(changed.slice(0, repeats))).join(''),
          );
        },
      ),
      { numRuns: runs(400), seed: 2 },
    );
  });
});
