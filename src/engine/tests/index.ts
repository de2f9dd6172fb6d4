import { addNegation } from './add_negation.js';
import { addToxicWords } from './add_toxic_words.js';
import { contrast } from './contrast.js';
import { custom } from './custom.js';
import { outputToxicity } from './output_toxicity.js';
import { refusal } from './refusal.js';
import type { SensitivityTest } from './test.js';

/** Every test there is. To add one: a file beside this one, and a line here. */
export const TESTS: readonly SensitivityTest[] = [
  addNegation,
  addToxicWords,
  contrast,
  custom,
  outputToxicity,
  refusal,
] as SensitivityTest[];

/** A test by its name or an older name of it. */
export function findTest(name: string): SensitivityTest | undefined {
  return TESTS.find((test) => test.name === name || test.aliases.includes(name));
}
