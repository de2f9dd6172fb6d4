import { isAuxiliary, isQuestionWord, isSubjectPronoun } from './clauses.js';
import { SUBJECT } from './questions.js';
import { isQuestion, sentencesOf } from './sentences.js';
import { beginsWithCommand, isCutOff } from './truth.js';

export type RowKind = 'options' | 'statement' | 'open';

/** "Is this true?" and "True or false?" ask nothing but the truth of the claim beside them. */
const ABOUT_TRUTH = new Set(
  'is this that it the statement claim sentence following true false correct incorrect right wrong or yes no answer with only'.split(' '),
);

/**
 * What can be asked of a row: which option is right, whether its claim is true, or neither of the two ('open': a question without
 * options, an instruction, or a sentence left unfinished). By English wording; in doubt it is a statement.
 */
export function rowKind(text: string, hasOptions: boolean): RowKind {
  if (hasOptions) return 'options';
  const sentences = sentencesOf(text)
    .map(({ words }) => words)
    .filter((sentence) => !isAboutTruth(sentence));
  const last = sentences.at(-1);
  return last === undefined || isCutOff(last) || sentences.some((sentence) => asks(sentence) || commands(sentence)) ? 'open' : 'statement';
}

function isAboutTruth(sentence: string): boolean {
  const words = wordsOf(sentence);
  return words.length > 0 && words.every((word) => ABOUT_TRUTH.has(word));
}

/** With a question mark of its own (that of 'He asked "Why?"' belongs to the quotation), or built as a question without any end. */
function asks(sentence: string): boolean {
  if (isQuestion(sentence)) return /\?[)\]]*$/.test(sentence) || /^["'“‘]/.test(sentence);
  return !/[.!]["'”’)]*$/.test(sentence) && isBuiltAsQuestion(sentence);
}

/** "what year was it signed", "is the sky blue"; "what she needs is a passport" is a claim, and so is "when it rains we are wet". */
function isBuiltAsQuestion(sentence: string): boolean {
  const [first, second, ...more] = wordsOf(sentence);
  if (isAuxiliary(first)) return SUBJECT.test(sentence.slice(first!.length).trimStart());
  if (!isQuestionWord(first)) return false;
  if (first!.endsWith("'s") || isAuxiliary(second)) return true;
  if (first === 'who' || first === 'whose' || first === 'which') return true;
  return (first === 'what' || first === 'how') && !isSubjectPronoun(second) && more.slice(0, 2).some(isAuxiliary);
}

/** "Explain why …", "Translate into French: …"; "Decide whether this is true: …" hands over a claim. */
function commands(sentence: string): boolean {
  const colon = sentence.indexOf(':');
  const head = (colon < 0 ? sentence : sentence.slice(0, colon)).replace(/^["'“‘]/, '');
  if (colon < 0) return beginsWithCommand(head) && !/[,;]/.test(head);
  if (wordsOf(head).some((word) => /^(?:true|false|truth|correct|claim|statement)$/.test(word))) return false;
  return beginsWithCommand(`${head} the `) || beginsWithCommand(`${head.split(' ', 1)[0]!} the `);
}

function wordsOf(sentence: string): string[] {
  return (
    sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}'-]+/gu) ?? []
  );
}
