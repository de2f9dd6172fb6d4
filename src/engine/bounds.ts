import { z } from 'zod';
import { isMapping } from '../json.ts';

/** Bounds of reports: their writer is not trusted. */

/**
 * Above what a run writes, in UTF-16 units: a cell of data has at most 1,000,000 characters, and a
 * perturbation or a prompt adds to it.
 */
const MAX_TEXT_LENGTH = 1_200_000;
const MAX_NAME_LENGTH = 1_000;
const MAX_NOTICE_LENGTH = 5_000;
export const MAX_ROWS = 200_000;
export const MAX_TESTS = 100;
export const MAX_NOTICES = 200;
export const MAX_VERDICTS = 20;
export const MAX_REPEATS = 1_000;
export const MAX_KEYS = 50;
export const MAX_ACCOUNTS = 100;
export const MAX_CHANGES = 1_000;

export const reportText = z.string().max(MAX_TEXT_LENGTH);
/** Text that tables, annotations and outputs repeat. */
export const reportName = z.string().max(MAX_NAME_LENGTH);
export const reportNotice = z.string().max(MAX_NOTICE_LENGTH);
export const countSchema = z.int().nonnegative();
export const rateSchema = z.number().min(0).max(1);
/**
 * Name of a test of the user's own: letters, digits, spaces and hyphens, since it stands in
 * comments as it is.
 */
export const TEST_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} -]{0,38}[\p{L}\p{N}])?$/u;

/** The item schemas of lists and records, for the JSON Schema: zod does not expose them here. */
export const ITEM_SCHEMAS = new WeakMap<object, z.ZodType>();

function registerItems<Outer extends z.ZodType>(schema: Outer, itemSchema: z.ZodType): Outer {
  ITEM_SCHEMAS.set(schema, itemSchema);
  return schema;
}

/**
 * A list whose length is checked before its items: millions of wrong items would make millions of
 * findings.
 */
export function boundedList<T>(
  item: z.ZodType<T>,
  maxItems: number,
): z.ZodType<readonly T[], unknown[]> {
  return registerItems(z.array(z.unknown()).max(maxItems), item).transform(
    (values, context): readonly T[] => {
      const items: T[] = [];
      for (const [index, value] of values.entries()) {
        const { success, data, error } = item.safeParse(value);
        if (success) {
          items.push(data);
          continue;
        }
        for (const { message, path } of error.issues.slice(0, 1))
          context.addIssue({ code: 'custom', message, path: [index, ...path] });
        return z.NEVER;
      }
      return items;
    },
  );
}

export function boundedRecord<T>(
  item: z.ZodType<T>,
  maxKeys: number,
): z.ZodType<Record<string, T>> {
  return registerItems(z.custom<object>(isMapping, 'is no object'), item)
    .transform((value): unknown[] => Object.entries(value))
    .pipe(boundedList(z.tuple([reportName, item]), maxKeys))
    .transform((pairs): Record<string, T> => Object.fromEntries(pairs));
}
