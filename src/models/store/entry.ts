import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { jsonIn } from '../../json.js';

/** SHA-256 in base64url. */
const digest = z.string().regex(/^[\w-]{43}$/);

export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

const entry = z.strictObject({
  /** `end`: the run has nothing left to ask. */
  kind: z.enum(['reply', 'calibration', 'end']),
  /** Digest of the request, of the judge and its known cases, or of the run. */
  id: digest,
  /** Number of equal requests of the run before this one. */
  nth: z.int().nonnegative(),
  /** Digest of what identifies the run: commit, rules and rows. */
  run: digest,
  /** Runs with another commit or other rules may read it. */
  isCached: z.boolean(),
  /** When it was written, in ms since 1970. */
  at: z.int().nonnegative(),
  text: z.string(),
});

export type Entry = z.output<typeof entry>;

/**
 * A line of a file: `{"seal":"…",` and the fields of the entry. The seal is an HMAC-SHA256 of all fields as they are written, so a line
 * without the key can be neither made nor changed, its age included.
 */
const BEFORE_SEAL = '{"seal":"';
const SEAL_END = BEFORE_SEAL.length + 43;
const FIELDS_START = SEAL_END + '",'.length;

export function sealedLine(content: Entry, key: Buffer): Buffer {
  const fields = JSON.stringify(content).slice(1);
  return Buffer.from(`${BEFORE_SEAL}${sealOf(Buffer.from(fields), key)}",${fields}\n`);
}

/** The content of a line, its seal not checked: to be trusted for housekeeping only. Returns undefined for a line of another form. */
export function unsealed(line: Buffer): Entry | undefined {
  return entry.safeParse(jsonIn(`{${line.toString('utf8', FIELDS_START)}`)).data;
}

/** The content of a line that was sealed with the key. */
export function opened(line: Buffer, key: Buffer): Entry | undefined {
  const seal = Buffer.from(sealOf(line.subarray(FIELDS_START), key));
  const found = line.subarray(BEFORE_SEAL.length, SEAL_END);
  return found.length === seal.length && timingSafeEqual(found, seal) ? unsealed(line) : undefined;
}

function sealOf(fields: Buffer, key: Buffer): string {
  return createHmac('sha256', key).update(fields).digest('base64url');
}
