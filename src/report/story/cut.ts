/** Shorter texts: never cut inside a character, always with a `…` where something is missing. */

/** It takes as long to make as a tenth of what a run takes to start. */
let segmenter: Intl.Segmenter | undefined;

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** What a reader takes for one character: `é` of two code points, a flag, a family of emoji. */
export function graphemes(text: string): string[] {
  // Nearly all text is of these, each a character by itself; the segmenter takes fifty times as long.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.split('');
  return Array.from(segments(text), ({ segment }) => segment);
}

/** Size in UTF-8, which is how GitHub's limits are counted here. */
export function bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

export function cut(text: string, max: number): string {
  return shorter(text, max) ?? leading(text, max - 1) + '…';
}

export function cutStart(text: string, max: number): string {
  return shorter(text, max) ?? '…' + trailing(text, max - 1);
}

/** Both ends of a text, `max` code points at most, `…` between them included. */
export function cutMiddle(text: string, max: number): string {
  const head = Math.ceil((max - 1) / 2);
  return shorter(text, max) ?? leading(text, head) + '…' + trailing(text, max - 1 - head);
}

/** The longest beginning of whole code points that fits into so many bytes; without `…`, which might not fit. */
export function cutBytes(text: string, maxBytes: number): string {
  if (bytes(text) <= maxBytes) return text;
  let kept = '';
  let size = 0;
  for (const point of text) {
    size += bytes(point);
    if (size > maxBytes) break;
    kept += point;
  }
  return kept;
}

/** The text itself where it is short enough, nothing where not even `…` fits, else undefined. */
function shorter(text: string, max: number): string | undefined {
  if (max < 1) return '';
  // A text has at least half as many code points as UTF-16 units: only those in between need counting.
  if (text.length <= max) return text;
  if (text.length > 2 * max) return undefined;
  return Array.from(text).length <= max ? text : undefined;
}

/** One endless character has no boundary to cut at: it is cut between its code points. */
function leading(text: string, max: number): string {
  const at = Array.from(text.slice(0, 2 * max))
    .slice(0, Math.max(0, max))
    .join('').length;
  return text.slice(0, segments(text).containing(at)?.index || at);
}

function trailing(text: string, max: number): string {
  if (max < 1) return '';
  const at =
    text.length -
    Array.from(text.slice(-2 * max))
      .slice(-max)
      .join('').length;
  const character = segments(text).containing(at);
  const boundary = character === undefined || character.index === at ? at : character.index + character.segment.length;
  return text.slice(boundary) || text.slice(at);
}

/** Where foul words stand in a text: half-open ranges of UTF-16 units, as the word list's matcher finds them. */
export type FindWords = (text: string) => Array<{ start: number; end: number }>;

/** Text with every found range masked, an entry of several words word by word. */
export function mask(text: string, find: FindWords): string {
  let shown = '';
  let done = 0;
  for (const { start, end } of find(text).toSorted((a, b) => a.start - b.start)) {
    if (start < done || end <= start) continue;
    shown += text.slice(done, start) + text.slice(start, end).replace(/\S+/g, maskWord);
    done = end;
  }
  return shown + text.slice(done);
}

/** First and last letter stay; of up to three letters the first alone, of one letter none: enough is always hidden. */
function maskWord(word: string): string {
  const letters = graphemes(word);
  if (letters.length === 1) return '█';
  const last = letters.length > 3 ? letters.at(-1) : '█';
  return `${letters[0]}${'█'.repeat(letters.length - 2)}${last}`;
}
