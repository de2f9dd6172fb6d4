import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { drawFrom } from '../engine/random.ts';
import { DataError, ModelError } from '../shared/errors.ts';
import { asRecord, jsonIn, quoted } from '../shared/json.ts';
import { retryAfter } from '../shared/retry-after.ts';
import { isLoopback, openDispatcher } from '../shared/way-out.ts';
import { quotedNames, printableLine } from './printable.ts';

/** The datasets server of the Hugging Face Hub, or a mirror. */
export interface DatasetServer {
  /** The base URL of the server, which is trusted: the token is sent there. */
  url?: string;
  token?: string;
  /** The variables that may name a proxy. */
  env?: Readonly<Record<string, string | undefined>>;
  /** The revision of each data set at its first read, which all reads of a run must share. */
  revisions?: Map<string, string>;
  /** Aborts when a signal interrupts the command. */
  signal?: AbortSignal;
  /** Aborts at the deadline of the run. */
  deadline?: AbortSignal;
}

export interface DatasetOptions {
  /** `hf:OWNER/NAME[:config][:split]`. */
  source: string;
  /** Maximum number of rows, which are drawn by the seed. */
  limit?: number;
  seed: number;
  /** `file:line:column` of the source in the configuration. */
  place?: string;
  server: DatasetServer;
}

/** A data set with its connections and the signal that aborts its requests. */
type OpenDataset = DatasetOptions & { dispatcher: Dispatcher; signal: AbortSignal };

const ROWS_PER_PAGE = 100;
const PAGES_AT_ONCE = 4;
/** Maximum number of rows that are read: each page of them takes a request. */
const MAX_ROWS = 1_000_000;
const TRY_LATER = 'Try again later, or download the data set and name the file in data.source.';

const PAGE = z.object({
  rows: z.array(
    z.object({
      row: z.record(z.string(), z.unknown()),
      truncated_cells: z.array(z.string()).optional(),
    }),
  ),
  num_rows_total: z.int().nonnegative(),
});
const SPLITS = z.object({ splits: z.array(z.object({ config: z.string(), split: z.string() })) });

/**
 * Draws rows of `hf:OWNER/NAME[:config][:split]`, and loads only the pages that hold them. The
 * place of a row is its index on the Hub, from 0.
 */
export async function loadDataset(options: DatasetOptions) {
  const { env = {}, signal: interruption, deadline } = options.server;
  const dispatcher = await openDispatcher(env);
  const reading = new AbortController();
  const signal = AbortSignal.any(
    [reading.signal, interruption, deadline].filter((end) => end !== undefined),
  );
  try {
    return await loadRows({ ...options, dispatcher, signal });
  } catch (error) {
    if (!interruption?.aborted && !deadline?.aborted) throw error;
    throw new ModelError('The run ended while it was reading rows.', {
      kind: deadline?.aborted ? 'deadline' : 'interrupted',
      remedy: 'Run it again. If the deadline was reached, raise `deadline` or lower `data.limit`.',
    });
  } finally {
    // After one page fails, the readers of other pages would still retry.
    reading.abort();
    await dispatcher.destroy();
  }
}

async function loadRows(options: OpenDataset) {
  const split = await findSplit(options);
  const source = printableLine(`hf:${split.dataset}:${split.config}:${split.split}`);
  const readPage = async (page: number) =>
    fetchJson(options, PAGE, {
      path: 'rows',
      ...split,
      offset: String(page * ROWS_PER_PAGE),
      length: String(ROWS_PER_PAGE),
    });
  const firstPage = await readPage(0);
  const pages = new Map([[0, firstPage]]);
  const { num_rows_total: total } = firstPage;
  const indexes = drawIndexes(total, source, options);
  const pageOf = (index: number) => Math.floor(index / ROWS_PER_PAGE);
  // The readers share one iterator, so each page is read once.
  const unreadPages = new Set(indexes.map(pageOf)).difference(pages).values();
  await Promise.all(
    Array.from({ length: PAGES_AT_ONCE }, async () => {
      for (const page of unreadPages) pages.set(page, await readPage(page));
    }),
  );
  const rows = indexes.map((index) => {
    const { row: cells, truncated_cells: truncated } =
      pages.get(pageOf(index))?.rows[index % ROWS_PER_PAGE] ?? {};
    if (cells) return { cells, source: `${source}#${index}`, truncated };
    throw new DataError('The datasets server did not return this row', {
      where: `${source}#${index}`,
      remedy: TRY_LATER,
    });
  });
  return { rows, total };
}

/** Draws the indexes of rows by the seed, in their order. @throws DataError for too many */
function drawIndexes(total: number, source: string, { limit, seed, place }: OpenDataset) {
  const count = Math.min(limit ?? total, total);
  if (total === 0 || count > MAX_ROWS)
    throw new DataError(`${quoted(source)} has ${total} rows; 1 to ${MAX_ROWS} can be read`, {
      where: place,
      remedy: 'Name another config or split, or set data.limit.',
    });
  const draw = drawFrom(seed, 'rows');
  // To draw the last of many rows, most draws would repeat.
  const drawn = new Set(count === total ? Array(total).keys() : []);
  while (drawn.size < count) drawn.add(draw(total));
  return [...drawn].sort((a, b) => a - b);
}

