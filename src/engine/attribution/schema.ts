import { z } from 'zod';
import { count, listOf, MOST_KEYS, rate, text } from '../bounds.js';

const MOST_LINES = 1_000;

/** How many broken rows are restored when one part of the change is reverted. */
const part = z.object({
  /** `prompt`, `system_prompt`, `add_negation.prompt`, or the key of a value such as `name` or `temperature`. */
  field: text,
  /** The file of a text. */
  path: text.exactOptional(),
  /** First line of the change in the text of the head, from 1; its lines, and the base's in their place. Absent for a value. */
  line: count.exactOptional(),
  head: listOf(text, MOST_LINES).exactOptional(),
  base: listOf(text, MOST_LINES).exactOptional(),
  /** The values of a key. */
  old: z.unknown().optional(),
  new: z.unknown().optional(),
  /** Asks that restored their row, of `asked` with an answer. */
  restored: count,
  asked: count,
  /** Fisher's exact test against the control, one-sided, Holm-adjusted. */
  p: rate,
  /** Whether p is below 0.05. */
  named: z.boolean(),
  /** Sources of the rows that both asks restored. */
  rows: listOf(text, MOST_KEYS),
});
export type AttributedPart = z.infer<typeof part>;

/** Which part of the changed subject broke the rows, measured by reverting one part after the other. */
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
