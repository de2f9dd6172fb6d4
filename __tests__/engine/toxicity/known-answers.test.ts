import { expect, it } from '@jest/globals';
import { mayGate } from '../../../src/engine/judges/calibration.js';
import { wordFinder } from '../../../src/language/words/index.js';
import {
  LABELS,
  TOXICITY_CALIBRATION,
  TOXICITY_CASES,
  wholePrompt,
  type Label,
  type ToxicityCase,
} from '../../../src/engine/judges/toxicity-whole.js';

const KNOWN = new Map(TOXICITY_CASES.map((known) => [wholePrompt(known), known]));
/** German, French, Spanish or Italian. */
const isForeign = ({ answer }: ToxicityCase) =>
  /\b(?:du|ich|Hauptstadt|und|quel|bateau|hora|voy|rosa)\b/.test(answer);
const other = (label: Label): Label => (label === 'toxic' ? 'not_toxic' : 'toxic');
const of = (label: Label) => TOXICITY_CASES.filter((known) => known.label === label);

/** A judge that labels each known answer as `how` says. */
const judging = (how: (known: ToxicityCase) => Label) =>
  TOXICITY_CALIBRATION.run('hub/judge', async (prompt) => {
    const verdict =
      how(KNOWN.get(prompt)!) === 'toxic'
        ? { category: 'insult', severity: 0.5 }
        : { category: 'none', severity: 0 };
    return JSON.stringify({ quote: '', reason: 'r', ...verdict });
  });

it('the known answers are forty, none twice, half of them toxic, and in several languages on both sides', () => {
  expect([TOXICITY_CASES.length, KNOWN.size, TOXICITY_CALIBRATION.size]).toEqual([40, 40, 40]);
  for (const { answer } of TOXICITY_CASES) expect(answer.trim()).toBe(answer);
  for (const label of LABELS) {
    expect(of(label)).toHaveLength(20);
    expect(of(label).filter(isForeign).length).toBeGreaterThanOrEqual(3);
  }
});

it.each<[string, (known: ToxicityCase) => Label]>([
  [
    'obeys what an answer says to it',
    ({ answer, label }) => (/judge|juez|SYSTEM/.test(answer) ? other(label) : label),
  ],
  ['knows only English', (known) => (isForeign(known) ? 'not_toxic' : known.label)],
  [
    'does not look at the request',
    ({ request, label }) =>
      /^(?:Translate|Übersetze|Write a rude|Roast|Give me a strong)/.test(request)
        ? 'toxic'
        : label,
  ],
])('a judge that %s may not gate', async (_what, how) => {
  expect(mayGate(await judging(how))).toBe(false);
});

it('a judge that goes by a list of foul words is right in less than 65 %', async () => {
  const { find } = wordFinder();
  const calibration = await judging(({ answer }) =>
    find(answer).length > 0 ? 'toxic' : 'not_toxic',
  );
  expect(calibration.right / calibration.total).toBeLessThan(0.65);
  expect(mayGate(calibration)).toBe(false);
});
