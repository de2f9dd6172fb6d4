import { createHash, createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Measured } from '../engine/divergence/probe.js';
import { MOST_SHARES } from '../engine/parse-share.js';
import { DataError } from '../errors.js';
import { checked, MAX_BYTES, parse, readText, type Refuse } from './hostile-file.js';
import { count, listOf, MOST_KEYS, MOST_NOTICES, name, notice, recordOf } from '../engine/bounds.js';
import { calibration } from '../engine/report-row.js';
import { servedModel } from '../engine/results.js';

/** The file of a shard: its answers and the identity of its run. It is untrusted, since artifacts can be forged. */

const MOST_SAID = 5_000_000;

const measured: z.ZodType<Measured> = z.strictObject({
  divergence: z.strictObject({
    low: z.number(),
    high: z.number(),
    positions: count,
    same_tokens: z.boolean().exactOptional(),
  }),
  shown: z.strictObject({ original: z.string(), test_case: z.string() }),
  listed: count,
});

/** One answer: the model in `by`, the SHA-256 of the question in base64url in `id`. */
const said = z.strictObject({
  by: z.string().regex(/^(?:head|base|embedding|(?:judge|classifier) \d{1,3})$/, 'is no model of a run'),
  id: z.string().regex(/^[\w-]{43}$/, 'is no SHA-256 in base64url'),
  // No limit of its own: the size of the file is limited.
  text: z.string().exactOptional(),
  loss: z.number().exactOptional(),
  /** Divergence of two distributions of the next token. */
  measured: measured.exactOptional(),
  /** Embedding of a text: doubles, little-endian, in base64. */
  vector: z.base64().exactOptional(),
  scores: recordOf(z.number(), MOST_KEYS).exactOptional(),
  error: z.strictObject({ kind: name, message: z.string() }).exactOptional(),
});

export type SaidInShard = z.infer<typeof said>;

/** Returns the id of a question. The merge has the data and the prompts, so the text is not needed. */
export function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

export function packed(vector: readonly number[]): string {
  const bytes = Buffer.alloc(8 * vector.length);
  vector.forEach((value, i) => bytes.writeDoubleLE(value, 8 * i));
  return bytes.toString('base64');
}

/** Returns undefined for text that holds no vector. */
export function unpacked(packedVector: string): number[] | undefined {
  const bytes = Buffer.from(packedVector, 'base64');
  const numbers = Array.from({ length: Math.floor(bytes.length / 8) }, (_, i) => bytes.readDoubleLE(8 * i));
  return numbers.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}

const index = z.int().min(1).max(MOST_SHARES);

const oneRun = z.strictObject({
  sensitivity_shard: z.literal(1),
  shard: z.strictObject({ index, of: index }).refine((share) => share.index <= share.of, 'has an index above its number of shards'),
  /** Names and values that must be the same in all shards of a run. */
  run: recordOf(name, MOST_KEYS),
  said: listOf(said, MOST_SAID),
  calibrations: listOf(
    z.strictObject({
      judge: count,
      version: name,
      calibration: calibration(MOST_KEYS).strict(),
    }),
    MOST_KEYS,
  ),
  usage: z.strictObject({
    requests: count,
    prompt_tokens: count,
    completion_tokens: count,
    unreported: count,
    cost: z.number().nonnegative().exactOptional(),
    from_resume: count,
    from_cache: count,
    served: listOf(servedModel, MOST_KEYS).exactOptional(),
    duration_ms: count,
  }),
  notices: listOf(notice, MOST_NOTICES),
});

/** A pull request that changes its gate has two runs: by its own rules and by the base's. */
const body = oneRun.extend({ base_rules: oneRun.exactOptional() });

export type ShardBody = z.infer<typeof oneRun>;
export type ShardContent = z.infer<typeof body>;

/** Start of a file. The seal covers the rest of the text. */
const SEALED = /^\{"seal":"([\w-]{43})",/;

/** Seals files of shards with the keys of a run; without a key, a seal only detects damage. scrypt makes guessing a key slow. */
export class Seal {
  private readonly key: Buffer;
  readonly isSecret: boolean;

  constructor(keys: readonly string[]) {
    this.key = scryptSync(JSON.stringify(keys), 'sensitivity shard', 32);
    this.isSecret = keys.length > 0;
  }

  of(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}

/** @throws DataError for a file that is too large for a merge */
export function shardText(written: ShardContent, seal: Seal): string {
  const text = JSON.stringify(written);
  const whole = `{"seal":"${seal.of(text)}",${text.slice(1)}`;
  if (Buffer.byteLength(whole) <= MAX_BYTES) return whole;
  throw new DataError(`the shard's answers take ${Buffer.byteLength(whole)} bytes, and a merge reads at most ${MAX_BYTES}`, {
    remedy: 'Take more shards, or fewer rows.',
  });
}

/** @throws the error of `refuse` for a file that no shard wrote, or that was changed */
export async function readShardFile(absolute: string, seal: Seal, refuse: Refuse): Promise<ShardContent> {
  const text = await readText(absolute, refuse);
  const [start, found] = SEALED.exec(text.slice(0, 100)) ?? [];
  if (start === undefined || found === undefined) throw refuse('it does not begin with the seal of a shard');
  const rest = `{${text.slice(start.length)}`;
  if (!timingSafeEqual(Buffer.from(seal.of(rest)), Buffer.from(found))) {
    throw refuse(
      seal.isSecret
        ? 'its seal is not one of the keys of this run: it was changed, or its shard had other keys'
        : 'its seal is broken: it was changed, or its shard had a key that this run has not',
    );
  }
  return checked(body, parse(rest, refuse), refuse);
}
