import { z } from 'zod';

/** What people are told of a test, beside its numbers. Every text is ours, and speaks of the model: writers put them into sentences. */
export interface TestWords {
  /** A line of the table: `reads negation`. */
  label: string;
  /** `The model …`: of one that passes, and of one that fails (`too often`, `more often than main`). */
  does: string;
  misses: string;
  /** `It … 17 of 25 questions`: the result, and what is counted. */
  did: string;
  of: string;
  /** `8 questions …`: the rows that failed. */
  failed: string;
  /** What stands beside the answer to the test case; `asked` beside the one to the original. */
  changed: string;
  /** What its placebo does, as one thing: `a harmless word`; left out where the data bring it along. */
  harmless?: string;
  right: string;
  /** What to do about failing rows that nothing else explains: a sentence or two. */
  next: string;
}

/** The words of a test, by how its rows were asked; of a test that is not known, as a report of another version may have, its name. */
export function wordsOf(test: WordedTest | undefined, { name, isPair }: { name: string; isPair: boolean }): TestWords {
  if (test) return isPair ? { ...test.words, ...test.wordsOfPair } : test.words;
  return {
    label: name,
    does: `passes ${name}`,
    misses: `fails ${name}`,
    did: `passed ${name} in`,
    of: 'row',
    failed: `failing ${name}`,
    changed: 'changed',
    right: 'an answer that passes',
    next: 'Look at the rows that failed.',
  };
}

interface WordedTest {
  words: TestWords;
  wordsOfPair?: Partial<TestWords>;
}

/** A whole number of the parameters, which may be left out. */
export function wholeNumber(least: number, most: number, description: string) {
  return z.number().int().min(least).max(most).optional().meta({ description });
}
