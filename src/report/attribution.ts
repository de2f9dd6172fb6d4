// Says what rows show of the parts of a change: which ones broke rows, and which no row tests.

import type { ChangedPart, Results, Verdict } from '../run/results.ts';
import { codeLine } from './blocks.ts';
import { gateWords, subjectPieces } from './changes.ts';
import { flipsOf, ownRows, type ShownRow } from './rows.ts';
import { baseName, listed, quantity, ratio } from './words.ts';

/** A verdict, perhaps with its base and with the part of the change that broke rows. */
export type ExplainedVerdict = Verdict & Partial<Results>;

/** The cause of the broken rows, or a sentence that it is not known. */
export function attributionSentence(results: Results) {
  const { attribution } = results;
  if (!attribution) return '';
  if (isOnlyChange(results)) {
    const { broken, fixed } = flipsOf(results);
    return `${onlyChangeSentence(results)} In all, ${quantity(broken, 'row')} broke, ${fixed} fixed.`;
  }
  if (attribution.kind === 'skipped')
    return `The search found no cause. ${attribution.why} ${onlyChangeSentence(results)}`.trim();
  const { all } = attribution;
  const guilty = guiltySentences(results);
  const sentences = [
    guilty.length === 0 && (onlyChangeSentence(results) || 'No single change explains it.'),
    ...guilty,
    all &&
      `With everything as on ${baseName(results)}, ${all.restored} of ${all.asked} answers are right.`,
    all?.restored === 0 && 'So the base itself now fails them as well.',
  ];
  return sentences.filter(Boolean).join('\n');
}

/** Names the only change of the subject; blank if there are more. */
function onlyChangeSentence(results: Results) {
  const [change, ...others] = subjectPieces(results, 120);
  return change && others.length === 0 ? `The only change is ${change.words}.` : '';
}

/**
 * True if the subject has only one change, significantly more rows broke than were fixed, and the
 * search named no part, but each restored some rows.
 */
export function isOnlyChange(results: Results) {
  const { parts = [] } = measuredOf(results) ?? {};
  return (
    parts.every(({ is_named, restored }) => !is_named && restored > 0) &&
    results.attribution !== undefined &&
    onlyChangeSentence(results) !== '' &&
    flipsOf(results).isLoss
  );
}

/** `` `a.md:5` broke rows: asked again without this change, 3 failing rows passed. `` */
export function guiltySentences(results: Results) {
  return guiltyParts(results).map((part) => {
    const { length } = part.rows;
    // If only several rows together show a part, there is no row to count.
    const again = `: asked again without this change, ${quantity(length, 'failing row')} passed`;
    return `${nameOfPart(part, results)} broke rows${length ? again : ''}.`;
  });
}

/** How many answers are right with each change reverted, or why that was not tried. */
export function revertSentences(results: Results) {
  const { parts = [], control } = measuredOf(results) ?? {};
  return parts.map((part) => {
    const { restored, asked, untried = 'no answer came' } = part;
    const name = nameOfPart(part, results);
    if (asked === 0) return `Not tried: ${name} (${codeLine(untried, 200)}).`;
    const reverted = `With ${name} as on ${baseName(results)}`;
    // The rows may have nothing to do with this part, so a count would mislead.
    if (restored <= (control?.restored ?? 0))
      return `${reverted}, no more of the rows that were asked again are right.`;
    return `${reverted}, ${restored} of ${asked} answers are right; as it is here, ${control?.restored} of ${control?.asked}.`;
  });
}

/**
 * The end of a headline on a pass that may hide something: rows that broke, a change of the gate,
 * or a gate that would not pass the change once merged.
 */
export function warningClause(results: ExplainedVerdict) {
  const gate = results.changes && gateWords(results.changes);
  const words = [brokenWords(results), gate && `; this change alters ${gate} of the gate`];
  const onceMerged = outcomeOnceMerged(results);
  if (onceMerged === 'unknown')
    words.push('; the settings and rows of this change could not be tried');
  else if (onceMerged && onceMerged !== 'pass')
    words.push('; by the settings and rows of this change it does not pass');
  return words.join('');
}

/** Warns, after a pass, about each deleted limit that no row seems to test. */
export function deletionSentences(results: Results) {
  if (results.outcome !== 'pass' || flipsOf(results).isLoss || guiltyParts(results)[0]) return [];
  return untestedPieces(results, true).map(
    ({ words }) => `⚠️ ${words}. No row asked seems to test it. Add a row or a rule that does.`,
  );
}

