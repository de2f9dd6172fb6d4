import { z } from 'zod';

export const countSchema = z.int().nonnegative();
export const rateSchema = z.number().min(0).max(1);
