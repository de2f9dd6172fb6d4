import { z } from 'zod';
import { countSchema, boundedList, MOST_KEYS, rateSchema, reportText } from '../bounds.js';

/** Most lines of a side of a part that the report holds. */
export const MOST_LINES = 1_000;

const part = z.object({
  /**
   * `prompt`, `system_prompt`, `add_negation.prompt`, or the key of a value such as `name` or
   * `temperature`.
   */
  field: reportText,
  /** The file of the prompt, or the configuration. */
  path: reportText,
  /** First line of the change in the text of the head, from 1. Absent for a value. */
  line: countSchema.exactOptional(),
  /** The changed lines of both sides; a value stands as `key: value`. */
  head: boundedList(reportText, MOST_LINES),
  base: boundedList(reportText, MOST_LINES),
  /** The lines hold values of variables, so that they are not those of the file. */
  filled: z.literal(true).exactOptional(),
  old: z.unknown().optional(),
  new: z.unknown().optional(),
  restored: countSchema,
  asked: countSchema,
  /** Fisher's exact test against the control, one-sided, Holm-adjusted. */
  p: rateSchema,
  /** True if p is below 0.05. */
  named: z.boolean(),
  /** Why the head with this part as in the base could not be asked. */
  untried: reportText.exactOptional(),
  rows: boundedList(countSchema, MOST_KEYS),
});
export type AttributedPart = z.infer<typeof part>;

/**
 * Which part of the changed subject broke the rows, measured by reverting one part after the other.
 */
export const attributionSchema = z.object({
  /** `skipped`: not measured, for the reason in `why`. */
  kind: z.enum(['one', 'together', 'apart', 'none', 'skipped']),
  why: reportText.exactOptional(),
  /** Number of broken rows that were asked, each twice a part. */
  rows: countSchema,
  requests: countSchema,
  /** The head with a harmless edit. */
  control: z.object({ restored: countSchema, asked: countSchema }),
  parts: boundedList(part, MOST_KEYS),
});
export type Attribution = z.infer<typeof attributionSchema>;
