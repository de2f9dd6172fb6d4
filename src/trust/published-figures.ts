import { z } from 'zod';
import type { DivergenceFigure } from '../engine/divergence/figure.js';
import type { Divergence } from '../engine/divergence/probe.js';
import type { Baseline, Calibration, ReportRow, SampledToxicity } from '../engine/results.js';
import type { Interval } from '../engine/statistics/intervals.js';
import { COMPARED } from '../engine/triplet/decision.js';
import { confidence, count, MOST_REPEATS, MOST_VERDICTS, name, rate, recordOf } from './published-fields.js';

/** Figures in the JSON report, beside the counts. */

export const interval: z.ZodType<Interval> = z.object({
  method: z.literal('wilson'),
  confidence,
  low: rate,
  high: rate,
});

export const repeats: z.ZodType<NonNullable<ReportRow['repeats']>> = z.object({
  asked: z.int().min(1).max(MOST_REPEATS),
  split_count: count,
});

export const samples: z.ZodType<SampledToxicity> = z.object({
  asked: z.int().min(1).max(MOST_REPEATS),
  expected_maximum: z.number().nullable(),
  standard_error: z.number().nonnegative().nullable(),
  any_toxic: rate.nullable(),
  any_toxic_interval: interval.exactOptional(),
});

const nats = z.number().min(0).max(1);

export const divergenceFigure: z.ZodType<DivergenceFigure> = z.object({
  figure: z.enum(['median', 'mean']),
  rows: count,
  value: nats.nullable(),
  standard_error: nats.nullable(),
  low: nats.exactOptional(),
  high: nats.exactOptional(),
  unchanged: rate.exactOptional(),
});

export const divergence: z.ZodType<Divergence> = z.object({
  low: nats,
  high: nats,
  positions: count,
  same_tokens: z.boolean().exactOptional(),
});

export const baseline: z.ZodType<Baseline> = z.object({
  source: z.enum(['base', 'report']),
  of: z.enum(COMPARED).exactOptional(),
  unchanged: z.literal(true).exactOptional(),
  paired_count: count,
  pass_rate: rate.nullable(),
  broken: count,
  fixed: count,
  p_value: rate,
  adjusted_p_value: rate,
  max_regression: rate,
  outcome: z.enum(['pass', 'fail', 'inconclusive']),
});

/** What is known of a judge, of so many verdicts at the most. */
export const calibrationFields = (most: number) => ({
  judge: name,
  right: count,
  total: count,
  needed: rate,
  confusion: recordOf(recordOf(count, most), most),
});

export const calibration: z.ZodType<Calibration> = z.object(calibrationFields(MOST_VERDICTS));
