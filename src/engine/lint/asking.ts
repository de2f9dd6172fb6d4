import {
  asksByItself,
  asksWithin,
  circumstanceAt,
  type Clauses,
  conditionAt,
  isAuxiliary,
  isCondition,
  isQuestionWord,
  isSubjectPronoun,
  questionAt,
  readClauses,
  withoutCoordinator,
} from './clauses.js';
import type { LintRule } from './finding.js';
import type { NegatedRow } from './row.js';
import { askingStart } from './sentences.js';

/** "$1.50", "3 units": a number, with one word at most behind it. */
const FIGURE = /^[^\p{L}\d]{0,3}\d[^\p{L}]*(?:\p{L}+[^\p{L}\s]*)?$/u;
const VERDICTS = new Set('true false yes no correct incorrect right wrong both neither only'.split(' '));
const BESIDE_VERDICTS = new Set('and the statement statements is are'.split(' '));

const rules: LintRule[] = [
  {
    rule: 'not_asked',
    message: 'The "not" stands in a sentence that sets the scene while another one asks, so the right answer stays or is left open.',
    isUnfit: isInScene,
  },
  {
    rule: 'not_asked',
    message: 'The "not" stands in an aside (such as ", which is …,"), and what the rest of the sentence asks stays as it is.',
    isUnfit: ofClauses(isInAside),
  },
  {
    rule: 'not_asked',
    message: 'The "not" stands in one clause and another one asks, so the right answer stays or is left open.',
    isUnfit: ofClauses((clauses) => isBeforeQuestion(clauses) || isInEarlierMainClause(clauses)),
  },
  {
    rule: 'not_asked',
    message: 'The "not" stands in a clause of time, reason or condition, so what the main clause asks stays or is left open.',
    isUnfit: ofClauses((clauses) => isInCircumstance(clauses) || isInConditionOfQuestion(clauses)),
  },
  {
    rule: 'not_asked',
    message: 'The "not" describes something beside what is asked (such as "a cup that is …"), so the right answer stays or is left open.',
    isUnfit: ofClauses(describesAnother),
  },
  {
    rule: 'question',
    message: 'A reason is asked for, and with the "not" the opposite of the fact is taken for granted, so no option is right.',
    isUnfit: ofClauses(asksForReason),
  },
  {
    rule: 'question',
    message: 'A number or amount is asked for ("how many"), and of what is not so there is none, so no option is right.',
    isUnfit: ofClauses(asksHowMany),
  },
  {
    rule: 'question',
    message: 'The options are figures that follow from the condition, and with the "not" the condition gives none, so no option is right.',
    isUnfit: isCalculated,
  },
  {
    rule: 'question',
    message: 'An option says "all of the above": where it is the right one, no option is right once the row is negated.',
    isUnfit: ({ options }) => /\ball of (?:the above|these|them|the options)\b|\ball the above\b/i.test(options),
  },
  {
    rule: 'question',
    message: 'The "not" falls between verb and subject ("are not you …"), which breaks the question, so it asks for nothing definite.',
    isUnfit: ofClauses(isBroken),
  },
];

/** Rules about where a row with options asks: the "not" has to stand over that place, or describe what is asked for. */
export const askingRules: LintRule[] = rules.map((rule) => ({ ...rule, isUnfit: (row) => row.hasOptions && rule.isUnfit(row) }));

function ofClauses(isUnfit: (clauses: Clauses) => boolean): (row: NegatedRow) => boolean {
  return (row) => isUnfit(readClauses(row));
}

/** "Deserts are (not) dry. Plants there store water in their …" A claim that is to be called true or false may stand anywhere. */
function isInScene({ text, insertions, before, options }: NegatedRow): boolean {
  if (areVerdicts(options) || /^(?:choose|select|pick|identify|name)\b/i.test(before)) return false;
  const spelt = options.trim().length > 1 ? -1 : text.search(/(?:^|[\s(])[Aa1][.):]\s/);
  return insertions[0]! < askingStart(spelt < 0 ? text : text.slice(0, spelt));
}

/** "Lizards, which are (not) cold-blooded, warm themselves by …", and within brackets. */
function isInAside({ head, earlier, later, isStem, isQuestion }: Clauses): boolean {
  if (earlier.length === 0 || later.length === 0 || !/^(?:which|who|whose|where)$/.test(head[0] ?? '')) return false;
  return isStem || (isQuestion && [...earlier, ...later].some((words) => questionAt(words) >= 0 || asksWithin(words)));
}

/** "The dog was (not) barking, what did its owner do?", "he was (not) late, but the bus was what?" */
function isBeforeQuestion(clauses: Clauses): boolean {
  const { head, tail, later, isQuestion } = clauses;
  if (!isQuestion || asksAlready(clauses) || asksWithin(tail.slice(0, askedInside(tail)))) return false;
  const isConditional = conditionAt(withoutCoordinator(head)) === 0;
  const isSubordinate = isConditional || circumstanceAt(withoutCoordinator(head)) === 0;
  const asking = isSubordinate
    ? (later.find((words) => questionAt(words) >= 0) ?? tail.slice(askedInside(tail)))
    : (later.find((words) => asksByItself(words) || isMainClauseThatAsks(words)) ?? []);
  return asking.length > 0 && !(isConditional && asksOutcome(asking));
}

/** "… but the light told him to do what?", "… it gave her what?" */
function isMainClauseThatAsks(words: string[]): boolean {
  const joined = /^(?:and|but)$/.test(words[0] ?? '') && questionAt(words) < 0 && words.length > 4;
  return (joined || isSubjectPronoun(words[0])) && asksWithin(words);
}

