import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { z } from 'zod';
import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { Rows } from './blank.js';
import { type DatasetSplit, findSplit } from './dataset-split.js';
import { ask } from './datasets-server.js';
import { drawSamples } from './drawn.js';
import type { DataOptions, LoadedSamples, RawRow } from './source.js';
import { oneLine } from './printable.js';

/** Most rows that the server gives at once. */
const PAGE = 100;
const PAGES_AT_ONCE = 4;

const rowsSchema = z.object({
  rows: z.array(z.object({ row: z.record(z.string(), z.unknown()), truncated_cells: z.array(z.string()).default([]) })),
  num_rows_total: z.int().nonnegative(),
});

type Page = z.infer<typeof rowsSchema>;

/**
 * Samples of a data set on the Hugging Face Hub, `hf:OWNER/NAME[:config][:split]`. Of a large set only the pages that
 * hold the draw are fetched. Sources carry the Hub's own number of a row, from 0: `hf:OWNER/NAME:config:split#7`.
 *
 * @throws DataError for a set that is not there or has no rows, and for a drawn row that cannot be a sample
 */
export async function loadDataset(options: DataOptions): Promise<LoadedSamples> {
  const part = await findSplit(options);
  const first = await fetchPage(part, 0, options);
  const total = first.num_rows_total;
  const page = (number: number) => (number === 0 ? first : fetchPage(part, number, options));
  const name = oneLine(`hf:${part.dataset}:${part.config}:${part.split}`);
  if (total === 0) {
    throw new DataError(`${quoted(name)} has no rows.`, { where: options.where, remedy: 'Name another config or split.' });
  }

  if (options.pairs && options.columns?.cluster !== undefined && options.columns.perturbed === undefined) {
    return loadClusters(options, { total, name, page });
  }
  const drawn = drawIndices(total, options);
  const pages = await fetchPages(drawn.map(pageOf), page);
  const rows = new Rows(options);
  const samples = drawn.flatMap((index) => rows.read(rowAt(index, pages, name)) ?? []);
  rows.refuseEmpty(samples.length);
  // The keys of rows that are not fetched are not known: the halves come in the draw as chance has it.
  const understood = rows.understood.sentence({ source: name, rows: total, drawn: drawn.length });
  return { samples, total, blank: rows.blank, understood, notices: [] };
}

/** Of a set whose clusters are rows, so many pages: whole clusters are wanted, and only those that stand together are found in a part. */
const MOST_CLUSTER_PAGES = 100;

interface Source {
  total: number;
  name: string;
  page: (number: number) => Page | Promise<Page>;
}

async function loadClusters(options: DataOptions, { total, name, page }: Source): Promise<LoadedSamples> {
  const count = Math.ceil(total / PAGE);
  const numbers = drawnFrom(count, Math.min(count, MOST_CLUSTER_PAGES), options.seed);
  const pages = await fetchPages(numbers, page);
  const indices = numbers.flatMap((number) => Array.from({ length: Math.min(PAGE, total - number * PAGE) }, (_, i) => number * PAGE + i));
  const rows = indices.values().map((index) => rowAt(index, pages, name));
  const drawn = await drawSamples(rows, { ...options, source: name });
  const read = numbers.length * PAGE;
  const notices =
    read < total ? [`${quoted(name)}: of ${total} rows ${read} were read, to put clusters together that stand close to each other.`] : [];
  return { ...drawn, notices };
}

/** Far more than anybody asks a model about; each hundred is a request. */
const MOST_DRAWN = 1_000_000;
/** By their numbers: what a row says is known once it is fetched. */
function drawIndices(total: number, { limit, seed, where }: DataOptions): number[] {
  const wanted = Math.min(limit ?? total, total);
  if (wanted > MOST_DRAWN) {
    throw new DataError(`The data set has ${total} rows, of which ${wanted} are wanted; at most ${MOST_DRAWN} are read.`, {
      where,
      remedy: 'Set data.limit to as many as the model is to be asked about.',
    });
  }
  return drawnFrom(total, wanted, seed);
}

/** Numbers below `total`, `count` of them without repetition, in order (Bentley and Floyd 1987): in time for `count`, not for `total`. */
export function drawnFrom(total: number, count: number, seed: number): number[] {
  const random = xoroshiro128plus(seed);
  const drawn = new Set<number>();
  for (let last = total - count; last < total; last += 1) {
    const index = uniformInt(random, 0, last);
    drawn.add(drawn.has(index) ? last : index);
  }
  return [...drawn].sort((a, b) => a - b);
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE);
}

async function fetchPages(numbers: readonly number[], page: Source['page']): Promise<Map<number, Page>> {
  const wanted = [...new Set(numbers)];
  const pages = new Map<number, Page>();
  for (let start = 0; start < wanted.length; start += PAGES_AT_ONCE) {
    const batch = wanted.slice(start, start + PAGES_AT_ONCE);
    await Promise.all(batch.map(async (number) => pages.set(number, await page(number))));
  }
  return pages;
}

function fetchPage(part: DatasetSplit, number: number, options: DataOptions): Promise<Page> {
  return ask(options, { path: 'rows', query: { ...part, offset: number * PAGE, length: PAGE }, schema: rowsSchema });
}

function rowAt(index: number, pages: Map<number, Page>, name: string): RawRow {
  const source = `${name}#${index}`;
  const row = pages.get(pageOf(index))?.rows[index % PAGE];
  if (row) return { value: row.row, source, truncated: row.truncated_cells };
  throw new DataError('The datasets server has left this row out of its page.', {
    where: source,
    remedy: 'Try again later, or download the data set and name the file in data.source.',
  });
}
