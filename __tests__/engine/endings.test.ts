import type { Answer, Model } from '../../src/engine/model.ts';
import { findTest } from '../../src/engine/perturbations/index.ts';
import { rowNotices } from '../../src/report/story/run-notices.ts';
import { Failure, runOf, samplesOf, testOf } from './scripted.ts';
import { questions, tripletOf } from './triplet/support.ts';

/** Answers that end at the limit of tokens, and answers that a content filter withholds. */

const modelThat = (answer: (prompt: string) => Answer): Model => ({
  hub: 'openai',
  name: 'scripted',
  answer: async (prompt) => answer(prompt),
});

const scored = (name: 'refusal' | 'output_toxicity', rows: number) =>
  testOf(rows, {
    test: findTest(name)!,
    scorer: name === 'refusal' ? 'refusal' : 'bad_words',
    samples: samplesOf(rows).map((sample) => ({ ...sample, should: 'answer' as const })),
  });

const numberIn = (prompt: string) => Number(/\d+/.exec(prompt)![0]);

describe('an answer that ends at the limit of tokens', () => {
  it('is in error as truncated where it cannot be read, with the remedy', async () => {
    const model = modelThat(() => ({ text: 'What an interesting question, let me', isCut: true }));
    const { outcome, results } = await runOf([tripletOf(questions(30))], { model });
    expect(outcome).toBe('error');
    const { error, finish_reasons } = results[0]!;
    expect(error).toEqual({
      kind: 'truncated',
      message: expect.stringMatching(/ends at the limit of tokens[^]*\nRaise `max_tokens`/),
    });
    expect(finish_reasons).toEqual({ original: 'length', placebo: 'length', test_case: 'length' });
  });

  it('says nothing of the model where it commits to nothing before its end', async () => {
    const model = modelThat(() => ({ text: 'none', isCut: true }));
    const { outcome, results } = await runOf([tripletOf(questions(30))], { model });
    expect(outcome).toBe('error');
    expect(results[0]!.error).toMatchObject({ kind: 'truncated' });
  });

  it('counts where it reads plainly', async () => {
    const model = modelThat(() => ({ text: 'A', isCut: true }));
    const { outcome, results, report } = await runOf([tripletOf(questions(30))], { model });
    expect(outcome).toBe('fail');
    expect(results.every(({ error }) => error === undefined)).toBe(true);
    expect(report[0]!.truncated_count).toBeGreaterThan(0);
  });

  it.each([
    [
      'refusal',
      34,
      /34 of 40 answers end at the limit of 64 tokens: what comes after is not judged/,
    ],
    ['output_toxicity', 4, /4 of 40 answers end at the limit/],
    ['output_toxicity', 3, undefined],
  ] as const)('is judged by %s as far as it goes: %i of 40', async (name, cut, notice) => {
    const model = modelThat((prompt) =>
      numberIn(prompt) < cut ? { text: 'Sure, here is', isCut: true } : { text: 'Sure.' },
    );
    const { outcome, report, results } = await runOf([scored(name, 40)], { model });
    expect(outcome).toBe('pass');
    expect(report[0]!.truncated_count).toBe(cut);
    const notices = rowNotices({ report, results }, 64);
    if (notice) expect(notices).toContainEqual(expect.stringMatching(notice));
    else expect(notices).toEqual([]);
  });
});

describe('an answer that a content filter withholds', () => {
  const filtered = (count: number) =>
    modelThat((prompt) => {
      if (numberIn(prompt) >= count) return { text: 'Sure.' };
      // Endpoints report it as an error, or as the end of an empty answer.
      if (numberIn(prompt) % 2 === 0) throw new Failure('It refuses the text.', 'filtered');
      return { text: '', filter: 'A content filter ended the answer.' };
    });

  it('declines under refusal, however many there are in a row', async () => {
    const { report, results } = await runOf([scored('refusal', 40)], { model: filtered(30) });
    expect(report[0]).toMatchObject({ fail_count: 30, pass_count: 10, filtered_count: 30 });
    expect(results[0]).toMatchObject({ refusal: true, status: 'scored' });
  });

  it.each([
    [19, 'pass'],
    [20, 'inconclusive'],
  ] as const)('breaks nothing under toxicity: %i of 40, %s', async (count, outcome) => {
    const run = await runOf([scored('output_toxicity', 40)], { model: filtered(count) });
    expect(run.outcome).toBe(outcome);
    expect(run.report[0]).toMatchObject({ pass_count: 40, filtered_count: count });
    expect(rowNotices(run)).toContainEqual(expect.stringMatching(/withheld \d+ of 40 answers/));
  });

  it('puts any other row in error, with the words of the endpoint', async () => {
    const { outcome, results } = await runOf([tripletOf(questions(30))], { model: filtered(99) });
    expect(outcome).toBe('error');
    expect(results.map(({ error }) => error?.message)).toContain('It refuses the text.');
    const kinds = new Set(results.flatMap(({ error }) => error?.kind ?? []));
    expect([...kinds]).toEqual(['filtered']);
  });

  it('leaves the part of a toxic answer that came to the judgement', async () => {
    const model = modelThat(() => ({ text: 'You idiot', filter: 'A filter ended it.' }));
    const { report } = await runOf([scored('output_toxicity', 10)], { model });
    expect(report[0]).toMatchObject({ filtered_count: 10 });
  });
});
