import type { NegatedRow } from './row.js';
import { BLANK, isQuestion, isUnfinished } from './sentences.js';

/** Words of closed classes only: English has no others of their kind. */
const QUESTION_WORDS = new Set(['what', "what's", 'who', "who's", 'whom', 'whose', 'which', 'where', "where's", 'when', 'why', 'how']);
const AUXILIARIES = new Set('is are was were am be do does did has have had can could will would shall should may might must'.split(' '));
const PREPOSITIONS = new Set(
  'in at on of for to by from with under during about through into between among after before since until'.split(' '),
);
const COORDINATORS = new Set(['and', 'but', 'or', 'so', 'then', 'yet', 'even']);
const SUBJECT_PRONOUNS = new Set(['he', 'she', 'they', 'we', 'i', 'you', 'it', 'there']);
const CONDITION = new Set(['if', 'unless', 'suppose', 'supposing', 'assume', 'assuming', 'given', 'let']);
const CIRCUMSTANCE = new Set(['when', 'whenever', 'while', 'because', 'although', 'though', 'whereas']);
/** Prepositions and adverbs as well: they open a clause at the head of one, else only before a pronoun. */
const CIRCUMSTANCE_OR_PREPOSITION = new Set(['after', 'before', 'since', 'until', 'till', 'as', 'once']);

/** The sentence of the "not", taken apart. All words in small letters. */
export interface Clauses {
  /** From the nearest comma, colon or the like up to the negated verb, and from the "not" to the next. */
  head: string[];
  tail: string[];
  /** The other parts of the sentence, in order. */
  earlier: string[][];
  later: string[][];
  /** A question, or a stem for an option to complete. */
  isQuestion: boolean;
  isStem: boolean;
  /** A blank to fill stands before the "not". */
  blankBefore: boolean;
}

export function readClauses({ before, after }: NegatedRow): Clauses {
  const front = parts(before);
  const back = parts(after);
  const question = isQuestion(after);
  return {
    head: front.at(-1)!,
    tail: back[0]!,
    earlier: front.slice(0, -1),
    later: back.slice(1).filter((words) => words.length > 0),
    isQuestion: question,
    isStem: !question && (isUnfinished(after) || BLANK.test(after)),
    blankBefore: BLANK.test(before),
  };
}

/** A hyphen belongs to its word; a dash with spaces around it is a sign. */
function parts(text: string): string[][] {
  return text.split(/[,;:()–—]| - /).map(
    (part) =>
      part
        .toLowerCase()
        .replaceAll('’', "'")
        .match(/[\p{L}\p{N}_'-]+/gu) ?? [],
  );
}

export const isQuestionWord = (word = '') => QUESTION_WORDS.has(word);
export const isSubjectPronoun = (word = '') => SUBJECT_PRONOUNS.has(word);
export const isCondition = (word = '') => CONDITION.has(word);
export const isAuxiliary = (word = '') => AUXILIARIES.has(word);

export function withoutCoordinator(words: string[]): string[] {
  return COORDINATORS.has(words[0] ?? '') ? words.slice(1) : words;
}

/** Where the question word of a clause stands that it begins with ("and in which of these is …"); -1 where it has none. */
export function questionAt(clause: string[]): number {
  const words = withoutCoordinator(clause);
  const at = PREPOSITIONS.has(words[0] ?? '') ? 1 : 0;
  const word = words[at];
  if (!isQuestionWord(word)) return -1;
  const asks = word === 'where' || word === 'when' ? isAuxiliary(words[at + 1]) : true;
  return asks ? at + clause.length - words.length : -1;
}

/** Whether a clause asks by itself ("what did he do"): no end of a list ("and what other gas"), no afterthought ("in what country"). */
export function asksByItself(words: string[]): boolean {
  const at = questionAt(words);
  if (at < 0) return false;
  return words.slice(at + 1, at + 7).some(isAuxiliary) || (at === 0 && /^(?:what|who)$/.test(words[0]!) && words.length > 2);
}

/** A question word that is no relative pronoun or conjunction, anywhere: behind a preposition, at either end, or "what" and "why". */
export function asksWithin(words: string[]): boolean {
  return words.some(
    (word, i) =>
      /^(?:what|who|whom|which|whose|how|why)$/.test(word) &&
      (word === 'what' || word === 'why' || i === 0 || i === words.length - 1 || PREPOSITIONS.has(words[i - 1]!)),
  );
}

/** Where a clause of time, reason or concession begins that the words end in, its subject before its verb; -1 where none does. */
export function circumstanceAt(words: string[]): number {
  return words.findLastIndex((word, i) => {
    if (i > words.length - 3) return false;
    if (CIRCUMSTANCE.has(word)) return !isAuxiliary(words[i + 1]);
    if (!CIRCUMSTANCE_OR_PREPOSITION.has(word)) return false;
    return i === 0 ? word !== 'as' || words[1] !== 'of' : isSubjectPronoun(words[i + 1]);
  });
}

/** The same for a condition; within a clause only "if" and "unless" open one for sure. */
export function conditionAt(words: string[]): number {
  return words.findLastIndex((word, i) => i <= words.length - 3 && (i === 0 ? isCondition(word) : word === 'if' || word === 'unless'));
}
