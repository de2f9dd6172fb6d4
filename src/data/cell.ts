import { DataError } from '../errors.js';
import type { RawRow } from './source.js';
import { didYouMean, list, quote } from './printable.js';

/** A column that a row need not have, and the key of the configuration that may name it. */
export interface OptionalColumn {
  /** What the configuration names: then the column has to be there. `null` stands for none. */
  named: string | null | undefined;
  standard: string;
  key: string;
}

/**
 * What stands in an optional column; undefined where there is none. @throws DataError for a named column that is missing, and for a cell
 * cut short
 */
export function cellOf(
  row: RawRow,
  { named, standard, key }: OptionalColumn,
  where: () => string,
): { column: string; content: unknown } | undefined {
  const value = row.value as Record<string, unknown>;
  if (named === null) return undefined;
  const column = named ?? standard;
  if (!Object.hasOwn(value, column)) {
    if (named === undefined) return undefined;
    return missing([column], value, { key, where });
  }
  refuseTruncated(row, column, where);
  return { column, content: value[column] };
}

export function refuseTruncated(row: RawRow, column: string, where: () => string): void {
  if (!row.truncated?.includes(column)) return;
  throw new DataError(`The datasets server has cut the column ${quote(column)} short.`, {
    where: where(),
    remedy: 'Download the data set, and name the file in data.source.',
  });
}

export function missing(wanted: readonly string[], value: object, { key, where }: { key: string; where: () => string }): never {
  const there = Object.keys(value);
  const guess = wanted.map((name) => didYouMean(name, there)).find((text) => text !== '') ?? '';
  const columns = there.length === 0 ? 'has no columns' : `has the columns ${list(there)}`;
  throw new DataError(`No column ${wanted.map((name) => quote(name)).join(' or ')}: the row ${columns}.${guess}`, {
    where: where(),
    remedy: `Name the column in ${key}.`,
  });
}

/** Nothing said: absent, `null`, or white space. */
export function isBlank(content: unknown): boolean {
  return content === undefined || content === null || (typeof content === 'string' && content.trim() === '');
}
