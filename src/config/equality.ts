import { isMapping } from '../json.js';

/** The one equality of configured values: the order of a mapping's keys says nothing, and a key without a value is no key. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** A value as a text that equal values share, and no others: whoever looks settings up has it for a key. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isMapping(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
