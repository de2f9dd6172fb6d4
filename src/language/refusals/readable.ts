/** Scripts of the languages whose refusals are known. Of a text in another one nobody can say that it does not refuse. */
const KNOWN =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LETTERS = /\p{L}/gu;
/** A refusal shows at once. */
const LOOKED_AT = 1_000;

/** Whether most letters of an answer are of a script that the rules know; an answer without letters, such as a number, is. */
export function isReadable(answer: string): boolean {
  const start = answer.slice(0, LOOKED_AT);
  const count = (letters: RegExp) => start.match(letters)?.length ?? 0;
  return 2 * count(KNOWN) >= count(LETTERS);
}
