import { classifiersOf, judgesOf, type Begun } from './begin.js';
import type { Failure } from './breaker.js';
import type { Recall, Recollection, Spoken } from './recall.js';
import type { AnyRun } from './methods/test-run.js';

export async function spokenIn({ subjects: { head, base }, judges, tools }: Begun, tests: readonly AnyRun[]): Promise<Spoken> {
  const answers = [
    ...[...head.known].map(([key, said]) => ({ subject: 'head' as const, key, said })),
    ...(base && base.answers !== head ? [...base.answers.known].map(([key, said]) => ({ subject: 'base' as const, key, said })) : []),
  ];
  const { embeddings, classifications } = tools.known();
  const [judgeNames, classifierNames] = [judgesOf(tests), classifiersOf(tests)];
  return {
    answers,
    judges: (await judges.known()).map(({ judge, prompt, said }) => ({ nth: judgeNames.indexOf(judge), key: prompt, said })),
    classifiers: [...classifications].flatMap(([classifier, known]) =>
      [...known].map(([key, said]) => ({ nth: classifierNames.indexOf(classifier), key, said })),
    ),
    embeddings: [...embeddings].map(([key, said]) => ({ key, said })),
  };
}

/** Answers of one run for another, without failures. `judge`, `classifier`: a number in that run, from the one in this run. */
export function recollectionOf(
  { answers, judges, classifiers, embeddings }: Spoken,
  { judge, classifier, embeds }: { judge: Numbers; classifier: Numbers; embeds: boolean },
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
    classifier: (nth) =>
      recall(classifiers.flatMap((one) => (one.nth === classifier(nth) && !isFailure(one.said) ? [{ ...one, said: one.said }] : []))),
    embedding: recall(embeds ? embeddings.flatMap((one) => (isFailure(one.said) ? [] : [{ ...one, said: one.said }])) : []),
  };
}

type Numbers = (nth: number) => number | undefined;

/** A classifier may have a label of any name: a failure is known by its message, which no score is. */
function isFailure(said: object): said is Failure {
  return 'message' in said && typeof said.message === 'string';
}
