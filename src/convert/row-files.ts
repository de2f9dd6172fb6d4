/** Files that hold the rows alone: OpenAI Evals, DeepEval's goldens, data sets of Langfuse. */
import { parseJson, scanJson } from '../data/parse-json.ts';
import { isMapping, jsonIn, listIn } from '../json.ts';
import { plainColumn } from './names.ts';
import type { SourceFiles } from './source-files.ts';
import path from 'node:path';

/** A row as it stands in its file, and its place. */
export interface SourceRow {
  value: unknown;
  place: string;
}

export const ROW_FORMATS = {
  openai: 'rows of OpenAI Evals',
  deepeval: 'goldens of DeepEval',
  langfuse: 'a data set of Langfuse',
} as const;
export type RowFormat = keyof typeof ROW_FORMATS;

const DEEPEVAL_COLUMNS = [
  'actualoutput',
  'retrievalcontext',
  'additionalmetadata',
  'expectedtools',
];
const LANGFUSE_COLUMNS = ['datasetid', 'datasetname', 'sourcetraceid', 'metadata'];

/** Returns the format whose rows have keys like this row; undefined for an unknown one. */
export function rowFormat(row: unknown): RowFormat | undefined {
  if (!isMapping(row)) return undefined;
  if (isMapping(row.item)) return 'openai';
  if (row.input === undefined) return undefined;
  if (row.ideal !== undefined) return 'openai';
  const names = new Set(Object.keys(row).map(plainColumn));
  if (DEEPEVAL_COLUMNS.some((name) => names.has(name))) return 'deepeval';
  if (row.expectedOutput !== undefined || LANGFUSE_COLUMNS.some((name) => names.has(name)))
    return 'langfuse';
  if (names.has('expectedoutput') || names.has('context')) return 'deepeval';
  return Array.isArray(row.input) ? 'openai' : undefined;
}

/** Keys under which an exported file may have its rows. */
const LIST_KEYS = ['data', 'items', 'goldens'];

/**
 * Returns the rows of a table, of JSON Lines, or of a JSON list; undefined for any other text, such
 * as a configuration.
 *
 * @throws DataError with file, line and column for a line that is no JSON
 */
export async function sourceRows({
  text,
  name,
  sourceFiles,
}: {
  text: string;
  name: string;
  sourceFiles: SourceFiles;
}): Promise<SourceRow[] | undefined> {
  if (/\.(?:csv|tsv)$/i.test(name)) return tableRows(name, sourceFiles);
  if (/\.(?:jsonl|ndjson)$/i.test(name)) return jsonLines(text, name);
  const parsedText = jsonIn(text);
  if (Array.isArray(parsedText)) return listRows(parsedText, text, name);
  if (isMapping(parsedText)) {
    const list = LIST_KEYS.map((key) => parsedText[key]).find((value) =>
      rowFormat(listIn(value)[0]),
    );
    const asPlaced = (value: unknown, i: number) => ({ value, place: `${name}#${i + 1}` });
    if (list !== undefined) return listIn(list).map(asPlaced);
    return rowFormat(parsedText) ? [{ value: parsedText, place: `${name}:1` }] : undefined;
  }
  const [firstLine = ''] = text.trimStart().split('\n', 1);
  return isMapping(jsonIn(firstLine)) ? jsonLines(text, name) : undefined;
}

async function tableRows(name: string, sourceFiles: SourceFiles): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  for await (const { value, source } of sourceFiles.rows(path.basename(name), name)) {
    const cells = isMapping(value) ? Object.entries(value) : [];
    rows.push({
      value: Object.fromEntries(cells.map(([column, cell]) => [column, decodeCell(cell)])),
      place: source,
    });
  }
  return rows;
}

/** Parses a cell that holds JSON: messages, or a list of documents. */
function decodeCell(cell: unknown): unknown {
  if (typeof cell !== 'string' || !/^\s*[[{"]/.test(cell)) return cell;
  return jsonIn(cell) ?? cell;
}

function jsonLines(text: string, name: string): SourceRow[] {
  const rows: SourceRow[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    rows.push({ value: parseJson(line, name, i + 1), place: `${name}:${i + 1}` });
  }
  return rows;
}

function listRows(values: readonly unknown[], text: string, name: string): SourceRow[] {
  const offsets = scanJson(text).rows;
  let line = 1;
  let rowStart = 0;
  return values.map((value, i) => {
    const nextStart = offsets[i] ?? rowStart;
    line += text.slice(rowStart, nextStart).split('\n').length - 1;
    rowStart = nextStart;
    return { value, place: `${name}:${line}` };
  });
}
