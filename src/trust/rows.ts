import type { Row } from '../engine/types.ts';
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
  const known = new Map<string, Promise<LoadedRows>>();
  const filesFor = async ({ isFromInput, source }: DataConfig): Promise<Files> => {
    if (!isFromInput || !written) return files;
    for (const side of sides) if ((await findDataFiles(source, side)).length > 0) return files;
    return written;
  };
  return (data) => {
    const key = canonical([data.source, data.columns, data.limit]);
    const readFiles = async (source: string, place?: string) =>
      readDataFiles(source, place, await filesFor(data));
    const rows = known.get(key) ?? readRows({ ...data, seed, server, readFiles });
    known.set(key, rows);
    return rows;
  };
}

type OnProblem = (problem: GateError) => void;

/**
 * Compares the rows of the files that either side names, drawn or not. What cannot be read has no
 * rows here; `onProblem` gets the error of the head.
 */
export async function changedRows(
  base: Judgement,
  head: Judgement,
  onProblem: OnProblem,
): Promise<RowsChange[]> {
  const changes: RowsChange[] = [];
  const sources = [...base.config.tests, ...head.config.tests].map(({ data }) => data.source);
  for (const source of new Set(sources.filter(isFileSource))) {
    // The run reads the base's rows, and ends with their error.
    const old = await allRows(source, base, () => undefined);
    const now = await allRows(source, head, onProblem);
    const namesOf = (rows: KeyedRows, isMeant: (key: string) => boolean) =>
      [...rows].filter(([key]) => isMeant(key)).map(([, { id, source: place }]) => id ?? place);
    const isChanged = (key: string) => old.has(key) && contentOf(old, key) !== contentOf(now, key);
    const added = namesOf(now, (key) => !old.has(key));
    const removed = namesOf(old, (key) => !now.has(key));
    const changed = namesOf(now, isChanged);
    if (added.length + removed.length + changed.length > 0)
      changes.push({ source, added, removed, changed });
  }
  return changes;
}

type KeyedRows = ReadonlyMap<string, Row>;

function contentOf(rows: KeyedRows, key: string): string {
  return canonical({ ...rows.get(key), source: '' });
}

/** By id, else by text and what a row fills in; rows with one key are told apart by number. */
async function allRows(source: string, side: Judgement, onProblem: OnProblem): Promise<KeyedRows> {
  const test = side.config.tests.find(({ data }) => data.source === source);
  const data = test && { ...test.data, limit: undefined };
  const rows = data ? await rowsOrNone(side.readRows(data), onProblem) : [];
  const groups = Map.groupBy(rows, ({ id, text, fill }) => canonical(id ?? [text, fill]));
  const keyed = [...groups].flatMap(([key, equal]) =>
    equal.map((row, i): [string, Row] => [`${i} ${key}`, row]),
  );
  return new Map(keyed);
}

/** No rows, where they cannot be read. */
export async function rowsOrNone(
  loading: Promise<LoadedRows>,
  onProblem: OnProblem,
): Promise<readonly Row[]> {
  try {
    return (await loading).rows;
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    onProblem(error);
    return [];
  }
}
