import { distinct, type Answers, type Asked } from './ask.js';
import type { Entry } from './budget.js';
import type { Question } from './questions.js';
import { askedBy } from './trial.js';
import { isSequence } from './triplet/start.js';

/** What these rows ask whatever is answered, each question once, as far as it may be answered before it is asked. */
export function askedAhead(entries: readonly Entry[]): Asked[] {
  const all = entries.flatMap(({ trial, row }) => {
    if (!isSequence(trial)) return askedBy(trial, row);
    // With too few rows nobody is asked.
    return trial.decision.tooFew === undefined ? trial.asks(row) : [];
  });
  return distinct(all).filter(({ answers, question }) => answers.takesAhead(question));
}

/**
 * Has all of it answered at once, by everybody who takes many questions together. What comes of it is asked as ever, row by row, so that
 * verdict and rows are those of a run that asked one by one.
 */
export async function askAhead(entries: readonly Entry[], onAnswered: (count: number) => void): Promise<void> {
  const questions = new Map<Answers, Question[]>();
  for (const { answers, question } of askedAhead(entries)) {
    const own = questions.get(answers) ?? [];
    questions.set(answers, own);
    own.push(question);
  }
  const counts = new Map<Answers, number>();
  await Promise.all(
    [...questions].map(([answers, own]) =>
      answers.askAhead(own, (count) => {
        counts.set(answers, count);
        onAnswered([...counts.values()].reduce((sum, each) => sum + each, 0));
      }),
    ),
  );
}
