import type { LintRule } from './finding.js';
import type { NegatedRow } from './row.js';

const INVERTED = /(?:[,;:] ?|^|\b(?:and|or) )(?:is|are|was|were) $/i;
/** What a subject may begin with. */
export const SUBJECT = /^(?:the|a|an|it|he|she|they|we|you|I|this|that|these|those|there|any|all|every|my|your|his|her|its|our|their)\b/;
const YES_NO = /^(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|has|have|had|am|must|true or false)\b/i;
const QUESTION_WORD =
  /(?:^|[,;:–—] ?|\b(?:and|so|then|in|at|on|of|for|to|by|from|with|under|during|about|through|when|what|whose|which) )(?:what|who|whom|whose|which|where|when|why|how)\b/i;
const EMBEDDED = /\b(?:know|tell me|say|name|guess|remember|wonder|explain) (?:what|who|whom|which|where|when|why|how)\b/i;

/** Rules about questions. "Is it true that the heart is (not) a muscle?" is a fit row, and so is a choice between given options. */
export const questionRules: LintRule[] = [
  {
    rule: 'question',
    message: 'A question such as "is not the …?" asks the same as "is the …?", so the right answer stays and the "not" changes nothing.',
    isUnfit: isInvertedQuestion,
  },
  {
    rule: 'question',
    message: 'The question asks why something is so, and with the "not" it takes the opposite for granted, so it has no right answer.',
    isUnfit: isWhyQuestion,
  },
  {
    rule: 'question',
    message: 'Without options a negated question has countless right answers or none, so no answer shows whether the model read the "not".',
    isUnfit: isOpenQuestion,
  },
];

/**
 * Nearly certain: "in mammals, is (not) the heart a muscle?" A verb behind a question word ("which, if true, is the …") is no such case.
 */
function isInvertedQuestion(row: NegatedRow): boolean {
  return asks(row) && !/^(?:what|who|which)\b/i.test(row.before) && INVERTED.test(row.before) && SUBJECT.test(row.after);
}

/** Nearly certain, and no option helps. */
function isWhyQuestion({ before }: NegatedRow): boolean {
  return /\bwhy (?:is|are|was|were) $/i.test(before);
}

/**
 * A guess by word order: a question word at the head, behind a comma or preposition, or as the last words; "gold or iron?" gives the
 * options.
 */
function isOpenQuestion(row: NegatedRow): boolean {
  const { before, after, hasOptions } = row;
  if (hasOptions || !asks(row) || offersChoice(after)) return false;
  if (YES_NO.test(before)) return EMBEDDED.test(before);
  return QUESTION_WORD.test(before) || endsInQuestion(after);
}

/** `…, gold or iron?`, `… between gold and iron?`. */
function offersChoice(after: string): boolean {
  if (!after.endsWith('?')) return false;
  const last = after.slice(Math.max(0, after.lastIndexOf(',')));
  const start = last.search(/[,:] /);
  if (start !== -1 && /\bor\b /.test(last.slice(start + 2))) return true;
  const line = after.split(/[\n\r\u2028\u2029]/).at(-1)!;
  const between = line.search(/\bbetween /);
  return between !== -1 && line.indexOf(' and ', between + 'between '.length) !== -1;
}

/** The last clause asks: `…, for which metal?` */
function endsInQuestion(after: string): boolean {
  const clause = after.split(/[,.]/).at(-1)!;
  return /\?["'”’)]*$/.test(clause) && /\b(?:what|which|who|whom|whose)\b/i.test(clause);
}

/** With a question mark, or plainly built as a question without any end ("What is the formula of …"). */
function asks({ before, after }: NegatedRow): boolean {
  if (/\?["'”’)]*$/.test(after)) return true;
  return !/[.!]["'”’)]*$/.test(after) && /^(?:what|who|whom|which|where|when|why|how) (?:is|are|was|were) $/i.test(before);
}
