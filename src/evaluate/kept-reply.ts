import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../json.js';

/** Lines and files of replies are input from outside: what is not exactly this is not ours. */

/** SHA-256 in base64url. */
export const digest = z.string().regex(/^[\w-]{43}$/);

/** A reply of 50 MB, which is the longest that is read, with the marks that JSON within JSON takes. */
export const LONGEST_KEPT = 96 * 1024 * 1024;

/** A name may be served by another model some day. */
export const LONGEST_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export function isFresh(at: number, longest: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < longest;
}

export function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  return schema.safeParse(jsonIn(text)).data;
}

/** Removes the files of a folder that match and that nobody has written to for so long, best effort: another run may do the same. */
export async function sweep(folder: string, { named, longest }: { named: RegExp; longest: number }): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => named.test(each))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > longest) await rm(file, { force: true }).catch(() => undefined);
  }
}
