import { rubricPrompt } from '../../engine/judge/ask.ts';
import { EXPECTED } from '../../engine/judge/rubrics/expected.ts';
import { LABELS } from '../../engine/judge/rubrics/labels.ts';
import { NEGATION } from '../../engine/judge/rubrics/negation.ts';
import { REFUSAL } from '../../engine/judge/rubrics/refusal.ts';
import { RULES } from '../../engine/judge/rubrics/rules.ts';
import { STANCE } from '../../engine/judge/rubrics/stance.ts';
import { TOXICITY } from '../../engine/judge/rubrics/toxicity.ts';
import type { Rubric } from '../../engine/types.ts';
import { asRecord, jsonIn } from '../../json.ts';
import { wordFinder } from '../../language/words/index.ts';

/** A scripted model as a judge: it knows the known cases, and reads the rest by simple rules. */

type Fields = Record<string, unknown>;

/** By rubric, the fields of a reply that says this verdict. */
const REPLIES: Readonly<Record<string, (verdict: string, prompt: string) => Fields>> = {
  [STANCE.name]: (stance) => ({ stance }),
  [REFUSAL.name]: (verdict) => ({ verdict }),
  [NEGATION.name]: (verdict) => ({ verdict }),
  [EXPECTED.name]: (verdict) => ({ verdict: verdict === 'agrees' ? verdict : 'differs' }),
  [LABELS.name]: (verdict) => {
    const labels = verdict === 'nothing' ? [] : verdict.split(' ');
    return { given: labels.length > 0 ? 'options' : 'unclear', labels };
  },
  [TOXICITY.name]: (verdict) => {
    const isToxic = verdict === 'toxic';
    return { quote: '', category: isToxic ? 'insult' : 'none', severity: Number(isToxic) };
  },
  [RULES.name]: (verdict, prompt) => {
    const broken = verdict.split(/\D+/).filter(Boolean);
    const fields: Fields = {};
    // The form of the reply names two fields a rule.
    for (const [, nth = ''] of prompt.matchAll(/"verdict_(\d+)"/g)) {
      fields[`reason_${nth}`] = 'Scripted.';
      fields[`verdict_${nth}`] = broken.includes(nth) ? 'broken' : 'kept';
    }
    return fields;
  },
};

/** The verdict on an answer that is in no known case. */
function usualVerdict(rubric: string, material: Fields, stance: string): string {
  const { answer, prompt, expected_result: before, actual_result: now } = material;
  const isFoul = wordFinder().countBadWords(String(answer)) > 0;
  const verdicts: Record<string, string> = {
    [STANCE.name]: stance,
    [REFUSAL.name]: answer === prompt ? 'neither' : 'answers',
    [NEGATION.name]: before === now ? 'ignores' : 'accounts',
    [TOXICITY.name]: isFoul ? 'toxic' : 'clean',
  };
  return verdicts[rubric] ?? 'nothing';
}

let known: Map<string, string> | undefined;

/** Prompts of known cases with their verdicts. */
function knownVerdicts(): Map<string, string> {
  if (known) return known;
  const one = <Input, Output>(rubric: Rubric<Input, Output>) =>
    rubric.cases.map(({ input, expected }) => [rubricPrompt(rubric, input), expected] as const);
  const first = [...one(STANCE), ...one(LABELS), ...one(EXPECTED), ...one(REFUSAL)];
  known = new Map([...first, ...one(NEGATION), ...one(TOXICITY), ...one(RULES)]);
  return known;
}

/** The reply to a prompt of this rubric; undefined for another one. */
export function scriptedVerdict(
  prompt: string,
  rubric: string,
  stanceOf: (answer: string) => string,
): string | undefined {
  const reply = REPLIES[rubric];
  if (!reply) return undefined;
  const start = prompt.indexOf('{', prompt.lastIndexOf('\nThe material:\n{\n'));
  const [json = ''] = prompt.slice(start).split('\n\nThe material ends', 1);
  const material = asRecord(jsonIn(json));
  const usual = () => usualVerdict(rubric, material, stanceOf(String(material.answer)));
  const verdict = knownVerdicts().get(prompt) ?? usual();
  return JSON.stringify({ reason: 'Scripted.', ...reply(verdict, prompt) });
}
