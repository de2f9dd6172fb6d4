/** Python's `\w` in JavaScript: combining marks are no word characters there. */
export const WORD = '[\\p{L}\\p{N}_]';

/** Letters of scripts in which a word's edge cannot be seen. */
const UNSPACED_LETTERS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\u30fc';
export const UNSPACED_LETTER = new RegExp(`[${UNSPACED_LETTERS}]`, 'u');
/** A word character that ends a word: anything of `WORD` but those letters. */
export const SPACED_WORD = `(?![${UNSPACED_LETTERS}])${WORD}`;

/**
 * Python's IGNORECASE takes these four as i, i, s and k. Each is one UTF-16 unit and becomes one, so that positions in the folded text are
 * positions in the text.
 */
const FOLDS: Record<string, string> = { '\u0130': 'i', '\u0131': 'i', '\u017f': 's', '\u212a': 'k' };

/**
 * A mark that has a capital, which is a letter: where case is ignored JavaScript takes it for one, too. Any other mark is none, for both.
 */
const MARK_WITH_CAPITAL = '\u0345';
export const MARK = '\u0358';

export function fold(text: string): string {
  return text.replace(/[\u0130\u0131\u017f\u212a\u0345]/g, (letter) => (letter === MARK_WITH_CAPITAL ? MARK : FOLDS[letter]!));
}

const IS_WORD = new RegExp(WORD, 'u');

/**
 * What each UTF-16 unit is that stands alone, found out when it first comes up: 0 not known yet, or half of a pair; 1 no word character; 2
 * one of no ASCII kin; else a word character, and the value is the ASCII unit that it folds to.
 */
export const UNITS = new Uint8Array(0x10000);
for (let unit = 0; unit < 0x80; unit++) {
  const letter = String.fromCharCode(unit);
  UNITS[unit] = IS_WORD.test(letter) ? letter.toLowerCase().charCodeAt(0) : 1;
}
for (const [letter, folded] of Object.entries(FOLDS)) UNITS[letter.charCodeAt(0)] = folded.charCodeAt(0);
const knownPairs = new Map<number, boolean>();

/** `UNITS` for the character that begins here, whatever it is. */
export function unitAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = UNITS[unit];
  if (known !== 0) return known ?? 1; // a text has no word character behind its end
  const codePoint = text.codePointAt(at)!;
  if (codePoint > 0xffff) return isWordPair(codePoint) ? 2 : 1;
  // Half of a pair that has lost the other half: no letter, but not to be remembered, since the next one may be whole.
  if (unit >= 0xd800 && unit < 0xdc00) return 1;
  return (UNITS[unit] = IS_WORD.test(String.fromCharCode(unit)) ? 2 : 1);
}

function isWordPair(codePoint: number): boolean {
  const answer = knownPairs.get(codePoint);
  if (answer !== undefined) return answer;
  const isWord = IS_WORD.test(String.fromCodePoint(codePoint));
  knownPairs.set(codePoint, isWord);
  return isWord;
}

/** Whether the character that begins at this position is a word character. */
export function isWordAt(text: string, at: number): boolean {
  return unitAt(text, at) > 1;
}
