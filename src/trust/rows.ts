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
  const changes: RowsChange[] = [];
  const sources = [...base.config.tests, ...head.config.tests].map(({ data }) => data.source);
  for (const source of new Set(sources.filter(isFileSource))) {
    // The run reads the base's rows, and ends with their error.
    const old = await rowsByKey(source, base);
    const now = await rowsByKey(source, head, onProblem);
    const namesOf = (rows: RowsByKey, isMeant: (key: string) => boolean) =>
      [...rows].flatMap(([key, { name }]) => (isMeant(key) ? [name] : []));
    const added = namesOf(now, (key) => !old.has(key));
    const removed = namesOf(old, (key) => !now.has(key));
    const changed = namesOf(
      now,
      (key) => old.has(key) && old.get(key)?.content !== now.get(key)?.content,
    );
    if (added.length + removed.length + changed.length > 0)
      changes.push({ source, added, removed, changed });
  }
  return changes;
}

/** By id, else by text and what a row fills in; rows with one key are told apart by number. */
type RowsByKey = ReadonlyMap<string, { name: string; content: string }>;

async function rowsByKey(
  source: string,
  { config, readRows: read }: Judgement,
  onProblem?: (problem: GateError) => void,
): Promise<RowsByKey> {
  const data = config.tests.find((test) => test.data.source === source)?.data;
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
