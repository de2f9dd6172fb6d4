/**
 * Deepest nesting of untrusted data, in levels. `JSON.parse` has no limit, but code that walks over
 * its value needs stack.
 */
export const MAX_DEPTH = 100;

/**
 * The offset of the bracket that opens level MAX_DEPTH + 1 of a JSON text; undefined where none
 * does.
 */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '[' || sign === '{') {
      if (++depth > MAX_DEPTH) return at;
    } else if (sign === ']' || sign === '}') depth--;
  }
  return undefined;
}

/**
 * Parses JSON from outside. Returns undefined for text that is no JSON or nests deeper than
 * MAX_DEPTH.
 */
export function jsonIn(text: string): unknown {
  if (tooDeepAt(text) !== undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A value as JSON. Halves of surrogate pairs, which a model may send and UTF-8 cannot hold, become
 * U+FFFD, since other parsers refuse their escapes.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_, one: unknown) => (typeof one === 'string' ? one.toWellFormed() : one),
    indent,
  );
}

/** Whether a value is what JSON calls an object, and YAML a mapping. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the elements of a list; none for any other value. */
export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns an object or a list as it is, and an empty object for any other value. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Longest quoted value, in UTF-16 units: enough for a path or a short sentence, too short to fill a
 * page.
 */
const LONGEST_QUOTED = 80;

/**
 * Quotes a value of a configuration, a file or a reply inside a sentence: JSON on one line between
 * back-ticks, at most 80 characters. The writers show what stands between back-ticks as code, so a
 * quoted value never becomes prose.
 */
export function quoted(value: unknown): string {
  return quotedFrom(jsonLine(value), 0);
}

function jsonLine(value: unknown): string {
  return (jsonText(value) as string | undefined)?.replaceAll('`', '\\u0060') ?? 'none';
}

function quotedFrom(json: string, start: number): string {
  const text = start === 0 ? json : `…${json.slice(start)}`;
  const cut = text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED - 1)}…` : text;
  return `\`${cut.toWellFormed()}\``;
}

/** Characters that stand before the first difference of two long texts. */
const BEFORE_DIFFERENCE = 30;

/** Quotes two values. Where both begin alike for long, each is cut around the first difference. */
function quotedPair(old: unknown, now: unknown): [old: string, now: string] {
  const [oldJson, nowJson] = [jsonLine(old), jsonLine(now)];
  let difference = 0;
  while (difference < oldJson.length && oldJson[difference] === nowJson[difference]) difference++;
  const isShort = Math.max(oldJson.length, nowJson.length) <= LONGEST_QUOTED;
  const isSeen = isShort || difference < LONGEST_QUOTED - BEFORE_DIFFERENCE;
  const start = isSeen ? 0 : difference - BEFORE_DIFFERENCE;
  return [quotedFrom(oldJson, start), quotedFrom(nowJson, start)];
}

/** Quotes a text as a whole, as `quoted` does: the caller has cut it. */
export function quotedWhole(text: string): string {
  return `\`${jsonText(text).replaceAll('`', '\\u0060')}\``;
}

/** Quotes a name, without quotation marks if it has plain characters only. */
export function quotedName(name: string): string {
  return /^[\w./-]{1,80}$/.test(name) ? `\`${name}\`` : quoted(name);
}

/** Changed values that a sentence lists; the report has them all. */
const MOST_CHANGES = 10;

/**
 * `` `a.b` `0.85` → `0.7` ``, one after the other; of lists, what was removed, added and changed.
 * `null` is a value that is not set.
 */
export function listedChanges(
  changes: readonly { path: string; old: unknown; new: unknown }[],
): string {
  const removedTests = changes.flatMap((change) => removedTest(change) ?? []);
  const otherChanges = changes.filter(
    ({ path }) => !removedTests.some((test) => path.startsWith(`${test.path}.`)),
  );
  const room = Math.max(0, MOST_CHANGES - removedTests.length);
  const shown = otherChanges.slice(0, room).map(({ path, old, new: now }) => {
    const isOfLists = Array.isArray(old) && Array.isArray(now);
    const change = isOfLists ? listChange(path, old, now) : valueChange(old, now);
    return `${quotedName(path)} ${change}`;
  });
  const removed = removedTests.map(({ name }) => `removes the test ${quotedName(name)}`);
  const moreCount = otherChanges.length - shown.length;
  const more = moreCount > 0 ? `, and ${moreCount} more (in the report)` : '';
  return `${[...removed, ...shown].join(', ')}${more}`;
}

