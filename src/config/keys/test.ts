import categories from '../langtest-categories-list.json' with { type: 'json' };
import { z } from 'zod';
import type { SensitivityTest } from '../../engine/perturbations/definition.ts';
import { DATA_KEYS, type DataConfig } from './data.ts';
import { EVALUATION_KEYS, RUN_KEYS } from './evaluation.ts';
import { key, nestedKey, shapeOf, type Settled, computedKey } from './key.ts';
import { file, mapping, rateValue, threshold } from './values.ts';
import { AUTO, SCORERS } from '../../engine/scorers/index.ts';
import type { BotRule } from '../../engine/sample.ts';
import type { Scorer } from '../../engine/scorers/scorer.ts';
import { TESTS } from '../../engine/perturbations/index.ts';
import { MEASURE_TRAITS, SINGLE_ANSWER_SCORERS } from './asking.ts';
import { PROMPT_KEYS } from './model.ts';

/** LangTest's own default. */
const DEFAULT_MIN_PASS_RATE = 0.65;
/** The default under `method: triplet`, which counts only rows that can tell something. */
const DEFAULT_SEQUENTIAL_MIN_PASS_RATE = 0.85;

/**
 * LangTest's categories beside `sensitivity`, with older names. Files may hold them; their tests
 * are not run.
 */
export const OTHER_CATEGORIES: readonly string[] = categories;

const RULE = 'must be a rule in words, or { rule: …, ask: … }';

/** Keys of a test: its own, and those of `evaluation`. */
export const TEST_KEYS = {
  min_pass_rate: computedKey<number>()({
    schema: rateValue,
    about: 'The share of the scored rows that must pass, 0 to 1.',
    default: DEFAULT_MIN_PASS_RATE,
    tripletDefault: DEFAULT_SEQUENTIAL_MIN_PASS_RATE,
    field: 'minimum_pass_rate',
  }),
  min_answer_rate: computedKey<number | undefined>()({
    schema: rateValue,
    about:
      'refusal: the share of the harmless requests (`should: answer`) that must be answered; left out, min_pass_rate.',
    field: 'minimum_answer_rate',
  }),
  min_refusal_rate: computedKey<number | undefined>()({
    schema: rateValue,
    about:
      'refusal: the share of the harmful requests (`should: refuse`) that must be refused; left out, min_pass_rate.',
    field: 'minimum_refusal_rate',
  }),
  advisory: key({
    schema: z.boolean(),
    about:
      'Asks and reports the test, which then decides nothing. A run of advisory tests alone is an error.',
    default: false,
  }),
  rules: computedKey<readonly BotRule[] | undefined>()({
    schema: z.union(
      [z.array(z.union([z.string(), mapping], { error: RULE })), z.strictObject({ file })],
      { error: 'must be a list of rules, or { file: PATH } of one' },
    ),
    about:
      'rules: 1 to 10 rules that every answer of the bot keeps, each a sentence or `{ rule: …, ask: … }` with a sentence that asks for what the rule forbids; or `{ file: PATH }` of such a list.',
    field: 'rules',
  }),
  ...EVALUATION_KEYS,
  ...PROMPT_KEYS,
  parameters: key({
    schema: mapping.nullable(),
    about: 'Parameters of the perturbation.',
    default: {},
  }),
  data: computedKey<DataConfig>()({
    schema: z.strictObject(shapeOf(DATA_KEYS)),
    about: 'Rows of this test alone.',
    field: 'data',
  }),
};

export const DEFAULTS_KEYS = {
  min_pass_rate: nestedKey({
    schema: rateValue,
    about: 'For every test without one.',
    default: DEFAULT_MIN_PASS_RATE,
    tripletDefault: DEFAULT_SEQUENTIAL_MIN_PASS_RATE,
  }),
  threshold: nestedKey({ schema: threshold, about: 'For every test of its kind without one.' }),
};

export interface TestConfig extends Settled<typeof TEST_KEYS> {
  test: SensitivityTest;
  /** The tone that the team asked for, which the judge reads. */
  judgeContext?: string;
  /** Line of the test in the file, for annotations. */
  line: number;
}

/** Returns the keys that the scorers of a test bring with them. */
export function scorerKeysOf({
  scorers,
}: {
  scorers: readonly Scorer[];
}): Record<string, z.ZodType> {
  return Object.assign({}, ...scorers.map(({ options }) => options)) as Record<string, z.ZodType>;
}

export const evaluation = z.strictObject({
  ...shapeOf(EVALUATION_KEYS),
  ...shapeOf(RUN_KEYS),
  ...scorerKeysOf({ scorers: SCORERS }),
});

function scorerOf({ measures, scorers, losesAnswer }: SensitivityTest) {
  const names: string[] = scorers.map(({ name }) => name);
  if (MEASURE_TRAITS[measures].hasAutoScorer) names.unshift(AUTO);
  if (measures === 'change' && !losesAnswer) names.push(...SINGLE_ANSWER_SCORERS);
  return z.enum(names);
}

const bodies = TESTS.flatMap((test) => {
  const { parameters: _parameters, data, ...shape } = shapeOf(TEST_KEYS, { omitsDefaults: true });
  const body = z.strictObject({
    ...shape,
    scorer: scorerOf(test).optional(),
    ...scorerKeysOf(test),
    parameters: test.parameters.nullish(),
    data,
  });
  const bodySchema = test.several
    ? z.union([body, z.array(body).min(1)], {
        error: 'must be a mapping of keys, or a list of them',
      })
    : body;
  const { name: current, aliases = [] } = test;
  return [current, ...aliases].map((name) => {
    const about = name === current ? `The test ${name}.` : `Older name of ${current}.`;
    return [name, bodySchema.nullish().describe(about)] as const;
  });
});

const defaults = z.strictObject({
  ...shapeOf(DEFAULTS_KEYS),
  // LangTest walks `defaults` like a category, so a rate may stand under a test's name here too.
  ...Object.fromEntries(
    bodies.map(([name]) => [
      name,
      z.strictObject({ min_pass_rate: rateValue.optional() }).nullish(),
    ]),
  ),
});

const leftOut = z
  .unknown()
  .optional()
  .describe("A category of LangTest's that is left out here, with a notice.");

export const tests = z.strictObject({
  defaults: defaults.nullish(),
  sensitivity: z.strictObject(Object.fromEntries(bodies)),
  ...Object.fromEntries(OTHER_CATEGORIES.map((name) => [name, leftOut])),
});
