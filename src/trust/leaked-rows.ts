import type { Config, SubjectConfig } from '../config/config.ts';
import { promptNames, variablesOf } from '../config/prompts.ts';
import { fillTemplate, parseTemplate } from '../engine/prompt.ts';
import { tryStep } from '../shared/errors.ts';
import type { RulesAndRows } from './ruling-types.ts';

/**
 * In UTF-8 bytes. A shorter text, such as a word or three Chinese characters, may occur in any
 * prompt.
 */
const MIN_BYTES = 10;

/** Warns of rows whose text is in a changed prompt or variable, perhaps with their answers. */
export async function leakWarnings(
  { subject: before }: Config,
  { config, readRows }: RulesAndRows,
) {
  const sent = sentLetters(config.subject, config);
  if (sent === sentLetters(before, config)) return [];
  const leaked = new Set<string>();
  for (const { data, test, setup } of config.tests) {
    // The run reads the same rows again, and reports an error there.
    const loaded = await tryStep(() => readRows(data));
    for (const made of test.cases(loaded?.rows ?? [], setup)) {
      const arms = 'arms' in made ? Object.values(made.arms) : [];
      const texts = [made.row.text, ...arms].map(lettersOf);
      if (texts.some((text) => Buffer.byteLength(text) >= MIN_BYTES && sent.includes(text)))
        leaked.add(made.row.source);
    }
  }
  return leaked.size > 0
    ? [
        `The changed prompts and variables contain the text of rows, and perhaps their answers. Rows: ${leaked.size}.`,
      ]
    : [];
}

/** The letters that every request sends, without options, which a row may lack. */
function sentLetters({ texts }: SubjectConfig, { tests }: Config) {
  const values = variablesOf(texts);
  const names = promptNames(texts, tests);
  const filled = [texts.system_prompt, texts.prompt].map((written) =>
    fillTemplate(parseTemplate(written?.text ?? '', names), { ...values, options: '' }),
  );
  return lettersOf(filled.join(''));
}

/** Reduces a text to letters and digits, so that no space, sign, accent or width hides it. */
function lettersOf(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+|\p{Default_Ignorable_Code_Point}+/gu, '');
}
