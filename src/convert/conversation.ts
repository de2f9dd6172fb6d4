import { isMapping, listIn } from '../json.js';
import { asList, scalarText } from './material.js';

/**
 * A text, or messages: one question and at most one system prompt before it. Undefined for anything
 * else.
 */
export function conversation(value: unknown): { system?: string; user: string } | undefined {
  if (typeof value === 'string') return { user: value };
  const [first, second, third] = listIn(value).map((one) =>
    isMapping(one) ? { role: one.role, text: contentOf(one.content) } : {},
  );
  // The older framework of OpenAI gives a lone question the role system.
  if (second === undefined)
    return first?.text === undefined || first.role === 'assistant'
      ? undefined
      : { user: first.text };
  const isAsked =
    ['system', 'developer'].includes(String(first?.role)) &&
    second.role !== 'assistant' &&
    third === undefined;
  return isAsked && first?.text !== undefined && second.text !== undefined
    ? { system: first.text, user: second.text }
    : undefined;
}

function contentOf(content: unknown): string | undefined {
  const texts = asList(content).map((part) =>
    isMapping(part) ? scalarText(part.text) : scalarText(part),
  );
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('');
}
