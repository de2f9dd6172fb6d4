/** Changed values in words. */
import { asRecord, canonical, isMapping, quoted, quotedName, quotedPair } from '../../json.ts';

/** Maximum number of changed values in a sentence. The report has all of them. */
const MAX_CHANGES = 10;
/** Maximum number of entries of a list, and of keys of an entry, in a sentence. */
const MAX_ENTRIES = 3;

/**
 * Returns `` `a.b` `0.85` → `0.7` `` for each change, separated by commas. For a list, says what
 * was removed, added and changed. `null` is a value that is not set.
 */
export function listedChanges(
  changes: readonly { path: string; old: unknown; new: unknown }[],
): string {
  const removedTests = changes.flatMap((change) => removedTest(change) ?? []);
  const otherChanges = changes.filter(
    ({ path }) => !removedTests.some((test) => path.startsWith(`${test.path}.`)),
  );
  const room = Math.max(0, MAX_CHANGES - removedTests.length);
  const shown = otherChanges.slice(0, room).map(({ path, old, new: now }) => {
    const areLists = Array.isArray(old) && Array.isArray(now);
    const change = areLists ? listChange(path, old, now) : valueChange(old, now);
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
  const noun = path.endsWith('.rules') ? 'rule' : 'entry';
  const namesOfAdded = new Set(added.map(nameOfEntry));
  const namesOfRemoved = new Set(removed.map(nameOfEntry));
  const removedNames = [...namesOfRemoved.difference(namesOfAdded)];
  const addedNames = [...namesOfAdded.difference(namesOfRemoved)];
  const removedTexts = removedNames.map((name, i) => quotedPair(name, addedNames[i])[0]);
  const addedTexts = addedNames.map((name, i) => quotedPair(removedNames[i], name)[1]);
  const clauses: string[] = [];
  if (removedTexts.length > 0) clauses.push(`removes ${entriesInWords(removedTexts, noun)}`);
  if (addedTexts.length > 0) clauses.push(`adds ${entriesInWords(addedTexts, noun)}`);
  const changedEntries = removed.filter((entry) => namesOfAdded.has(nameOfEntry(entry)));
  if (changedEntries.length === 1) {
    const [entry] = changedEntries;
    const name = nameOfEntry(entry);
    const newEntry = added.find((other) => nameOfEntry(other) === name);
    clauses.push(`changes the ${noun} ${quoted(name)} (${entryChange(entry, newEntry)})`);
  } else if (changedEntries.length > 1) {
    const names = changedEntries.map((entry) => quoted(nameOfEntry(entry)));
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
    .slice(0, MAX_ENTRIES)
    .map((key) => `${quotedName(key)} ${valueChange(old[key] ?? null, now[key] ?? null)}`)
    .join(', ');
}

function entriesInWords(texts: readonly string[], noun: 'rule' | 'entry'): string {
  if (texts.length === 1) return `the ${noun} ${texts[0]}`;
  const shown = texts.slice(0, MAX_ENTRIES);
  if (texts.length > MAX_ENTRIES) shown.push('…');
  return `${texts.length} ${noun === 'rule' ? 'rules' : 'entries'} (${shown.join(', ')})`;
}
