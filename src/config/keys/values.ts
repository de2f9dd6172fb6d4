import { z } from 'zod';
import { globProblem, pathProblem } from '../paths.ts';
import { PYTHON_PAIR } from '../positions.ts';

/** Further checks of an empty text are skipped, so that it has one error. */
export const nonEmptyText = z.string().min(1, { abort: true });

export const rateValue = z.number().min(0).max(1);

export const mapping = z.record(z.string(), z.unknown());

/** Returns a check for `superRefine`; `problemOf` returns undefined for a correct value. */
export const refineWith =
  (problemOf: (value: string) => string | undefined) =>
  (value: string, context: z.RefinementCtx) => {
    const message = problemOf(value);
    if (message) context.addIssue({ code: 'custom', message });
  };

/** A path or a glob. Its author may be untrusted. */
export const pathOrGlob = nonEmptyText.superRefine(refineWith(globProblem));

/** A path of a file in the repository, the same at head and base. */
export const file = nonEmptyText.superRefine(refineWith(pathProblem));

const THRESHOLD_ALLOWED =
  'must be a number (add_toxic_words: a score above it fails) or a pair [low, high] (add_negation: scores from low to high fail)';
export const threshold = z.union(
  [z.number(), z.tuple([z.number(), z.number()]), z.string().regex(PYTHON_PAIR, THRESHOLD_ALLOWED)],
  { error: THRESHOLD_ALLOWED },
);

const SECONDS_OF_UNIT = { s: 1, m: 60, h: 3600, d: 86_400 };
const MAX_DURATION_SECONDS = 30 * SECONDS_OF_UNIT.d;

const DURATION_ALLOWED =
  'must be a number of seconds above 0, or a whole number with its unit: 90s, 10m, 2h or 7d; at most 30d';

/** A number of seconds, or a whole number with its unit. */
export const duration = z.union(
  [
    z.number().positive().max(MAX_DURATION_SECONDS),
    z
      .string()
      .regex(/^[1-9]\d{0,5}[smhd]$/)
      .refine((text) => secondsOf(text) <= MAX_DURATION_SECONDS, { error: DURATION_ALLOWED }),
  ],
  { error: DURATION_ALLOWED },
);

export const DURATION_FORMS = 'Write seconds, or a number with a unit: 90s, 10m, 2h, 7d.';

/** Returns a duration in seconds; its schema must have accepted the value. */
export function secondsOf(value: string | number): number {
  if (typeof value === 'number') return value;
  const unit = value.at(-1) as keyof typeof SECONDS_OF_UNIT;
  return Number(value.slice(0, -1)) * SECONDS_OF_UNIT[unit];
}
