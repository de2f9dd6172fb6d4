import { AUXILIARY, isQuestion, sentencesOf } from './row.ts';

type RowKind = 'options' | 'statement' | 'open';

/** "Is this true?" and "True or false?" ask nothing but the truth of the claim beside them. */
const ABOUT_TRUTH = new Set(
  'is this that it the statement claim sentence following true false correct incorrect right wrong or yes no answer with only'.split(
    ' ',
  ),
);
const IS_AUXILIARY = new RegExp(`^(?:${AUXILIARY})$`);
const QUESTION_WORD = /^(?:what|who|where)(?:'s)?$|^(?:whom|whose|which|when|why|how)$/;
const SUBJECT_PRONOUN = /^(?:he|she|they|we|i|you|it|there)$/;
const SUBJECT =
  /^(?:the|a|an|it|he|she|they|we|you|I|this|that|these|those|there|any|all|every|my|your|his|her|its|our|their)\b/;

/**
 * The kind of a row. `open`: a question without options, an instruction, an unfinished sentence; in
 * doubt a statement.
 */
export function rowKind(text: string, hasOptions: boolean): RowKind {
  if (hasOptions) return 'options';
  const sentences = sentencesOf(text)
    .map(({ words }) => words)
    .filter((sentence) => !isAboutTruth(sentence));
  const lastSentence = sentences.at(-1);
  return lastSentence === undefined ||
    isCutOff(lastSentence) ||
    sentences.some((sentence) => asks(sentence) || commands(sentence))
    ? 'open'
    : 'statement';
}

export function isAboutTruth(sentence: string): boolean {
  const words = wordsOf(sentence);
  return words.length > 0 && words.every((word) => ABOUT_TRUTH.has(word));
}

/**
 * With a question mark of its own (not that of a quotation), or built as a question without any
 * end.
 */
function asks(sentence: string): boolean {
  if (isQuestion(sentence)) return /\?[)\]]*$/.test(sentence) || /^["'“‘]/.test(sentence);
  return !/[.!]["'”’)]*$/.test(sentence) && isBuiltAsQuestion(sentence);
}

/**
 * "what year was it signed", "is the sky blue"; "what she needs is a passport" is a claim, and so
 * is "when it rains we are wet".
 */
function isBuiltAsQuestion(sentence: string): boolean {
  const [firstWord = '', secondWord = '', ...more] = wordsOf(sentence);
  if (IS_AUXILIARY.test(firstWord))
    return SUBJECT.test(sentence.slice(firstWord.length).trimStart());
  if (!QUESTION_WORD.test(firstWord)) return false;
  if (firstWord.endsWith("'s") || IS_AUXILIARY.test(secondWord)) return true;
  if (firstWord === 'who' || firstWord === 'whose' || firstWord === 'which') return true;
  return (
    (firstWord === 'what' || firstWord === 'how') &&
    !SUBJECT_PRONOUN.test(secondWord) &&
    more.slice(0, 2).some((word) => IS_AUXILIARY.test(word))
  );
}

/**
 * "Explain why …", "Translate into French: …"; "Decide whether this is true: …" hands over a claim.
 */
function commands(sentence: string): boolean {
  const colon = sentence.indexOf(':');
  const head = (colon < 0 ? sentence : sentence.slice(0, colon)).replace(/^["'“‘]/, '');
  if (colon < 0) return beginsWithCommand(head) && !/[,;]/.test(head);
  if (wordsOf(head).some((word) => /^(?:true|false|truth|correct|claim|statement)$/.test(word)))
    return false;
  const [firstWord = ''] = head.split(' ', 1);
  return beginsWithCommand(`${head} the `) || beginsWithCommand(`${firstWord} the `);
}

function wordsOf(sentence: string): string[] {
  const lowered = sentence.toLowerCase().replaceAll('’', "'");
  return lowered.match(/[\p{L}\p{N}'-]+/gu) ?? [];
}

const IMPERATIVE =
  'explain|describe|list|name|write|tell|give|summari[sz]e|translate|discuss|find|show|prove|define|compare|identify|create|make|compose|draw|' +
  'pick|choose|select|recommend|suggest|keep|bring|let|call|check|go|buy|read|use|put|wait|stop|avoid|open|close|leave|send|vote';
const OBJECT =
  'a|an|the|me|us|him|her|it|them|one|two|three|four|five|ten|some|any|all|every|each|how|why|what|who|which|where|when|whether|if|this|these|' +
  'those|your|my|our|until|at least|for';
const COMMAND = new RegExp(
  `^(?:${IMPERATIVE}|${IMPERATIVE.replaceAll(/(^|\|)\w/g, (head) => head.toUpperCase())}) (?:${OBJECT}) `,
);

/**
 * A known verb before a word that marks an object, in small letters: "List the …" is a command,
 * "List A is …" is none.
 */
function beginsWithCommand(text: string): boolean {
  return (
    COMMAND.test(text) || /^(?:please|kindly) (?!note\b|remember\b|rest\b|be\b)\p{Ll}/iu.test(text)
  );
}

const NEEDS_MORE =
  /\b(?:a|an|the|to|of|by|with|from|than|is|are|was|were|not|and|or|but|because|that|so|as|for|into|which|when|means|called)$/i;

function isCutOff(text: string): boolean {
  const end = text.trimEnd();
  return /(?<!\w)_{2,}(?!\w)|(?:\.\.\.|…|:)$/.test(end) || NEEDS_MORE.test(end);
}
