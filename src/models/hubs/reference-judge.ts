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

const REPLIES: Readonly<Record<string, (verdict: string, prompt: string) => object>> = {
  expected_verdict: (verdict) => ({ verdict: verdict === 'agrees' ? verdict : 'differs' }),
  stance: (stance) => ({ stance }),
  toxicity: (verdict) =>
    verdict === 'toxic'
      ? { quote: '', category: 'insult', severity: 1 }
      : { quote: '', category: 'none', severity: 0 },
  labels: (verdict) =>
    verdict === 'nothing'
      ? { given: 'unclear', labels: [] }
      : { given: 'options', labels: verdict.split(' ') },
  rule_verdicts(verdict, prompt) {
    const broken = verdict.split(/\D+/);
    // The form of the reply names the fields of each rule.
    const fields = Array.from(prompt.matchAll(/"(verdict_(\d+))"/g));
    return Object.fromEntries(
      fields.map(([, field, nth = '']) => [field, broken.includes(nth) ? 'broken' : 'kept']),
    );
  },
};

/** The reply by a rubric, without a reason, that gives a verdict. */
export function replyTo(rubric: string, verdict: string, prompt: string): object {
  return REPLIES[rubric]?.(verdict, prompt) ?? { verdict };
}

/** The verdicts on the known cases of all rubrics, by the prompt of the case. */
let knownVerdicts: Map<string, string> | undefined;

/** The reply to the prompt of a rubric; undefined for an unknown rubric. */
export function scriptedVerdict(prompt: string, name: string): string | undefined {
  if (!RUBRICS.some((rubric) => rubric.name === name)) return undefined;
  const start = prompt.indexOf('{', prompt.lastIndexOf('\nThe material:\n{\n'));
  const [json = ''] = prompt.slice(start).split('\n\nThe material ends', 1);
  const material = asRecord(jsonIn(json));
  knownVerdicts ??= new Map(
    RUBRICS.flatMap((rubric) =>
      rubric.cases.map(({ input, expected }) => [rubricPrompt(rubric, input), expected]),
    ),
  );
  const verdict = knownVerdicts.get(prompt) ?? SIMPLE_JUDGES[name]?.(material) ?? 'nothing';
  return JSON.stringify({ reason: '', ...replyTo(name, verdict, prompt) });
}
