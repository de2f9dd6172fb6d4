import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { placeOf } from './cell.js';
import type { Columns, RawRow } from './source.js';

const OF_A_ROW = ['options', 'truth', 'expect'] as const;
const OF_OPTIONS = ['answer', 'negated_answer'] as const;
const OF_A_PAIR = ['perturbed', 'placebo', 'perturbed_answer'] as const;

/**
 * A column that is read where it is there, and is written nearly so: `Truth`, `truth `, `negatedAnswer`. To read the row as one without it
 * would be a verdict about something else, since a model that is always wrong cannot be told from one that is right without a key.
 *
 * @throws DataError with both names
 */
export function refuseNearNames(row: RawRow, columns: Columns, pairs = false): void {
  const value = row.value as object;
  const there = new Map(Object.keys(value).map((name) => [bare(name), name]));
  const hasOptions = typeof columns.options === 'object' || Object.hasOwn(value, columns.options ?? 'options');
  // An `answer` in words beside no options is no key, whatever its column is called.
  for (const role of [...OF_A_ROW, ...(hasOptions ? OF_OPTIONS : []), ...(pairs ? OF_A_PAIR : [])]) {
    const near = there.get(bare(role));
    if (columns[role] !== undefined || Object.hasOwn(value, role) || near === undefined) continue;
    const canBeNone = role === 'truth' || role === 'answer' || role === 'negated_answer';
    throw new DataError(`The column ${quoted(near)} is not "${role}", which is what is read.`, {
      where: placeOf(row),
      remedy: `Rename the column to ${role}, or name it in data.columns.${role}${canBeNone ? `, or write data.columns.${role}: null to read none` : ''}.`,
    });
  }
}

/** A name without what the eye passes over: case, spaces, invisible signs, and what joins its words. */
function bare(name: string): string {
  return name
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/[\s\p{Cf}_-]+/gu, '')
    .toLowerCase();
}
