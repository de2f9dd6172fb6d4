import { z } from 'zod';
import { count, listOf, MOST_KEYS, rate, text } from '../bounds.js';

/** Most lines of a side of a part that the report holds. */
export const MOST_LINES = 1_000;

const part = z.object({
  /**
   * `prompt`, `system_prompt`, `add_negation.prompt`, or the key of a value such as `name` or
   * `temperature`.
   */
  field: text,
  /** The file of the prompt, or the configuration. */
  path: text,
  /** First line of the change in the text of the head, from 1. Absent for a value. */
  line: count.exactOptional(),
  /** The changed lines of both sides; a value stands as `key: value`. */
  head: listOf(text, MOST_LINES),
  base: listOf(text, MOST_LINES),
  /** The lines hold values of variables, so that they are not those of the file. */
  filled: z.literal(true).exactOptional(),
  old: z.unknown().optional(),
  new: z.unknown().optional(),
  restored: count,
  asked: count,
  /** Fisher's exact test against the control, one-sided, Holm-adjusted. */
  p: rate,
  /** Whether p is below 0.05. */
  named: z.boolean(),
  /** Why the head with this part as in the base could not be asked. */
  untried: text.exactOptional(),
  rows: listOf(count, MOST_KEYS),
});
export type AttributedPart = z.infer<typeof part>;

/**
 * Which part of the changed subject broke the rows, measured by reverting one part after the other.
 */
export const attributionSchema = z.object({
  /** `skipped`: not measured, for the reason in `why`. */
  kind: z.enum(['one', 'together', 'apart', 'none', 'skipped']),
  why: text.exactOptional(),
  /** Number of broken rows that were asked, each twice a part. */
  rows: count,
  requests: count,
  /** The head with a harmless edit. */
  control: z.object({ restored: count, asked: count }),
  parts: listOf(part, MOST_KEYS),
});
export type Attribution = z.infer<typeof attributionSchema>;
