import { extname } from 'node:path';
import { DataError } from '../errors.js';
import { readBuiltin } from './builtin.js';
import { toSample } from './columns.js';
import { readCsv, readTsv } from './csv.js';
import { findFiles } from './files.js';
import { loadDataset } from './huggingface.js';
import { readJson } from './json.js';
import { readJsonLines } from './jsonl.js';
import { Reservoir } from './reservoir.js';
import type { DataFile, DataOptions, LoadedSamples, RawRow } from './source.js';
import type { Sample } from '../engine/sample.js';
import { readTextLines } from './text.js';

export type { Columns, DataOptions, LoadedSamples } from './source.js';
export { BUILTIN_NAMES } from './builtin.js';

const READERS: Record<string, (file: DataFile) => AsyncGenerator<RawRow>> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.csv': readCsv,
  '.tsv': readTsv,
  '.txt': readTextLines,
};

/**
 * Samples of a data source. Every row of a file is checked, drawn or not, so that a faulty row is an error whatever
 * the seed; of a set on the Hub only the pages that hold the draw are fetched, and the rows drawn are checked.
 *
 * Built-in sets have columns of their own: `columns` does not apply to them.
 *
 * @throws DataError for a source that is not there or has no rows, and for a row that cannot be a sample
 */
export async function loadSamples(options: DataOptions): Promise<LoadedSamples> {
  const [scheme, name] = splitScheme(options.source);
  if (scheme === 'hf') return loadDataset(options);

  const drawn = new Reservoir<Sample>(options.limit, options.seed);
  const rows = scheme === 'builtin' ? readBuiltin(name, options.where) : readFiles(await openFiles(options));
  const columns = scheme === 'builtin' ? undefined : options.columns;
  for await (const row of rows) drawn.offer(toSample(row, columns));
  return { samples: drawn.drawn(), total: drawn.seen };
}

function splitScheme(source: string): [scheme: 'builtin' | 'hf' | 'file', name: string] {
  const scheme = (['builtin', 'hf'] as const).find((prefix) => source.startsWith(`${prefix}:`));
  return scheme === undefined ? ['file', source] : [scheme, source.slice(scheme.length + 1)];
}

/** The files of a source with their readers: all extensions are known before the first file is read. */
async function openFiles(options: DataOptions) {
  const files = await findFiles(options);
  return files.map((file) => {
    const reader = READERS[extname(file.name).toLowerCase()];
    if (reader) return { file, reader };
    throw new DataError(`${file.name} is not of a format that can be read.`, {
      where: options.where,
      remedy: `Use a file that ends in ${Object.keys(READERS).join(', ')}.`,
    });
  });
}

async function* readFiles(files: Awaited<ReturnType<typeof openFiles>>): AsyncGenerator<RawRow> {
  for (const { file, reader } of files) {
    let empty = true;
    for await (const row of reader(file)) {
      empty = false;
      yield row;
    }
    if (empty) {
      throw new DataError('The file has no rows.', { where: file.name, remedy: 'Write rows into it, or name another file.' });
    }
  }
}
