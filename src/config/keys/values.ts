import { z } from 'zod';
import { globProblem, pathProblem } from '../paths.ts';
import { PYTHON_PAIR } from '../positions.ts';

export const filledText = z.string().min(1);

export const rateValue = z.number().min(0).max(1);

export const mapping = z.record(z.string(), z.unknown());

export const reportProblem =
  (problemOf: (value: string) => string | undefined) =>
  (value: string, context: z.RefinementCtx) => {
    const message = problemOf(value);
    if (message) context.addIssue({ code: 'custom', message });
  };

/** A path or a glob, perhaps of an untrusted author. */
export const pattern = filledText.superRefine(reportProblem(globProblem));

/** A path of a file in the repository, the same at head and base. */
export const file = filledText.superRefine(reportProblem(pathProblem));

const THRESHOLD =
  'must be a number (add_toxic_words: a score above it fails) or a pair [low, high] (add_negation: scores from low to high fail)';
export const threshold = z.union(
  [z.number(), z.tuple([z.number(), z.number()]), z.string().regex(PYTHON_PAIR, THRESHOLD)],
  {
    error: THRESHOLD,
  },
);

const SECONDS_OF_UNIT = { s: 1, m: 60, h: 3600, d: 86_400 };
const MOST_SECONDS = 30 * SECONDS_OF_UNIT.d;

const SPAN_ALLOWED =
  'must be a number of seconds above 0, or a whole number with its unit: 90s, 10m, 2h or 7d; at most 30d';

/** A span of time: a number of seconds, or a whole number with its unit. */
export const span = z.union(
  [
    z.number().positive().max(MOST_SECONDS),
    z
      .string()
      .regex(/^[1-9]\d{0,5}[smhd]$/)
      .refine((text) => secondsOf(text) <= MOST_SECONDS, { error: SPAN_ALLOWED }),
  ],
  { error: SPAN_ALLOWED },
);

export const SPANS = 'Seconds, or 90s, 10m, 2h, 7d.';

/** Returns a span that its schema allows, in seconds. */
export function secondsOf(value: string | number): number {
  if (typeof value === 'number') return value;
  const unit = value.at(-1) as keyof typeof SECONDS_OF_UNIT;
  return Number(value.slice(0, -1)) * SECONDS_OF_UNIT[unit];
}
