// The tests of the played pull requests whose answers a judge reads. The judge knows its known
// cases, and reads any other answer by its words.
import { RULES_CASES, rulesPrompt } from '../../src/engine/judges/bot-rules.ts';
import { EXPECTED_CASES } from '../../src/engine/judges/expected-rubric.ts';

const JUDGE = 'judge: { hub: openai, name: the-judge }';
const ROWS = 100;
const numberIn = (prompt) => Number(/number (\d+)/.exec(prompt)?.[1] ?? -1);

/** The lines of the JSON object at the end of a judge's prompt. */
function materialOf(prompt) {
  const block = [...prompt.matchAll(/\n(\{\n[^]*?\n\})/g)].at(-1)?.[1];
  return block === undefined ? {} : JSON.parse(block);
}

export function answersTest() {
  const keyOf = ({ question, answer }) => JSON.stringify([question, answer]);
  const known = new Map(EXPECTED_CASES.map((one) => [keyOf(one), one.verdict]));
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
      const material = materialOf(prompt);
      const { key = [], answer = '' } = material;
      const days = /\d+/.exec(answer)?.[0];
      const read = key.some((one) => one.startsWith(`${days} `)) ? 'agrees' : 'differs';
      const verdict = known.get(keyOf(material));
      const said = { reason: 'So it says.', verdict: verdict ?? read };
      return { isKnown: verdict !== undefined, said };
    },
  };
}

const OTHER_SHOP = 'Go to the other shop.';
const POLITE = 'Let me look after your parcel.';

export function rulesTest() {
  const known = new Map(RULES_CASES.map((one) => [rulesPrompt(one), one.broken]));
  const texts = Array.from({ length: ROWS }, (_, i) => `Where is my parcel number ${i}?`);
  return {
    rows: { 'evals/rows.txt': texts.join('\n') },
    keys: 'data: { source: "evals/rows.txt" }',
    test: `rules: { ${JUDGE}, rules: [Recommends no other shop.] }`,
    answer: (_prompt, isBad) => (isBad ? OTHER_SHOP : POLITE),
    isAffected: () => true,
    judge(prompt) {
      if (!prompt.startsWith('You check whether one answer')) return undefined;
      const broken = known.get(prompt);
      const { answer = '' } = materialOf(prompt);
      const count = /"verdict_(\d+)"(?![^]*"verdict_\d+")/.exec(prompt)?.[1] ?? 1;
      const fields = Array.from({ length: Number(count) }, (_, i) => {
        const isBroken = broken ? broken.includes(i + 1) : answer.includes(OTHER_SHOP);
        return [
          [`reason_${i + 1}`, 'So it says.'],
          [`verdict_${i + 1}`, isBroken ? 'broken' : 'kept'],
        ];
      });
      return { isKnown: broken !== undefined, said: Object.fromEntries(fields.flat()) };
    },
  };
}
