import { quoted } from '../shared/json.ts';

// Makes names and ids from outside printable, for errors and reports. Reports also pass them
// through `visible` of report/blocks.ts, which spells out invisible characters.

/** Matches white space, control characters, and characters that break or reorder a line. */
const UNPRINTABLE = /[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Text from outside as one printable line of at most `maxLength` characters. */
export function printableLine(text: string, maxLength = 200) {
  // Only the start is read, since the text may be megabytes of white space.
  const start = text.slice(0, maxLength * 10);
  const line = start.replace(UNPRINTABLE, ' ').trim();
  return line.length <= maxLength && start === text
    ? line
    : `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A text with single spaces, for comparisons: a copied quotation may differ in white space. */
export function withoutBreaks(text: string) {
  return text.replace(/\s+/g, ' ').trim();
}

/** Lists names in quotes, at most 20. */
export function quotedNames(names: readonly string[]) {
  const parts = names.slice(0, 20).map(quoted);
  if (names.length > 20) parts.push(`and ${names.length - 20} more`);
  return parts.join(', ');
}
