import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { jsonIn } from '../../json.ts';
import { z } from 'zod';

/** SHA-256 in base64url. */
const digestSchema = z.string().regex(/^[\w-]{43}$/);

export function sha256Base64(text: string): string {
  return hash('sha256', text, 'base64url');
}

const entrySchema = z.strictObject({
  /** `begin`: a run whose verdict stands has begun. `end`: the run is complete. */
  kind: z.enum(['reply', 'calibration', 'begin', 'end']),
  /** Digest of the request, of the judge and its known cases, of the gate, or of the run. */
  id: digestSchema,
  /** Number of equal requests before this one in the run. */
  nth: z.int().nonnegative(),
  /** Digest of the run's identity: subject, rules and rows. */
  run: digestSchema,
  at: z.int().nonnegative(),
  /** The workflow run that was answered, as GitHub numbers it. */
  by: z.string().max(40).optional(),
  text: z.string(),
});

export type StoredReply = z.output<typeof entrySchema>;

/**
 * A line is `{"seal":"…",` and the fields of the entry. The seal is the HMAC-SHA256 of the fields.
 */
const BEFORE_SEAL = '{"seal":"';
const SEAL_END = BEFORE_SEAL.length + 43;
const FIELDS_START = SEAL_END + '",'.length;

export function sealedLine(content: StoredReply, key: KeyObject): Buffer {
  const fields = JSON.stringify(content).slice(1);
  return Buffer.from(`${BEFORE_SEAL}${sealOf(Buffer.from(fields), key)}",${fields}\n`);
}

/**
 * Parses a line without checking its seal, for housekeeping only. Returns undefined for a malformed
 * line.
 */
export function parsedLine(line: Buffer): StoredReply | undefined {
  return entrySchema.safeParse(jsonIn(`{${line.toString('utf8', FIELDS_START)}`)).data;
}

/** Returns undefined for a line that another key, or none, has sealed. */
export function openSealed(line: Buffer, key: KeyObject): StoredReply | undefined {
  const expected = Buffer.from(sealOf(line.subarray(FIELDS_START), key));
  const seal = line.subarray(BEFORE_SEAL.length, SEAL_END);
  const isOurs = seal.length === expected.length && timingSafeEqual(seal, expected);
  return isOurs ? parsedLine(line) : undefined;
}

function sealOf(fields: Buffer, key: KeyObject): string {
  return createHmac('sha256', key).update(fields).digest('base64url');
}
