/** Readers of files that an untrusted author may have written. */
import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { z } from 'zod';
import { DataError, systemCode } from '../errors.ts';
import { jsonIn } from '../json.ts';

export const MOST_REPORT_BYTES = 50 * 1024 * 1024;

export type Refuse = (fault: string, cause?: unknown) => DataError;

/** @throws the error of `refuse` for a file that is no regular file, too large, or no text */
export async function readHostileText(absolute: string, refuse: Refuse): Promise<string> {
  const bytes = await readBytes(absolute, refuse);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('it is not JSON in UTF-8');
  }
}

export function checkSchema<T>(schema: z.ZodType<T>, value: unknown, refuse: Refuse): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse(`${placeOf(issue?.path ?? [])}: ${issue?.message}`);
}

/**
 * Reads a file without following links or waiting for pipes, and checks the size of the file that
 * it opened.
 */
async function readBytes(absolute: string, refuse: Refuse): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    // Windows has neither flag; undefined counts as 0.
    handle = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await handle.stat();
    if (!stats.isFile()) throw refuse('it is no regular file');
    if (stats.size > MOST_REPORT_BYTES)
      throw refuse(`it has ${stats.size} bytes, and at most ${MOST_REPORT_BYTES} are read`);
    return await handle.readFile();
  } catch (error) {
    if (error instanceof DataError) throw error;
    const code = systemCode(error);
    if (code === 'ENOENT')
      throw refuse(
        'there is no such file; check that the step which downloads it finds the artifact',
        error,
      );
    throw refuse(code === 'ELOOP' ? 'it is a link' : `it cannot be read (${code})`, error);
  } finally {
    await handle?.close();
  }
}

/**
 * Parses JSON. The error does not quote the text, since the file may be another one that holds a
 * secret.
 */
export function parseHostileJson(text: string, refuse: Refuse): unknown {
  const value = jsonIn(text);
  if (value === undefined) throw refuse('it is not JSON in UTF-8');
  return value;
}

/** `results[3].error.kind` */
function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the whole';
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return steps.join('').replace(/^\./, '');
}

const SEALED = /^\{"seal":"([\w-]{43})",/;

/**
 * Seals shards' reports with the keys of their run, made slow to guess by scrypt. Without a key, a
 * seal only detects damage.
 */
export class Seal {
  private readonly key: Buffer;
  readonly isSecret: boolean;

  constructor(keys: readonly string[]) {
    this.key = scryptSync(JSON.stringify(keys), 'sensitivity shard', 32);
    this.isSecret = keys.length > 0;
  }

  private sign(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }

  /**
   * Returns the value as JSON with its seal.
   * @throws DataError if it is too large to be read again
   */
  close(value: object): string {
    const text = JSON.stringify(value);
    const sealedText = `{"seal":"${this.sign(text)}",${text.slice(1)}`;
    if (Buffer.byteLength(sealedText) <= MOST_REPORT_BYTES) return sealedText;
    throw new DataError(
      `the shard's report has ${Buffer.byteLength(sealedText)} bytes, and a merge reads at most ${MOST_REPORT_BYTES}`,
      { remedy: 'Take more shards, or fewer rows.' },
    );
  }

  open(text: string, refuse: Refuse): string {
    const [header, givenSeal] = SEALED.exec(text.slice(0, 100)) ?? [];
    if (header === undefined || givenSeal === undefined)
      throw refuse('it does not begin with the seal of a shard');
    const body = `{${text.slice(header.length)}`;
    if (timingSafeEqual(Buffer.from(this.sign(body)), Buffer.from(givenSeal))) return body;
    throw refuse(
      this.isSecret
        ? 'its seal is not one of the keys of this run: it was changed, or its shard had other keys'
        : 'its seal is broken: it was changed, or its shard had a key that this run has not',
    );
  }
}
