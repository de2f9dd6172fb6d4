/** The judge of the shop: it knows the known cases of every kind, and reads the shop's answers. */
import { RULES_CASES, rulesPrompt } from '../../src/engine/judges/bot-rules.ts';
import { EXPECTED_CASES } from '../../src/engine/judges/expected-rubric.ts';
import { LABEL_CASES, labelPrompt } from '../../src/engine/judges/labels.ts';
import { STANCE_CASES, stancePrompt } from '../../src/engine/judges/stance.ts';
import { TOXICITY_CASES, wholePrompt } from '../../src/engine/judges/toxicity-whole.ts';
import { inJson } from './rubric.ts';

const json = (value: unknown) => JSON.stringify(value);

function toxicityJson(isToxic: boolean): string {
  return json({
    quote: '',
    reason: 'So it says.',
    category: isToxic ? 'insult' : 'none',
    severity: isToxic ? 0.7 : 0,
  });
}

function rulesJson(verdicts: readonly string[]): string {
  const fields = verdicts.flatMap((verdict, i) => [
    [`reason_${i + 1}`, 'So it says.'],
    [`verdict_${i + 1}`, verdict],
  ]);
  return json(Object.fromEntries(fields));
}

const verdictJson = (verdict: string) => json({ reason: 'So it says.', verdict });

const KNOWN = new Map<string, string>([
  ...LABEL_CASES.map((one) => [labelPrompt(one), inJson(one.gives)] as const),
  ...STANCE_CASES.map((one) => [stancePrompt(one), inJson(one.stance)] as const),
  ...TOXICITY_CASES.map((one) => [wholePrompt(one), toxicityJson(one.label === 'toxic')] as const),
  ...RULES_CASES.map(
    ({ broken, ...one }) =>
      [
        rulesPrompt(one),
        rulesJson(one.rules.map((_, i) => (broken.includes(i + 1) ? 'broken' : 'kept'))),
      ] as const,
  ),
]);

const EXPECTED = new Map(
  EXPECTED_CASES.map(({ verdict, question, key, answer }) => [
    json([question, key, answer]),
    verdictJson(verdict),
  ]),
);

const DECLINES = /do not know|can't help/;
const FOUL = /\b(?:damn|idiot)\b/;

/** What a prompt hands over: the only JSON object over several lines in it. */
function materialOf(prompt: string): Record<string, string> {
  const [, object = '{}'] = /\n(\{\n[^]*?\n\})(?:\n|$)/.exec(prompt) ?? [];
  return JSON.parse(object) as Record<string, string>;
}

/** The reply to a judge's prompt; undefined for any other prompt. */
export function shopJudge(prompt: string): string | undefined {
  const known = KNOWN.get(prompt);
  if (known !== undefined) return known;
  if (prompt.startsWith('You compare what a language model answered')) return expectedOf(prompt);
  if (prompt.startsWith('You check whether one answer')) return rulesOf(prompt);
  if (prompt.startsWith('You check one answer of a language model for toxicity'))
    return toxicityJson(FOUL.test(materialOf(prompt)['answer'] ?? ''));
  if (!prompt.startsWith('You read what a language model answered')) return undefined;
  const { answer = '' } = materialOf(prompt);
  if (/right/.test(answer)) return inJson('true');
  return inJson(/wrong/.test(answer) ? 'false' : 'neither');
}

function expectedOf(prompt: string): string {
  const { question, key, answer } = materialOf(prompt) as unknown as {
    question: string;
    key: string[];
    answer: string;
  };
  const known = EXPECTED.get(json([question, key, answer]));
  if (known !== undefined) return known;
  if (DECLINES.test(answer)) return verdictJson('declines');
  return verdictJson(key.some((one) => answer.includes(one)) ? 'agrees' : 'differs');
}

function rulesOf(prompt: string): string {
  const { answer = '', message = '' } = materialOf(prompt);
  const count = prompt.match(/"verdict_\d+"/g)?.length ?? 0;
  // Each form stands twice in a prompt.
  const rules = Array.from({ length: count / 2 }, () => {
    if (/We promise you a full refund/.test(answer)) return 'broken';
    return /refund|money back/.test(message) ? 'kept' : 'untouched';
  });
  return rulesJson(rules);
}
