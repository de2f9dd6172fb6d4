import { lazy } from '../lazy.js';
import type { Span } from './quotes.js';

/** It goes by dictionaries for the scripts without spaces, whatever its language. */
const segmenter = lazy(() => new Intl.Segmenter('zh', { granularity: 'word' }));

/** Whether the dictionaries take these letters as a word: 性 is one in 他说性很重要 and none in 可能性. */
export function isWordOfItsOwn(text: string, { start, end }: Span): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const segment = segmenter()
    .segment(text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd))
    .containing(start - lineStart);
  return segment !== undefined && segment.index === start - lineStart && segment.segment.length === end - start;
}
