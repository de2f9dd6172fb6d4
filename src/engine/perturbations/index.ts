import { addNegation } from './add_negation.js';
import { addToxicWords } from './add_toxic_words.js';
import { answers } from './answers.js';
import { contrast } from './contrast.js';
import { custom } from './custom.js';
import { longRangeContext } from './long_range_context.js';
import { outputToxicity } from './output_toxicity.js';
import { refusalTest } from './refusal.js';
import { rulesTest } from './rules.js';
import type { SensitivityTest } from './definition.js';
import { tokenization } from './tokenization.js';
import { wordOrder } from './word_order.js';
import { wordOrderAnswers } from './word_order_answers.js';

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
  wordOrderAnswers,
] as SensitivityTest[];

/** Finds a test by its name or an alias, and `custom:politeness` by the name before the colon. */
export function findTest(name: string): SensitivityTest | undefined {
  const exactMatch = TESTS.find((test) => test.name === name || test.aliases?.includes(name));
  return exactMatch ?? TESTS.find((test) => test.several && name.startsWith(`${test.name}:`));
}
