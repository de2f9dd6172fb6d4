/** A part of a run: the third of ten is `{ index: 3, of: 10 }`. */
export interface RunShare {
  index: number;
  of: number;
}

/** The limit of jobs in a GitHub matrix. */
export const MOST_SHARES = 256;
export const SHARES_ALLOWED = `Allowed is which one of how many, as in 3/10; ${MOST_SHARES} at most.`;

/** `3/10`; undefined for what is none. */
export function parseShare(text: string): RunShare | undefined {
  const [, index, of] = (/^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text) ?? []).map(Number);
  return index !== undefined && of !== undefined && index <= of && of <= MOST_SHARES
    ? { index, of }
    : undefined;
}
