import { isMapping } from '../json.js';

/** The one equality of configured values: the order of a mapping's keys says nothing, and a key without a value is no key. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** What differs between two mappings, by their own keys: what every object inherits nobody has set. */
export function changesBetween(old: object, now: object): { name: string; was: unknown; is: unknown }[] {
  const [before, after] = [new Map<string, unknown>(Object.entries(old)), new Map<string, unknown>(Object.entries(now))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.map((name) => ({ name, was: before.get(name), is: after.get(name) })).filter(({ was, is }) => !isSame(was, is));
}

/** A value as a text that equal values share, and no others: whoever looks settings up has it for a key. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isMapping(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
