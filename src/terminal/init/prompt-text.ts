/** Reads the facts of a product from its prompt: placeholders, documents, promises. */
import { CONTEXT_COLUMNS } from './names.ts';
import { normalizeName } from '../../data/cell.ts';
import { PLACEHOLDERS } from '../../engine/rows/prompt.ts';

const NAMED_PLACEHOLDER = /\{\{\s*([A-Za-z_]\w*)\s*\}\}|\{\s*([A-Za-z_]\w*)\s*\}/g;
/** Most placeholders of a prompt that are read. */
const MAX_PLACEHOLDERS = 50;

/** The placeholders of a prompt in either style, without those of the row's own text. */
export function placeholdersToFill(prompt: string): string[] {
  const names = new Set<string>();
  for (const [, double, single] of prompt.matchAll(NAMED_PLACEHOLDER))
    names.add(double ?? single ?? '');
  for (const rowPlaceholder of PLACEHOLDERS) names.delete(rowPlaceholder);
  return [...names].slice(0, MAX_PLACEHOLDERS);
}

const CONTEXT_NAMES = CONTEXT_COLUMNS.map(normalizeName);

/** True for a placeholder, such as `context`, that a document fills. */
export function isOfDocuments(placeholder: string): boolean {
  return CONTEXT_NAMES.includes(normalizeName(placeholder));
}

const BOUND_TO_DOCUMENTS =
  /\b(?:only|solely|based on|according to|(?:using|from) (?:the|this|these))\b[^.\n]{0,40}\b(?:context|documents?|passages?|articles?|knowledge base|excerpts?|sources?)\b/i;

/** True for a prompt that answers from documents: by its placeholders, or by its words. */
export function isGroundedPrompt(prompt: string): boolean {
  return placeholdersToFill(prompt).some(isOfDocuments) || BOUND_TO_DOCUMENTS.test(prompt);
}

const PROMISE =
  /\b(?:never|do not|don['’]t|must not|must|always|only|under no circumstances|(?:stay|remain|be|keep (?:it|them|answers|replies)) (?:polite|friendly|kind|calm|courteous|respectful|honest|professional|brief|concise|short))\b/i;
/** `Name the help line for claims above 500 euros.`: an order for certain cases. */
const CONDITIONAL_ORDER =
  /^(?:name|mention|refer|hand|escalate|forward|point|direct|offer|decline|refuse|ask|tell|give|include|cite|link)\b.*\b(?:if|when|whenever|in case|(?:above|over|below|under|more than) [€$£]?\d|for (?:claims|cases|complaints|questions|requests|problems))/i;
/** `above` and `below` before an amount or a noun are no places of a document. */
const ABOUT_DOCUMENTS =
  /\b(?:context|documents?|passages?|articles?|knowledge base|(?:below|above)(?!\s+(?:[\d€$£]|an?\b|the\b))|question|sources?)\b/i;
/** A file of rules has at most as many. */
const MAX_PROMISES = 10;
/** Characters of a sentence that can be a rule. */
const [SHORTEST, LONGEST] = [12, 200];

/** A sentence of a prompt that became no rule, and why. */
export interface DroppedSentence {
  sentence: string;
  reason: string;
  /** True if the sentence promises something; else it may be a description or a task. */
  isPromise: boolean;
}

interface PromptSentences {
  /** Sentences that say what every answer must or must not do, at most ten. */
  promises: string[];
  /** The other sentences; those that promise something stand first. */
  dropped: DroppedSentence[];
}

/**
 * Tells the promises of a prompt from its other sentences. Promises about documents count only if a
 * column fills the documents, since their judge needs to see them.
 */
export function promisesIn(prompt: string, areDocumentsFilled = false): PromptSentences {
  const promises: string[] = [];
  const dropped: DroppedSentence[] = [];
  for (const sentence of sentencesIn(prompt)) {
    const isPromise = PROMISE.test(sentence) || CONDITIONAL_ORDER.test(sentence);
    let reason = reasonAgainst(sentence, areDocumentsFilled);
    if (!isPromise && !isNoOrder(sentence)) reason ??= NO_PROMISE;
    else if (!isPromise) continue;
    if (promises.length === MAX_PROMISES) reason ??= `a file of rules has ${MAX_PROMISES} at most`;
    if (reason === undefined) promises.push(sentence);
    else dropped.push({ sentence, reason, isPromise });
  }
  dropped.sort((a, b) => Number(b.isPromise) - Number(a.isPromise));
  return { promises, dropped };
}

const NO_PROMISE = 'it has no word of a promise, such as never, do not, always, only or must';

function sentencesIn(prompt: string): Set<string> {
  const sentences = prompt
    .split(/\n|(?<=[.!?])\s+/)
    .map((line) => line.replace(/^[\s*#>\d.)-]+/, '').trim())
    .filter((line) => line.length >= SHORTEST);
  return new Set(sentences);
}

function reasonAgainst(sentence: string, areDocumentsFilled: boolean): string | undefined {
  if (sentence.length > LONGEST) return `it has more than ${LONGEST} characters`;
  if (/[{}]/.test(sentence)) return 'it has a placeholder';
  const [word] = ABOUT_DOCUMENTS.exec(sentence) ?? [];
  if (areDocumentsFilled || word === undefined) return undefined;
  return `it mentions “${word}”, and a judge of rules sees documents only in a column of the rows (\`data.columns.fill\`)`;
}

/** True for a label, a placeholder or the role of the bot, which order nothing. */
function isNoOrder(sentence: string): boolean {
  return /[{}]|:$|^you(?: are|['’]re)\b/i.test(sentence) || !/[.!]$/.test(sentence);
}
