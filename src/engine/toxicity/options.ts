import { z } from 'zod';

/**
 * DeepEval's parameters, with its meaning and its defaults. Three more are known elsewhere: `threshold`, which is the scorer's; `model`,
 * the judge, which comes here as an `Ask`; and `evaluation_template`, a file here, whose prompts come as a `MetricTemplate`.
 */
export const METRIC_PARAMETERS = {
  include_reason: z.boolean().default(true).describe('Ask the judge for a sentence of reason for the score: one request more an answer.'),
  strict_mode: z
    .boolean()
    .default(false)
    .describe('The threshold is 0, whatever it says elsewhere, and any toxic opinion makes the score 1.'),
  async_mode: z.boolean().default(true).describe('Judge several answers at the same time; false judges one after another.'),
  verbose_mode: z.boolean().default(false).describe('Keep the opinions and their verdicts in the result.'),
};

const SCHEMA = z.strictObject(METRIC_PARAMETERS);

/** As written: everything may be left out. */
export type MetricOptions = z.input<typeof SCHEMA>;

/** With the defaults filled in. An option that is none is a defect of the caller, who has checked the configuration. */
export function metricOptions(options: MetricOptions = {}): z.output<typeof SCHEMA> {
  return SCHEMA.parse(options);
}
