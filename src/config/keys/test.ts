import { z } from 'zod';
import { DEFAULT_MIN_PASS_RATE } from '../../engine/min-pass-rate.js';
import type { SensitivityTest } from '../../engine/tests/test.js';
import { OF_DATA, type DataConfig } from './data.js';
import { OF_EVALUATION } from './evaluation.js';
import { key, part, shapeOf, type Settled, worked } from './key.js';
import { mapping, rate, threshold } from './values.js';

/** Keys of a test: those of the whole run, and its own. */
export const OF_A_TEST = {
  min_pass_rate: worked<number>()({
    schema: rate,
    about: 'The share of the scored rows that must pass, 0 to 1.',
    default: DEFAULT_MIN_PASS_RATE,
    field: 'minimum_pass_rate',
  }),
  min_answer_rate: worked<number | undefined>()({
    schema: rate,
    about: 'refusal: the share of the harmless requests (`should: answer`) that must be answered; left out, min_pass_rate.',
    field: 'minimum_answer_rate',
  }),
  min_refusal_rate: worked<number | undefined>()({
    schema: rate,
    about: 'refusal: the share of the harmful requests (`should: refuse`) that must be refused; left out, min_pass_rate.',
    field: 'minimum_refusal_rate',
  }),
  ...OF_EVALUATION,
  threshold: part({
    schema: threshold.nullable(),
    about: 'As under evaluation; null (scorer toxicity_judge) for a test that scores and gates nothing.',
    of: 'scorer',
  }),
  parameters: key({
    schema: mapping.nullable(),
    about: 'Of the perturbation.',
    default: {},
  }),
  data: worked<DataConfig>()({ schema: z.strictObject(shapeOf(OF_DATA)), about: 'Rows of its own.', field: 'data' }),
};

/** Keys of `tests.defaults`. */
export const OF_DEFAULTS = {
  min_pass_rate: part({ schema: rate, about: 'For every test that says none.', default: DEFAULT_MIN_PASS_RATE, of: 'min_pass_rate' }),
  threshold: part({ schema: threshold, about: 'For every test of its kind that says none.', of: 'scorer' }),
};

export interface TestConfig extends Settled<typeof OF_A_TEST> {
  test: SensitivityTest;
  /** Line of the test in the file, for annotations. */
  line: number;
}
