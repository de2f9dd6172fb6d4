/** Marks with which answers tick and cross options, for character classes of patterns with the flag `u`. */

export const TICKS = '✅✓✔☑';
export const CROSSES = '❌✗✘✖❎';
/** They point at an option: from before it, and from behind. */
export const POINTERS = '👉➡';
export const POINTERS_BACK = '👈←⬅';
