/**
 * Shortens texts, never inside a character, with a `…` in place of what is missing.
 */

/** Made on first use: it takes about a tenth of the start of a run. */
let segmenter: Intl.Segmenter | undefined;

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/**
 * Splits a text into characters as a reader sees them: `é` of two code points, a flag, a family of
 * emoji.
 */
export function graphemes(text: string): string[] {
  // ASCII needs no segmenter, which takes fifty times as long.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.split('');
  return Array.from(segments(text), ({ segment }) => segment);
}

export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

export function cut(text: string, max: number): string {
  return unlessTooLong(text, max) ?? cutAfter(text, max - 1) + '…';
}

/** A name short enough for a sentence. Cuts only: escape the result. */
export function shortName(text: string): string {
  return oneLine(text, 80);
}

/** On one line, white space collapsed, at most `max` code points. Cuts only: escape the result. */
export function oneLine(text: string, max: number): string {
  return cut(text.replace(/\s+/g, ' ').trim(), max);
}

export function cutStart(text: string, max: number): string {
  return unlessTooLong(text, max) ?? '…' + cutBefore(text, max - 1);
}

/** Both ends of a text, `max` code points at most, `…` between them included. */
export function cutMiddle(text: string, max: number): string {
  const head = Math.ceil((max - 1) / 2);
  return unlessTooLong(text, max) ?? cutAfter(text, head) + '…' + cutBefore(text, max - 1 - head);
}

/** The longest prefix of whole code points within `maxBytes`; without `…`, which might not fit. */
export function cutBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  let prefix = '';
  let size = 0;
  for (const point of text) {
    size += byteLength(point);
    if (size > maxBytes) break;
    prefix += point;
  }
  return prefix;
}

/** The text itself if it is short enough, an empty text if not even `…` fits, else undefined. */
function unlessTooLong(text: string, max: number): string | undefined {
  if (max < 1) return '';
  // A text has at least half as many code points as UTF-16 units: only those in between need
  // counting.
  if (text.length <= max) return text;
  if (text.length > 2 * max) return undefined;
  return Array.from(text).length <= max ? text : undefined;
}

/** Falls back to a cut between code points inside one endless character. */
function cutAfter(text: string, max: number): string {
  const end = Array.from(text.slice(0, 2 * max))
    .slice(0, Math.max(0, max))
    .join('').length;
  return text.slice(0, segments(text).containing(end)?.index || end);
}

function cutBefore(text: string, max: number): string {
  if (max < 1) return '';
  const start =
    text.length -
    Array.from(text.slice(-2 * max))
      .slice(-max)
      .join('').length;
  const character = segments(text).containing(start);
  const boundary =
    character === undefined || character.index === start
      ? start
      : character.index + character.segment.length;
  return text.slice(boundary) || text.slice(start);
}
