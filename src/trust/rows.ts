import path from 'node:path';
import { orTell, type GateError } from '../errors.ts';
import { canonical, quoted } from '../json.ts';
import { findDataFiles, isFileSource, readDataFiles } from '../data/files.ts';
import type { DatasetServer } from '../data/huggingface.ts';
import { list, withoutBreaks } from '../data/printable.ts';
import { readRows, type LoadedRows } from '../data/rows.ts';
import type { DataConfig } from '../config/config.ts';
import type { Files } from '../files.ts';
import type { Changes, Judgement, ReadRows } from './judged.ts';

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
 * Drafted rows whose quote no longer stands in its document.
 *
 * @param files - of the commit that is judged, whose documents may be newer than the base's rows
 */
export async function staleNotices(
  { config, readRows: read }: Judgement,
  files: Files,
): Promise<string[]> {
  const notices: string[] = [];
  const named = config.tests.filter(({ data }) => isFileSource(data.source));
  const loaded = await Promise.all(named.map(({ data }) => orTell(() => read(data))));
  const quotes = loaded.flatMap((rows) => rows?.quotes ?? []);
  for (const [document, ofDocument] of Map.groupBy(quotes, (quote) => quote.document)) {
    const [bytes] = (await orTell(() => files.read([path.posix.normalize(document)]))) ?? [];
    const text = withoutBreaks(bytes?.toString() ?? '');
    const stale = ofDocument.filter(({ words }) => !text.includes(words));
    const places = [...new Set(stale.map(({ place }) => place))];
    if (places.length > 0)
      notices.push(
        `${quoted(document)} no longer says what these rows quote: ${list(places)}. Correct or delete them; \`sensitivity draft --add\` writes rows of what changed.`,
      );
  }
  return notices;
}

/**
 * Compares the rows of the files that either side names, drawn or not, once for each reading of
 * their columns. What cannot be read has no rows here; `onProblem` gets the error of the head.
 */
export async function changedRows(
  base: Judgement,
  head: Judgement,
  onProblem: (problem: GateError) => void,
): Promise<Changes['rows']> {
  const all = [...base.config.tests, ...head.config.tests].map(({ data }) => data);
  const readings = new Map(all.map((data) => [readingOf(data), data])).values();
  const found: { source: string; how: 'added' | 'removed' | 'changed'; name: string }[] = [];
  for (const data of readings) {
    const { source } = data;
    if (!isFileSource(source)) continue;
    // The run reads the base's rows, and ends with their error.
    const old = await rowsByKey(data, base);
    const now = await rowsByKey(data, head, onProblem);
    for (const [key, { name }] of old)
      if (!now.has(key)) found.push({ source, how: 'removed', name });
    for (const [key, { name, content }] of now)
      if (!old.has(key)) found.push({ source, how: 'added', name });
      else if (old.get(key)?.content !== content) found.push({ source, how: 'changed', name });
  }
  return Array.from(
    Map.groupBy(found, ({ source }) => source),
    ([source, those]) => {
      const names = (how: string) => [
        ...new Set(those.flatMap((one) => (one.how === how ? one.name : []))),
      ];
      return {
        source,
        added: names('added'),
        removed: names('removed'),
        changed: names('changed'),
      };
    },
  );
}

function readingOf({ source, columns }: DataConfig): string {
  return canonical([source, columns]);
}

/**
 * The rows as a side reads these columns, or others where no test of it does; by id, else by text
 * and what a row fills in. Rows with one key are told apart by number.
 */
async function rowsByKey(
  wanted: DataConfig,
  { config, readRows: read }: Judgement,
  onProblem?: (problem: GateError) => void,
): Promise<ReadonlyMap<string, { name: string; content: string }>> {
  const own = config.tests.flatMap(({ data }) => (data.source === wanted.source ? data : []));
  const data = own.find((one) => readingOf(one) === readingOf(wanted)) ?? own[0];
  const loaded = data && (await orTell(() => read({ ...data, limit: undefined }), onProblem));
  const groups = Map.groupBy(loaded?.rows ?? [], ({ id, text, fill }) =>
    canonical(id ?? [text, fill]),
  );
  const byKey = [...groups].flatMap(([key, equal]) =>
    equal.map(({ source, ...row }, i) => {
      return [`${i} ${key}`, { name: row.id ?? source, content: canonical(row) }] as const;
    }),
  );
  return new Map(byKey);
}
