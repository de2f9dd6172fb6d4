/**
 * Maximum nesting of untrusted data, in levels. `JSON.parse` has no limit, but code that walks over
 * its value needs stack.
 */
export const MAX_DEPTH = 100;

/**
 * The offset of the bracket that opens level MAX_DEPTH + 1 of a JSON text; undefined if the text
 * nests less deep.
 */
export function tooDeepAt(text: string) {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at++;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '[' || sign === '{') {
      if (++depth > MAX_DEPTH) return at;
    } else if (sign === ']' || sign === '}') depth--;
  }
  return undefined;
}

/** Parses JSON from outside; undefined for text that is no JSON or nests deeper than MAX_DEPTH. */
export function jsonIn(text: string): unknown {
  if (tooDeepAt(text) !== undefined) return undefined;
  try {
    // With a function for each value, `JSON.parse` takes five times as long.
    return JSON.parse(text, /toString|\\u/.test(text) ? dropToString : undefined);
  } catch {
    return undefined;
  }
}

/** An object whose `toString` is no function cannot be written as a text. */
function dropToString(key: string, value: unknown) {
  return key === 'toString' ? undefined : value;
}

/**
 * A value as JSON. Halves of surrogate pairs, which a model may send and UTF-8 cannot hold, become
 * U+FFFD, since other parsers refuse their escapes.
 */
export function jsonText(value: unknown, indent?: number) {
  const json = JSON.stringify(value, undefined, indent);
  // `JSON.stringify` escapes such halves as `\ud800` to `\udfff`. A back-slash of the text itself
  // is escaped by a second one: the pattern matches both together, so it is no start of an escape.
  if (!/\\ud/.test(json)) return json;
  return json.replaceAll(/\\(?:u(d\w{3})|.)/g, (escape, half) => (half ? '\uFFFD' : escape));
}

/** A text with each UTF-16 unit escaped as in JSON: `\\u003c`. */
export function escapedUnits(text: string) {
  return text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** True for an object of JSON, which YAML calls a mapping. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The elements of a list; none for any other value. */
export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object or a list as it is, and an empty object for any other value. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Maximum length of a quoted value, in UTF-16 units: enough for a path or a short sentence, too
 * short to fill a page.
 */
const MAX_QUOTED_LENGTH = 80;

/**
 * Quotes a value of a configuration, a file or a reply inside a sentence: JSON on one line between
 * back-ticks, at most 80 characters. The writers show what stands between back-ticks as code, so a
 * quoted value never becomes prose.
 */
export function quoted(value: unknown) {
  return quotedFrom(jsonLine(value), 0);
}

function jsonLine(value: unknown) {
  return (jsonText(value) as string | undefined)?.replaceAll('`', '\\u0060') ?? 'none';
}

function quotedFrom(json: string, start: number, limit = MAX_QUOTED_LENGTH) {
  const text = start === 0 ? json : `…${json.slice(start)}`;
  const cut = text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
  return `\`${cut.toWellFormed()}\``;
}

/**
 * Quotes two values. If both have a long common start, cuts each around the first difference.
 *
 * @param limit most characters of each
 */
export function quotedPair(
  old: unknown,
  now: unknown,
  limit = MAX_QUOTED_LENGTH,
): [old: string, now: string] {
  const [oldJson, nowJson] = [jsonLine(old), jsonLine(now)];
  let difference = 0;
  while (difference < oldJson.length && oldJson[difference] === nowJson[difference]) difference++;
  const isShort = Math.max(oldJson.length, nowJson.length) <= limit;
  const context = Math.floor(limit / 3);
  const start = isShort || difference < limit - context ? 0 : difference - context;
  return [quotedFrom(oldJson, start, limit), quotedFrom(nowJson, start, limit)];
}

/** Quotes a text as a whole, as `quoted` does: the caller has cut it. */
export function quotedWhole(text: string) {
  return quotedFrom(jsonLine(text), 0, Infinity);
}

/** Quotes a name, without quotation marks if it has plain characters only. */
export function quotedName(name: string) {
  return /^[\w.:/-]{1,80}$/.test(name) ? `\`${name}\`` : quoted(name);
}

/** A text that is the same for equal values only, for use as a key. */
export function canonical(value: unknown) {
  return JSON.stringify(value, (_key, part: unknown) =>
    isMapping(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** A value in which two sides differ; undefined on a side that does not have it. */
export interface Difference {
  /** The keys that lead to the value, joined by dots. A key with a dot stands in quotes. */
  path: string;
  keys: readonly string[];
  old: unknown;
  new: unknown;
}

/** The differences between two values, below mappings that both have. `keys` lead to the values. */
export function differences(
  old: unknown,
  now: unknown,
  keys: readonly string[] = [],
): Difference[] {
  if (canonical(old) === canonical(now)) return [];
  const [before, after] = [asRecord(old), asRecord(now)];
  const areMappings = [old, now].every((side) => side === undefined || isMapping(side));
  const names = Object.keys({ ...before, ...after });
  // An empty mapping is a value, too: `web_search_options: {}` asks another question.
  if (names.length === 0 || !areMappings) {
    const path = keys.map((key) => (key.includes('.') ? JSON.stringify(key) : key)).join('.');
    return [{ path, keys, old, new: now }];
  }
  return names.flatMap((name) =>
    differences(entryOf(before, name), entryOf(after, name), [...keys, name]),
  );
}

/** The entry of a table under a name from outside, which may be `constructor`. */
export function entryOf<Value>(table: Readonly<Record<string, Value>>, name: string) {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
