import { unreadable, type WrittenAnswer } from './answers.js';

/**
 * Sets written by hand one after another, each before the reader was mended for it. Where the question alone could tell,
 * as with `Roses are red.`, an answer is in none of them: it is an answer to one question and an aside to another.
 */

/** The answers to one question: under the label that each chooses, or among those that choose none. */
export interface Answered {
  options: string;
  chosen: Record<string, readonly string[]>;
  unreadable: readonly string[];
}

export function written(questions: readonly Answered[]): WrittenAnswer[] {
  return questions.flatMap(({ options, chosen, unreadable: open }) => [
    ...Object.entries(chosen).flatMap(([expected, answers]) => answers.map((answer): WrittenAnswer => ({ options, answer, expected }))),
    ...open.map((answer): WrittenAnswer => ({ options, answer, expected: unreadable })),
  ]);
}
