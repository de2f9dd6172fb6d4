import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import { DataError } from '../errors.js';
import { MAX_BYTES, type Refuse } from './hostile-file.js';

/** Start of a sealed file. The seal covers the rest of the text. */
const SEALED = /^\{"seal":"([\w-]{43})",/;

/**
 * Seals the reports of shards with the keys of their run, since artifacts can be forged; without a key, a seal only detects damage. scrypt
 * makes guessing a key slow.
 */
export class Seal {
  private readonly key: Buffer;
  readonly isSecret: boolean;

  constructor(keys: readonly string[]) {
    this.key = scryptSync(JSON.stringify(keys), 'sensitivity shard', 32);
    this.isSecret = keys.length > 0;
  }

  private of(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }

  /** Returns the value as JSON with its seal. @throws DataError if it is too large to be read again */
  close(value: object): string {
    const text = JSON.stringify(value);
    const whole = `{"seal":"${this.of(text)}",${text.slice(1)}`;
    if (Buffer.byteLength(whole) <= MAX_BYTES) return whole;
    throw new DataError(`the shard's report has ${Buffer.byteLength(whole)} bytes, and a merge reads at most ${MAX_BYTES}`, {
      remedy: 'Take more shards, or fewer rows.',
    });
  }

  open(text: string, refuse: Refuse): string {
    const [start, found] = SEALED.exec(text.slice(0, 100)) ?? [];
    if (start === undefined || found === undefined) throw refuse('it does not begin with the seal of a shard');
    const rest = `{${text.slice(start.length)}`;
    if (timingSafeEqual(Buffer.from(this.of(rest)), Buffer.from(found))) return rest;
    throw refuse(
      this.isSecret
        ? 'its seal is not one of the keys of this run: it was changed, or its shard had other keys'
        : 'its seal is broken: it was changed, or its shard had a key that this run has not',
    );
  }
}