/**
 * The config and split of a source. If the source names none, a usual one or the only one is used.
 */
async function findSplit(options: OpenDataset) {
  const { source, place } = options;
  const [, dataset, config, split] =
    /^hf:([\w.-]+\/[\w.-]+)(?::([^:]*))?(?::([^:]+))?$/.exec(source) ?? [];
  if (dataset === undefined)
    throw new DataError(`${quoted(source)} does not name a data set on the Hugging Face Hub`, {
      where: place,
      remedy: 'Write hf:OWNER/NAME, hf:OWNER/NAME:config or hf:OWNER/NAME:config:split.',
    });
  if (config && split) return { dataset, config, split };
  const { splits } = await fetchJson(options, SPLITS, { path: 'splits', dataset });
  const chooseName = (names: readonly string[], usual: readonly string[]) =>
    usual.find((name) => names.includes(name)) ??
    (new Set(names).size === 1 ? names[0] : undefined);
  const chosenConfig =
    config ||
    chooseName(
      splits.map((listed) => listed.config),
      ['default'],
    );
  const names = splits.flatMap((listed) => (listed.config === chosenConfig ? listed.split : []));
  const chosenSplit = split ?? chooseName(names, ['test', 'validation', 'train']);
  if (chosenConfig && chosenSplit) return { dataset, config: chosenConfig, split: chosenSplit };
  throw new DataError(
    `The data set ${quoted(dataset)} has ${quotedNames(splits.map((listed) => `${listed.config}:${listed.split}`))}`,
    { where: place, remedy: `Name one of them: hf:${dataset}:CONFIG:SPLIT.` },
  );
}

const TIMEOUT_MS = 30_000;
/** Each pause is twice as long as the one before. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** Sends a request once. Status 0 stands for a lost connection. */
async function sendOnce(url: URL, { place, server, dispatcher, signal }: OpenDataset) {
  const { fetch } = await import('undici');
  const credentials = authorization(url, server.token, place);
  let headers: Record<string, string> = {};
  try {
    const reply = await fetch(url, {
      headers: credentials,
      // A redirect would carry the token to another server.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
      dispatcher,
    });
    headers = Object.fromEntries(reply.headers);
    return { status: reply.status, body: await reply.text(), headers };
  } catch (error) {
    // The error of `fetch` has its reason, such as a refused connection, in its `cause`. The wait
    // that a refusal names counts even if its body breaks off.
    return { status: 0, body: String(asRecord(error).cause ?? error), headers };
  }
}

/** Sends a request, and again after 429, 5xx or a lost connection. */
async function sendUntilAnswered(url: URL, options: OpenDataset) {
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const reply = await sendOnce(url, options);
    const isTransient = reply.status === 0 || reply.status === 429 || reply.status >= 500;
    // The fifth attempt is the last.
    if (!isTransient || pause > 8_000) return { ...reply, isTransient };
    await sleep(Math.min(retryAfter(reply.headers) ?? pause, MAX_PAUSE_MS), undefined, options);
  }
}

/** Fetches a reply of the server. @throws DataError for any other, and for another revision */
async function fetchJson<Body>(
  options: OpenDataset,
  schema: z.ZodType<Body>,
  { path, ...query }: { path: string; dataset: string } & Record<string, string>,
) {
  const { place: where } = options;
  const { url: base = 'https://datasets-server.huggingface.co', revisions } = options.server;
  const url = new URL(
    `${base.replace(/(?<!\/)\/+$/, '')}/${path}?${String(new URLSearchParams(query))}`,
  );
  const { status, body, headers, isTransient } = await sendUntilAnswered(url, options);
  const parsed = schema.safeParse(status === 200 ? jsonIn(body) : undefined);
  const name = quoted(query.dataset);
  if (!parsed.success)
    throw new DataError(
      `The data set ${name} cannot be read: ${url.origin} answers ${status || 'nothing'}, ${quoted(body)}`,
      {
        where,
        remedy: isTransient
          ? TRY_LATER
          : 'Check the owner, name, config and split: hf:OWNER/NAME[:config][:split]. For a private or gated data set, set HF_TOKEN to a token that can read it. Redirects are not followed.',
      },
    );
  const revision = headers['x-revision'];
  if (revision && revision !== (revisions?.get(query.dataset) ?? revision))
    throw new DataError(`The data set ${name} changed while the run was reading it`, {
      where,
      remedy: 'Run the gate again: all rows of a run must come from one revision.',
    });
  if (revision) revisions?.set(query.dataset, revision);
  return parsed.data;
}

function authorization(url: URL, token = '', place?: string) {
  const value = token.trim();
  if (!value) return undefined;
  // `fetch` would quote a token with other characters in its error.
  if (/^[\x21-\x7e]+$/.test(value) && (url.protocol === 'https:' || isLoopback(url)))
    return { authorization: `Bearer ${value}` };
  throw new DataError(`The Hugging Face token cannot be sent to ${url.host}`, {
    where: place,
    remedy:
      'Set HF_DATASETS_SERVER to an https address, and HF_TOKEN to a token without spaces or line breaks.',
  });
}
