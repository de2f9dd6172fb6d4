import { judgesOf, type Begun } from './begin.js';
import type { Recall, Recollection, Spoken } from './recall.js';
import type { AnyRun } from './methods/test-run.js';

export async function spokenIn({ subjects: { head, base }, judges, tools }: Begun, tests: readonly AnyRun[]): Promise<Spoken> {
  const answers = [
    ...[...head.known].map(([key, said]) => ({ subject: 'head' as const, key, said })),
    ...(base && base.answers !== head ? [...base.answers.known].map(([key, said]) => ({ subject: 'base' as const, key, said })) : []),
  ];
  const judgeNames = judgesOf(tests);
  return {
    answers,
    judges: (await judges.known()).map(({ judge, prompt, said }) => ({ nth: judgeNames.indexOf(judge), key: prompt, said })),
    embeddings: [...tools.embeddings()].map(([key, said]) => ({ key, said })),
  };
}

/** Answers of one run for another, without failures. `judge`: a number in that run, from the one in this run. */
export function recollectionOf(
  { answers, judges, embeddings }: Spoken,
  { judge, embeds }: { judge: (nth: number) => number | undefined; embeds: boolean },
): Recollection {
  const recall = <Said>(all: readonly { key: string; said: Said }[]): Recall<Said> => {
    const known = new Map(all.map(({ key, said }) => [key, said]));
    return (key) => known.get(key);
  };
  return {
    answer: (subject) =>
      recall(answers.flatMap((one) => (one.subject === subject && !('kind' in one.said) ? [{ ...one, said: one.said }] : []))),
    judge: (nth) =>
      recall(judges.flatMap((one) => (one.nth === judge(nth) && typeof one.said === 'string' ? [{ ...one, said: one.said }] : []))),
    embedding: recall(embeds ? embeddings.flatMap((one) => ('kind' in one.said ? [] : [{ ...one, said: one.said }])) : []),
  };
}
