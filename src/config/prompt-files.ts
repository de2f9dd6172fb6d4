import { z } from 'zod';
import type { PromptNames } from '../engine/prompt.ts';
import { ConfigError } from '../errors.ts';
import { isMapping, listIn, quoted } from '../json.ts';
import type { WrittenText } from './config.ts';
import { Faults } from './faults.ts';
import { parseYaml, valueAt, type Parsed } from './yaml.ts';

/** Files that hold a prompt beside other things: front matter, roles, lists of messages. */

export interface PromptFile {
  texts: Partial<Record<PromptNames['kind'], WrittenText>>;
  /** Keys beside the messages, in the order of the file. */
  unused: string[];
}

interface Message extends WrittenText {
  role: string;
}

const IN_FILES =
  'Write the texts into .md files, and name them as model.system_prompt_file and model.prompt_file.';
const ROLE_TAGS = /^\s*<(?:system|developer|user|assistant|human|messages?)[ >]/i;
const FRONT_MATTER = /^---[ \t]*\n(?=[\w$]+:)([^]*?\n)---[ \t]*(?:\n|$)/;
const ROLE_LINE =
  /^[ \t]{0,9}(?:#[ \t]{0,9})?(system|developer|user|assistant|function|tool)(?:\[[^\]\n]{0,200}\])?[ \t]{0,9}:[ \t]*$/im;
/** The roles that are sent. */
const KIND_OF_ROLE = new Map<string, PromptNames['kind']>([
  ['system', 'system_prompt'],
  ['developer', 'system_prompt'],
  ['user', 'prompt'],
]);

/** @throws ConfigError for a file of another kind, and for a message that is not sent */
export function readPromptFile(whole: WrittenText, kind: PromptNames['kind']): PromptFile {
  const { text, file = '' } = whole;
  if (ROLE_TAGS.test(text))
    throw new ConfigError('roles stand in tags, which the model would read', {
      where: `${file}:1:1`,
      remedy: IN_FILES,
    });
  const isList = /\.(?:json|ya?ml)$/i.test(file);
  const [head = '', front = ''] = FRONT_MATTER.exec(text) ?? [];
  if (!isList && head === '' && !file.endsWith('.prompty'))
    return { texts: { [kind]: whole }, unused: [] };
  // Its first line, `---`, would be read as the start of a document.
  const yaml = parseYaml(isList ? text : `\n${front}`, file);
  const messages = isList ? messagesIn(yaml, file) : messagesBelow(head, text, kind);
  return { texts: textsOf(messages, file), unused: namesOf(yaml.value) };
}

/** Names and descriptions say nothing to a model. */
function namesOf(keys: unknown): string[] {
  const other = ['messages', 'name', 'description'];
  return Object.keys(isMapping(keys) ? keys : {}).filter((key) => !other.includes(key));
}

const messageList = z.array(z.strictObject({ role: z.string(), content: z.string() }));

/** Messages of a list, or of one below the key `messages`. */
function messagesIn(yaml: Parsed, file: string): Message[] {
  const above = Array.isArray(yaml.value) ? [] : ['messages'];
  const list = valueAt(yaml.value, above);
  if (listIn(list).length === 0)
    throw new ConfigError(
      `there is no list of messages, but the keys [${namesOf(yaml.value).map(quoted).join(', ')}]`,
      {
        where: `${file}:1:1`,
        remedy: `${IN_FILES} Or write \`messages: [{ role: system, content: … }, { role: user, content: … }]\`.`,
      },
    );
  const faults = new Faults({ ...yaml, placeOf: (path) => yaml.placeOf([...above, ...path]) });
  const checked = faults.check(messageList, list);
  faults.throwAny();
  return checked.map(({ role, content }, i) => {
    const lines = yaml.linesOf([...above, i, 'content']);
    return { role, text: content.replace(/\n$/, ''), lines };
  });
}

/** Messages below lines such as `system:`; a text without them is one message. */
function messagesBelow(head: string, text: string, kind: PromptNames['kind']): Message[] {
  const [before = '', ...below] = text.slice(head.length).split(ROLE_LINE);
  // Text before the first role is the system's.
  const first = below.length === 0 && kind === 'prompt' ? 'user' : 'system';
  const pieces = [first, before, ...below];
  const messages: Message[] = [];
  let line = head.split('\n').length;
  for (let i = 0; i < pieces.length; i += 2) {
    const [role = '', body = ''] = pieces.slice(i, i + 2);
    const [blank = ''] = /^\s*\n/.exec(body) ?? [];
    const lines = { first: line + blank.split('\n').length - 1 };
    const isNone = i === 0 && below.length > 0 && body.trim() === '';
    if (!isNone) messages.push({ role, text: body.slice(blank.length).trimEnd(), lines });
    line += body.split('\n').length - 1;
  }
  return messages;
}

function textsOf(messages: readonly Message[], file: string): PromptFile['texts'] {
  const texts: PromptFile['texts'] = {};
  for (const { role, ...written } of messages) {
    const kind = KIND_OF_ROLE.get(role.toLowerCase());
    if (!kind || texts[kind] || written.text.trim() === '')
      throw new ConfigError(
        `the message of ${quoted(role)} is not sent: each row is one question, with at most one system and one user message, neither empty`,
        {
          where: `${file}:${written.lines?.first ?? 1}`,
          remedy: 'Remove it, or write earlier turns into the system message.',
        },
      );
    texts[kind] = { ...written, file };
  }
  return texts;
}
