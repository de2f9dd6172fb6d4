// Sentences of English texts.

const ABBREVIATION =
  /(?:^|[\s(.])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|No(?=\.\s*\d)|Jr|Sr|Inc|Ltd|ca|e\.g|i\.e)\.\s*\S?$/;
const SENTENCE_END = /[.?!]["'”’)\]]*\s+|\n+/g;

export function sentencesOf(text: string) {
  /** False behind an abbreviation, and before a small letter (`"Who?" she asked`). */
  const isEnd = (end: number) =>
    !/^\p{Ll}/u.test(text.slice(end, end + 2)) &&
    !ABBREVIATION.test(text.slice(Math.max(0, end - 12), end + 1));
  const ends = Array.from(
    text.matchAll(SENTENCE_END),
    ({ index, 0: sign }) => index + sign.length,
  ).filter(isEnd);
  return [0, ...ends]
    .map((start, i) => ({
      start,
      end: ends[i] ?? text.length,
      words: text.slice(start, ends[i]).trim(),
    }))
    .filter(({ words }) => words !== '');
}

export function isQuestion(sentence: string) {
  return /\?["'”’)]*$/.test(sentence);
}
