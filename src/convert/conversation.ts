import { isMapping, listIn } from '../json.ts';
import { asList, scalarText } from './values.ts';

/**
 * Reads a text, or messages with one question and at most one system prompt before it. Returns
 * undefined for any other value.
 */
export function conversation(value: unknown): { system?: string; user: string } | undefined {
  if (typeof value === 'string') return { user: value };
  const [firstMessage, secondMessage, thirdMessage] = listIn(value).map((message) =>
    isMapping(message) ? { role: message.role, text: contentOf(message.content) } : {},
  );
  // OpenAI Evals gives a question without a system prompt the role `system`.
  if (secondMessage === undefined)
    return firstMessage?.text === undefined || firstMessage.role === 'assistant'
      ? undefined
      : { user: firstMessage.text };
  const isAsked =
    ['system', 'developer'].includes(String(firstMessage?.role)) &&
    secondMessage.role !== 'assistant' &&
    thirdMessage === undefined;
  return isAsked && firstMessage?.text !== undefined && secondMessage.text !== undefined
    ? { system: firstMessage.text, user: secondMessage.text }
    : undefined;
}

function contentOf(content: unknown): string | undefined {
  const texts = asList(content).map((part) =>
    isMapping(part) ? scalarText(part.text) : scalarText(part),
  );
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('');
}
