// JSON objects in a judge's reply: within prose, fences and marks of a model's template.

import { parse } from 'yaml';
import { asRecord, canonical, isMapping, jsonIn } from '../../shared/json.ts';

/** A reply, read; a `doubt` says why it may be wrong though it can be read. */
export type ReadReply<Value> = { value: Value; doubt?: string } | { unreadable: string };

/** Braces at which an object is sought, at most: prose may hold single ones. */
const MAX_STARTS = 50;
const MAX_REPLY_LENGTH = 20_000;
/** The time that YAML takes grows with the square of its length and levels. */
const MOST_LOOSE = { length: 1_000, brackets: 4 };
/** A brace behind one of these is a quotation, not the judge's own answer. */
const QUOTES = ['"', "'", '“', '‘', '«', '„'];

/**
 * The outermost objects of a text, in order. An object inside a string of another one is left out.
 */
function objectsIn(text: string) {
  const objects = [];
  let position = text.indexOf('{');
  for (let starts = 0; position >= 0 && starts < MAX_STARTS; starts += 1) {
    const next = objectFrom(text, position);
    if (next && !QUOTES.includes(text[position - 1] ?? '')) objects.push(next);
    position = text.indexOf('{', next ? next.end : position + 1);
  }
  return objects;
}

/**
 * The object at a brace, with its names in small letters. `isDouble`: a field stands there twice.
 */
function objectFrom(text: string, start: number) {
  const end = endOfBraces(text, start);
  if (end === undefined) return undefined;
  const json = text.slice(start, end);
  const written = jsonIn(json) ?? looseValueIn(json);
  if (!isMapping(written)) return undefined;
  const names = Object.keys(written);
  const object = Object.fromEntries(names.map((name) => [plainWord(name), written[name]]));
  const isDouble =
    countTexts(json) > countTexts(JSON.stringify(written)) ||
    Object.keys(object).length < names.length;
  return { object, isDouble, start, end };
}

const STRING_OR_BRACKET = /"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)|[{}[\]]/g;

/** The place behind the brace that closes the one at `start`; undefined if none does. */
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
 * The loose JSON of many judges: raw line breaks, single quotes, names without quotes, a comma
 * before the last bracket. It is YAML, which refuses a field that stands twice.
 */
function looseValueIn(text: string) {
  const brackets = text.split(/[[{]/).length - 1;
  if (text.length > MOST_LOOSE.length || brackets > MOST_LOOSE.brackets) return undefined;
  try {
    const value: unknown = parse(text, {
      maxAliasCount: 0,
      logLevel: 'error',
      prettyErrors: false,
    });
    // Prose in braces is a name without a value.
    return isMapping(value) && Object.values(value).includes(null) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A judge's reply in one bare word, without JSON. */
export function bareWord<Word extends string>(reply: string, words: readonly Word[]) {
  const bare = plainWord(reply);
  return words.find((word) => word === bare);
}

/** A word in small letters, without the marks around it. */
function plainWord(text: string) {
  return text.replace(/^[\s*"'`“”]{1,20}|[\s*"'`“”.]{1,20}$/g, '').toLowerCase();
}

/** Judges write a word as "True", TRUE and the boolean. Any other value stays. */
function wordOf(value: unknown) {
  return typeof value === 'string' || typeof value === 'boolean' ? plainWord(String(value)) : value;
}

/**
 * The last JSON object of a reply, with its decisive words in small letters. An object that stands
 * in a judged text too is a repetition; no other one may give another verdict than the last.
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
    canonical(decisive.map((field) => wordOf(object[field])));
  const complete = objects.filter(({ object }) => decisive.every((field) => field in object));
  if (complete.some(({ object }) => verdictIn(object) !== verdictIn(last.object)))
    return { unreadable: 'the answer gives two different verdicts' };
  if (last.isDouble) return { unreadable: 'the JSON answer has a field twice' };
  const object = { ...last.object };
  for (const field of decisive) if (field in object) object[field] = wordOf(object[field]);
  return { value: object };
}

/** The objects that repeat no judged text. One object and nothing else is the judge's own. */
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

/** Counts the strings in JSON: more than the parsed object has mean that a field stands twice. */
function countTexts(json: string) {
  return json.match(/"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)/g)?.length ?? 0;
}
