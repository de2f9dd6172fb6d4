import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentText } from '../../draft/documents.ts';
import { jsonObjectIn } from '../../draft/json-reply.ts';
import {
  addRequests,
  REQUESTS_FORMAT,
  requestsIn,
  requestsPrompt,
  type OpenRule,
} from '../../draft/rule-requests.ts';
import { countRules, promisesPrompt, RULES_FORMAT, rulesIn, rulesYaml } from '../../draft/rules.ts';
import type { AnswerFormat } from '../../engine/model.ts';
import { MAX_RULE_LENGTH } from '../../engine/sample.ts';
import { ConfigError, ModelError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import { quantity } from '../../report/story/words.ts';
import type { DraftModels } from '../../run/draft-models.ts';
import { EXIT, paragraph, type Terminal } from '../command.ts';
import { writeFiles } from '../write-files.ts';

interface RulesCommand {
  prompt: DocumentText;
  /**
   * The file to write, whether it replaces an existing one, and whether the configuration names it.
   * Without it, the rules are printed.
   */
  file?: { name: string; replaces: boolean; isNamed: boolean };
  /** The file of rules that the configuration names. */
  namedFile: string | undefined;
  models: DraftModels;
  terminal: Terminal;
}

/** Drafts a rule for each promise of a prompt, with a request that asks the model to break it. */
export async function draftRules({
  prompt,
  file,
  namedFile,
  models,
  terminal,
}: RulesCommand): Promise<number> {
  const { note, print, layout, root } = terminal;
  const question = promisesPrompt(prompt.text);
  const reply = await jsonReply(question, { format: RULES_FORMAT, name: prompt.name, models });
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
  const sentences: string[] = [];
  if (file === undefined) print(`\n${text}`);
  else {
    const alternative = 'name another file with --out';
    const options = { root, force: file.replaces, command: 'draft', alternative };
    const before = await readFile(path.resolve(root, file.name), 'utf8').catch(() => '');
    await writeFiles([{ name: file.name, text }], options);
    sentences.push(`Wrote ${quantity(rules.length, 'rule')} to ${file.name}.`);
    const replacedCount = countRules(before);
    if (replacedCount > 0)
      sentences.push(`They replace the ${quantity(replacedCount, 'rule')} of the file.`);
  }
  sentences.push('Read each one: they become rules of the gate.');
  if (file === undefined) sentences.push(pasteSentence(namedFile));
  else if (!file.isNamed)
    sentences.push(
      `Then name the file under \`tests.sensitivity.rules\`, as \`rules: { file: ${file.name} }\`.`,
    );
  note(paragraph(sentences.join(' '), layout));
  return 0;
}

function pasteSentence(namedFile: string | undefined): string {
  if (namedFile === undefined) return 'Then paste them under `tests.sensitivity.rules.rules`.';
  return `Then add them to ${namedFile}, which the configuration names: paste them at its end, without the rules that it has. Or replace that file: \`--out ${namedFile} --force\`.`;
}

interface RequestsCommand {
  /** The file of rules as it stands. */
  file: { name: string; text: string };
  openRules: readonly OpenRule[];
  models: DraftModels;
  terminal: Terminal;
}

/**
 * Drafts a request for each rule of a file that has none. All rules stay as they are. Exit status 3
 * if fewer than half of them got one.
 */
export async function draftRequests({
  file: { name, text },
  openRules,
  models,
  terminal,
}: RequestsCommand): Promise<number> {
  const { note, layout, root } = terminal;
  const rules = quantity(openRules.length, 'rule');
  const go = openRules.length === 1 ? 'goes' : 'go';
  note(paragraph(`${rules} of ${name} without a request ${go} to ${models.hosts[0]}.`, layout));
  const question = requestsPrompt(openRules);
  const reply = await jsonReply(question, { format: REQUESTS_FORMAT, name, models });
  const requests = requestsIn(reply, openRules);
  if (requests.size > 0)
    await writeFiles([{ name, text: addRequests(text, requests) }], {
      root,
      force: true,
      command: 'draft',
      alternative: 'move the file',
    });
  const written =
    requests.size === 0
      ? `Wrote nothing to ${name}: the model wrote no request of at most ${MAX_RULE_LENGTH} characters.`
      : `Wrote ${requests.size} of ${quantity(openRules.length, 'request')} to ${name}; the rules stay as they are.`;
  const next =
    requests.size < openRules.length
      ? 'Write an `ask` beside the others, or draft again.'
      : 'Read each one.';
  note(paragraph(`${written} ${next}`, layout));
  return requests.size * 2 < openRules.length ? EXIT.error : 0;
}

/** Asks the writing model, and once more if the reply is no JSON. */
async function jsonReply(
  question: string,
  { format, name, models: { write } }: { format: AnswerFormat; name: string; models: DraftModels },
): Promise<Record<string, unknown>> {
  for (const prompt of [question, `${question}\n\nYour last answer was not this JSON object.`]) {
    const reply = await write(prompt, format);
    if (typeof reply !== 'string')
      throw new ModelError(reply.message, {
        kind: 'network',
        remedy: 'Run `sensitivity check`, then ask again.',
      });
    const json = jsonObjectIn(reply);
    if (json) return json;
  }
  throw new ConfigError('the model wrote no JSON', {
    where: name,
    remedy: 'Name a stronger one with --model.',
  });
}
