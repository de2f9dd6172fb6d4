// The known name that a mistyped one probably means.

import { distance } from 'fastest-levenshtein';

/** Maximum number of edits between a name and its suggestion, and half of the longer name. */
const MAX_EDITS = 3;
/** Maximum length of a name that gets a suggestion, in characters. */
const MAX_NAME_LENGTH = 200;

/** The candidate that needs the fewest edits, ignoring case; undefined if each needs too many. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > MAX_NAME_LENGTH) return undefined;
  const lowerCaseWord = word.toLowerCase();
  const ranked = candidates.map((candidate) => ({
    candidate,
    edits: distance(lowerCaseWord, candidate.toLowerCase()),
  }));
  const [best] = ranked.sort((a, b) => a.edits - b.edits);
  if (!best) return undefined;
  const maxEdits = Math.min(MAX_EDITS, Math.max(word.length, best.candidate.length) / 2);
  return best.edits <= maxEdits ? best.candidate : undefined;
}

/** True if two names differ in one letter, or in the order of two. */
export function isSlip(written: string, known: string): boolean {
  const edits = distance(written, known);
  const sorted = (word: string) => [...word].sort().join('');
  return edits === 1 || (edits === 2 && sorted(written) === sorted(known));
}

/**
 * A clause for the end of a sentence: `; did you mean "prompt"?`, or nothing if no candidate is
 * near. Names of files and of columns are hostile.
 */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const close = nearest(word, candidates);
  if (close === undefined) return '';
  return `; did you mean \`${JSON.stringify(close).replaceAll('`', '\\u0060')}\`?`;
}
