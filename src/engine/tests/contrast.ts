import { z } from 'zod';
import {
  parseRowOptions,
  type Case,
  type AnswerKey,
  type Row,
  keyOfRow,
  oppositeOf,
} from '../row.ts';
import type { Test } from '../test.ts';
import { ARM_TEST, wordsOfArms } from './arms.ts';

type Expectation = NonNullable<Row['expect']>;

/**
 * A row of a contrast set: two texts, and what is right for each (Gardner et al., EMNLP 2020).
 */
function caseOf(row: Row, otherwise?: Expectation) {
  const { text, perturbed } = row;
  if (!perturbed) return { row, reason: 'the row has no perturbed text (column perturbed)' };
  const options = parseRowOptions(row);
  const keys = keysOf(row, options, otherwise);
  if (typeof keys === 'string') return { row, reason: keys };
  const { placebo = text } = perturbed;
  const arms = { original: text, placebo, perturbed: perturbed.text };
  return { row, arms, keys: { ...keys, placebo: keys.original }, options };
}

/** The keys of both texts, or the reason why they are unknown. */
function keysOf(row: Row, options: Case['options'], otherwise?: Expectation) {
  const key = keyOfRow(row, options);
  const perturbedKey = row.perturbed?.key;
  const byKeys = key && perturbedKey && expectationOf(key, perturbedKey, row.expect);
  if (byKeys && row.expect && byKeys !== row.expect)
    return `expect says ${row.expect}, but the right answers to the two texts say ${byKeys}`;
  const expect = byKeys ?? row.expect ?? otherwise;
  if (!expect)
    return 'the row says neither what is right for both texts (answer, perturbed_answer) nor what to expect';
  // If the answer should stay the same, one key is enough for both texts.
  const original = key ?? (expect === 'same' ? perturbedKey : undefined);
  if (!original) return 'the row does not say what is right (answer, truth)';
  const derived = expect === 'same' ? original : oppositeOf(original, options);
  const perturbed = perturbedKey ?? derived;
  if (!perturbed)
    return 'one answer in words does not determine the other: give both (answer, perturbed_answer), or expect: same';
  return { original, perturbed };
}

/**
 * The `expect` that two keys imply. Different words may mean the same, so two answers in words
 * never contradict a stated `expect`.
 */
function expectationOf(a: AnswerKey, b: AnswerKey, stated?: Expectation) {
  if ('words' in a && 'words' in b) return stated ? undefined : 'change';
  const inOrder = (key: AnswerKey) => JSON.stringify('labels' in key ? key.labels.toSorted() : key);
  return inOrder(a) === inOrder(b) ? 'same' : 'change';
}

const OF_PAIRS = {
  ...ARM_TEST,
  keyOf: ({ key, perturbed, expect }: Row) => [key, perturbed?.key, expect],
};

export const contrast: Test = {
  ...OF_PAIRS,
  name: 'contrast',
  cases: (rows) => rows.map((row) => caseOf(row)),
  words: {
    does: 'reads what was edited',
    misses: 'misses what was edited',
    remedy:
      'Look at the rows below: the model misreads the edited text. Ask it to read every word, or use a model that does.',
    ...wordsOfArms('the edit', 'gives the edited text a wrong answer'),
  },
};

const TEST_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} -]{0,38}[\p{L}\p{N}])?$/u;

const options = z.strictObject({
  name: z
    .string()
    .regex(TEST_NAME, 'must be 1 to 40 letters, digits, spaces and hyphens')
    .describe('Name of the test in reports.'),
  expect: z
    .enum(['change', 'same'])
    .describe('Whether the answer should change, if a row does not say it.'),
});

/** A team's own pairs, under a name that the team chooses. */
export const custom: Test<z.infer<typeof options>> = {
  ...OF_PAIRS,
  name: 'custom',
  options,
  nameOf: ({ name }) => name,
  cases: (rows, { options: { expect } }) => rows.map((row) => caseOf(row, expect)),
  words: {
    does: 'answers the changed texts as it should',
    misses: 'answers the changed texts wrongly',
    remedy:
      'Look at the rows below, and check whether each should have the answer that `expect` asks for.',
    ...wordsOfArms('the change', 'gives the changed text a wrong answer'),
  },
};
