import type { SubjectConfig, WrittenText } from './config.ts';

/** Texts under their paths, in the order of names. */
export function joinedFiles(files: readonly WrittenText[], glob?: string): WrittenText {
  const named = new Map(files.map((one) => [one.file ?? '', one]));
  const sorted = [...named.keys()].sort().flatMap((name) => named.get(name) ?? []);
  const text = sorted.map((one) => `${one.file ?? ''}\n${one.text}`.trim()).join('\n\n');
  return { text, file: glob, files: sorted };
}

export type SubjectTexts = Pick<SubjectConfig, 'prompt' | 'system_prompt' | 'variables'>;

/** All texts of a subject by field: `prompt`, `variables.help`, `variables.help:help/refund.md`. */
export function textsIn(subject: SubjectTexts): Record<string, WrittenText> {
  const texts: Record<string, WrittenText> = {};
  const { prompt, system_prompt: system, variables } = subject;
  if (prompt) texts.prompt = prompt;
  if (system) texts.system_prompt = system;
  for (const [name, variable] of Object.entries(variables))
    if (!variable.files) texts[`variables.${name}`] = variable;
    else for (const one of variable.files) texts[`variables.${name}:${one.file ?? ''}`] = one;
  return texts;
}