/** Where a clause begins that asks without a comma before it: "when she is (not) tired what does she do?" */
function askedInside(words: string[]): number {
  const at = words.findIndex((word, i) => isQuestionWord(word) && words.slice(i + 1, i + 4).some(isAuxiliary));
  return at < 0 ? words.length : at;
}

/** "The fox was (not) hungry and it …" */
function isInEarlierMainClause({ head, tail, later, isStem }: Clauses): boolean {
  if (!isStem || conditionAt(head) === 0) return false;
  const joins = (words: string[]) => words.some((word, i) => (word === 'and' || word === 'but') && isSubjectPronoun(words[i + 1]));
  return joins(tail) || later.some((words) => joins(words.slice(0, 2)));
}

/** Before the main clause of a stem, or behind the question word: "which gas forms while wood is (not) burnt?" */
function isInCircumstance(clauses: Clauses): boolean {
  const { head, tail, later, isStem, isQuestion } = clauses;
  const at = circumstanceAt(withoutCoordinator(head));
  const goesOn = later.length > 0 || (isStem && tail.some((word, i) => i > 0 && isSubjectPronoun(word)));
  if (at === 0 && goesOn && (isStem || isQuestion)) return !asksWithin(tail);
  return at >= 0 && isBehindGap(clauses, at) && !turns([...clauses.earlier.flat(), ...head]);
}

/** "Where do you go if you are (not) ill?" What happens under a condition turns with it. */
function isInConditionOfQuestion(clauses: Clauses): boolean {
  const at = conditionAt(clauses.head);
  return at >= 0 && isBehindGap(clauses, at) && !turns([...clauses.earlier.flat(), ...clauses.head]);
}

/** What is asked for stands in front of the clause that begins there, and none of it in the clause. */
function isBehindGap({ head, tail, earlier, isQuestion, blankBefore }: Clauses, at: number): boolean {
  if (blankBefore) return true;
  if (!isQuestion || asksWithin(tail)) return false;
  return earlier.some((words) => questionAt(words) >= 0) || (at > 0 && (questionAt(head) >= 0 || asksWithin(head.slice(0, at))));
}

/** "What could spill from a cup that is (not) full?" Not so where the clause describes what is asked for: "which animal that is …?" */
function describesAnother({ head, tail, isQuestion }: Clauses): boolean {
  const relative = head.at(-2) ?? '';
  const asked = questionAt(head);
  if (!isQuestion || asked < 0 || !/^(?:who|that|which)$/.test(relative) || asksWithin(tail)) return false;
  return head.slice(asked + 1, -2).some(isAuxiliary) && !asksForName(head);
}

/** A stem that ends in its reason; "this is (not) because …" denies the reason itself. */
function asksForReason(clauses: Clauses): boolean {
  const { tail, later, isStem, isQuestion } = clauses;
  const last = later.at(-1) ?? tail;
  return (isStem || (isQuestion && !asksAlready(clauses))) && last.indexOf('because', last === tail ? 1 : 0) >= 0;
}

/** "How many of them are (not) round?" has another number for an answer. */
function asksHowMany({ head, tail, earlier, later, isQuestion }: Clauses): boolean {
  const words = [...earlier.flat(), ...head, ...tail, ...later.flat()];
  return isQuestion && words.some((word, i) => word === 'how' && /^(?:many|much)$/.test(words[i + 1] ?? '') && words[i + 2] !== 'of');
}

/** "If x is (not) 5, then x + 2 equals …" */
function isCalculated(row: NegatedRow): boolean {
  const { head, later } = readClauses(row);
  const values = valuesOf(row.options);
  return isCondition(head[0]) && later.length > 0 && values.length > 0 && values.every((value) => FIGURE.test(value));
}

/** A pronoun that can be nothing but a subject, and more behind it: "where are (not) they going?" */
function isBroken(clauses: Clauses): boolean {
  const { tail, isQuestion } = clauses;
  return isQuestion && asksAlready(clauses) && /^(?:he|she|they|we|i|you)$/.test(tail[0] ?? '') && tail.length > 1;
}

/** Whether the question word stands before the "not". */
function asksAlready({ head, earlier }: Clauses): boolean {
  return [...earlier, head].some((words) => questionAt(words) >= 0 || asksWithin(words));
}

/** What happens under a condition turns with it, and so does the name of what is described by it. */
function turns(words: string[]): boolean {
  return asksOutcome(words) || asksForName(words);
}

function asksOutcome(words: string[]): boolean {
  return words.includes('what') && words.some((word) => /^happen(?:s|ed)?$/.test(word));
}

function asksForName(words: string[]): boolean {
  return words.some((word) => /^call(?:ed)?$/.test(word));
}

/** The options judge a claim: two or more of them are "True", "No", "Neither is correct", "True, False" and the like. */
function areVerdicts(options: string): boolean {
  const isVerdict = (words: string[]) =>
    VERDICTS.has(words[0] ?? '') && words.every((word) => VERDICTS.has(word) || BESIDE_VERDICTS.has(word));
  return valuesOf(options).filter((value) => isVerdict(value.toLowerCase().match(/\p{L}+/gu) ?? [])).length > 1;
}

function valuesOf(options: string): string[] {
  const values = options.split('\n').map((option) => option.replace(/^\s*[A-Za-z][.):]\s*/, '').trim());
  return values.filter((value) => value !== '');
}
