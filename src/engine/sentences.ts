// Splits English texts into sentences.

const ABBREVIATION =
  /(?:^|[\s(.])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|No(?=\.\s*\d)|Jr|Sr|Inc|Ltd|ca|e\.g|i\.e)\.\s*\S?$/;
const SENTENCE_END = /[.?!]["'”’)\]]*\s+|\n+/g;

export function sentencesOf(text: string) {
  // No sentence ends after an abbreviation, which has at most 12 characters, or before a small
  // letter, as in `"Who?" she asked`.
  const isEnd = (end: number) =>
    !/^\p{Ll}/u.test(text.slice(end, end + 2)) &&
    !ABBREVIATION.test(text.slice(Math.max(0, end - 12), end + 1));
  const ends = Array.from(
    text.matchAll(SENTENCE_END),
    ({ index, 0: sign }) => index + sign.length,
  ).filter(isEnd);
  // Each sentence begins where the one before it ends.
  return [0, ...ends]
    .map((start, i) => {
      const end = ends[i] ?? text.length;
      return { start, end, words: text.slice(start, end).trim() };
    })
    .filter(({ words }) => words !== '');
}
