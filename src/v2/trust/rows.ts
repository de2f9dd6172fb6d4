import { GateError } from '../../errors.ts';
import { canonical } from '../../json.ts';
import type { Row } from '../../core/types.ts';
import { findDataFiles, isFileSource, readDataFiles } from '../../rows/files.ts';
import type { DatasetServer } from '../../rows/huggingface.ts';
import { readRows, type LoadedRows } from '../../rows/rows.ts';
import type { Config, DataConfig } from '../config/config.ts';
import type { Files } from '../files.ts';
import type { ReadRows, RowsChange } from './judged.ts';

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
  const known = new Map<string, Promise<LoadedRows>>();
  const filesFor = async ({ isFromInput, source }: DataConfig): Promise<Files> => {
    if (!isFromInput || !written) return files;
    for (const side of sides) if ((await findDataFiles(source, side)).length > 0) return files;
    return written;
  };
  return (data) => {
    const key = canonical([data.source, data.columns, data.limit, data.isFromInput]);
    const readFiles = async (source: string, place?: string) =>
      readDataFiles(source, place, await filesFor(data));
    const rows = known.get(key) ?? readRows({ ...data, seed, server, readFiles });
    known.set(key, rows);
    return rows;
  };
}

interface RowsSide {
  config: Config;
  readRows: ReadRows;
}

/**
 * Compares the rows of the files that either side names, drawn or not. What cannot be read has no
 * rows here; `onProblem` gets the error of the head.
 */
export async function changedRows(
  base: RowsSide,
  head: RowsSide,
  onProblem: (problem: GateError) => void,
): Promise<RowsChange[]> {
  const changes: RowsChange[] = [];
  const sources = [...base.config.tests, ...head.config.tests].map(({ data }) => data.source);
  for (const source of new Set(sources.filter(isFileSource))) {
    // The run reads the base's rows, and ends with their error.
    const old = await allRows(source, base, () => undefined);
    const change = compareRows(old, await allRows(source, head, onProblem));
    if (change.added.length + change.removed.length + change.changed.length > 0)
      changes.push({ source, ...change });
  }
  return changes;
}

async function allRows(
  source: string,
  { config, readRows: read }: RowsSide,
  onProblem: (problem: GateError) => void,
): Promise<readonly Row[]> {
  const test = config.tests.find(({ data }) => data.source === source);
  if (!test) return [];
  try {
    return (await read({ ...test.data, limit: undefined })).rows;
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    onProblem(error);
    return [];
  }
}

/** Matches rows by their ids, else by text and what they fill in. */
function compareRows(base: readonly Row[], head: readonly Row[]): Omit<RowsChange, 'source'> {
  const [old, now] = [keyed(base), keyed(head)];
  const namesOf = (rows: Map<string, Row>, isMeant: (key: string) => boolean) =>
    [...rows].filter(([key]) => isMeant(key)).map(([, { id, source }]) => id ?? source);
  return {
    added: namesOf(now, (key) => !old.has(key)),
    removed: namesOf(old, (key) => !now.has(key)),
    changed: namesOf(now, (key) => old.has(key) && contentOf(old, key) !== contentOf(now, key)),
  };
}

function contentOf(rows: Map<string, Row>, key: string): string {
  return canonical({ ...rows.get(key), source: '' });
}

/** Rows with one key are told apart by their number. */
function keyed(rows: readonly Row[]): Map<string, Row> {
  const keyOf = ({ id, text, fill }: Row) => canonical(id ?? [text, fill]);
  const groups = [...Map.groupBy(rows, keyOf)];
  const numbered = groups.flatMap(([key, equal]) =>
    equal.map((row, i): [string, Row] => [`${i} ${key}`, row]),
  );
  return new Map(numbered);
}
