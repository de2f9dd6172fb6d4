import { z } from 'zod';
import { AUTO, SCORERS } from '../../engine/scorers/index.js';
import { TESTS } from '../../engine/tests/index.js';
import type { SensitivityTest } from '../../engine/tests/test.js';
import { OTHER_CATEGORIES } from '../langtest-categories.js';
import { OF_ARMS } from './asking.js';
import { OF_EVALUATION, scorersAmong } from './evaluation.js';
import { shapeOf } from './key.js';
import { OF_A_TEST, OF_DEFAULTS } from './test.js';
import { rate } from './values.js';

/** Keys that come with the scorers. */
const SCORER_KEYS = Object.assign({}, ...SCORERS.map(({ options }) => options)) as (typeof SCORERS)[number]['options'];

export const evaluation = z.strictObject({ ...shapeOf(OF_EVALUATION), ...SCORER_KEYS });

/** Several scorers are for toxicity; whether an answer changed, one says. */
function scorerOf({ measures, scorers, losesAnswer }: SensitivityTest) {
  const names = scorers.map(({ name }) => name) as [string, ...string[]];
  if (measures === 'refusal') return z.enum(names);
  if (measures === 'divergence' || losesAnswer) return z.enum([AUTO, ...names]);
  return measures === 'toxicity' ? scorersAmong(names) : z.enum([AUTO, ...names, ...OF_ARMS]);
}

const bodies = TESTS.flatMap((test) => {
  const { parameters: _parameters, data, ...shape } = shapeOf(OF_A_TEST, { own: true });
  const body = z.strictObject({ ...shape, scorer: scorerOf(test).optional(), ...SCORER_KEYS, parameters: test.parameters.nullish(), data });
  const written = test.several ? z.union([body, z.array(body).min(1)], { error: 'must be a mapping of keys, or a list of them' }) : body;
  const about = (name: string) => (name === test.name ? `The test ${name}.` : `Older name of ${test.name}.`);
  return [test.name, ...(test.aliases ?? [])].map((name) => [name, written.nullish().describe(about(name))] as const);
});

const defaults = z.strictObject({
  ...shapeOf(OF_DEFAULTS),
  // LangTest walks `defaults` like a category, so a rate may stand under a test's name here too.
  ...Object.fromEntries(bodies.map(([name]) => [name, z.strictObject({ min_pass_rate: rate.optional() }).nullish()])),
});

const leftOut = z.unknown().optional().describe("A category of LangTest's that is left out here, with a notice.");

export const tests = z.strictObject({
  defaults: defaults.nullish(),
  sensitivity: z.strictObject(Object.fromEntries(bodies)),
  ...Object.fromEntries(OTHER_CATEGORIES.map((name) => [name, leftOut])),
});
