import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ModelError } from '../errors.js';
import { connect, type Line, type Link } from './connect.js';
import { Meter } from './meter.js';
import { read } from './replies.js';

/** Of what comes from outside and becomes a part of an address. */
const ID = z.string().regex(/^\w[\w-]{0,199}$/);
const FILE = z.object({ id: ID });
const PROBLEM = z.object({ code: z.string().nullish(), message: z.string().nullish() });
const BATCH = z.object({
  id: ID,
  status: z.string(),
  output_file_id: ID.nullish(),
  error_file_id: ID.nullish(),
  errors: z.object({ data: z.array(PROBLEM).nullish() }).nullish(),
  request_counts: z.object({ completed: z.number(), failed: z.number() }).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const PAGE = z.object({ data: z.array(z.unknown()), has_more: z.boolean().nullish() });

export type Batch = z.output<typeof BATCH>;

/** Nothing will change any more. */
export const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'expired', 'cancelled']);

/** The only one there is. */
const WINDOW = '24h';

/** So long may a file of 200 MB take, in seconds. */
const FILE_TIMEOUT = 900;
/** What comes back may be longer than what was sent. */
const LONGEST_FILE = 1024 ** 3;
/** Batches of an account that are looked through for one of ours, a hundred a page. */
const MOST_PAGES = 10;

/** By what we find a batch again whose number was lost on the way to us. */
const TOKEN = 'sensitivity_run';

/**
 * OpenAI's Batch API behind the one `fetch`. None of this is counted or remembered as a request of the run: what counts is what stands in
 * the files.
 */
export class BatchApi {
  private readonly link: Link;
  private readonly once: Link;
  private readonly files: Link;

  constructor(line: Line) {
    const { accounts, run } = line.meter;
    const meter = new Meter(undefined, accounts, { halt: run.halt });
    const settings = { ...line.settings, timeout: Math.max(line.settings.timeout, FILE_TIMEOUT) };
    this.link = connect({ ...line, settings, meter });
    this.once = connect({ ...line, settings: { ...settings, retries: 0 }, meter });
    this.files = connect({ ...line, settings, meter, lines: { longest: LONGEST_FILE } });
  }

  /** @returns the file's number. */
  async upload(lines: readonly string[]): Promise<string> {
    const boundary = `sensitivity-${randomUUID()}`;
    const part = (head: string, body: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const file = 'name="file"; filename="requests.jsonl"\r\nContent-Type: application/jsonl';
    const parts = [part('name="purpose"', 'batch'), part(file, lines.map((line) => `${line}\n`).join('')), `--${boundary}--\r\n`];
    const reply = await this.link
      .request(this.at('files'), {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.from(parts.join('')),
      })
      .catch((error: unknown) => {
        throw error instanceof ModelError && error.kind === 'not_found' ? noBatches(error) : error;
      });
    return read(FILE, reply, this.link).id;
  }

  /** Whatever goes wrong on the way, one batch is made of a file: nobody pays twice. */
  async create(file: string, token: string, retries: number): Promise<Batch> {
    const body = { input_file_id: file, endpoint: '/v1/chat/completions', completion_window: WINDOW, metadata: { [TOKEN]: token } };
    for (let left = retries; ; left--) {
      try {
        return read(BATCH, await this.once.post(this.at('batches'), body), this.link);
      } catch (error) {
        if (!(error instanceof ModelError) || !error.passing) throw error;
        const found = await this.find(token);
        if (found) return found;
        if (left <= 0) throw error;
      }
    }
  }

  async retrieve(id: string): Promise<Batch> {
    return read(BATCH, await this.get(this.link, `batches/${id}`), this.link);
  }

  /** The batch that was made under this token, where there is one. */
  async find(token: string): Promise<Batch | undefined> {
    let after = '';
    for (let page = 0; page < MOST_PAGES; page++) {
      const { data, has_more } = read(PAGE, await this.get(this.link, `batches?limit=100${after}`), this.link);
      // Those of others may look otherwise.
      const batches = data.flatMap((one) => BATCH.safeParse(one).data ?? []);
      const found = batches.find(({ metadata }) => metadata?.[TOKEN] === token);
      const last = batches.at(-1);
      if (found || !has_more || !last) return found;
      after = `&after=${last.id}`;
    }
    return undefined;
  }

  async lines(file: string): Promise<string[]> {
    return z.array(z.string()).parse(await this.get(this.files, `files/${file}/content`));
  }

  private get(link: Link, path: string): Promise<unknown> {
    return link.request(this.at(path), { method: 'GET', headers: {} });
  }

  private at(path: string): URL {
    return addressBelow(this.link.endpoint, path);
  }
}

/** As the SDK puts them together. */
export function addressBelow(endpoint: URL, path: string): URL {
  return new URL(`${endpoint.href}${endpoint.href.endsWith('/') ? '' : '/'}${path}`);
}

function noBatches({ message, where }: ModelError): ModelError {
  return new ModelError(message, {
    kind: 'not_found',
    fatal: true,
    where,
    remedy:
      "This endpoint may have no Batch API. Leave `batch` out, or ask one that has it: OpenAI's own, or a server with /files and /batches.",
  });
}
