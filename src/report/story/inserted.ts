/** The words that a perturbation inserted into a text. */
import { diffWordsWithSpace } from 'diff';
import { cut, cutMiddle, cutStart } from './truncate.ts';

export interface Segment {
  text: string;
  /** True for words of the test case that the original lacks. */
  inserted: boolean;
}

/** Returns a text as one segment without inserted words. */
export function unmarked(text: string): Segment[] {
  return [{ text, inserted: false }];
}

/** Maximum number of edits of a comparison. Texts that share less are not compared. */
const MAX_EDITS = 400;

/**
 * Splits a test case into segments, which joined give the test case again. White space around
 * inserted words is not marked as inserted.
 */
export function markInserted(original: string, testCase: string): Segment[] {
  return markAroundOriginal(original, testCase) ?? markByDiff(original, testCase);
}

function markAroundOriginal(original: string, testCase: string): Segment[] | undefined {
  const start = testCase.indexOf(original);
  const [prefix, suffix] = [testCase.slice(0, start), testCase.slice(start + original.length)];
  if (start < 0 || original.trim() === '' || /\S$/.test(prefix) || /^\S/.test(suffix))
    return undefined;
  return joinSegments([...insertedWords(prefix), ...unmarked(original), ...insertedWords(suffix)]);
}

function markByDiff(original: string, testCase: string): Segment[] {
  const changes = diffWordsWithSpace(original, testCase, { maxEditLength: MAX_EDITS });
  const segments = (changes ?? [])
    .filter((change) => !change.removed)
    .flatMap((change) => (change.added ? insertedWords(change.value) : unmarked(change.value)));
  const isWhole = segments.map((segment) => segment.text).join('') === testCase;
  return isWhole ? joinSegments(segments) : unmarked(testCase);
}

/**
 * Shortens segments to about `max` code points in all. Inserted words get up to half of them; the
 * words near insertions are kept.
 */
export function shorten(segments: Segment[], max: number): Segment[] {
  if (length(segments) <= max) return segments;
  const insertedSegments = segments.filter(({ inserted }) => inserted);
  const roomForAdded = roomForEach(max / 2, insertedSegments.length);
  const shortAdded = insertedSegments.reduce(
    (sum, { text }) => sum + cutMiddle(text, roomForAdded).length,
    0,
  );
  const roomForOld = roomForEach(max - shortAdded, segments.length - insertedSegments.length);
  return segments.map(({ text, inserted }, index) => {
    if (inserted) return { text: cutMiddle(text, roomForAdded), inserted };
    if (index === segments.length - 1) return { text: cut(text, roomForOld), inserted };
    const cutPart = index === 0 ? cutStart : cutMiddle;
    return { text: cutPart(text, roomForOld), inserted };
  });
}

/** The length that each of several parts may have, in code points; at least 1. */
function roomForEach(room: number, parts: number): number {
  return Math.max(1, Math.floor(room / Math.max(1, parts)));
}

function length(segments: Segment[]): number {
  return segments.reduce((sum, { text }) => sum + text.length, 0);
}

function insertedWords(text: string): Segment[] {
  const words = text.trim();
  const start = text.length - text.trimStart().length;
  return [
    ...unmarked(text.slice(0, start)),
    { text: words, inserted: true },
    ...unmarked(text.slice(start + words.length)),
  ];
}

export function joinSegments(segments: Segment[]): Segment[] {
  const result: Segment[] = [];
  for (const segment of segments.filter(({ text }) => text !== '')) {
    const lastSegment = result.at(-1);
    if (lastSegment?.inserted === segment.inserted) lastSegment.text += segment.text;
    else result.push({ ...segment });
  }
  return result;
}
