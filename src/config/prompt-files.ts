import { z } from 'zod';
import type { PromptNames } from '../engine/prompt.ts';
import { ConfigError } from '../errors.ts';
import { isMapping, quoted } from '../json.ts';
import type { WrittenText } from './config.ts';
import { Faults } from './faults.ts';
import { parseYaml } from './yaml.ts';

/** Files that hold a prompt beside other things: front matter, roles, lists of messages. */

export interface PromptFile {
  texts: Partial<Record<PromptNames['kind'], WrittenText>>;
  /** Keys beside the messages, in the order of the file. */
  unused: string[];
}

interface Message {
  role: string;
  written: WrittenText;
  /** Line of the message in the file. */
  line: number;
}

const IN_FILES =
  'Write the texts into .md files, and name them as model.system_prompt_file and model.prompt_file.';
const IS_LIST = /\.(?:json|ya?ml)$/i;
const IS_PROMPTY = /\.prompty$/i;
const FRONT_MATTER = /^---[ \t]*\n(?=[\w$]+:)([^]*?\n)---[ \t]*(?:\n|$)/;
const ROLE_LINE = /^(?:#[ \t]{0,9})?(\w{1,20})(?:\[[^\]]{0,200}\])?[ \t]{0,9}:$/;
const ROLES = ['system', 'developer', 'user', 'assistant', 'function', 'tool'];
const ROLE_ELEMENTS = /^\s*<(?:system|developer|user|assistant|human|messages?)[ >]/i;

/** @throws ConfigError for a file of another kind, and for a message that is not sent */
export function readPromptFile(whole: WrittenText, kind: PromptNames['kind']): PromptFile {
  const { text, file = '' } = whole;
  if (IS_LIST.test(file)) return listed(text, file);
  if (ROLE_ELEMENTS.test(text))
    throw new ConfigError('the texts of roles stand in tags, which the model would read', {
      where: `${file}:1:1`,
      remedy: IN_FILES,
    });
  const [head = '', front] = FRONT_MATTER.exec(text) ?? [];
  // Its first line, `---`, would be read as the start of a document.
  const keys = front === undefined ? {} : parseYaml(`\n${front}`, file).value;
  const unused = namesOf(keys);
  const first = head.split('\n').length;
  const body = { text: text.slice(head.length), file, lines: { first, isVerbatim: true } };
  if (head === '' && !IS_PROMPTY.test(file)) return { texts: { [kind]: whole }, unused };
  const messages = messagesIn(body, first);
  const texts = messages ? textsOf(messages, file) : { [kind]: trimmed(body) };
  return { texts, unused };
}

/** Names and descriptions say nothing to a model. */
function namesOf(keys: unknown): string[] {
  const other = ['messages', 'name', 'description'];
  return isMapping(keys) ? Object.keys(keys).filter((key) => !other.includes(key)) : [];
}

const part = z.strictObject({ type: z.literal('text'), text: z.string() });
const message = z.strictObject({
  role: z.string(),
  content: z.union([z.string(), z.tuple([part])], 'must be a text, or a list of one part'),
});
const messageList = z.object({ messages: z.array(message).min(1) });

function listed(whole: string, file: string): PromptFile {
  const yaml = parseYaml(whole, file);
  const { value } = yaml;
  const isList = Array.isArray(value);
  if (!isList && !(isMapping(value) && value.messages !== undefined))
    throw new ConfigError(
      `there is no list of messages, but ${isMapping(value) ? Object.keys(value).map(quoted).join(', ') : quoted(value)}`,
      {
        where: `${file}:1:1`,
        remedy: `${IN_FILES} Or write \`messages: [{ role: system, content: … }, { role: user, content: … }]\`.`,
      },
    );
  const inFile = (path: readonly PropertyKey[]) => (isList ? path.slice(1) : path);
  const faults = new Faults({
    placeOf: (path) => yaml.placeOf(inFile(path)),
    nameOf: (path) => path.join('.'),
  });
  const { messages } = faults.check(messageList, isList ? { messages: value } : value);
  faults.throwAny();
  const found = messages.map(({ role, content }, i): Message => {
    const [text, path] =
      typeof content === 'string' ? [content, []] : [content[0].text, [0, 'text']];
    const lines = yaml.linesOf(inFile(['messages', i, 'content', ...path]));
    const written = { text: text.replace(/\n$/, ''), file, lines };
    return { role, written, line: yaml.linesOf(inFile(['messages', i, 'role'])).first };
  });
  return { texts: textsOf(found, file), unused: namesOf(value) };
}

/** Messages below lines such as `system:`; undefined where there is none. */
function messagesIn({ text, file }: WrittenText, first: number): Message[] | undefined {
  const messages: Message[] = [];
  let lines: string[] = [];
  const open = (role: string, line: number, next: number) => {
    lines = [];
    const written = { text: '', file, lines: { first: next, isVerbatim: true } };
    messages.push({ role, written, line });
  };
  // What stands before the first role is the system's.
  open('system', first, first);
  for (const [i, line] of text.split('\n').entries()) {
    const [, role = ''] = ROLE_LINE.exec(line.trim()) ?? [];
    if (ROLES.includes(role.toLowerCase())) open(role, first + i, first + i + 1);
    else lines.push(line);
    const last = messages.at(-1);
    if (last) last.written.text = lines.join('\n');
  }
  const [before, ...named] = messages;
  if (named.length === 0) return undefined;
  const all = before && before.written.text.trim() !== '' ? messages : named;
  return all.map((one) => ({ ...one, written: trimmed(one.written) }));
}

/** Without blank lines at its ends. */
function trimmed({ text, file, lines }: WrittenText): WrittenText {
  const [blank = ''] = /^(?:[ \t]*\n)*/.exec(text) ?? [];
  const first = (lines?.first ?? 1) + blank.split('\n').length - 1;
  return { text: text.slice(blank.length).trimEnd(), file, lines: { first, isVerbatim: true } };
}

function textsOf(messages: readonly Message[], file: string): PromptFile['texts'] {
  const texts: PromptFile['texts'] = {};
  for (const { role, written, line } of messages) {
    const kind = role.toLowerCase() === 'user' ? 'prompt' : 'system_prompt';
    const isSent = ['system', 'developer', 'user'].includes(role.toLowerCase());
    if (!isSent || texts[kind] || written.text.trim() === '')
      throw new ConfigError(
        `the message of ${quoted(role)} is not sent: each row is one question, with at most one system and one user message, neither empty`,
        {
          where: `${file}:${line}`,
          remedy: 'Remove it, or write earlier turns into the system message.',
        },
      );
    texts[kind] = written;
  }
  return texts;
}
