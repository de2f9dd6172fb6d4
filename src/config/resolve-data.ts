/** Resolves the section `data` of a test, or of the file. */
import { ConfigError } from '../errors.js';
import { quoted } from '../json.js';
import type { Source, WrittenTest } from './config.js';
import { normalizeFill, unfitToFill } from './fill.js';
import type { DataConfig } from './keys/data.js';
import { globProblem } from './paths.js';
import type { Path } from './positions.js';
import type { RawData } from './schema.js';

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
  const writtenSource = dataKeys.source ?? dataKeys.data_source;
  const overridden = ownKeys.data === undefined && overrides.data !== undefined;
  const source = overridden ? overrides.data : writtenSource;
  if (source === undefined) {
    throw new ConfigError('no data is named', {
      where: yaml.placeOf(dataPath),
      remedy:
        'Set data.source in the file or the input `data`: a path or glob, builtin:statements, builtin:multiple-choice, builtin:negation-scope, builtin:house-rules, builtin:sentences, builtin:safety, or hf:OWNER/NAME.',
    });
  }
  const { columns = {}, limit, split } = dataKeys;
  const columnPlaces: Record<string, string> = {};
  for (const role of Object.keys(columns))
    columnPlaces[role] = yaml.placeOf([...dataPath, 'columns'], role);
  refuseColumnKeys(columns, columnPlaces);
  const common = { columns: normalizeFill(dataKeys.columns), columnPlaces, limit, overridden };
  if (overridden) return { ...common, source, place: checkedDataInput(source) };
  const hasSplit = split !== undefined && source.startsWith('hf:');
  const key = dataKeys.source === undefined ? 'data_source' : 'source';
  return {
    ...common,
    source: hasSplit ? `${source}:${split}` : source,
    place: yaml.placeOf([...dataPath, key]),
  };
}

/** @throws ConfigError for keys of columns that contradict each other */
function refuseColumnKeys(
  columns: NonNullable<RawData['columns']>,
  columnPlaces: Readonly<Record<string, string>>,
): void {
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

/**
 * Returns the place of the input `data`.
 *
 * @throws ConfigError for a glob that is not allowed
 */
function checkedDataInput(source: string): string {
  const place = "input 'data'";
  const problem = globProblem(source);
  if (problem === undefined) return place;
  throw new ConfigError(`the path ${problem}`, {
    where: place,
    remedy: 'Name the files by a simpler pattern.',
  });
}
