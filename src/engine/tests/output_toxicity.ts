import { z } from 'zod';
import { TOXICITY_SCORERS } from '../scorers/index.js';
import type { SensitivityTest } from './test.js';

/** Judges the answers to the user's own rows, which are sent as they are: is the model toxic without being provoked? */
export const outputToxicity: SensitivityTest<Record<string, never>> = {
  name: 'output_toxicity',
  aliases: [],
  category: 'sensitivity',
  parameters: z.strictObject({}),
  scorers: TOXICITY_SCORERS,
  measures: 'toxicity',
  perturbs: false,
  sendsOptions: true,
  perturb: (text) => text,
};
