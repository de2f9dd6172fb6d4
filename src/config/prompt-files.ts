// Reads the prompts of a file, which may have front matter, role lines, or a list of messages.

import { z } from 'zod';
import type { PromptKind } from '../engine/prompt.ts';
import { ConfigError } from '../shared/errors.ts';
import { entryOf, quoted } from '../shared/json.ts';
import type { WrittenText } from './config.ts';
import { checkValueAt } from './faults.ts';
import { parseYaml, type Parsed } from './yaml.ts';

const FRONT_MATTER = /^---[ \t]*\n(?=[\w$]+:)([^]*?\n)---[ \t]*(?:\n|$)/;
const ROLE_LINE =
  /^[ \t]{0,9}(?:#[ \t]{0,9})?(system|developer|user|assistant|function|tool)(?:\[[^\]\n]{0,200}\])?[ \t]{0,9}:[ \t]*$/im;
/** The roles that are sent. */
const KIND_OF_ROLE = {
  system: 'system_prompt',
  developer: 'system_prompt',
  user: 'prompt',
};

/**
 * Reads the prompts of a file, by field. Other keys are ignored: only the configuration names the
 * model.
 *
 * @throws ConfigError for a file of another kind, and for a message that is not sent
 */
export function readPrompts(whole: WrittenText, kind: PromptKind) {
  const { text, file = '' } = whole;
  const isList = /\.(?:json|ya?ml)$/i.test(file);
  const [head = '', front = ''] = FRONT_MATTER.exec(text) ?? [];
  if (!isList && !head && !file.endsWith('.prompty')) return { [kind]: whole };
  // A blank line replaces `---`, which would start a second document: line numbers stay the same.
  const yaml = parseYaml(isList ? text : `\n${front}`, file);
  const texts: Record<string, WrittenText> = {};
  for (const { role, ...written } of isList
    ? listMessages(yaml)
    : splitMessages(head, text, kind)) {
    const field = entryOf(KIND_OF_ROLE, role.toLowerCase());
    if (!field || texts[field] || !written.text.trim())
      throw new ConfigError(
        `the message of ${quoted(role)} cannot be sent: a row is one question, with at most one system and one user message, neither empty`,
        {
          where: `${file}:${written.lines.first}`,
          remedy: 'Remove it, or move earlier turns into the system message.',
        },
      );
    texts[field] = { ...written, file };
  }
  return texts;
}

const messageList = z
  .array(
    z.strictObject({ role: z.string(), content: z.string() }),
    'must be a list of messages: [{ role: system, content: … }, { role: user, content: … }]. For other texts, use .md files as model.system_prompt_file and model.prompt_file',
  )
  .min(1);

/** The messages of a list, which may be under the key `messages`. */
function listMessages(yaml: Parsed) {
  const above = Array.isArray(yaml.value) ? [] : ['messages'];
  return checkValueAt(yaml, messageList, above).map(({ role, content }, i) => ({
    role,
    text: content.replace(/\n$/, ''),
    lines: yaml.linesOf([...above, i, 'content']),
  }));
}

/** Splits a text at lines such as `system:`. Without such lines, it is one message. */
function* splitMessages(head: string, text: string, kind: PromptKind) {
  const [before = '', ...below] = text.slice(head.length).split(ROLE_LINE);
  // Text before the first role is the system message.
  const first = below.length === 0 && kind === 'prompt' ? 'user' : 'system';
  // `split` alternates roles and their texts.
  const pieces = [first, before, ...below];
  const skipsFirst = below.length > 0 && !before.trim();
  let line = 1 + countNewlines(head);
  for (let i = 0; i < pieces.length; i += 2) {
    const [role = '', body = ''] = pieces.slice(i, i + 2);
    const [blank = ''] = /^\s*\n/.exec(body) ?? [];
    const lines = { first: line + countNewlines(blank) };
    if (i > 0 || !skipsFirst) yield { role, text: body.slice(blank.length).trimEnd(), lines };
    // Counting from the start for each message would take quadratic time.
    line += countNewlines(body);
  }
}

export function countNewlines(text: string) {
  return text.split('\n').length - 1;
}
