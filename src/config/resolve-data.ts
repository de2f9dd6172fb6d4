/** Resolves the section `data` of a test, or of the file. */
import { BUILTIN_NAMES } from '../data/builtin.ts';
import { normalizeName, PLACEHOLDER } from '../data/cell.ts';
import { ANSWER_NAMES } from '../data/expected.ts';
import { rolesRead } from '../data/roles.ts';
import type { RowReads } from '../engine/sample.ts';
import { columnsToFill } from '../engine/sample.ts';
import { ConfigError } from '../errors.ts';
import { isMapping, quoted } from '../json.ts';
import type { Source, WrittenTest } from './config.ts';
import { COLUMN_KEYS, type DataConfig } from './keys/data.ts';
import { globProblem } from './paths.ts';
import type { Path } from './positions.ts';
import type { RawData } from './schema.ts';

type Columns = NonNullable<RawData['columns']>;
type ColumnRole = keyof Columns;

/**
 * Returns where a test's rows come from, and which columns they have.
 *
 * @throws ConfigError if no source is named, and for keys that contradict each other
 */
export function resolveData(
  { raw, yaml, overrides }: Source,
  { ownKeys, path }: Pick<WrittenTest, 'ownKeys' | 'path'>,
): DataConfig {
  const dataPath: Path = ownKeys.data ? [...path, 'data'] : ['data'];
  const dataKeys: RawData = ownKeys.data ?? raw.data ?? {};
  const { columns = {}, limit } = dataKeys;
  const columnPlaces: Record<string, string> = {};
  for (const role of Object.keys(columns))
    columnPlaces[role] = yaml.placeOf([...dataPath, 'columns'], role);
  refuseContradictoryColumns(columns, columnPlaces);
  const common = { columns: withFillMapping(dataKeys.columns), columnPlaces, limit };
  if (ownKeys.data === undefined && overrides.data !== undefined)
    return { ...common, ...dataOfInput(overrides.data) };
  const placeOfKey = (key: string) => yaml.placeOf(dataPath, key);
  refuseSecondSource(dataKeys, placeOfKey);
  const key = dataKeys.source === undefined ? 'data_source' : 'source';
  const source = dataKeys[key];
  if (source === undefined) {
    const builtinSets = BUILTIN_NAMES.map((name) => `builtin:${name}`).join(', ');
    throw new ConfigError('no data is named', {
      where: yaml.placeOf(dataPath),
      remedy: `Set data.source in the file or the input \`data\`: a path or glob, ${builtinSets}, or hf:OWNER/NAME.`,
    });
  }
  return {
    ...common,
    source: sourceWithSplit(source, dataKeys.split, placeOfKey),
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

function refuseSecondSource(
  { source, data_source }: RawData,
  placeOfKey: (key: string) => string,
): void {
  if (source === undefined || data_source === undefined) return;
  throw new ConfigError('the data is named twice: as source and as data_source', {
    where: placeOfKey('data_source'),
    remedy: 'Keep one of them.',
  });
}

/** Names that data sets on the Hub give to splits, and not to configs. */
const USUAL_SPLITS = ['train', 'validation', 'test', 'dev'];

/**
 * Returns the source with its split: `hf:OWNER/NAME:CONFIG:SPLIT`, or `hf:OWNER/NAME::SPLIT` if the
 * source names no config.
 *
 * @throws ConfigError for a split of a source that has a split already, or can have none
 */
function sourceWithSplit(
  source: string,
  split: string | undefined,
  placeOfKey: (key: string) => string,
): string {
  if (split === undefined) return source;
  const where = placeOfKey('split');
  if (!source.startsWith('hf:'))
    throw new ConfigError(`the source ${quoted(source)} has no splits`, {
      where,
      remedy:
        'Remove `split`, which belongs to a data set on the Hugging Face Hub (hf:OWNER/NAME).',
    });
  const [dataset, config = '', writtenSplit] = source.slice('hf:'.length).split(':');
  if (writtenSplit !== undefined || USUAL_SPLITS.includes(config))
    throw new ConfigError(`the split is named twice: in ${quoted(source)} and as split`, {
      where,
      remedy: 'Keep one of them.',
    });
  return `hf:${dataset}:${config}:${split}`;
}

/** Returns the columns with `fill` as a mapping, so that its two forms compare as equal. */
function withFillMapping(columns: Columns | undefined): Columns | undefined {
  return columns?.fill === undefined ? columns : { ...columns, fill: columnsToFill(columns.fill) };
}

/** @throws ConfigError for two columns that both hold the right answer */
function refuseContradictoryColumns(
  columns: Columns,
  columnPlaces: Readonly<Record<string, string>>,
): void {
  if (columns.answer_index !== undefined && typeof columns.answer === 'string')
    throw new ConfigError('answer and answer_index both name the right options', {
      where: columnPlaces.answer_index,
      remedy: 'Keep `answer` for labels and texts, or `answer_index` for positions.',
    });
}

/**
 * Refuses a column that fills prompts although the test reads it for something else, such as the
 * right answer.
 *
 * @throws ConfigError
 */
export function refuseUnfitFill({ columns = {}, columnPlaces }: DataConfig, reads: RowReads): void {
  const unfit = unfitToFill(columns, rolesRead({ reads }));
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

const ALL_ROLES = Object.keys(COLUMN_KEYS) as ColumnRole[];

/** Roles that hold the right answer. */
const KEY_ROLES: readonly ColumnRole[] = ['truth', 'answer', 'negated_answer', 'perturbed_answer'];

/** Returns the columns that are read for a role if the configuration names none. */
function defaultColumns(role: ColumnRole): readonly string[] {
  switch (role) {
    case 'text':
      return ['text', 'question'];
    case 'answer':
      return ['answer', ...ANSWER_NAMES];
    case 'fill':
    case 'answer_index':
      return [];
    default:
      return [role];
  }
}

/**
 * True if the default columns of a role may not fill a prompt: the configuration names no other
 * column. `null` reads no column, but one with the name of a right answer still holds it.
 */
function keepsDefaultColumns(role: ColumnRole, columns: Columns): boolean {
  const setting = columns[role];
  return setting === undefined || (setting === null && KEY_ROLES.includes(role));
}

/** True if a path leads to a column, or to a field below it. */
function leadsInto(path: string, column: string): boolean {
  return `${path}.`.startsWith(`${column}.`);
}

/**
 * Returns a column that may not fill a prompt, since it has another role, with the reason. A column
 * that the configuration does not name has a role if the test reads that role.
 */
export function unfitToFill(
  columns: Columns,
  roles: readonly ColumnRole[] = ALL_ROLES,
): { column: string; reason: string } | undefined {
  const { fill, ...otherColumns } = columns;
  const namedColumns = Object.entries(otherColumns).flatMap(([role, setting]) =>
    columnNamesIn(setting).map((name) => ({ role, name: normalizeName(name) })),
  );
  const defaultNames = roles
    .filter((role) => keepsDefaultColumns(role, columns))
    .flatMap(defaultColumns)
    .map(normalizeName);
  for (const column of Object.values(columnsToFill(fill))) {
    const path = normalizeName(column);
    const namedColumn = namedColumns.find(
      ({ name }) => leadsInto(path, name) || leadsInto(name, path),
    );
    if (namedColumn !== undefined)
      return { column, reason: `data.columns.${namedColumn.role} reads it` };
    if (defaultNames.some((name) => leadsInto(path, name)))
      return { column, reason: 'a column of this name has a role' };
  }
  return undefined;
}

/** Returns the columns that a setting names: alone, in a template, or in a list of either. */
function columnNamesIn(setting: unknown): string[] {
  if (Array.isArray(setting)) return setting.flatMap(columnNamesIn);
  if (isMapping(setting)) return columnNamesIn(setting['column']);
  if (typeof setting !== 'string') return [];
  return [setting, ...Array.from(setting.matchAll(PLACEHOLDER), ([, column = '']) => column)];
}
