import { removeThinking } from '../language/plain.ts';
import { isMapping, jsonIn } from '../json.ts';

/** Longest reply that is searched for JSON, in characters. */
const LONGEST_REPLY = 100_000;

/** Returns the JSON object in a reply, also between fences or words; undefined for none. */
export function jsonObjectIn(reply: string): Record<string, unknown> | undefined {
  const text = removeThinking(reply) ?? '';
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start || text.length > LONGEST_REPLY) return undefined;
  const value = jsonIn(text.slice(start, end + 1));
  return isMapping(value) ? value : undefined;
}
