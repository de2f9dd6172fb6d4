import { removeThinking } from '../language/plain.ts';
import { isMapping, jsonIn } from '../json.ts';

/** Maximum length of a reply that is searched for JSON, in characters. */
const MAX_REPLY_LENGTH = 100_000;

/** Returns the JSON object in a reply, also between fences or words; undefined for none. */
export function jsonObjectIn(reply: string): Record<string, unknown> | undefined {
  const text = removeThinking(reply) ?? '';
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start || text.length > MAX_REPLY_LENGTH) return undefined;
  const value = jsonIn(text.slice(start, end + 1));
  return isMapping(value) ? value : undefined;
}
