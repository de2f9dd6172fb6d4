import { z } from 'zod';
import { countSchema, rateSchema } from '../number-schemas.ts';

/** Maximum number of lines that the report holds of a side of a part. */
export const MAX_LINES = 1_000;

const part = z.object({
  /**
   * `prompt`, `system_prompt`, `variables.tone`, or the key of a value such as `name` or
   * `parameters.temperature`.
   */
  field: z.string(),
  /** The file of the prompt, or the configuration. */
  path: z.string(),
  /** The place of the change, in words: `prompts/support.md:1, 6 and 11`. */
  place: z.string(),
  /** First line of the change in the text of the head, from 1. Absent for a value. */
  line: countSchema.exactOptional(),
  /**
   * The lines from the first to the last change, and the same with the change reverted; a value
   * stands as `key: value`.
   */
  head: z.array(z.string()).readonly(),
  base: z.array(z.string()).readonly(),
  /** The lines hold values of variables, so that they are not those of the file. */
  filled: z.literal(true).exactOptional(),
  /** Present where only this sentence of the line changed. */
  within: z.object({ old: z.string(), new: z.string() }).optional(),
  /** Changes of several fields were joined: no lines of one file restore them. */
  mixed: z.literal(true).exactOptional(),
  old: z.unknown().optional(),
  new: z.unknown().optional(),
  restored: countSchema,
  asked: countSchema,
  /** Fisher's exact test against the control, one-sided, Holm-adjusted. */
  p: rateSchema,
  /** True if p is below 0.05. */
  named: z.boolean(),
  /** Why the head with this part as in the base could not be asked. */
  untried: z.string().exactOptional(),
  rows: z.array(countSchema).readonly(),
});
export type AttributedPart = z.infer<typeof part>;
/** A changed part with its place and its lines, before it was measured. */
export type DescribedPart = Omit<
  AttributedPart,
  'restored' | 'asked' | 'p' | 'named' | 'rows' | 'untried'
>;

/**
 * Which part of the changed subject broke the rows, measured by reverting one part after the other.
 */
export const attributionSchema = z.object({
  /** `skipped`: not measured, for the reason in `why`. */
  kind: z.enum(['one', 'together', 'apart', 'none', 'skipped']),
  why: z.string().exactOptional(),
  /** Number of broken rows that were asked, each once or twice a part. */
  rows: countSchema,
  /** Rows of the verdict that the base answers right, how many of them broke, and the others. */
  compared: z
    .object({ right: countSchema, broken: countSchema, fixed: countSchema })
    .exactOptional(),
  /** Rows that were asked in search of broken ones, beside those of the verdict. */
  more_rows: countSchema.exactOptional(),
  requests: countSchema,
  /** The head with a harmless edit. */
  control: z.object({ restored: countSchema, asked: countSchema }),
  /** All parts reverted together; asked where no part was named. */
  together: z.object({ restored: countSchema, asked: countSchema }).exactOptional(),
  parts: z.array(part).readonly(),
});
export type Attribution = z.infer<typeof attributionSchema>;
