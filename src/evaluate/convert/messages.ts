import { parseTemplate, type Template } from './template.js';
import { isMapping } from '../../json.js';

/** System and user of a conversation of those two alone, or why it is another. */
export function fromMessages(messages: readonly unknown[]): { prompt: Template; system?: Template | undefined } | string {
  const read = messages.map((message) => (isMapping(message) ? { role: message.role, text: contentOf(message.content) } : undefined));
  if (read.some((message) => message?.text === undefined)) return 'a message of it is no plain text';
  const systems = read.filter((message) => message!.role === 'system' || message!.role === 'developer');
  const last = read.at(-1);
  if (systems.length > 1 || last?.role !== 'user' || systems.length + 1 !== read.length) {
    return 'it is a conversation of several turns; here a system prompt and one question are sent';
  }
  const prompt = parseTemplate(last.text!);
  const system = systems[0] && parseTemplate(systems[0].text!);
  if (typeof prompt === 'string') return prompt;
  return typeof system === 'string' ? system : { prompt, system };
}

/** A text, or one that stands in parts. */
export function contentOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) =>
    isMapping(part) && typeof part.text === 'string' ? part.text : typeof part === 'string' ? part : undefined,
  );
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('');
}
