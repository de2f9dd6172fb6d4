import { z } from 'zod';

/** A whole number of the parameters, which may be left out. */
export function wholeNumber(least: number, most: number, description: string) {
  return z.number().int().min(least).max(most).optional().meta({ description });
}
