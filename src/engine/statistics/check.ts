/** Checks the arguments of a formula: a wrong one is a defect of the caller. */

/** @throws RangeError unless each value is a whole number of at least 0. */
export function checkCounts(counts: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(counts)) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`${name} must be a whole number of at least 0, not ${value}`);
  }
}

/** @throws RangeError unless 0 <= passes <= rows are counts. */
export function checkPasses(passes: number, rows: number): void {
  checkCounts({ passes, rows });
  if (passes > rows)
    throw new RangeError(`passes must be at most the number of rows, ${rows}, not ${passes}`);
}

/** @throws RangeError unless 0 <= value <= 1. */
export function checkShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1))
    throw new RangeError(`${name} must be between 0 and 1, not ${value}`);
}

/** @throws RangeError unless 0 < value < 1. */
export function checkOpenShare(name: string, value: number): void {
  if (!(value > 0 && value < 1))
    throw new RangeError(`${name} must be above 0 and below 1, not ${value}`);
}
