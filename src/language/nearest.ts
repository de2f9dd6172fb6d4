// Finds the known name that a mistyped one probably means.

import { distance } from 'fastest-levenshtein';
import { quoted } from '../shared/json.ts';

/** Maximum number of edits between a name and its suggestion. For a short name, half its length. */
const MAX_EDITS = 3;
/** Maximum length of a name that gets a suggestion, in characters. */
const MAX_NAME_LENGTH = 200;

/** The candidate with the fewest edits, ignoring case; undefined if none is near enough. */
export function findNearest(word: string, candidates: readonly string[]) {
  if (word.length > MAX_NAME_LENGTH) return undefined;
  const [best] = candidates
    .map((candidate) => ({
      candidate,
      edits: distance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.edits - b.edits);
  if (!best) return undefined;
  const maxEdits = Math.min(MAX_EDITS, Math.max(word.length, best.candidate.length) / 2);
  return best.edits <= maxEdits ? best.candidate : undefined;
}

/**
 * True if one letter is missing, one is extra, or two neighbours are swapped. A wrong letter counts
 * only in names of more than four letters: `rust` and `most` do not misspell `must`.
 */
export function isMisspelling(written: string, known: string) {
  const isSwap = [...known].some(
    (letter, i) =>
      written === known.slice(0, i) + known.charAt(i + 1) + letter + known.slice(i + 2),
  );
  const mayReplace = known.length > 4 || written.length !== known.length;
  return written !== known && (isSwap || (mayReplace && distance(written, known) === 1));
}

/**
 * A remark for a sentence: ` (did you mean "prompt"?)`, or `''` if no candidate is near. Candidates
 * are quoted, since names of files and columns come from outside.
 */
export function didYouMean(word: string, candidates: readonly string[]) {
  const close = findNearest(word, candidates);
  return close === undefined ? '' : ` (did you mean ${quoted(close)}?)`;
}
