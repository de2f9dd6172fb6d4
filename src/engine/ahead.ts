import { distinct, type Answers, type Asked } from './ask.js';
import { askedNow, type Entry } from './entry.js';

/** What these rows ask whatever is answered, each question once, as far as it may be answered before it is asked. */
export function askedAhead(entries: readonly Entry[]): Asked[] {
  return distinct(entries.flatMap(askedNow)).filter(({ answers, question }) => answers.takesAhead(question));
}

/**
 * Has all of it answered at once, by everybody who takes many questions together. What comes of it is asked as ever, row by row, so that
 * verdict and rows are those of a run that asked one by one.
 */
export async function askAhead(entries: readonly Entry[], onAnswered: (count: number) => void): Promise<void> {
  const byAnswers = Map.groupBy(askedAhead(entries), ({ answers }) => answers);
  const counts = new Map<Answers, number>();
  await Promise.all(
    [...byAnswers].map(([answers, asked]) => {
      const questions = asked.map(({ question }) => question);
      return answers.askAhead(questions, (count) => {
        counts.set(answers, count);
        onAnswered([...counts.values()].reduce((sum, each) => sum + each, 0));
      });
    }),
  );
}
