import type { SubjectConfig, SubjectTexts } from './config.ts';

/** What fills each variable: the files of a glob stand under their paths, in the order of names. */
export function variablesOf(texts: SubjectTexts): Record<string, string> {
  const sorted = Object.keys(texts).sort();
  const all = sorted.flatMap((field) => texts[field] ?? []);
  const byName = Map.groupBy(all, ({ variable = '' }) => variable);
  byName.delete('');
  const variables = Array.from(byName, ([name, those]) => {
    const shown = those.map(({ text, file, isPage }) =>
      isPage ? `${file}\n${text}`.trim() : text,
    );
    return [name, shown.join('\n\n')] as const;
  });
  return Object.fromEntries(variables);
}

/** What is sent, and to which model: time limits and names of files change no answer. */
export function sentOf({ model, texts }: SubjectConfig, textOf = (text: string) => text) {
  const { timeout: _timeout, retries: _retries, ...settings } = model;
  const sent = Object.entries(texts).map(([field, { text }]) => [field, textOf(text)] as const);
  return { model: settings, texts: Object.fromEntries(sent) };
}

/** The same for two subjects that differ in white space only. */
export function looseSubject(subject: SubjectConfig) {
  return sentOf(subject, (text) => text.replaceAll(/\s+/g, ' ').trim());
}
