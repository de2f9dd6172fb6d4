import { entryOf } from '../json.ts';
import names from './removed.json' with { type: 'json' };

type Kind = keyof typeof names;

/**
 * The names of version 1 that version 2 lacks, each with the sentence that says what to write
 * instead. Keys are given by the end of their path in the configuration.
 * CHANGELOG.md lists the same names and sentences.
 */
export const REMOVED: Readonly<Record<Kind, Readonly<Record<string, string>>>> = names;

/** The start of a message about a name that is gone; what to write instead follows it. */
export const IS_GONE = 'is gone in version 2';

/** The sentence on a name of version 1; undefined for any other name. */
export function removedName(kind: Kind, name: string): string | undefined {
  return entryOf(REMOVED[kind], name);
}

/** The sentence on a key of version 1, by its path from the root of the file. */
export function removedKey(path: string): string | undefined {
  return Object.entries(REMOVED.keys).find(([key]) => `.${path}`.endsWith(`.${key}`))?.[1];
}