/** Matches a word that forbids or requires something. */
const LIMIT = /\b(?:never|not|no|only|must|always|without)\b|n['’]t\b/i;

/** The deleted limits that no row asked seems to test, or all other such changes of texts. */
export function untestedPieces(results: Results, isLimit: boolean) {
  // A row without an answer has no state. Its words are read once, for all changes.
  const wordsOfRows = [...results.results, ...ownRows(results)]
    .filter(({ state }) => state)
    .map(({ rule, arms }) =>
      wordsIn(
        Object.values(arms)
          .flatMap(({ text, key = [] }) => [rule, text, ...key])
          .join(' '),
      ),
    );
  return subjectPieces(results, 120).filter(
    ({ deleted, texts }) =>
      LIMIT.test(deleted) === isLimit &&
      !isTested(texts, wordsOfRows) &&
      // A deleted text may only have moved.
      !results.changes.subject.some(({ new: now }) => deleted && String(now).includes(deleted)),
  );
}

/**
 * True if the question, the rule or the right answers of a row share enough words with what a
 * change adds or removes: half of them, or two, since one may be shared by chance. A change of a
 * value or of short words has none, and cannot be checked.
 */
function isTested([old = '', now = '']: readonly string[], wordsOfRows: readonly Set<string>[]) {
  const words = wordsIn(old).symmetricDifference(wordsIn(now));
  const least = Math.min(words.size / 2, 2);
  return wordsOfRows.some((ofRow) => words.intersection(ofRow).size >= least);
}

/** Numbers, and the starts of words, so that a plural matches. */
function wordsIn(text: string) {
  const words = text.toLowerCase().match(/(?<!\p{L})(?!never|alway|witho)\p{L}{5}|\p{N}+/gu);
  return new Set(words);
}

/** The verdict by the pull request's own settings and rows, if those of the base decide. */
export function outcomeOnceMerged({ preview, config }: ExplainedVerdict) {
  if (!preview || config?.ref === 'head') return undefined;
  return 'left_out' in preview ? 'unknown' : preview.outcome;
}

function brokenWords(results: ExplainedVerdict) {
  const { broken, paired_count: count, mayBeLoss } = flipsOf(results);
  const guilty = guiltyNames(results);
  if (guilty[0]) return `, but ${listed(guilty, 2)} broke rows`;
  return mayBeLoss ? `, but ${ratio(broken, count, 'row')} broke since ${baseName(results)}` : '';
}

/** The parts of the change that broke rows. */
export function guiltyParts(results: ExplainedVerdict) {
  return measuredOf(results)?.parts.filter((part) => part.is_named) ?? [];
}

/** The names of the parts that broke rows. Deleted lines are named by their numbers on the base. */
export function guiltyNames(results: ExplainedVerdict) {
  return guiltyParts(results).map((part) => nameOfPart(part, results));
}

function nameOfPart({ name }: ChangedPart, results: Partial<Results>) {
  const piece = subjectPieces(results, 100).find(({ place }) => place === name);
  return piece?.name ?? codeLine(name);
}

/** The places of the lines that broke rows. */
export function guiltyPlaces(results: ExplainedVerdict) {
  return guiltyParts(results).flatMap(({ places }) => places);
}

/** Copies of the results, one for each part that broke rows, as if it were the only one. */
export function byPart(results: Results) {
  const measured = measuredOf(results);
  return guiltyParts(results).map((part) => ({
    ...results,
    attribution: measured && { ...measured, parts: [part], rows: part.rows },
  }));
}

/**
 * The rows of the verdict that the named parts broke, or if no part is named, those that were asked
 * again.
 */
export function attributedRows(results: ExplainedVerdict) {
  const { rows = [] } = measuredOf(results) ?? {};
  return results.results.filter(({ test_type, source }) =>
    rows.some((row) => row.test_type === test_type && row.source === source),
  );
}

/** Sorts the rows that the search explains to the front, the shortest first. */
export function explainedFirst(rows: readonly ShownRow[], results: ExplainedVerdict) {
  const explained = attributedRows(results);
  const rankOf = ([row]: ShownRow) =>
    explained.includes(row) ? row.test_case.length : Number.MAX_VALUE;
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function measuredOf({ attribution }: ExplainedVerdict) {
  return attribution?.kind === 'skipped' ? undefined : attribution;
}
