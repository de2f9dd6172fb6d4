import type { DocumentText } from '../draft/documents.js';
import { jsonObjectIn } from '../draft/json-reply.js';
import { promisesPrompt, RULES_FORMAT, rulesIn, rulesYaml } from '../draft/rules.js';
import { ConfigError, ModelError } from '../errors.js';
import { quoted } from '../json.js';
import { quantity } from '../report/story/words.js';
import type { DraftModels } from '../run/draft-models.js';
import { EXIT, paragraph, type Terminal } from './command.js';
import { writeFiles } from './output-files.js';

interface RulesCommand {
  prompt: DocumentText;
  /**
   * The file to write, and whether it replaces an existing one. Without it, the rules are printed.
   */
  file?: { name: string; replaces: boolean };
  models: DraftModels;
  terminal: Terminal;
}

/** Drafts a rule for each promise of a prompt, with a request that asks the model to break it. */
export async function draftRules({
  prompt,
  file,
  models,
  terminal,
}: RulesCommand): Promise<number> {
  const { note, print, layout, root } = terminal;
  const reply = await promisesOf(prompt, models);
  const { rules, dropCounts: dropped } = rulesIn(reply, prompt.text);
  if (dropped.size > 0)
    note(
      paragraph(
        `Dropped: ${[...dropped].map(([why, times]) => `${times} (${why})`).join(', ')}.`,
        layout,
      ),
    );
  if (rules.length === 0) {
    note(paragraph(`No promise was found in ${quoted(prompt.name)}.`, layout));
    return EXIT.error;
  }
  const text = rulesYaml(rules);
  if (file === undefined) print(`\n${text}`);
  else {
    const otherwise = 'name another file with --out';
    const options = { root, force: file.replaces, command: 'draft', otherwise };
    await writeFiles([{ name: file.name, text }], options);
  }
  note(paragraph(nextStep(rules.length, file?.name), layout));
  return 0;
}

/** Asks for the promises, and once more if the reply is no JSON. */
async function promisesOf(
  { name, text }: DocumentText,
  { write }: DraftModels,
): Promise<Record<string, unknown>> {
  const question = promisesPrompt(text);
  for (const prompt of [question, `${question}\n\nYour last answer was not this JSON object.`]) {
    const reply = await write(prompt, RULES_FORMAT);
    if (typeof reply !== 'string')
      throw new ModelError(reply.message, {
        kind: 'network',
        remedy: 'Run `sensitivity doctor`, then ask again.',
      });
    const promises = jsonObjectIn(reply);
    if (promises) return promises;
  }
  throw new ConfigError('the model wrote no JSON', {
    where: name,
    remedy: 'Name a stronger one with --model.',
  });
}

function nextStep(count: number, file: string | undefined): string {
  const writtenSentence = file === undefined ? '' : `Wrote ${quantity(count, 'rule')} to ${file}. `;
  const placeClause =
    file === undefined
      ? 'paste them under `tests.sensitivity.rules.rules`'
      : `name the file under \`tests.sensitivity.rules\`, as \`rules: { file: ${file} }\``;
  return `${writtenSentence}Read each one: they become rules of the gate. Then ${placeClause}, if they are not there yet.`;
}
