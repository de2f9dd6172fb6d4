import { unreadable, type WrittenAnswer } from './answers.js';

/** The answers to one question: under the label that each chooses, or among those that choose none. */
export interface Answered {
  options: string;
  chosen: Record<string, readonly string[]>;
  unreadable: readonly string[];
}

export function written(questions: readonly Answered[]): WrittenAnswer[] {
  return questions.flatMap(({ options, chosen, unreadable: open }) => [
    ...Object.entries(chosen).flatMap(([expected, answers]) => answers.map((answer) => ({ options, answer, expected }))),
    ...open.map((answer) => ({ options, answer, expected: unreadable })),
  ]);
}
