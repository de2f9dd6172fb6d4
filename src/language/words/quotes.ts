interface Span {
  start: number;
  end: number;
}

/** A quotation ends in its paragraph: a mark without a partner quotes nothing. */
const NO_PARAGRAPH = '(?!\\n[ \\t]*\\n)';
/** An opening mark, and those that close it. */
const MARKS = ['""', '“”“"', '„“”"', '””', '«»', '»«', '‹›', '›‹', '「」', '『』', '《》', '‚‘’'];

/**
 * The longest that single quotes hold: they are apostrophes too, and each would be looked for its
 * partner to the end of the text.
 */
const SINGLE = 1000;

const QUOTATIONS = new RegExp(
  [
    '^[ \\t]*(`{3,10}(?!`)|~{3,10}(?!~))[^]*?^[ \\t]*\\1', // a fenced block; one that is not closed quotes nothing
    '^[ \\t]{0,3}>.*$', // a line of markdown's quotation
    `(?<!\`)(\`{1,10})(?!\`)(?:${NO_PARAGRAPH}[^])*?(?<!\`)\\2(?!\`)`,
    ...MARKS.map(
      ([open = '', ...closing]) =>
        `${open}(?:${NO_PARAGRAPH}[^${open}${closing.join('')}])*[${closing.join('')}]`,
    ),
    // An apostrophe inside a word is no quotation mark: one opens behind no letter and closes
    // before none.
    `(?<![\\p{L}\\p{N}_])['‘](?=\\S)(?:${NO_PARAGRAPH}[^]){1,${SINGLE}}?(?<=\\S)['’](?![\\p{L}\\p{N}_])`,
  ].join('|'),
  'gmu',
);

/**
 * Returns the quoted parts, marks included, from left to right. A quotation inside of another is
 * part of it.
 */
export function quotedSpans(text: string): Span[] {
  return Array.from(text.matchAll(QUOTATIONS), ({ index, 0: quoted }) => ({
    start: index,
    end: index + quoted.length,
  }));
}

/**
 * The spans go from left to right without overlap, so that only the last one that begins at the
 * place or before it can hold it.
 */
export function isInside(spans: readonly Span[], { start, end }: Span): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.start <= start) low = middle + 1;
    else high = middle;
  }
  const lastSpan = spans[low - 1];
  return lastSpan !== undefined && end <= lastSpan.end;
}
