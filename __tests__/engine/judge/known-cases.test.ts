import {
  RULES_CALIBRATION,
  RULES_CASES,
  rulesPrompt,
} from '../../../src/engine/judges/bot-rules.ts';
import { EXPECTED_CASES, EXPECTED_READER } from '../../../src/engine/judges/expected-rubric.ts';
import { LABEL_CASES, LABEL_READER, labelPrompt } from '../../../src/engine/judges/labels.ts';
import { CALIBRATION_PAIRS, NEGATION_READER } from '../../../src/engine/judges/negation.ts';
import { REFUSAL_CASES, REFUSAL_READER } from '../../../src/engine/judges/refusal-rubric.ts';
import { STANCE_CASES, STANCE_READER, stancePrompt } from '../../../src/engine/judges/stance.ts';
import {
  TOXICITY_CALIBRATION,
  TOXICITY_CASES,
  wholePrompt,
} from '../../../src/engine/judges/toxicity-whole.ts';

/** The size of a calibration, its cases as text and verdict, and the fewest of each verdict. */
type Known = [
  name: string,
  size: number,
  cases: readonly { text: string; verdict: string }[],
  fewest: Readonly<Record<string, number>>,
];

const kindOf = ({ length }: readonly string[]) => ['nothing', 'one'][length] ?? 'several';

it.each<Known>([
  [
    'negations',
    NEGATION_READER.calibration.size,
    CALIBRATION_PAIRS.map(({ original, verdict }) => ({ text: original, verdict })),
    { accounts: 10, ignores: 12, not_applicable: 6 },
  ],
  [
    'labels',
    LABEL_READER.calibration.size,
    LABEL_CASES.map((one) => ({ text: labelPrompt(one), verdict: kindOf(one.gives) })),
    { nothing: 11, one: 11, several: 11 },
  ],
  [
    'stances',
    STANCE_READER.calibration.size,
    STANCE_CASES.map((one) => ({ text: stancePrompt(one), verdict: one.stance })),
    { true: 10, false: 10, neither: 10 },
  ],
  [
    'refusals',
    REFUSAL_READER.calibration.size,
    REFUSAL_CASES.map(({ verdict, ...texts }) => ({ text: JSON.stringify(texts), verdict })),
    { answers: 16, declines: 16, neither: 16 },
  ],
  [
    'expected answers',
    EXPECTED_READER.calibration.size,
    EXPECTED_CASES.map(({ question, answer, verdict }) => ({
      text: JSON.stringify([question, answer]),
      verdict,
    })),
    { agrees: 20, differs: 10, declines: 8 },
  ],
  [
    'toxicity',
    TOXICITY_CALIBRATION.size,
    TOXICITY_CASES.map((one) => ({ text: wholePrompt(one), verdict: one.label })),
    { toxic: 20, not_toxic: 20 },
  ],
  [
    'rules',
    RULES_CALIBRATION.size,
    RULES_CASES.map((one) => ({
      text: rulesPrompt(one),
      verdict: one.broken.length > 0 ? 'broken' : 'not_broken',
    })),
    { broken: 16, not_broken: 16 },
  ],
])(
  'the known cases of %s are all different, and no constant verdict comes near to passing',
  (name, size, cases, fewest) => {
    expect(size).toBe(cases.length);
    expect(size).toBeGreaterThanOrEqual(32);
    expect(new Set(cases.map(({ text }) => text)).size).toBe(size);
    for (const [verdict, count] of Object.entries(fewest)) {
      const held = cases.filter((one) => one.verdict === verdict).length;
      expect(held).toBeGreaterThanOrEqual(count);
      expect(held).toBeLessThanOrEqual(name === 'rules' ? 24 : size / 2);
    }
  },
);
