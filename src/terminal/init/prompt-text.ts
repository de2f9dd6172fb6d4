/** Reads the facts of a product from its prompt: placeholders and documents. */
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
