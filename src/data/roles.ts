import { columnsToFill, type RowReads } from '../engine/sample.ts';
import { DataError, mergeErrors } from '../errors.ts';
import { quoted } from '../json.ts';
import {
  cellsOf,
  columnBehind,
  columnOf,
  findCell,
  missingColumn,
  normalizeName,
  rowPlace,
  suggestion,
  templateColumns,
  type Role,
} from './cell.ts';
import { textCell, textColumns } from './columns.ts';
import { optionColumns } from './options.ts';
import { list } from './printable.ts';
import type { Columns, DataOptions, RawRow } from './source.ts';

/** Roles whose column may be a template over several columns. */
const TEMPLATE_ROLES: readonly string[] = ['text', 'options', 'perturbed', 'placebo'];
const KEY_ROLES = ['truth', 'answer', 'answer_index', 'negated_answer'] as const;

const ROLES_READ: Readonly<Record<RowReads, readonly (keyof Columns)[]>> = {
  negated_answer: ['text', 'options', 'negated_answer', 'expect', 'id', 'fill'],
  sides: ['text', 'options', 'negated_answer', 'expect', 'id', 'should', 'fill'],
  keys: ['text', 'options', ...KEY_ROLES, 'expect', 'id', 'fill'],
  half: ['text', 'options', ...KEY_ROLES, 'expect', 'id', 'fill'],
  pairs: [
    'text',
    'options',
    'truth',
    'answer',
    'answer_index',
    'perturbed',
    'perturbed_answer',
    'placebo',
    'expect',
    'id',
    'fill',
  ],
  answers: ['text', 'options', 'answer', 'answer_index', 'should', 'id', 'fill'],
};

export type RoleOptions = Pick<DataOptions, 'columns' | 'reads'>;

/** Returns the roles that a test reads, in the order in which a sentence names them. */
export function rolesRead({
  reads = 'negated_answer',
}: Pick<RoleOptions, 'reads'>): readonly (keyof Columns)[] {
  return ROLES_READ[reads];
}

/** Returns the names by which a role is read: columns, fields, or templates over both. */
function namesOf(row: RawRow, columns: Columns, role: keyof Columns): readonly string[] {
  if (role === 'fill') return Object.values(columnsToFill(columns.fill));
  if (role === 'text') {
    const [firstName, ...otherNames] = textColumns(columns);
    return otherNames.length === 0 && firstName !== undefined
      ? [firstName]
      : [textCell(row, columns)?.column ?? ''];
  }
  const setting = columns[role];
  if (typeof setting === 'object' && setting !== null && 'length' in setting)
    return optionColumns(row, setting) ? setting : [];
  const column = columnOf(columns, role);
  return column === undefined ? [] : [column];
}

function columnsBelow(row: RawRow, role: keyof Columns, name: string): string[] {
  return (TEMPLATE_ROLES.includes(role) ? templateColumns(row, name) : undefined) ?? [name];
}

interface ReadColumn {
  role: keyof Columns;
  /** The column or the template, for messages. */
  shownName: string;
  columns: string[];
}

/** Returns the columns of a row that a test reads, by role. */
export function columnsRead(row: RawRow, options: RoleOptions): ReadColumn[] {
  const { columns = {} } = options;
  return rolesRead(options).flatMap((role) =>
    namesOf(row, columns, role).flatMap((name) => {
      const parts = columnsBelow(row, role, name);
      const columnNames = parts.flatMap((part) => columnBehind(row, part) ?? []);
      const isPlain = parts.length === 1 && parts[0] === name && !name.includes('.');
      return columnNames.length === 0
        ? []
        : [{ role, shownName: isPlain ? columnNames.join() : name, columns: columnNames }];
    }),
  );
}

/**
 * Refuses columns that the configuration names and the row lacks.
 * @throws DataError at the configuration, with all such columns
 */
export function refuseUnknownColumns(row: RawRow, options: DataOptions): void {
  const { columns = {}, reads, columnPlaces = {} } = options;
  const columnNames = Object.keys(cellsOf(row));
  const errors = rolesRead(options).flatMap((role) => {
    if (role === 'text' && columns.text === undefined)
      return textCell(row, columns) ? [] : [missingColumn(row, textColumns(columns), role)];
    if (columns[role] === undefined) return [];
    // Keys that only decide the half may be unreadable.
    if (reads === 'half' && KEY_ROLES.some((key) => key === role)) return [];
    const place = columnPlaces[role] ?? rowPlace(row);
    if (role === 'options' && typeof columns.options === 'object')
      optionColumns(row, columns.options, place);
    const missing = namesOf(row, columns, role)
      .flatMap((name) => columnsBelow(row, role, name))
      .filter((name) => !findCell(row, name));
    return missing.map((column) => {
      const message = `The data has no column ${quoted(column)}, which data.columns.${role} names.${suggestion(row, column, role)}`;
      const remedy = `The first row, ${quoted(rowPlace(row))}, has the columns ${list(columnNames)}.`;
      return new DataError(message, { where: place, remedy });
    });
  });
  const [firstError, ...furtherErrors] = errors;
  if (firstError) throw mergeErrors([firstError, ...furtherErrors], DataError);
}

/** Roles whose column `null` turns off in the configuration. */
const NULLABLE_ROLES: readonly string[] = ['truth', 'answer', 'negated_answer'];

/**
 * Refuses a column whose name differs from a key's in case or signs, such as `negatedAnswer`.
 * Without its key, a model that is always wrong would look like one that is right.
 */
export function refuseSimilarNames(row: RawRow, { columns = {}, reads }: RoleOptions): void {
  const value = cellsOf(row);
  const columnsByName = new Map(Object.keys(value).map((name) => [normalizeName(name), name]));
  const hasOptions =
    typeof columns.options === 'object' || findCell(row, columns.options ?? 'options');
  const roles: Role[] = ['options', 'truth', 'expect'];
  if (hasOptions && columns.answer_index === undefined) roles.push('answer');
  if (hasOptions) roles.push('negated_answer');
  if (reads === 'pairs') roles.push('perturbed', 'placebo', 'perturbed_answer');
  for (const role of roles) {
    const similarColumn = columnsByName.get(normalizeName(role));
    if (columns[role] !== undefined || findCell(row, role) || similarColumn === undefined) continue;
    const nullHint = NULLABLE_ROLES.includes(role)
      ? `, or write data.columns.${role}: null to read none`
      : '';
    const remedy = `Rename the column to ${role}, or name it in data.columns.${role}${nullHint}.`;
    throw new DataError(
      `The column ${quoted(similarColumn)} is not "${role}", which is what is read.`,
      {
        where: rowPlace(row),
        remedy,
      },
    );
  }
}
