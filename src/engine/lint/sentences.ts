const LONGEST_SENTENCE = 2000;
const ABBREVIATION = /(?:^|[\s(.])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|No|Jr|Sr|Inc|Ltd|ca|e\.g|i\.e)\.\s*$/;
const SENTENCE_END = /[.?!]["'”’)\]]*\s+|\n+/g;

export function sentenceStart(text: string, at: number): number {
  const floor = Math.max(0, at - LONGEST_SENTENCE);
  return ends(text, floor, at).at(-1) ?? floor;
}

export function sentenceEnd(text: string, at: number): number {
  const ceiling = Math.min(text.length, at + LONGEST_SENTENCE);
  return ends(text, at, ceiling)[0] ?? ceiling;
}

/** Where the sentence that asks begins: the last with a blank, else the last if unfinished, else the last question, else the last. */
export function askingStart(text: string): number {
  const sentences = sentencesOf(text);
  const last = sentences.at(-1);
  const asking =
    sentences.findLast(({ words }) => BLANK.test(words)) ??
    (last && isUnfinished(last.words) ? last : sentences.findLast(({ words }) => isQuestion(words))) ??
    last;
  return asking?.start ?? 0;
}

/** The sentences of a text, in order, none of them empty. */
export function sentencesOf(text: string): { start: number; words: string }[] {
  const starts = [0, ...ends(text, 0, text.length)];
  return starts.map((start, i) => ({ start, words: text.slice(start, starts[i + 1]).trim() })).filter(({ words }) => words !== '');
}

export const BLANK = /(?<!_)__/;

export function isQuestion(sentence: string): boolean {
  return /\?["'”’)]*$/.test(sentence);
}

/** A stem that an option completes. A mere label ("Answer:") is none. */
export function isUnfinished(sentence: string): boolean {
  return !/[.!?]["'”’)]*$/.test(sentence) && !/^[\w ]{1,20}:$/.test(sentence);
}

function ends(text: string, from: number, to: number): number[] {
  const all = [...text.slice(from, to).matchAll(SENTENCE_END)].map(({ index, 0: end }) => from + index + end.length);
  return all.filter((end) => isSentenceEnd(text, end));
}

/** A sentence goes on behind an abbreviation, and where a small letter follows (`"Who?" he asked`). */
function isSentenceEnd(text: string, end: number): boolean {
  return !/^\p{Ll}/u.test(text.slice(end, end + 2)) && !ABBREVIATION.test(text.slice(Math.max(0, end - 12), end));
}
