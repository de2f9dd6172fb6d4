import { ANSWER_NAMES } from '../../rows/keys.ts';
import { BUILTIN_NAMES } from '../../rows/builtin.ts';
import type { Columns, Role } from '../../rows/columns.ts';
import type { DataConfig } from './config.ts';
import type { Source } from './resolve.ts';
import type { TestSettings } from './schema.ts';
import type { Path } from './yaml.ts';

/** The rows of a test: its own, else those of the file, whose source the input `data` overrides. */
export function resolveData(source: Source, own: TestSettings['data'], test: Path): DataConfig {
  const { written, faults, overrides, placeOf } = source;
  const path = own ? [...test, 'data'] : ['data'];
  const { columns = {}, limit, split, ...named } = own ?? written.data ?? {};
  const refuse = (key: string, problem: string, remedy: string) =>
    faults.add({ path: [...path, key], problem, remedy });
  const input = own ? undefined : overrides.data;
  const file = named.source ?? named.data_source;
  if (input === undefined && file === undefined) {
    const sets = BUILTIN_NAMES.map((name) => `builtin:${name}`).join(', ');
    refuse(
      'source',
      'is missing: no data is named',
      `Write a path or glob, ${sets}, or hf:OWNER/NAME there, or set the input \`data\`.`,
    );
  }
  if (named.source !== undefined && named.data_source !== undefined)
    refuse('data_source', 'is written twice: as source, too', 'Keep one of them.');
  if (
    split !== undefined &&
    !/^hf:[^:]*(?::(?!train$|validation$|test$|dev$)[^:]*)?$/.test(file ?? '')
  )
    refuse('split', 'belongs to a source hf:OWNER/NAME that names no split', 'Remove it.');
  if (columns.answer_index !== undefined && typeof columns.answer === 'string')
    refuse(
      'columns',
      'names the right options twice: in answer and answer_index',
      'Keep one of them.',
    );
  const key = keyColumn(columns);
  if (key !== undefined)
    refuse(
      'columns',
      `fills prompts from ${key}, which holds the right answer`,
      'Name other columns under fill.',
    );
  const [dataset, subset = ''] = (file ?? '').split(/(?<=hf:[^:]*):/);
  const fromFile = split === undefined ? (file ?? '') : `${dataset}:${subset}:${split}`;
  const roles = Object.keys(columns) as Role[];
  return {
    source: input ?? fromFile.replace(/^\.\//, ''),
    columns,
    limit,
    isFromInput: input !== undefined,
    place:
      input === undefined
        ? placeOf([...path, named.source === undefined ? 'data_source' : 'source'])
        : "input 'data'",
    columnPlaces: Object.fromEntries(
      roles.map((role) => [role, placeOf([...path, 'columns', role])]),
    ),
  };
}

const KEY_ROLES = [
  'answer',
  'answer_index',
  'negated_answer',
  'perturbed_answer',
  'truth',
] as const;

/** A column that would show the model the right answer. */
function keyColumn({ fill = {}, ...columns }: Columns): string | undefined {
  const named = KEY_ROLES.map((role) => columns[role]).filter(
    (column) => typeof column === 'string',
  );
  const keys = [...named, ...KEY_ROLES, ...ANSWER_NAMES].map((name) => name.toLowerCase());
  return Object.values(fill).find((column) =>
    keys.includes(column.split('.')[0]?.toLowerCase() ?? ''),
  );
}
