/** What the text of a prompt says of the product: placeholders, documents, promises. */
import { CONTEXT_COLUMNS } from '../../convert/names.ts';
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
const ABOUT_DOCUMENTS =
  /\b(?:context|documents?|passages?|articles?|knowledge base|below|above|question|sources?)\b/i;
/** A file of rules has at most as many. */
const MAX_PROMISES = 10;
/** Characters of a sentence that can be a rule. */
const [SHORTEST, LONGEST] = [12, 200];

/**
 * Sentences of a prompt that say what every answer must or must not do, at most ten. Those about
 * documents count only if a column fills the documents, since their judge needs to see them.
 */
export function promisesIn(prompt: string, areDocumentsFilled = false): string[] {
  const sentences = prompt
    .split(/\n|(?<=[.!?])\s+/)
    .map((line) => line.replace(/^[\s*#>\d.)-]+/, '').trim())
    .filter((line) => line.length >= SHORTEST && line.length <= LONGEST)
    .filter((line) => !/[{}]/.test(line) && PROMISE.test(line))
    .filter((line) => areDocumentsFilled || !ABOUT_DOCUMENTS.test(line));
  return [...new Set(sentences)].slice(0, MAX_PROMISES);
}
