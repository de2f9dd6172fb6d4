/** Compares configured values, such as rules or the parameters of a model. */
import type { RuleChange } from '../engine/results.ts';
import { canonical } from '../json.ts';

/**
 * Returns whether two configured values are equal. The order of keys does not count, and neither do
 * keys without a value.
 */
export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** Returns the keys whose values differ, first those of the old values. */
export function changedKeys(
  oldByKey: ReadonlyMap<string, unknown>,
  newByKey: ReadonlyMap<string, unknown>,
): string[] {
  const keys = new Set([...oldByKey.keys(), ...newByKey.keys()]);
  return [...keys].filter((key) => !isSame(oldByKey.get(key), newByKey.get(key)));
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the keys whose values differ; `null` stands for a key without a value. */
export function changesBetween(oldValues: Values, newValues: Values): RuleChange[] {
  const oldByKey = new Map(Object.entries(oldValues));
  const newByKey = new Map(Object.entries(newValues));
  return changedKeys(oldByKey, newByKey).map((path) => ({
    path,
    old: oldByKey.get(path) ?? null,
    new: newByKey.get(path) ?? null,
  }));
}
