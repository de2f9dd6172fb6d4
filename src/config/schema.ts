/** The configuration: types, checks and defaults. JSON schema and reference come from this file. */
import { z } from 'zod';
import { NEGATION_SCORERS, SEVERITY_SCORERS, TOXICITY_SCORERS } from '../engine/scorers/index.ts';
import { LANGTEST_TESTS, TESTS } from '../engine/tests/index.ts';
import { thresholdPair } from '../engine/tests/pairs.ts';
import type { BotRule, Test } from '../engine/types.ts';
import { LANGUAGES } from '../language/words/index.ts';
import { APIS, HUB_NAMES, REGION } from '../models/hubs/addresses.ts';
import {
  address,
  belowHalf,
  dataSource,
  duration,
  modelName,
  parameters,
  placeholderName,
  plainText,
  promptText,
  repositoryFile,
  share,
} from './values.ts';

/** A mapping that knows no other keys, and may lack any. */
function section<Keys extends z.ZodRawShape>(keys: Keys) {
  return z.strictObject(keys).partial();
}

/** Keys of single hubs, and of gateways. */
const ofHubs = section({
  base_url: address,
  headers: z.record(z.string(), z.string()),
  api_version: plainText,
  region: z
    .string()
    .refine((name) => REGION.test(name), 'must be a region of AWS, such as eu-central-1'),
  provider: plainText,
  url: address,
  body: z.record(z.string(), z.unknown()),
  answer: z.string().startsWith('/'),
});

export const modelSettings = z.object({
  hub: z.enum(HUB_NAMES),
  name: modelName,
  ...ofHubs.shape,
  timeout: z.number().positive().max(3600).default(120),
  retries: z.int().min(0).max(10).default(4),
  api: z.enum(APIS).default('chat'),
  parameters: parameters.default({}),
});

export type ModelSettings = z.output<typeof modelSettings>;
/** A section that names a model: `model`, `judge` or `embeddings`. */
export type EndpointSettings = Omit<ModelSettings, 'api' | 'parameters'>;

const namedFile = z.strictObject({ file: repositoryFile });
const globOfFiles = z.strictObject({ files: repositoryFile });

const model = section({
  ...modelSettings.shape,
  prompt: promptText,
  prompt_file: repositoryFile,
  system_prompt: promptText,
  system_prompt_file: repositoryFile,
  variables: z.record(
    placeholderName,
    z.union(
      [z.string(), z.number(), z.boolean(), namedFile, globOfFiles],
      'must be a text, a number, true or false, { file: PATH }, or { files: GLOB }',
    ),
  ),
});

const judge = z.union(
  [
    z.enum(['self', 'off']),
    section({ ...modelSettings.shape, context: z.string().trim().min(1).max(300) }),
  ],
  'must be self, off, or a mapping that names a model',
);

/** A column that `null` turns off, even if the data has one of that name. */
const optionalColumn = plainText.nullable();

/** The name of a column, or one value for every row. */
function columnOrValue<Value extends z.ZodType>(value: Value, example: string) {
  return z.union(
    [plainText, z.strictObject({ value })],
    `must be the name of a column, or one value for every row: { value: ${example} }`,
  );
}

/**
 * Names of columns; a dotted path leads to a nested field, and `text`, `perturbed`, `placebo` and
 * the entries of `options` may be templates: `{premise} {hypothesis}`.
 */
const columns = section({
  text: plainText,
  options: z.union(
    [plainText, z.array(plainText).min(2)],
    'must be the name of a column, or a list of two or more columns or options',
  ),
  truth: columnOrValue(z.boolean(), 'true').nullable(),
  answer: optionalColumn,
  answer_index: z.union(
    [plainText, z.strictObject({ column: plainText, first: z.literal([0, 1]).optional() })],
    'must be the name of a column, or { column: NAME, first: 0 or 1 }',
  ),
  negated_answer: optionalColumn,
  expect: columnOrValue(z.enum(['change', 'same']), 'same'),
  perturbed: plainText,
  perturbed_answer: optionalColumn,
  placebo: plainText,
  should: columnOrValue(z.enum(['answer', 'refuse', 'decline']), 'refuse'),
  fill: z
    .union(
      [z.array(placeholderName).min(1), z.record(placeholderName, plainText)],
      'must be a mapping of placeholders to columns, or a list of columns',
    )
    .transform((fill) =>
      Array.isArray(fill) ? Object.fromEntries(fill.map((name) => [name, name])) : fill,
    ),
  id: optionalColumn,
  must: optionalColumn,
});

export type Columns = z.output<typeof columns>;

const data = section({
  source: dataSource,
  data_source: dataSource,
  split: plainText,
  columns,
  limit: z.int().positive(),
});

/** Keys of the scorer `bad_words`. */
export const WORD_LIST_KEYS = ['words', 'languages', 'allow', 'quotes'];
const phrases = z.array(z.string().min(1));

const scorerShape = {
  scorer: z.enum(['auto', ...Object.keys(SEVERITY_SCORERS)]).default('auto'),
  threshold: z.number().optional(),
  words: phrases.optional(),
  languages: z.array(z.enum(LANGUAGES)).optional(),
  allow: phrases.optional(),
  quotes: z.enum(['count', 'ignore']).optional(),
  include_reason: z.boolean().default(true),
  strict_mode: z.boolean().default(false),
  async_mode: z.boolean().default(true),
  verbose_mode: z.boolean().default(false),
};

