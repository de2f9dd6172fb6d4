// JSON objects in a judge's reply: within prose, fences and marks of a model's template.

import { parse } from 'yaml';
import { asRecord, canonical, isMapping, jsonIn } from '../../shared/json.ts';

/** A reply, read; a `doubt` says why it may be wrong though it can be read. */
export type ReadReply<Value> = { value: Value; doubt?: string } | { unreadable: string };

type ReplyObject = NonNullable<ReturnType<typeof objectFrom>>;

/** Maximum number of places at which an object may begin: prose may hold single braces. */
const MAX_STARTS = 50;
const MAX_REPLY_LENGTH = 20_000;
/** YAML takes time with the square of its length and its levels, and a judged text may be both. */
const MOST_LOOSE = { length: 1_000, brackets: 4 };
/** A brace behind one of these is a quotation, not the judge's own answer. */
const QUOTES = ['"', "'", '“', '‘', '«', '„'];

/** The outermost objects of a text in order, without those inside a text of another. */
function objectsIn(text: string) {
  const objects: ReplyObject[] = [];
  let position = text.indexOf('{');
  for (let starts = 0; position >= 0 && starts < MAX_STARTS; starts += 1) {
    const found = objectFrom(text, position);
    if (found && !QUOTES.includes(text[position - 1] ?? '')) objects.push(found);
    position = text.indexOf('{', found ? found.end : position + 1);
  }
  return objects;
}

function objectFrom(text: string, start: number) {
  const tokens = /"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)|[{}[\]]/g;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (/^[{[]/.test(token[0])) depth += 1;
    if (/^[}\]]/.test(token[0])) depth -= 1;
    if (depth > 0) continue;
    const json = text.slice(start, tokens.lastIndex);
    const written = jsonIn(json) ?? looseValueIn(json);
    if (!isMapping(written)) return undefined;
    const names = Object.keys(written);
    const object = Object.fromEntries(names.map((name) => [plainWord(name), written[name]]));
    // A field stands twice.
    const isDouble =
      countTexts(json) > countTexts(JSON.stringify(written)) ||
      Object.keys(object).length < names.length;
    return { object, isDouble, start, end: tokens.lastIndex };
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
    const value = parse(text, {
      maxAliasCount: 0,
      logLevel: 'error',
      prettyErrors: false,
    }) as unknown;
    // Prose in braces is a name without a value.
    return isMapping(value) && Object.values(value).includes(null) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A word in small letters, without the marks around it. */
export function plainWord(text: string) {
  return text.replace(/^[\s*"'`“”]{1,20}|[\s*"'`“”.]{1,20}$/g, '').toLowerCase();
}

/** A value as its word: judges write "True", TRUE and the boolean. */
function wordOf(value: unknown) {
  return typeof value === 'string' || typeof value === 'boolean' ? plainWord(String(value)) : value;
}

/**
 * The last JSON object of a reply, with its decisive words in small letters. An object that one of
 * the judged texts holds too is a repetition; any other one before the last must not say otherwise.
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
  const others = objects.filter(({ object }) => decisive.every((field) => field in object));
  if (others.some(({ object }) => verdictIn(object) !== verdictIn(last.object)))
    return { unreadable: 'the answer gives two different verdicts' };
  if (last.isDouble) return { unreadable: 'the JSON answer has a field twice' };
  const object = { ...last.object };
  for (const field of decisive) if (field in object) object[field] = wordOf(object[field]);
  return { value: object };
}

/** A reply that is one object and nothing else is the judge's own, whatever a text holds. */
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

/**
 * Counts the texts in JSON, keys included: more than the parsed object has mean a key twice.
 */
function countTexts(json: string) {
  return json.match(/"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)/g)?.length ?? 0;
}
