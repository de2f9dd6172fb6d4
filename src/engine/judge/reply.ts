// Finds JSON objects in a judge's reply, amid prose, code fences and template tokens.

import { parse } from 'yaml';
import { asRecord, canonical, isMapping, jsonIn } from '../../shared/json.ts';

/** The reading of a reply. A `doubt` says why it may be wrong although it is readable. */
export type ReadReply<Value> = { value: Value; doubt?: string } | { unreadable: string };

/** Maximum number of braces at which an object is tried, since prose may contain single ones. */
const MAX_STARTS = 50;
const MAX_REPLY_LENGTH = 20_000;
/** Limits for the YAML parser, whose time grows with the square of length and depth. */
const LOOSE_LIMITS = { length: 1_000, brackets: 4 };

/**
 * The outermost objects of a text, in order. Objects inside strings of others are skipped.
 */
function objectsIn(text: string) {
  const objects = [];
  let position = text.indexOf('{');
  for (let starts = 0; position >= 0 && starts < MAX_STARTS; starts += 1) {
    const next = objectFrom(text, position);
    // A brace right after a quotation mark begins a quotation, not the judge's own answer.
    if (next && !/["'“‘«„]/.test(text.charAt(position - 1))) objects.push(next);
    position = text.indexOf('{', next ? next.end : position + 1);
  }
  return objects;
}

/**
 * Parses the object at a brace, and lower-cases its names. `hasDuplicate`: a field occurs twice.
 */
function objectFrom(text: string, start: number) {
  const end = endOfBraces(text, start);
  if (end === undefined) return undefined;
  const json = text.slice(start, end);
  const parsed = jsonIn(json) ?? looseValueIn(json);
  if (!isMapping(parsed)) return undefined;
  const names = Object.keys(parsed);
  const object = Object.fromEntries(names.map((name) => [plainWord(name), parsed[name]]));
  const hasDuplicate =
    countTexts(json) > countTexts(JSON.stringify(parsed)) ||
    Object.keys(object).length < names.length;
  return { object, hasDuplicate, start, end };
}

const STRING_OR_BRACKET = /"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)|[{}[\]]/g;

/** The offset after the brace that closes the one at `start`; undefined if none does. */
function endOfBraces(text: string, start: number) {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(STRING_OR_BRACKET)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  return undefined;
}

/**
 * Parses the loose JSON of many judges as YAML: with raw line breaks, single quotes, unquoted names
 * or trailing commas. YAML rejects duplicate fields.
 */
function looseValueIn(text: string) {
  const brackets = text.split(/[[{]/).length - 1;
  if (text.length > LOOSE_LIMITS.length || brackets > LOOSE_LIMITS.brackets) return undefined;
  try {
    const value: unknown = parse(text, {
      maxAliasCount: 0,
      logLevel: 'error',
      prettyErrors: false,
    });
    // Prose in braces parses as a name without a value.
    return isMapping(value) && Object.values(value).includes(null) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Reads a judge's reply that is one bare word, without JSON. */
export function bareWord<Word extends string>(reply: string, words: readonly Word[]) {
  const bare = plainWord(reply);
  return words.find((word) => word === bare);
}

/** A word in lower case, without quotes, asterisks or a full stop around it. */
function plainWord(text: string) {
  return text.replace(/^[\s*"'`“”]{1,20}|[\s*"'`“”.]{1,20}$/g, '').toLowerCase();
}

/** Normalizes words and booleans, since judges write "True", TRUE or true. */
function normalizeWord(value: unknown) {
  return typeof value === 'string' || typeof value === 'boolean' ? plainWord(String(value)) : value;
}

/**
 * Reads the last JSON object of a reply, and lower-cases its decisive words. Objects that repeat a
 * judged text are ignored. All others must give the same verdict.
 */
export function readObject(
  reply: string,
  { decisive, judged }: { decisive: readonly string[]; judged: unknown },
): ReadReply<Record<string, unknown>> {
  if (reply.length > MAX_REPLY_LENGTH)
    return { unreadable: `the answer is longer than ${MAX_REPLY_LENGTH} characters` };
  const whole = jsonIn(reply);
  const objects = ownObjects(typeof whole === 'string' ? whole : reply, judged);
  const last = objects.at(-1);
  if (!last) return { unreadable: 'the answer holds no JSON object' };
  const verdictIn = (object: Record<string, unknown>) =>
    canonical(decisive.map((field) => normalizeWord(object[field])));
  const complete = objects.filter(({ object }) => decisive.every((field) => field in object));
  if (complete.some(({ object }) => verdictIn(object) !== verdictIn(last.object)))
    return { unreadable: 'the answer gives two different verdicts' };
  if (last.hasDuplicate) return { unreadable: 'the JSON answer has a duplicate field' };
  const object = { ...last.object };
  for (const field of decisive) if (field in object) object[field] = normalizeWord(object[field]);
  return { value: object };
}

/**
 * The objects that do not repeat a judged text. A lone object without prose around it is always the
 * judge's own.
 */
function ownObjects(reply: string, judged: unknown) {
  const objects = objectsIn(reply);
  const [first] = objects;
  const prose = first ? reply.slice(0, first.start) + reply.slice(first.end) : '';
  if (objects.length === 1 && !/[\p{L}\p{N}]{5}/u.test(prose)) return objects;
  const repeated = new Set(
    textsIn(judged).flatMap((text) => objectsIn(text).map(({ object }) => canonical(object))),
  );
  return objects.filter(({ object }) => !repeated.has(canonical(object)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(asRecord(value)).flatMap(textsIn);
}

/** Counts the strings in JSON. If the parsed object has fewer, a field was a duplicate. */
function countTexts(json: string) {
  return json.match(/"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)/g)?.length ?? 0;
}