/** Keys of `evaluation`, and of each test that reads them: the nearest wins. */
const evaluationShape = {
  min_pass_rate: share.default(0.85),
  min_valid: share.default(0.6),
  min_steady: share.default(0.85),
  margin: belowHalf.default(0.05),
  alpha: belowHalf.default(0.05),
  beta: belowHalf.default(0.1),
  compare: z.enum(['off', 'base']).default('off'),
  max_regression: z.number().gt(0).lt(1).default(0.1),
  attribution: z.boolean().default(true),
  measure: z.enum(['difference', 'absolute', 'both']).default('both'),
  ...scorerShape,
};

const sentence = z.string().trim().min(1).max(500);
const ruleWithAsk = z.strictObject({
  rule: sentence,
  ask: sentence.optional(),
  must: z.literal(true).optional(),
});
const rule = z
  .union(
    [sentence, ruleWithAsk],
    'must be a rule in words, or { rule: …, ask: …, must: true }. Put a rule that has a colon in quotes.',
  )
  .transform((written): BotRule => (typeof written === 'string' ? { rule: written } : written))
  .refine(
    ({ ask, must }) => !must || ask !== undefined,
    'must hold and has no `ask`. Give it one, or leave `must` out.',
  );
/** The rules of a bot, in the configuration or in a file of their own. */
export const ruleList = z.array(rule).min(1).max(10);

/** Keys that stand under a test only. */
const testOnlyShape = {
  advisory: z.boolean().default(false),
  min_answer_rate: share.optional(),
  min_refusal_rate: share.optional(),
  min_decline_rate: share.optional(),
  must: z.literal('all').optional(),
  rules: z
    .union([ruleList, namedFile], 'must be a list of 1 to 10 rules, or { file: PATH } of one')
    .optional(),
  judge: judge.optional(),
  data: data.optional(),
};

const anyThreshold = z.union(
  [z.number(), thresholdPair],
  'must be a number (add_toxic_words), or a pair [low, high] (add_negation)',
);

/** What a test is told, after defaults. */
export const testSettings = z.object({
  ...evaluationShape,
  ...testOnlyShape,
  scorer: z.string().default('auto'),
  threshold: anyThreshold.optional(),
});
export type TestSettings = z.output<typeof testSettings>;

/** Keys that every test reads. */
const COMMON_KEYS = [
  'min_pass_rate',
  'compare',
  'max_regression',
  'attribution',
  'advisory',
  'judge',
  'data',
];

export function readsKey(test: Test, key: string): boolean {
  if (key === 'must') return test.holds === true;
  return [...COMMON_KEYS, ...test.keys].includes(key);
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** Reads a key without a value as an empty mapping. */
function orEmpty(schema: z.ZodType) {
  return z.preprocess((written) => written ?? {}, schema.nullish());
}

/** A test, or a list of tests with the same name. */
function testSchema(test: Test, keys: Shape): z.ZodType {
  const { options = z.strictObject({}), words } = test;
  const read = Object.entries({ ...keys, ...test.values }).filter(([key]) => readsKey(test, key));
  const parameters = orEmpty(options).prefault({});
  const body = section(Object.fromEntries(read)).extend({ parameters });
  const bodies = test.nameOf ? z.union([body, z.array(body).min(1)]) : body;
  return orEmpty(bodies).describe(`The model ${words.does}.`);
}

type Evaluation = Shape & { threshold: z.ZodType };

/** A file of a dialect, each of whose sections may be left out. */
function fileSchema(tests: readonly Test[], evaluation: Evaluation, ofTests: Shape) {
  const named = tests.flatMap((test) => {
    const { name, aliases = [] } = test;
    const schema = testSchema(test, { ...evaluation, ...ofTests });
    return [name, ...aliases].map((one) => [one, schema] as const);
  });
  const defaults = section({ min_pass_rate: share, threshold: evaluation.threshold });
  return section({
    model,
    data,
    tests: section({
      defaults: defaults.nullable(),
      sensitivity: section(Object.fromEntries(named)),
    }),
    evaluation: section(evaluation).nullable(),
    judge,
    embeddings: section({ hub: modelSettings.shape.hub, model: plainText }),
  });
}

const CONCURRENCY = 'must be auto, or a whole number from 1 to 256';

export const configSchema = fileSchema(TESTS, evaluationShape, testOnlyShape).extend({
  budget: section({ max_requests: z.int().positive() }).optional(),
  concurrency: z
    .union([z.literal('auto'), z.int().min(1, CONCURRENCY).max(256, CONCURRENCY)], CONCURRENCY)
    .default('auto'),
  deadline: duration.optional(),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(42),
});
export type WrittenConfig = z.output<typeof configSchema>;

const pairEvaluation = {
  ...scorerShape,
  scorer: z.enum(Object.keys({ ...NEGATION_SCORERS, ...TOXICITY_SCORERS })),
  threshold: anyThreshold,
};

/** A file in LangTest's dialect, once `langtest.ts` has put it into our form. */
export const langTestSchema = fileSchema(LANGTEST_TESTS, pairEvaluation, {
  min_pass_rate: share,
  judge,
}).extend({ data: data.pick({ data_source: true, split: true }).optional() });
