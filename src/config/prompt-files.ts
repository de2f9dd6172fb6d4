import { z } from 'zod';
import type { PromptNames } from '../engine/prompt.ts';
import { ConfigError } from '../errors.ts';
import { isMapping, listIn, quoted } from '../json.ts';
import type { WrittenText } from './config.ts';
import { Faults } from './faults.ts';
import { parseYaml, valueAt } from './yaml.ts';

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
const FRONT_MATTER = /^---[ \t]*\n(?=[\w$]+:)([^]*?\n)---[ \t]*(?:\n|$)/;
const ROLE_LINE =
  /^(?:#[ \t]{0,9})?(system|developer|user|assistant|function|tool)(?:\[[^\]]{0,200}\])?[ \t]{0,9}:$/i;
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
  if (front === undefined && !file.endsWith('.prompty'))
    return { texts: { [kind]: whole }, unused: [] };
  // Its first line, `---`, would be read as the start of a document.
  const keys = front === undefined ? {} : parseYaml(`\n${front}`, file).value;
  const messages = messagesIn(text, head.split('\n').length - 1, kind);
  return { texts: textsOf(messages, file), unused: namesOf(keys) };
}

/** Names and descriptions say nothing to a model. */
function namesOf(keys: unknown): string[] {
  const other = ['messages', 'name', 'description'];
  return Object.keys(isMapping(keys) ? keys : {}).filter((key) => !other.includes(key));
}

const part = z.strictObject({ type: z.literal('text'), text: z.string() });
const message = z.strictObject({
  role: z.string(),
  content: z.union([z.string(), z.tuple([part])], 'must be a text, or a list of one part'),
});

function listed(whole: string, file: string): PromptFile {
  const yaml = parseYaml(whole, file);
  const above = Array.isArray(yaml.value) ? [] : ['messages'];
  const list = valueAt(yaml.value, above);
  const unused = namesOf(yaml.value);
  if (listIn(list).length === 0)
    throw new ConfigError(
      `there is no list of messages, but the keys [${unused.map(quoted).join(', ')}]`,
      {
        where: `${file}:1:1`,
        remedy: `${IN_FILES} Or write \`messages: [{ role: system, content: … }, { role: user, content: … }]\`.`,
      },
    );
  const faults = new Faults({
    placeOf: (path) => yaml.placeOf([...above, ...path]),
    nameOf: (path) => ['messages', ...path].join('.'),
  });
  const checked = faults.check(z.array(message), list);
  faults.throwAny();
  const messages = checked.map(({ role, content }, i): Message => {
    const [text, path] =
      typeof content === 'string' ? [content, []] : [content[0].text, [0, 'text']];
    const lines = yaml.linesOf([...above, i, 'content', ...path]);
    const { first: line } = yaml.linesOf([...above, i, 'role']);
    return { role, line, written: { text: text.replace(/\n$/, ''), lines } };
  });
  return { texts: textsOf(messages, file), unused };
}

/** Messages below lines such as `system:`; a text without them is one message. */
function messagesIn(text: string, start: number, kind: PromptNames['kind']): Message[] {
  const lines = text.split('\n');
  const marks = lines.flatMap((line, i) => {
    const [, role] = (i >= start && ROLE_LINE.exec(line.trim())) || [];
    return role === undefined ? [] : [{ role, line: i + 1 }];
  });
  // What stands before the first role is the system's.
  const role = marks.length === 0 && kind === 'prompt' ? 'user' : 'system';
  const all = [{ role, line: start }, ...marks];
  const messages = all.map((one, i): Message => {
    const end = (all[i + 1]?.line ?? lines.length + 1) - 1;
    let first = one.line;
    while (first < end && lines[first]?.trim() === '') first += 1;
    const body = lines.slice(first, end).join('\n').trimEnd();
    return { ...one, written: { text: body, lines: { first: first + 1, isVerbatim: true } } };
  });
  return messages.filter(({ written }, i) => i > 0 || marks.length === 0 || written.text !== '');
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
    texts[kind] = { ...written, file };
  }
  return texts;
}
