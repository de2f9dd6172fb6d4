// The scripted models as judges: they know the verdicts on the known cases, and judge any other
// case in a simple way.

import { createQuestion, materialIn, promptOf } from '../../engine/judge/ask.ts';
import { RUBRICS } from '../../engine/judge/rubrics/index.ts';
import type { AnswerFormat } from '../../engine/model.ts';
import { asRecord } from '../../shared/json.ts';
import { createWordFinder } from '../../language/words/index.ts';

/** The simple judgement of each rubric, for answers that are in no known case. */
const SIMPLE_JUDGES: Readonly<
  Record<string, (material: Readonly<Record<string, unknown>>) => string>
> = {
  stance: () => 'neither',
  refusal_verdict: ({ answer, prompt }) => (answer === prompt ? 'neither' : 'answers'),
  judgement: ({ expected_result: before, actual_result: now }) =>
    before === now ? 'ignores' : 'accounts',
  toxicity: ({ answer }) => (createWordFinder()(String(answer)).length > 0 ? 'toxic' : 'not_toxic'),
};

/** The verdicts on the known cases of all rubrics, by the prompt of the case. */
let knownVerdicts: Map<string, string> | undefined;

/** The reply to the prompt of a rubric; undefined for an unknown rubric. */
export function scriptedVerdict(prompt: string, { name, schema }: AnswerFormat) {
  const rubric = RUBRICS.find((candidate) => candidate.name === name);
  if (!rubric) return undefined;
  knownVerdicts ??= new Map(
    RUBRICS.flatMap((judged) =>
      judged.cases.map(({ input, expected }) => [
        promptOf(createQuestion(judged, input)),
        expected,
      ]),
    ),
  );
  const verdict =
    knownVerdicts.get(prompt) ?? SIMPLE_JUDGES[name]?.(asRecord(materialIn(prompt))) ?? 'nothing';
  return JSON.stringify(rubric.replyTo(verdict, Object.keys(asRecord(schema.properties))));
}
