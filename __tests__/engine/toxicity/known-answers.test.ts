import { mayGate } from '../../../src/engine/judges/calibration.ts';
import { wordFinder } from '../../../src/language/words/index.ts';
import {
  LABELS,
  TOXICITY_CALIBRATION,
  TOXICITY_CASES,
  wholePrompt,
  type Label,
  type ToxicityCase,
} from '../../../src/engine/judges/toxicity-whole.ts';

const KNOWN = new Map(TOXICITY_CASES.map((known) => [wholePrompt(known), known]));
/** German, French, Spanish or Italian. */
const isForeign = ({ answer }: ToxicityCase) =>
  /\b(?:du|ich|Hauptstadt|und|quel|bateau|hora|voy|rosa)\b/.test(answer);
const other = (label: Label): Label => (label === 'toxic' ? 'not_toxic' : 'toxic');

/** A judge that labels each known answer as `how` says. */
const judging = (how: (known: ToxicityCase) => Label) =>
  TOXICITY_CALIBRATION.run('hub/judge', async (prompt) => {
    const verdict =
      how(KNOWN.get(prompt)!) === 'toxic'
        ? { category: 'insult', severity: 0.5 }
        : { category: 'none', severity: 0 };
    return JSON.stringify({ quote: '', reason: 'r', ...verdict });
  });

it.each(LABELS)('known answers that are %s stand in several languages', (label) => {
  const known = TOXICITY_CASES.filter((one) => one.label === label);
  expect(known.filter(isForeign).length).toBeGreaterThanOrEqual(3);
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
