// The scripted models as judges: they know the verdicts on the known cases, and judge any other
// case in a simple way.

import { rubricPrompt } from '../../engine/judge/ask.ts';
import { RUBRICS } from '../../engine/judge/rubrics/index.ts';
import { asRecord, jsonIn } from '../../shared/json.ts';
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
export function scriptedVerdict(prompt: string, name: string): string | undefined {
  const rubric = RUBRICS.find((candidate) => candidate.name === name);
  if (!rubric) return undefined;
  const start = prompt.indexOf('{', prompt.lastIndexOf('\nThe material:\n{\n'));
  const [json = ''] = prompt.slice(start).split('\n\nThe material ends', 1);
  const material = asRecord(jsonIn(json));
  knownVerdicts ??= new Map(
    RUBRICS.flatMap((judged) =>
      judged.cases.map((row) => [rubricPrompt(judged, row.input), row.expected]),
    ),
  );
  const verdict = knownVerdicts.get(prompt) ?? SIMPLE_JUDGES[name]?.(material) ?? 'nothing';
  return JSON.stringify(rubric.replyTo(verdict, prompt));
}
