import { addNegation } from './add_negation.ts';
import { addToxicWords } from './add_toxic_words.ts';
import { answers } from './answers.ts';
import { contrast } from './contrast.ts';
import { custom } from './custom.ts';
import { longRangeContext } from './long_range_context.ts';
import { outputToxicity } from './output_toxicity.ts';
import { refusalTest } from './refusal.ts';
import { rulesTest } from './rules.ts';
import type { SensitivityTest } from './definition.ts';
import { tokenization } from './tokenization.ts';
import { wordOrder } from './word_order.ts';

/** All tests. To add one: a file beside this one, and a line here. */
export const TESTS: readonly SensitivityTest[] = [
  addNegation,
  addToxicWords,
  answers,
  contrast,
  custom,
  longRangeContext,
  outputToxicity,
  refusalTest,
  rulesTest,
  tokenization,
  wordOrder,
] as SensitivityTest[];

/** Finds a test by its name or an alias, and `custom:politeness` by the name before the colon. */
export function findTest(name: string): SensitivityTest | undefined {
  const exactMatch = TESTS.find((test) => test.name === name || test.aliases?.includes(name));
  return exactMatch ?? TESTS.find((test) => test.several && name.startsWith(`${test.name}:`));
}
