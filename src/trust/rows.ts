import { GateError } from '../errors.ts';
import { canonical } from '../json.ts';
import { findDataFiles, isFileSource, readDataFiles } from '../data/files.ts';
import type { DatasetServer } from '../data/huggingface.ts';
import { readRows, type LoadedRows } from '../data/rows.ts';
import type { DataConfig } from '../config/config.ts';
import type { Files } from '../files.ts';
import type { Judgement, ReadRows, RowsChange } from './judged.ts';

/** What the readers of a run share. */
export interface RowSources {
  /** With the revision of each set of the Hub: all reads of a run are of one. */
  server: DatasetServer;
  /** Files that an earlier step wrote, for the input `data`; undefined for an untrusted head. */
  written?: Files;
  /** The files of all sides: what one of them has is read from commits only. */
  sides: Files[];
}

/** Reads rows of a side, each source once. */
export function rowReader(files: Files, seed: number, sources: RowSources): ReadRows {
  const { server, written, sides } = sources;
  const known: Record<string, Promise<LoadedRows>> = {};
  const filesFor = async ({ isFromInput, source }: DataConfig): Promise<Files> => {
    if (!isFromInput || !written) return files;
    for (const side of sides) if ((await findDataFiles(source, side)).length > 0) return files;
    return written;
  };
  return (data) =>
    (known[canonical([data.source, data.columns, data.limit])] ??= readRows({
      ...data,
      seed,
      server,
      readFiles: async (source, place) => readDataFiles(source, place, await filesFor(data)),
    }));
}

/**
 * Compares the rows of the files that either side names, drawn or not. What cannot be read has no
 * rows here; `onProblem` gets the error of the head.
 */
export async function changedRows(
  base: Judgement,
  head: Judgement,
  onProblem: (problem: GateError) => void,
): Promise<RowsChange[]> {
  const all = [...base.config.tests, ...head.config.tests].map(({ data }) => data);
  const files = all.filter(({ source }) => isFileSource(source));
  const changes: RowsChange[] = [];
  for (const [source, readings] of Map.groupBy(files, (data) => data.source)) {
    const [added, removed, changed] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const data of new Map(readings.map((one) => [columnsOf(one), one])).values()) {
      // The run reads the base's rows, and ends with their error.
      const old = await rowsByKey(data, base);
      const now = await rowsByKey(data, head, onProblem);
      for (const [key, { name }] of old) if (!now.has(key)) removed.add(name);
      for (const [key, { name, content }] of now)
        if (!old.has(key)) added.add(name);
        else if (old.get(key)?.content !== content) changed.add(name);
    }
    if (added.size + removed.size + changed.size > 0)
      changes.push({ source, added: [...added], removed: [...removed], changed: [...changed] });
  }
  return changes;
}

function columnsOf({ columns }: DataConfig): string {
  return canonical(columns);
}

/** By id, else by text and what a row fills in; rows with one key are told apart by number. */
type RowsByKey = ReadonlyMap<string, { name: string; content: string }>;

/** The rows as a side reads these columns, or others where no test of it does. */
async function rowsByKey(
  wanted: DataConfig,
  { config, readRows: read }: Judgement,
  onProblem?: (problem: GateError) => void,
): Promise<RowsByKey> {
  const own = config.tests.flatMap(({ data }) => (data.source === wanted.source ? data : []));
  const data = own.find((one) => columnsOf(one) === columnsOf(wanted)) ?? own[0];
  const rows = data ? await rowsOrNone(read({ ...data, limit: undefined }), onProblem) : [];
  const groups = Map.groupBy(rows, ({ id, text, fill }) => canonical(id ?? [text, fill]));
  const byKey = [...groups].flatMap(([key, equal]) =>
    equal.map((row, i) => {
      const content = canonical({ ...row, source: '' });
      return [`${i} ${key}`, { name: row.id ?? row.source, content }] as const;
    }),
  );
  return new Map(byKey);
}

/** No rows, where they cannot be read. */
export async function rowsOrNone(
  loading: Promise<LoadedRows>,
  onProblem?: (problem: GateError) => void,
): Promise<LoadedRows['rows']> {
  try {
    return (await loading).rows;
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    onProblem?.(error);
    return [];
  }
}
