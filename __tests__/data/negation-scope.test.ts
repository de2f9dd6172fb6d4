import rows from '../../src/data/builtin/negation-scope.json' with { type: 'json' };
import { loadSamples } from '../../src/data/index.ts';
import { lintPair } from '../../src/engine/perturbations/pairs.ts';
import { ADVERBS } from '../../src/engine/perturbations/placebo.ts';

const KINDS = [
  'double negation',
  'scope',
  'neither and nor',
  'unless',
  'without',
  'negated restrictor',
  'lexical negation',
];
const COMBINATIONS = [true, false].flatMap((answer) =>
  [true, false].map((perturbed_answer) => ({ answer, perturbed_answer })),
);
const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];

it('has 20 pairs of each kind, 5 of each of the four ways in which two answers can go together', () => {
  expect([...new Set(rows.map(({ kind }) => kind))]).toEqual(KINDS);
  for (const kind of KINDS) {
    for (const wanted of COMBINATIONS) {
      const found = rows.filter(
        (row) =>
          row.kind === kind &&
          row.answer === wanted.answer &&
          row.perturbed_answer === wanted.perturbed_answer,
      );
      expect([kind, found.length]).toEqual([kind, 5]);
    }
  }
});

it('what knows nothing of the edit is right on half of the pairs: a constant answer, "it always changes", "it never does"', () => {
  const rate = (guess: (row: (typeof rows)[number]) => boolean) =>
    rows.filter((row) => guess(row) === row.perturbed_answer).length / rows.length;
  expect([
    rate(() => true),
    rate(() => false),
    rate(({ answer }) => answer),
    rate(({ answer }) => !answer),
  ]).toEqual([0.5, 0.5, 0.5, 0.5]);
});

it('neither does the mere presence of a "not" tell the answer, nor their number', () => {
  const nots = (text: string) =>
    words(text).filter((word) =>
      ['not', 'no', 'cannot', 'neither', 'unless', 'without'].includes(word),
    ).length;
  for (const count of new Set(rows.map(({ perturbed }) => nots(perturbed)))) {
    const those = rows.filter(({ perturbed }) => nots(perturbed) === count);
    const share = those.filter(({ perturbed_answer }) => perturbed_answer).length / those.length;
    expect([count, share >= 0.25 && share <= 0.75]).toEqual([count, true]);
  }
});

it('no text is there twice, in whatever place, and each is a sentence in tidy form', () => {
  const texts = rows.flatMap(({ text, perturbed, placebo }) => [text, perturbed, placebo]);
  expect(new Set(texts.map((text) => text.toLowerCase())).size).toBe(texts.length);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(
    texts.filter((text) => !/^[A-Z][^.!?]*\.$/.test(text) || /\s{2}|[^\S ]|["“”]/.test(text)),
  ).toEqual([]);
});

/** What may stand before a sentence, or between its words, without touching what it says. */
const HARMLESS =
  /^(?:Indeed|In fact|To be precise|As it happens), |^It is (?:indeed true|the case|right to say|quite true|a true statement) that /;

it('a placebo is the text itself with nothing but harmless words before it', () => {
  for (const { text, placebo } of rows) {
    expect(placebo).toMatch(HARMLESS);
    expect(placebo.replace(HARMLESS, '').toLowerCase()).toBe(text.toLowerCase());
  }
  expect(ADVERBS).toContain('indeed');
});

it('a pair is an edit, and no other sentence: the linter has nothing to say', async () => {
  expect(
    rows.filter(({ text, perturbed, placebo }) =>
      lintPair({ original: text, test_case: perturbed, placebo }),
    ),
  ).toEqual([]);
  const { samples } = await loadSamples({
    source: 'builtin:negation-scope',
    root: '/',
    seed: 1,
    reads: 'pairs',
  });
  const bySource = new Map(samples.map((sample) => [sample.source, sample]));
  rows.forEach(({ text, perturbed, placebo, answer, perturbed_answer }, i) => {
    const sample = bySource.get(`builtin:negation-scope#${i + 1}`);
    expect(sample).toMatchObject({
      text,
      perturbed,
      placebo,
      truth: answer,
      perturbed_truth: perturbed_answer,
    });
  });
});
