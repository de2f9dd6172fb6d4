import { z } from 'zod';
import type { Tokens } from './ledger.js';
import { tokensIn, usageOf } from './transport.js';
import { jsonIn } from '../json.js';

/** A request that is to go in a batch. */
export interface Waiting {
  /** Its place among the prompts. */
  index: number;
  /** What shapes its answer. */
  id: string;
  /** The same, and which of those that are alike it is: `custom_id`. */
  name: string;
  body: string;
}

export function lineOf({ name, body }: Waiting): string {
  return `{"custom_id":${JSON.stringify(name)},"method":"POST","url":"/v1/chat/completions","body":${body}}`;
}

/** What a file may hold: https://developers.openai.com/api/docs/guides/batch. */
export const LIMITS = { requests: 50_000, bytes: 200 * 1000 ** 2 };

/** With room for what stands around the lines. */
const AROUND = 10_000;

/** So many files as it takes, in order. */
export function inFiles<T extends Waiting>(waiting: readonly T[], { requests, bytes } = LIMITS): T[][] {
  const files: T[][] = [];
  let length = Infinity;
  for (const one of waiting) {
    const own = Buffer.byteLength(lineOf(one)) + 1;
    if (length + own + AROUND > bytes || files.at(-1)!.length >= requests) {
      files.push([]);
      length = 0;
    }
    files.at(-1)!.push(one);
    length += own;
  }
  return files;
}

const RESULT = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

/** What became of one request. */
export interface BatchResult {
  name: string;
  status: number | undefined;
  /** JSON. */
  body: string;
  took: Tokens | 'unknown';
  /** What an API reports for its cost. */
  usage: Record<string, unknown>;
  /** Of a request that was never asked. */
  error: string | undefined;
}

/** A line of a file of results; undefined for what is none. */
export function resultIn(line: string): BatchResult | undefined {
  const { success, data } = RESULT.safeParse(jsonIn(line));
  if (!success) return undefined;
  const { custom_id: name, response, error } = data;
  const usage = usageOf(response?.body);
  return {
    name,
    status: response?.status_code,
    body: JSON.stringify(response?.body ?? null),
    took: tokensIn(usage),
    usage,
    error: error ? (error.message ?? error.code ?? 'no reason is given') : undefined,
  };
}
