// Says what rows show of the parts of a change: which ones broke rows, and which no row tests.

import type { ResultRow } from '../engine/results.ts';
import type { ChangedPart, Results, Verdict } from '../run/results.ts';
import { codeLine } from './blocks.ts';
import { subjectPieces } from './changes.ts';
import { flipsOf, isDeciding, ownRows, type ShownRow } from './rows.ts';
import { baseName, quantity } from './words.ts';

/** A verdict, perhaps with its base and with the part of the change that broke rows. */
export type ExplainedVerdict = Verdict & Partial<Results>;

/** The cause of the broken rows, or a sentence that it is not known. */
export function attributionSentence(results: Results) {
  const { attribution } = results;
  if (!attribution) return '';
  if (attribution.kind === 'skipped') return `The search found no cause. ${attribution.why}`;
  const sentences = guiltyParts(results).map((part) => guiltySentence(part, results));
  if (sentences.length === 0)
    sentences.push(
      subjectPieces(results).length > 1
        ? 'No single change explains it.'
        : 'The only change does not explain it.',
    );
  const { all } = attribution;
  if (all)
    sentences.push(
      `With everything as on ${baseName(results)}, ${all.restored} of ${all.asked} answers are right.`,
    );
  if (all?.restored === 0) sentences.push('So the base itself now fails them as well.');
  return sentences.join('\n');
}

/** `` `a.md:5` broke rows: asked again without this change, 3 failing rows passed. `` */
export function guiltySentence(part: ChangedPart, results: Results) {
  const { length } = part.rows;
  // If only several rows together show a part, there is no row to count.
  const again = `: asked again without this change, ${quantity(length, 'failing row')} passed`;
  return `${nameOfPart(part, results)} broke rows${length > 0 ? again : ''}.`;
}

/** How many answers are right with each change reverted, or why that was not tried. */
export function revertSentences(results: Results) {
  const measured = measuredOf(results);
  if (!measured) return [];
  const { parts, control } = measured;
  return parts.map((part) => {
    const { restored, asked, untried = 'no answer came' } = part;
    const name = nameOfPart(part, results);
    if (asked === 0) return `Not tried: ${name} (${codeLine(untried, 200)}).`;
    const reverted = `With ${name} as on ${baseName(results)}`;
    // The rows may have nothing to do with this part, so a count would mislead.
    if (restored <= control.restored)
      return `${reverted}, no more of the rows that were asked again are right.`;
    return `${reverted}, ${restored} of ${asked} answers are right; as it is here, ${control.restored} of ${control.asked}.`;
  });
}

/** The parts of the change that broke rows. */
export function guiltyParts(results: ExplainedVerdict) {
  return measuredOf(results)?.parts.filter((part) => part.is_named) ?? [];
}

/** The names of the parts that broke rows. Deleted lines are named by their numbers on the base. */
export function guiltyNames(results: ExplainedVerdict) {
  return guiltyParts(results).map((part) => nameOfPart(part, results));
}

export function nameOfPart({ name }: ChangedPart, results: Partial<Results>) {
  const piece = subjectPieces(results).find(({ place }) => place === name);
  return piece?.name ?? codeLine(name);
}

/** The places of the lines that broke rows. */
export function guiltyPlaces(results: ExplainedVerdict) {
  return guiltyParts(results).flatMap(({ places }) => places);
}

/** True for a row that the search names by test and place. */
export function isNamedIn(names: ChangedPart['rows'], { test_type, source }: ResultRow) {
  return names.some((name) => name.test_type === test_type && name.source === source);
}

/**
 * Sorts to the front, the shortest first, the rows that the named parts broke, or if no part is
 * named, those that were asked again. Of all others, rows of the tests that decide come first.
 */
export function explainedFirst(rows: readonly ShownRow[], results: ExplainedVerdict) {
  const { rows: explained = [] } = measuredOf(results) ?? {};
  const rankOf = (shown: ShownRow) => {
    const [row] = shown;
    if (isNamedIn(explained, row)) return String(row.test_case).length;
    return isDeciding(shown, results) ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  };
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function measuredOf({ attribution }: ExplainedVerdict) {
  return attribution?.kind === 'skipped' ? undefined : attribution;
}

/** Warns, after a pass, about each deleted limit that no row seems to test. */
export function deletionSentences(results: Results) {
  if (results.outcome !== 'pass' || flipsOf(results).isLoss || guiltyParts(results).length > 0)
    return [];
  return untestedPieces(results)
    .filter(deletesLimit)
    .map(
      ({ words }) => `⚠️ ${words}. No row asked seems to test it. Add a row or a rule that does.`,
    );
}

/** True for a change that deletes a word which forbids or requires something. */
export function deletesLimit({ deleted }: { deleted: string }) {
  return /\b(?:never|not|no|only|must|always|without)\b|n['’]t\b/i.test(deleted);
}

/** The changes of texts that no row asked seems to test. */
export function untestedPieces(results: Results) {
  // Words of rows are read once, for all changes.
  const wordsOfRows = askedTexts(results).map(wordsIn);
  return subjectPieces(results).filter(
    ({ deleted, texts }) =>
      !isTested(texts, wordsOfRows) &&
      // A deleted text may only have moved.
      !results.changes.subject.some(({ new: now }) => deleted && String(now).includes(deleted)),
  );
}

/** The question, the rule and the right answers of each row that has an answer. */
function askedTexts(results: Results) {
  return [...results.results, ...ownRows(results)]
    .filter(({ state }) => state)
    .map(({ rule, arms }) =>
      Object.values(arms)
        .flatMap(({ text, key = [] }) => [rule, text, ...key])
        .join(' '),
    );
}

/**
 * True if a row shares enough words with what a change adds or removes: half of them, or two, since
 * one may be shared by chance. A change of a value or of short words has none, and cannot be
 * checked.
 */
function isTested([old = '', now = '']: readonly string[], wordsOfRows: readonly Set<string>[]) {
  const words = wordsIn(old).symmetricDifference(wordsIn(now));
  const least = Math.min(words.size / 2, 2);
  return wordsOfRows.some((ofRow) => words.intersection(ofRow).size >= least);
}

/** Numbers, and the starts of words, so that a plural matches. */
function wordsIn(text: string) {
  return new Set(text.toLowerCase().match(/(?<!\p{L})(?!never|alway|witho)\p{L}{5}|\p{N}+/gu));
}