/** Each test has a method, so a method that is gone stands for the whole test. */
function removedTest({ path, new: now }: { path: string; new: unknown }) {
  const [, testPath, name] = /^(tests\.[^.]+\.([^.]+))\.method$/.exec(path) ?? [];
  if (now !== null || testPath === undefined || name === undefined) return undefined;
  return { path: testPath, name };
}

function valueChange(old: unknown, now: unknown): string {
  const [oldText, nowText] = quotedPair(old, now);
  return `${changedValue(old, oldText)} → ${changedValue(now, nowText)}`;
}

function changedValue(value: unknown, text: string): string {
  if (value === null) return 'not set';
  return value === 'null' ? '`null`' : text;
}

/** `` removes the rule `"Names no price."` and adds 2 rules (`"A."`, `"B."`) `` */
function listChange(path: string, old: readonly unknown[], now: readonly unknown[]): string {
  const removed = entriesWithout(old, now);
  const added = entriesWithout(now, old);
  if (removed.length + added.length === 0) return 'has its entries in another order or number';
  const clauses: string[] = [];
  const namesOfAdded = new Set(added.map(nameOfEntry));
  const namesOfRemoved = new Set(removed.map(nameOfEntry));
  const goneNames = [...namesOfRemoved.difference(namesOfAdded)];
  const newNames = [...namesOfAdded.difference(namesOfRemoved)];
  const gone = goneNames.map((name, i) => quotedPair(name, newNames[i])[0]);
  const fresh = newNames.map((name, i) => quotedPair(goneNames[i], name)[1]);
  const noun = path.endsWith('.rules') ? 'rule' : 'entry';
  if (gone.length > 0) clauses.push(`removes ${entriesInWords(gone, noun)}`);
  if (fresh.length > 0) clauses.push(`adds ${entriesInWords(fresh, noun)}`);
  const changed = removed.filter((entry) => namesOfAdded.has(nameOfEntry(entry)));
  if (changed.length === 1) {
    const [entry] = changed;
    const name = nameOfEntry(entry);
    const twin = added.find((other) => nameOfEntry(other) === name);
    clauses.push(`changes the ${noun} ${quoted(name)} (${entryChange(entry, twin)})`);
  } else if (changed.length > 1) {
    const names = changed.map((entry) => quoted(nameOfEntry(entry)));
    clauses.push(`changes ${entriesInWords(names, noun)}`);
  }
  return clauses.join(' and ');
}

function entriesWithout(entries: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map(canonical));
  return entries.filter((entry) => !known.has(canonical(entry)));
}

/** The text by which a reader knows an entry: the sentence of a rule, the name of a scorer. */
function nameOfEntry(entry: unknown): unknown {
  const { rule, scorer } = asRecord(entry);
  const name = rule ?? scorer;
  return typeof name === 'string' ? name : entry;
}

/** `` ask `"Old?"` → `"New?"` ``: the keys of an entry that differ. */
function entryChange(old: unknown, now: unknown): string {
  if (!isMapping(old) || !isMapping(now)) return valueChange(old, now);
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return keys
    .filter((key) => canonical(old[key] ?? null) !== canonical(now[key] ?? null))
    .slice(0, MOST_ENTRIES)
    .map((key) => `${quotedName(key)} ${valueChange(old[key] ?? null, now[key] ?? null)}`)
    .join(', ');
}

const MOST_ENTRIES = 3;

function entriesInWords(texts: readonly string[], noun: 'rule' | 'entry'): string {
  if (texts.length === 1) return `the ${noun} ${texts[0]}`;
  const shown = texts.slice(0, MOST_ENTRIES);
  if (texts.length > MOST_ENTRIES) shown.push('…');
  return `${texts.length} ${noun === 'rule' ? 'rules' : 'entries'} (${shown.join(', ')})`;
}

/** Returns a text that is the same for equal values only, for use as a key. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isMapping(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
