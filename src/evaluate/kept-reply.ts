import { z } from 'zod';

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
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
