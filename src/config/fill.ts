/** Columns that may fill a prompt. */
import { columnsToFill } from '../engine/sample.js';
import { isMapping } from '../json.js';
import { COLUMN_KEYS } from './keys/data.js';
import type { RawData } from './schema.js';

type Columns = NonNullable<RawData['columns']>;

const COLUMN_IN_TEMPLATE = /\{([^{}]*)\}/g;

/** Names of columns that hold a role where the configuration names no other, and their aliases. */
const ROLE_NAMES = new Set(
  [
    ...Object.keys(COLUMN_KEYS),
    'question',
    ...[
      'expected',
      'expected answer',
      'expected output',
      'ideal',
      'ground truth',
      'correct answer',
    ],
  ].map(plainName),
);

/** Returns the columns with `fill` as a mapping, so that its two forms compare as equal. */
export function normalizeFill(columns: Columns | undefined): Columns | undefined {
  return columns?.fill === undefined ? columns : { ...columns, fill: columnsToFill(columns.fill) };
}

/** Returns a name in lower case, without spaces, underscores and hyphens. */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\s\p{Cf}_-]+/gu, '')
    .toLowerCase();
}

/** True if a path leads to a column, or to a field below it. */
function leadsInto(path: string, column: string): boolean {
  return `${path}.`.startsWith(`${column}.`);
}

/**
 * Returns a column that may fill no prompt, since it holds the question of the row or its right
 * answer, with the reason.
 */
export function unfitToFill(columns: Columns): { column: string; reason: string } | undefined {
  const { fill: _fill, ...roles } = columns;
  const roleColumns = Object.entries(roles).flatMap(([role, setting]) =>
    namesUnder(setting).map((name) => ({ role, name: plainName(name) })),
  );
  for (const column of Object.values(columnsToFill(columns.fill))) {
    const path = plainName(column);
    const role = roleColumns.find(
      ({ name }) => leadsInto(path, name) || leadsInto(name, path),
    )?.role;
    if (role !== undefined) return { column, reason: `data.columns.${role} reads it` };
    if (ROLE_NAMES.has(path.split('.', 1).join('')))
      return { column, reason: 'a column of this name has a role' };
  }
  return undefined;
}

/** The columns that a role names: by their names, in a template or in a list of either. */
function namesUnder(setting: unknown): string[] {
  if (Array.isArray(setting)) return setting.flatMap(namesUnder);
  if (isMapping(setting)) return namesUnder(setting['column']);
  if (typeof setting !== 'string') return [];
  return [
    setting,
    ...Array.from(setting.matchAll(COLUMN_IN_TEMPLATE), ([, column = '']) => column),
  ];
}
