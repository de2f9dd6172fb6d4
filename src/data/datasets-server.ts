import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { DataError } from '../errors.ts';
import { asRecord, jsonIn, quoted } from '../json.ts';
import { retryAfter } from '../retry-after.ts';
import type { DataOptions } from './source.ts';

const DATASETS_SERVER = 'https://datasets-server.huggingface.co';

const MAX_ATTEMPTS = 5;
const TIMEOUT_MS = 30_000;
const MAX_PAUSE_MS = 60_000;

export const TRY_LATER =
  'Try again later, or download the data set and name the file in data.source.';

interface ServerRequest<T> {
  path: 'splits' | 'rows';
  query: { dataset: string; [parameter: string]: string | number };
  schema: z.ZodType<T>;
}

/**
 * Retries on 429, 5xx, a lost connection and a timeout. Follows no redirect, since it would carry
 * the token away.
 */
export async function askDatasetsServer<T>(
  options: DataOptions,
  { path, query, schema }: ServerRequest<T>,
): Promise<T> {
  const base = (options.datasetsServer ?? DATASETS_SERVER).replace(/(?<!\/)\/+$/, '');
  const url = new URL(`${base}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const reply = await sendWithRetries(url, options);
  if (reply.status !== 200) throw refusal(reply, query.dataset, options.place);
  const parsed = schema.safeParse(jsonIn(reply.body));
  if (parsed.success) return parsed.data;
  const message = `The datasets server gives an answer of an unknown form: ${quoted(reply.body)}.`;
  throw new DataError(message, { where: options.place, remedy: TRY_LATER, cause: parsed.error });
}

type Reply = Pick<Response, 'status'> & { body: string };

async function sendWithRetries(url: URL, options: DataOptions): Promise<Reply> {
  const pause = options.pause ?? sleep;
  const headers = authorization(url, options);
  for (let attempt = 1; ; attempt += 1) {
    let wait = 1000 * 2 ** (attempt - 1);
    try {
      const response = await (options.fetch ?? fetch)(url, {
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { status, headers: received } = response;
      const body = await response.text();
      if ((status !== 429 && status < 500) || attempt === MAX_ATTEMPTS) return { status, body };
      wait = retryAfter(Object.fromEntries(received), Date.now()) ?? wait;
    } catch (cause) {
      if (attempt === MAX_ATTEMPTS) throw unreachable(url, cause, options.place);
    }
    await pause(Math.min(wait, MAX_PAUSE_MS));
  }
}

function authorization(url: URL, { token, place }: DataOptions): Record<string, string> {
  const value = token?.trim();
  if (!value) return {};
  if (url.protocol !== 'https:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) {
    const plainProtocol = `plain ${url.protocol.slice(0, -1)}, which is not encrypted`;
    const remedy = 'Give HF_DATASETS_SERVER an https address, or leave HF_TOKEN out.';
    throw new DataError(`The Hugging Face token would go to ${url.host} over ${plainProtocol}.`, {
      where: place,
      remedy,
    });
  }
  if (/^[\x21-\x7e]+$/.test(value)) return { authorization: `Bearer ${value}` };
  // fetch would refuse it too, but with the token in its message.
  const remedy = 'Set HF_TOKEN again, without spaces and line breaks.';
  throw new DataError('The Hugging Face token holds characters that no token has.', {
    where: place,
    remedy,
  });
}

function unreachable(url: URL, cause: unknown, place: string | undefined): DataError {
  // fetch hides the reason (a refused connection, a certificate) one level down; a refusing proxy
  // has a code that names none.
  const { code, message: words } = asRecord(asRecord(cause)['cause'] ?? cause);
  const reason = [code, words].find(
    (value) => typeof value === 'string' && value !== 'UND_ERR_ABORTED',
  );
  const message = `The datasets server at ${url.origin} cannot be reached, in ${MAX_ATTEMPTS} tries: ${quoted(reason ?? String(cause))}.`;
  return new DataError(message, { where: place, remedy: TRY_LATER, cause });
}

function refusal({ status, body }: Reply, dataset: string, place: string | undefined): DataError {
  // The server's own `{"error": "…"}`, else the whole body.
  const { error } = asRecord(jsonIn(body));
  const says = `The datasets server answers ${status}: ${quoted(typeof error === 'string' ? error : body)}`;
  const refused = (message: string, remedy: string) =>
    new DataError(message, { where: place, remedy });
  if (status === 401 || status === 403) {
    const remedy =
      'Check the name; for a private or gated data set, set HF_TOKEN to a token that may read it.';
    return refused(`No access to the data set ${quoted(dataset)}. ${says}`, remedy);
  }
  if (status === 404) {
    const remedy =
      'Check the owner, the name, the config and the split: hf:OWNER/NAME[:config][:split].';
    return refused(`The data set ${quoted(dataset)} is not found. ${says}`, remedy);
  }
  if (status < 400) {
    const remedy = 'Redirects are not followed. Give the base URL that answers by itself.';
    return refused(`The datasets server answers with a redirect (${status}).`, remedy);
  }
  return refused(`The data set ${quoted(dataset)} cannot be read. ${says}`, TRY_LATER);
}
