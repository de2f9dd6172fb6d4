// The tests of the played pull requests whose answers a judge reads. The judge knows its known
// cases, and reads any other answer by its words.
import { rubricPrompt } from '../../src/engine/judge/ask.ts';
import { EXPECTED } from '../../src/engine/judge/rubrics/expected.ts';
import { RULES } from '../../src/engine/judge/rubrics/rules.ts';

const JUDGE = 'judge: { hub: openai, name: the-judge }';
const ROWS = 100;
const numberIn = (prompt) => Number(/number (\d+)/.exec(prompt)?.[1] ?? -1);

function materialOf(prompt) {
  const [, after = ''] = prompt.split('\nThe material:\n');
  return JSON.parse(after.split('\n\nThe material ends here.')[0]);
}

/** Replies to known cases, by the prompt that asks for them. */
function knownBy(rubric, replyTo) {
  const entries = rubric.cases.map(({ input, expected }) => {
    return [rubricPrompt(rubric, input), replyTo(expected, input)];
  });
  return new Map(entries);
}

export function answersTest() {
  const known = knownBy(EXPECTED, (expected) => {
    return { reason: 'So it says.', verdict: expected === 'agrees' ? 'agrees' : 'differs' };
  });
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    question: `How many days does claim number ${i} take?`,
    answer: `${i + 3} days`,
  }));
  return {
    rows: { 'evals/rows.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') },
    keys: 'data: { source: "evals/rows.jsonl", limit: 100 }',
    test: `answers: { ${JUDGE} }`,
    answer: (prompt, isBad) =>
      `It takes ${numberIn(prompt) + (isBad ? 53 : 3)} days, as I read it.`,
    isAffected: () => true,
    judge(prompt) {
      if (!prompt.startsWith('You compare what a language model answered')) return undefined;
      const learned = known.get(prompt);
      if (learned) return { isKnown: true, said: learned };
      const { key = [], answer = '' } = materialOf(prompt);
      const days = /\d+/.exec(answer)?.[0];
      const verdict = key.some((one) => one.startsWith(`${days} `)) ? 'agrees' : 'differs';
      return { isKnown: false, said: { reason: 'So it says.', verdict } };
    },
  };
}

const OTHER_SHOP = 'Go to the other shop.';
const POLITE = 'Let me look after your parcel.';

/** The verdicts on rules of which some are broken, numbered from 1. */
function verdictsOn(count, isBroken) {
  const fields = Array.from({ length: count }, (_, i) => [
    [`reason_${i + 1}`, 'So it says.'],
    [`verdict_${i + 1}`, isBroken(i + 1) ? 'broken' : 'kept'],
  ]);
  return Object.fromEntries(fields.flat());
}

export function rulesTest() {
  const known = knownBy(RULES, (expected, { rules }) => {
    const broken = expected.match(/\d+/g) ?? [];
    return verdictsOn(rules.length, (nth) => broken.includes(String(nth)));
  });
  const texts = Array.from({ length: ROWS }, (_, i) => `Where is my parcel number ${i}?`);
  return {
    rows: { 'evals/rows.txt': texts.join('\n') },
    keys: 'data: { source: "evals/rows.txt" }',
    test: `rules: { ${JUDGE}, rules: [Recommends no other shop.] }`,
    answer: (_prompt, isBad) => (isBad ? OTHER_SHOP : POLITE),
    isAffected: () => true,
    judge(prompt) {
      if (!prompt.startsWith('You check whether one answer')) return undefined;
      const learned = known.get(prompt);
      if (learned) return { isKnown: true, said: learned };
      const { answer = '' } = materialOf(prompt);
      return { isKnown: false, said: verdictsOn(1, () => answer.includes(OTHER_SHOP)) };
    },
  };
}
