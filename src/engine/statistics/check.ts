export function checkCounts(counts: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(counts)) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`${name} must be a whole number of at least 0, not ${value}`);
  }
}

export function checkPasses(passes: number, scored: number): void {
  checkCounts({ passes, scored });
  if (passes > scored)
    throw new RangeError(`passes must be at most scored, ${scored}, not ${passes}`);
}

export function checkShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1))
    throw new RangeError(`${name} must be between 0 and 1, not ${value}`);
}

export function checkOpenShare(name: string, value: number): void {
  if (!(value > 0 && value < 1))
    throw new RangeError(`${name} must be above 0 and below 1, not ${value}`);
}
