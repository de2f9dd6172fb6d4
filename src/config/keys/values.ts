import { z } from 'zod';
import { globProblem } from '../glob.js';
import { pathProblem } from '../named-file.js';
import { PYTHON_PAIR } from '../tuples.js';

/** Schemas of values that more than one key has. */

export const text = z.string().min(1);

export const rate = z.number().min(0).max(1);

export const mapping = z.record(z.string(), z.unknown());

/** A path or a glob; whoever writes it may be a stranger. */
export const pattern = text.superRefine((value, context) => {
  const problem = globProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

/** Of the repository, and read from head and base alike. */
export const file = text.superRefine((value, context) => {
  const problem = pathProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

export const threshold = z.union([z.number(), z.tuple([z.number(), z.number()]), z.string().regex(PYTHON_PAIR)], {
  error: 'must be a number (add_toxic_words: a score above it fails) or a pair [low, high] (add_negation: scores from low to high fail)',
});
