import { visibleText } from '../language/text.ts';
import type { SubjectConfig, SubjectTexts } from './config.ts';

/** The text of each variable. Files of a glob stand under their paths, in the order of names. */
export function variablesOf(texts: SubjectTexts): Record<string, string> {
  const variables = new Map<string, string>();
  for (const field of Object.keys(texts).sort()) {
    const { variable, text = '', file, isPage } = texts[field] ?? {};
    if (variable === undefined) continue;
    const before = variables.get(variable);
    const shown = isPage ? `${file}\n${text}`.trim() : text;
    variables.set(variable, before === undefined ? shown : `${before}\n\n${shown}`);
  }
  return Object.fromEntries(variables);
}

/** The model and the texts that it gets. Time limits and names of files change no answer. */
export function sentOf({ model, texts }: SubjectConfig, textOf = (text: string) => text) {
  const { timeout: _timeout, retries: _retries, ...settings } = model;
  const sent = Object.entries(texts).map(([field, { text }]) => [field, textOf(text)] as const);
  return { model: settings, texts: Object.fromEntries(sent) };
}

/** The same for two subjects that differ in white space and invisible characters only. */
export function looseSubject(subject: SubjectConfig) {
  return sentOf(subject, visibleText);
}
