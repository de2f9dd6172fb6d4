import { listIn } from '../json.ts';

export function scalarText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

export function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return listIn(value);
  return value === undefined || value === null ? [] : [value];
}

/** Doubles the braces of a text that becomes a prompt. */
export function escapeBraces(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}
