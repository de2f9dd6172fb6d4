import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { z } from 'zod';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { askDatasetsServer, TRY_LATER } from './datasets-server.ts';
import { didYouMeanSentence, list, printableLine } from './printable.ts';
import { RowReader } from './rows.ts';
import type { DataOptions, LoadedSamples, RawRow } from './source.ts';

const ROWS_PER_PAGE = 100;
const PAGES_AT_ONCE = 4;

const rowSchema = z.object({
  row: z.record(z.string(), z.unknown()),
  truncated_cells: z.array(z.string()).default([]),
});
const rowsSchema = z.object({
  rows: z.array(rowSchema),
  num_rows_total: z.int().nonnegative(),
});

type FetchedRow = z.infer<typeof rowSchema>;

/**
 * Loads `hf:OWNER/NAME[:config][:split]`. Fetches only the pages that hold drawn rows. The source
 * of a sample ends with the row number on the Hub, from 0.
 */
export async function loadDataset(options: DataOptions): Promise<LoadedSamples> {
  const { place } = options;
  const split = await findSplit(options);
  const fetchPage = (number: number) =>
    askDatasetsServer(options, {
      path: 'rows',
      query: { ...split, offset: number * ROWS_PER_PAGE, length: ROWS_PER_PAGE },
      schema: rowsSchema,
    });
  const firstPage = await fetchPage(0);
  const total = firstPage.num_rows_total;
  const source = printableLine(`hf:${split.dataset}:${split.config}:${split.split}`);
  if (total === 0)
    throw new DataError(`${quoted(source)} has no rows.`, {
      where: place,
      remedy: 'Name another config or split.',
    });

  const rowNumbers = drawIndices(total, options);
  const pages = new Map([[0, firstPage]]);
  const pageNumbers = new Set(rowNumbers.map(pageOf));
  pageNumbers.delete(0);
  const pendingPages = [...pageNumbers];
  while (pendingPages.length > 0) {
    const batch = pendingPages.splice(0, PAGES_AT_ONCE);
    await Promise.all(batch.map(async (number) => pages.set(number, await fetchPage(number))));
  }
  const reader = new RowReader(options);
  // Rows that are not fetched have no known key, so the draw cannot balance the halves.
  const samples = rowNumbers.flatMap((index) => {
    const page = pages.get(pageOf(index));
    return reader.read(rowOf(page?.rows[index % ROWS_PER_PAGE], `${source}#${index}`)) ?? [];
  });
  return reader.finish(samples, { source, total, drawn: rowNumbers.length });
}

function pageOf(index: number): number {
  return Math.floor(index / ROWS_PER_PAGE);
}

function rowOf(row: FetchedRow | undefined, source: string): RawRow {
  if (row) return { value: row.row, source, truncated: row.truncated_cells };
  throw new DataError('The datasets server has left this row out of its page.', {
    where: source,
    remedy: TRY_LATER,
  });
}

/** Maximum number of drawn rows, since each page of 100 rows takes a request. */
const MAX_DRAWN_ROWS = 1_000_000;

/** Draws by row number, since the content is known only after the fetch. */
function drawIndices(total: number, { limit, seed, place }: DataOptions): number[] {
  const count = Math.min(limit ?? total, total);
  if (count > MAX_DRAWN_ROWS) {
    const message = `The data set has ${total} rows, of which ${count} are wanted; at most ${MAX_DRAWN_ROWS} are read.`;
    throw new DataError(message, {
      where: place,
      remedy: 'Set data.limit to the number of rows that the model should be asked about.',
    });
  }
  return drawnFrom(total, count, seed);
}

/**
 * `count` distinct numbers below `total`, in order (Bentley and Floyd 1987). Time is linear in
 * `count`, not in `total`.
 */
export function drawnFrom(total: number, count: number, seed: number): number[] {
  const random = xoroshiro128plus(seed);
  const numbers = new Set<number>();
  for (let highest = total - count; highest < total; highest += 1) {
    const index = uniformInt(random, 0, highest);
    numbers.add(numbers.has(index) ? highest : index);
  }
  return [...numbers].sort((a, b) => a - b);
}

const PREFERRED_SPLITS = ['test', 'validation', 'train'];

const splitsSchema = z.object({
  splits: z.array(z.object({ config: z.string(), split: z.string() })),
});

/**
 * Returns the config and the split of the source. Default: config `default`, and split `test`,
 * `validation` or `train`; else the only one.
 * @throws DataError if the user must choose
 */
async function findSplit(
  options: DataOptions,
): Promise<{ dataset: string; config: string; split: string }> {
  const { place } = options;
  const { dataset, config, split } = partsOf(options);
  if (config !== undefined && split !== undefined) return { dataset, config, split };

  const { splits } = await askDatasetsServer(options, {
    path: 'splits',
    query: { dataset },
    schema: splitsSchema,
  });
  const configs = [...new Set(splits.map((entry) => entry.config))];
  // Both parts are optional: `test` in `hf:OWNER/NAME:test` is a split if no config has this name.
  const isSplit =
    config !== undefined &&
    !configs.includes(config) &&
    splits.some((entry) => entry.split === config);
  const requestedParts = isSplit ? { split: config } : { config, split };
  const chosenConfig = choose(configs, requestedParts.config, {
    kind: 'config',
    preferred: ['default'],
    dataset,
    place,
  });
  const configSplits = splits
    .filter((entry) => entry.config === chosenConfig)
    .map((entry) => entry.split);
  const chosenSplit = choose(configSplits, requestedParts.split, {
    kind: 'split',
    preferred: PREFERRED_SPLITS,
    dataset,
    place,
  });
  return { dataset, config: chosenConfig, split: chosenSplit };
}

interface SourceParts {
  dataset: string;
  config: string | undefined;
  split: string | undefined;
}

function partsOf({ source, place }: DataOptions): SourceParts {
  const [, dataset, config, split] =
    /^hf:([\w.-]+\/[\w.-]+)(?::([^:]*))?(?::([^:]+))?$/.exec(source) ?? [];
  if (dataset !== undefined) return { dataset, config: config || undefined, split };
  throw new DataError(`${quoted(source)} does not name a data set on the Hugging Face Hub.`, {
    where: place,
    remedy: 'Write hf:OWNER/NAME, hf:OWNER/NAME:config or hf:OWNER/NAME:config:split.',
  });
}

interface PartChoice {
  kind: 'config' | 'split';
  preferred: readonly string[];
  dataset: string;
  place: string | undefined;
}

/**
 * Returns the requested name, or without one the first preferred name, or the only name.
 * @throws DataError if there is no such name
 */
function choose(
  names: string[],
  requested: string | undefined,
  { kind, preferred, dataset, place }: PartChoice,
): string {
  const onlyName = names.length === 1 ? names : [];
  const candidates = requested === undefined ? [...preferred, ...onlyName] : [requested];
  const chosenName = candidates.find((name) => names.includes(name));
  if (chosenName !== undefined) return chosenName;

  const available = names.length === 0 ? `no ${kind}s` : `the ${kind}s ${list(names)}`;
  const problem =
    requested === undefined
      ? '.'
      : `, but no ${quoted(requested)}.${didYouMeanSentence(requested, names)}`;
  const remedy = `Name the ${kind}: ${quoted(`hf:${dataset}:${kind === 'config' ? 'CONFIG' : 'CONFIG:SPLIT'}`)}.`;
  throw new DataError(`The data set ${quoted(dataset)} has ${available}${problem}`, {
    where: place,
    remedy,
  });
}
