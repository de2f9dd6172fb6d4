import { setTimeout as sleep } from 'node:timers/promises';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { z } from 'zod';
import { DataError } from '../errors.ts';
import { asRecord, jsonIn, quoted } from '../json.ts';
import { retryAfter } from '../retry-after.ts';
import { didYouMeanSentence, list, printableLine } from './printable.ts';
import type { RawRow } from './raw-row.ts';

/** The datasets server of the Hugging Face Hub, or a mirror. */
export interface DatasetServer {
  /** Its base URL, trusted: it receives the token. */
  url?: string;
  token?: string;
  fetch?: typeof fetch;
  /** The revision of each set that was read, so that all reads of a run are of one. */
  revisions?: Map<string, string>;
  /** Waits before a retry, in ms. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

interface DatasetOptions {
  source: string;
  limit?: number;
  seed: number;
  place?: string;
  server: DatasetServer;
}

const ROWS_PER_PAGE = 100;
const PAGES_AT_ONCE = 4;
/** Each page takes a request. */
const MAX_ROWS = 1_000_000;
const TRY_LATER = 'Try again later, or download the data set and name the file in data.source.';

const PAGE = z.object({
  rows: z.array(
    z.object({
      row: z.record(z.string(), z.unknown()),
      truncated_cells: z.array(z.string()).default([]),
    }),
  ),
  num_rows_total: z.int().nonnegative(),
});
const SPLITS = z.object({ splits: z.array(z.object({ config: z.string(), split: z.string() })) });

/**
 * Loads the drawn rows of `hf:OWNER/NAME[:config][:split]`, and no page beside theirs. A row is
 * named by its number on the Hub, from 0.
 */
export async function loadDataset(
  options: DatasetOptions,
): Promise<{ rows: RawRow[]; total: number }> {
  const { limit, seed, place } = options;
  const split = await findSplit(options);
  const pageOf = (number: number) =>
    ask(options, PAGE, {
      path: 'rows',
      query: { ...split, offset: number * ROWS_PER_PAGE, length: ROWS_PER_PAGE },
    });
  const first = await pageOf(0);
  const total = first.num_rows_total;
  const count = Math.min(limit ?? total, total);
  const source = printableLine(`hf:${split.dataset}:${split.config}:${split.split}`);
  if (total === 0 || count > MAX_ROWS)
    throw new DataError(`${quoted(source)} has ${total} rows; 1 to ${MAX_ROWS} can be read.`, {
      where: place,
      remedy: 'Name another config or split, or set data.limit.',
    });
  const numbers = drawnFrom(total, count, seed);
  const pages = new Map([[0, first]]);
  const wanted = new Set(numbers.map((number) => Math.floor(number / ROWS_PER_PAGE)));
  const missing = [...wanted].filter((number) => number > 0);
  while (missing.length > 0) {
    const batch = missing.splice(0, PAGES_AT_ONCE);
    await Promise.all(batch.map(async (number) => pages.set(number, await pageOf(number))));
  }
  const rows = numbers.map((number): RawRow => {
    const page = pages.get(Math.floor(number / ROWS_PER_PAGE));
    const entry = page?.rows[number % ROWS_PER_PAGE];
    if (entry)
      return {
        cells: entry.row,
        source: `${source}#${number}`,
        truncated: entry.truncated_cells,
      };
    throw new DataError('The datasets server has left this row out of its page.', {
      where: `${source}#${number}`,
      remedy: TRY_LATER,
    });
  });
  return { rows, total };
}

/**
 * `count` distinct numbers below `total`, in order (Bentley and Floyd 1987). Time is linear in
 * `count`.
 */
function drawnFrom(total: number, count: number, seed: number): number[] {
  const random = xoroshiro128plus(seed);
  const numbers = new Set<number>();
  for (let highest = total - count; highest < total; highest += 1) {
    const index = uniformInt(random, 0, highest);
    numbers.add(numbers.has(index) ? highest : index);
  }
  return [...numbers].sort((a, b) => a - b);
}

interface Split {
  dataset: string;
  config: string;
  split: string;
}

/** Default: config `default`, and split `test`, `validation` or `train`; else the only one. */
async function findSplit(options: DatasetOptions): Promise<Split> {
  const { source, place } = options;
  const [, dataset, written, split] =
    /^hf:([\w.-]+\/[\w.-]+)(?::([^:]*))?(?::([^:]+))?$/.exec(source) ?? [];
  if (dataset === undefined)
    throw new DataError(`${quoted(source)} does not name a data set on the Hugging Face Hub.`, {
      where: place,
      remedy: 'Write hf:OWNER/NAME, hf:OWNER/NAME:config or hf:OWNER/NAME:config:split.',
    });
  const config = written || undefined;
  if (config !== undefined && split !== undefined) return { dataset, config, split };
  const { splits } = await ask(options, SPLITS, { path: 'splits', query: { dataset } });
  const configs = [...new Set(splits.map((entry) => entry.config))];
  // `test` in `hf:OWNER/NAME:test` is a split where no config has this name.
  const isSplit = config !== undefined && !configs.includes(config);
  const namesSplit = isSplit && splits.some((entry) => entry.split === config);
  const choose = (kind: 'config' | 'split', names: string[], asked?: string) =>
    chosen(names, asked, { kind, dataset, place });
  const chosenConfig = choose('config', configs, namesSplit ? undefined : config);
  const ofConfig = splits.filter((entry) => entry.config === chosenConfig);
  const names = ofConfig.map((entry) => entry.split);
  return {
    dataset,
    config: chosenConfig,
    split: choose('split', names, namesSplit ? config : split),
  };
}

const PREFERRED = { config: ['default'], split: ['test', 'validation', 'train'] };

function chosen(
  names: string[],
  asked: string | undefined,
  { kind, dataset, place }: { kind: 'config' | 'split'; dataset: string; place?: string },
): string {
  const only = names.length === 1 ? names : [];
  const candidates = asked === undefined ? [...PREFERRED[kind], ...only] : [asked];
  const name = candidates.find((candidate) => names.includes(candidate));
  if (name !== undefined) return name;
  const lack =
    asked === undefined ? '' : `, but no ${quoted(asked)}.${didYouMeanSentence(asked, names)}`;
  throw new DataError(`The data set ${quoted(dataset)} has the ${kind}s ${list(names)}${lack}`, {
    where: place,
    remedy: `Name the ${kind}: hf:${dataset}:${kind === 'config' ? 'CONFIG' : 'CONFIG:SPLIT'}.`,
  });
}

const DATASETS_SERVER = 'https://datasets-server.huggingface.co';
const MAX_ATTEMPTS = 5;
const TIMEOUT_MS = 30_000;
const MAX_PAUSE_MS = 60_000;

/** Tries again after 429, 5xx and a lost connection. A redirect would carry the token away. */
async function ask<Reply>(
  options: DatasetOptions,
  schema: z.ZodType<Reply>,
  { path, query }: { path: string; query: Record<string, string | number> },
): Promise<Reply> {
  const { place, server } = options;
  const url = new URL(`${(server.url ?? DATASETS_SERVER).replace(/(?<!\/)\/+$/, '')}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const { status, body, revision } = await send(url, options);
  refuseOtherRevision(revision, String(query.dataset), options);
  const parsed = schema.safeParse(status === 200 ? jsonIn(body) : undefined);
  if (parsed.success) return parsed.data;
  const { error } = asRecord(jsonIn(body));
  const says = quoted(typeof error === 'string' ? error : body);
  throw new DataError(
    `The data set ${quoted(query.dataset)} cannot be read: the datasets server answers ${status}, ${says}.`,
    { where: place, remedy: REMEDIES[status] ?? TRY_LATER },
  );
}

/** @throws DataError for a set that was changed after its first read */
function refuseOtherRevision(
  revision: string | undefined,
  dataset: string,
  { server: { revisions }, place }: DatasetOptions,
): void {
  if (revision === undefined) return;
  const known = revisions?.get(dataset) ?? revision;
  revisions?.set(dataset, known);
  if (known === revision) return;
  throw new DataError(`The data set ${quoted(dataset)} was changed while it was read.`, {
    where: place,
    remedy: 'Run the gate again: all rows of a run are of one revision.',
  });
}

const NO_ACCESS =
  'Check the name; for a private or gated data set, set HF_TOKEN to a token that may read it.';
const REMEDIES: Readonly<Record<number, string>> = {
  301: 'Redirects are not followed. Give the base URL that answers by itself.',
  302: 'Redirects are not followed. Give the base URL that answers by itself.',
  401: NO_ACCESS,
  403: NO_ACCESS,
  404: 'Check owner, name, config and split: hf:OWNER/NAME[:config][:split].',
};

async function send(url: URL, { server, place }: DatasetOptions) {
  const { pause = sleep } = server;
  const headers = authorization(url, server.token, place);
  for (let attempt = 1; ; attempt += 1) {
    let wait = 1000 * 2 ** (attempt - 1);
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await (server.fetch ?? fetch)(url, { headers, redirect: 'manual', signal });
      const { status } = response;
      const body = await response.text();
      const revision = response.headers.get('x-revision') ?? undefined;
      if ((status !== 429 && status < 500) || attempt === MAX_ATTEMPTS)
        return { status, body, revision };
      wait = retryAfter(Object.fromEntries(response.headers), Date.now()) ?? wait;
    } catch (cause) {
      if (attempt === MAX_ATTEMPTS)
        throw new DataError(
          `The datasets server at ${url.origin} cannot be reached, in ${MAX_ATTEMPTS} tries: ${reasonOf(cause)}.`,
          { where: place, remedy: TRY_LATER, cause },
        );
    }
    await pause(Math.min(wait, MAX_PAUSE_MS));
  }
}

/** `fetch` hides the reason, such as a refused connection, one level down. */
function reasonOf(error: unknown): string {
  const { code, message } = asRecord(asRecord(error)['cause'] ?? error);
  return quoted(code ?? message ?? String(error));
}

function authorization(
  url: URL,
  token: string | undefined,
  place: string | undefined,
): Record<string, string> {
  const value = token?.trim();
  if (!value) return {};
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !isLoopback)
    throw new DataError(`The Hugging Face token would go to ${url.host} without encryption.`, {
      where: place,
      remedy: 'Give HF_DATASETS_SERVER an https address, or leave HF_TOKEN out.',
    });
  if (/^[\x21-\x7e]+$/.test(value)) return { authorization: `Bearer ${value}` };
  // `fetch` refuses it as well, with the token in its message.
  throw new DataError('The Hugging Face token holds characters that no token has.', {
    where: place,
    remedy: 'Set HF_TOKEN again, without spaces and line breaks.',
  });
}
