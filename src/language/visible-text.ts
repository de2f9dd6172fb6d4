/** Characters without a glyph, such as the zero width space and the byte order mark. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a text with single spaces, and without invisible characters. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** True if a text holds nothing but white space and invisible characters. */
export function isBlankText(text: string): boolean {
  return visibleText(text) === '';
}
