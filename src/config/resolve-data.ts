/** Resolves the section `data` of a test, or of the file. */
import { columnsToFill } from '../engine/sample.ts';
import { ConfigError } from '../errors.ts';
import { isMapping, quoted } from '../json.ts';
import type { Source, WrittenTest } from './config.ts';
import { COLUMN_KEYS, type DataConfig } from './keys/data.ts';
import { globProblem } from './paths.ts';
import type { Path } from './positions.ts';
import type { RawData } from './schema.ts';

type Columns = NonNullable<RawData['columns']>;

/**
 * Returns where a test's rows come from, and which columns they have.
 *
 * @throws ConfigError if no source is named, and for columns that contradict each other
 */
export function resolveData(
  { raw, yaml, overrides }: Source,
  { ownKeys, path }: Pick<WrittenTest, 'ownKeys' | 'path'>,
): DataConfig {
  const dataPath: Path = ownKeys.data ? [...path, 'data'] : ['data'];
  const dataKeys: RawData = ownKeys.data ?? raw.data ?? {};
  const { columns = {}, limit, split } = dataKeys;
  const columnPlaces: Record<string, string> = {};
  for (const role of Object.keys(columns))
    columnPlaces[role] = yaml.placeOf([...dataPath, 'columns'], role);
  refuseColumnKeys(columns, columnPlaces);
  const common = { columns: withFillMapping(dataKeys.columns), columnPlaces, limit };
  if (ownKeys.data === undefined && overrides.data !== undefined)
    return { ...common, ...dataOfInput(overrides.data) };
  const key = dataKeys.source === undefined ? 'data_source' : 'source';
  const source = dataKeys[key];
  if (source === undefined) {
    throw new ConfigError('no data is named', {
      where: yaml.placeOf(dataPath),
      remedy:
        'Set data.source in the file or the input `data`: a path or glob, builtin:statements, builtin:multiple-choice, builtin:negation-scope, builtin:house-rules, builtin:sentences, builtin:safety, or hf:OWNER/NAME.',
    });
  }
  const hasSplit = split !== undefined && source.startsWith('hf:');
  return {
    ...common,
    source: hasSplit ? `${source}:${split}` : source,
    place: yaml.placeOf([...dataPath, key]),
    overridden: false,
  };
}

/** @throws ConfigError for a glob that is not allowed */
function dataOfInput(source: string): Pick<DataConfig, 'source' | 'place' | 'overridden'> {
  const place = "input 'data'";
  const problem = globProblem(source);
  if (problem === undefined) return { source, place, overridden: true };
  throw new ConfigError(`the path ${problem}`, {
    where: place,
    remedy: 'Name the files by a simpler pattern.',
  });
}

/** Returns the columns with `fill` as a mapping, so that its two forms compare as equal. */
function withFillMapping(columns: Columns | undefined): Columns | undefined {
  return columns?.fill === undefined ? columns : { ...columns, fill: columnsToFill(columns.fill) };
}

/** @throws ConfigError for keys of columns that contradict each other */
function refuseColumnKeys(columns: Columns, columnPlaces: Readonly<Record<string, string>>): void {
  if (columns.answer_index !== undefined && typeof columns.answer === 'string')
    throw new ConfigError('answer and answer_index both name the right options', {
      where: columnPlaces.answer_index,
      remedy: 'Keep `answer` for labels and texts, or `answer_index` for positions.',
    });
  const unfit = unfitToFill(columns);
  if (unfit === undefined) return;
  throw new ConfigError(
    `the column ${quoted(unfit.column)} cannot fill a prompt: ${unfit.reason}`,
    {
      where: columnPlaces.fill,
      remedy:
        'Under data.columns.fill, name columns such as documents, and neither the question of a row nor its right answer.',
    },
  );
}

const COLUMN_IN_TEMPLATE = /\{([^{}]*)\}/g;

/** Names of columns that hold a role where the configuration names no other, and their aliases. */
const ROLE_NAMES = new Set(
  [
    ...Object.keys(COLUMN_KEYS),
    'question',
    'expected',
    'expected answer',
    'expected output',
    'ideal',
    'ground truth',
    'correct answer',
  ].map(plainName),
);

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
    const [firstStep = ''] = path.split('.');
    if (ROLE_NAMES.has(firstStep)) return { column, reason: 'a column of this name has a role' };
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
