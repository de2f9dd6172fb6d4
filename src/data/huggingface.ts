import { z } from 'zod';
import { DataError } from '../errors.js';
import { Rows } from './blank.js';
import { type DatasetSplit, findSplit } from './dataset-split.js';
import { ask } from './datasets-server.js';
import { Halves, inTurn } from './halves.js';
import { drawnFrom, Reservoir } from './reservoir.js';
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
  const name = oneLine(`hf:${part.dataset}:${part.config}:${part.split}`);
  if (total === 0) {
    throw new DataError(`${name} has no rows.`, { where: options.where, remedy: 'Name another config or split.' });
  }

  if (options.pairs && options.columns?.cluster !== undefined && options.columns.perturbed === undefined) {
    return loadClusters(options, { total, name, page: (number) => (number === 0 ? first : fetchPage(part, number, options)) });
  }
  const drawn = drawIndices(total, options);
  const pages = await fetchPages(new Set(drawn.map(pageOf)), first, (number) => fetchPage(part, number, options));
  const rows = new Rows(options.columns, options);
  const samples = drawn.flatMap((index) => rows.read(rowAt(index, pages, name)) ?? []);
  rows.refuseEmpty(samples.length);
  // The keys of rows that are not fetched are not known: the halves come in the draw as chance has it.
  const understood = rows.understood.sentence({ source: name, rows: total, drawn: drawn.length });
  return {
    samples: options.keyed || options.sided || options.halved ? inTurn(samples, options.seed) : samples,
    total,
    blank: rows.blank,
    understood,
    notices: [],
  };
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
  const pages = await fetchPages(new Set(numbers), undefined, page);
  const rows = new Rows(options.columns, options);
  const indices = numbers.flatMap((number) => Array.from({ length: Math.min(PAGE, total - number * PAGE) }, (_, i) => number * PAGE + i));
  const single = indices.flatMap((index) => rows.read(rowAt(index, pages, name)) ?? []);
  const drawn = new Halves(options.limit, options.seed);
  for (const sample of [...single, ...rows.clusters()]) drawn.offer(sample);
  rows.refuseEmpty(drawn.seen);
  const read = numbers.length * PAGE;
  const notices =
    read < total ? [`${name}: of ${total} rows ${read} were read, to put clusters together that stand close to each other.`] : [];
  const samples = drawn.drawn();
  const understood = rows.understood.sentence({ source: name, rows: drawn.seen, drawn: samples.length });
  return { samples, total: drawn.seen, blank: rows.blank, understood, notices };
}

/** Far more than anybody asks a model about; each hundred is a request. */
const MOST_DRAWN = 1_000_000;
/** No file is as long. Up to here every row is offered to the reservoir, which takes a quarter of a second. */
const MOST_OFFERED = 10_000_000;

/** The rows that the same seed draws from a file with as many rows; of more than any file has, as many at random. */
function drawIndices(total: number, { limit, seed, where }: DataOptions): number[] {
  const wanted = Math.min(limit ?? total, total);
  if (wanted > MOST_DRAWN) {
    throw new DataError(`The data set has ${total} rows, of which ${wanted} are wanted; at most ${MOST_DRAWN} are read.`, {
      where,
      remedy: 'Set data.limit to as many as the model is to be asked about.',
    });
  }
  if (total > MOST_OFFERED) return drawnFrom(total, wanted, seed);
  const drawn = new Reservoir<number>(limit, seed);
  for (let index = 0; index < total; index += 1) drawn.offer(index);
  return drawn.drawn();
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE);
}

async function fetchPages(wanted: Set<number>, first: Page | undefined, fetchOne: (number: number) => Page | Promise<Page>) {
  const pages = new Map(first ? [[0, first]] : []);
  const rest = [...wanted].filter((number) => !pages.has(number));
  for (let start = 0; start < rest.length; start += PAGES_AT_ONCE) {
    const batch = rest.slice(start, start + PAGES_AT_ONCE);
    await Promise.all(batch.map(async (number) => pages.set(number, await fetchOne(number))));
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
