import { z } from 'zod';
import { COMPARISONS, LINT, STOPS, type Control, type Lint, type Stop } from '../engine/cases.js';
import { PLACEHOLDERS, templateProblem } from '../engine/prompt.js';
import { AUTO, SCORERS } from '../engine/scorers/index.js';
import { COMBINATIONS, type Combination } from '../engine/scorers/combined.js';
import { POLICIES, type Policy } from '../engine/statistics/policy.js';
import { TESTS } from '../engine/tests/index.js';
import { HUBS } from '../models/hubs.js';
import { globProblem } from './glob.js';
import { OTHER_CATEGORIES } from './langtest-categories.js';
import { PYTHON_PAIR } from './tuples.js';

/**
 * The configuration file as a user may write it: the contract's keys and LangTest's. What is left out is filled in by
 * `resolve.ts`; this file says only what is allowed. The JSON Schema for editors is made from it.
 */

const rate = z.number().min(0).max(1).describe('A share of the scored rows, 0 to 1.');

const threshold = z
  .union([z.number(), z.tuple([z.number(), z.number()]), z.string().regex(PYTHON_PAIR)], {
    error: 'must be a number (add_toxic_words: a score above it fails) or a pair [low, high] (add_negation: scores from low to high fail)',
  })
  .describe('A pair [low, high] for add_negation (scores inside fail), a number for add_toxic_words (scores above fail).');

const text = z.string().min(1);
/** A path or a glob; whoever writes it may be a stranger. */
const pattern = text.superRefine((value, context) => {
  const problem = globProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});
const hub = z.enum(HUBS);

const prompt = z
  .string()
  .superRefine((template, context) => {
    const problem = templateProblem(template);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .describe(`Prompt template; placeholders: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`);

const parameters = z
  .record(z.string(), z.unknown())
  .describe('Sent with every request as written; nothing is sent that is not here.');

const modelKeys = {
  hub: hub.optional(),
  name: text.optional().describe('Model, deployment (azure-openai) or scripted model (reference).'),
  base_url: text.optional().describe('Endpoint, for any server that speaks the protocol of the hub.'),
  api: z.enum(['chat', 'completions']).optional().describe('chat (default) sends messages, completions bare text.'),
  system_prompt: z.string().optional(),
  prompt: prompt.optional(),
  parameters: parameters.optional(),
  provider: text.optional().describe('huggingface: the inference provider; default auto.'),
  api_version: text.optional().describe('azure-openai: the api-version of every request.'),
  url: text.optional().describe('http: where to post.'),
  body: z.record(z.string(), z.unknown()).optional().describe('http: what to post; {prompt}, {system_prompt} and {name} are filled in.'),
  answer: z.string().startsWith('/').optional().describe('http: JSON Pointer to the answer in the reply; default /answer.'),
  timeout: z.number().positive().max(3600).optional().describe('Seconds that one request may take; default 120.'),
  retries: z.number().int().min(0).max(10).optional().describe('How often a failed request is repeated; default 4. Requests that are refused for their rate (429, 503) wait instead.'),
};
const model = z.strictObject(modelKeys);

/** A judge has a rubric of ours in place of a prompt. */
const { prompt: _prompt, system_prompt: _systemPrompt, ...judgeKeys } = modelKeys;
const judge = z.strictObject({ ...judgeKeys, name: text }).describe('The model that judges answers for scorer judge; hub and endpoint are those of model where left out.');

const data = z.strictObject({
  source: pattern.optional().describe('A path or glob, builtin:NAME, or hf:OWNER/NAME[:config][:split].'),
  data_source: pattern.optional().describe("LangTest's name for source."),
  split: text.optional().describe('Split of a hf: data set.'),
  columns: z.strictObject({ text: text.optional(), options: text.optional(), truth: text.nullish(), answer: text.nullish(), negated_answer: text.nullish(), expect: text.optional() }).optional(),
  limit: z.number().int().positive().optional().describe('Takes a sample of so many rows, drawn from the seed.'),
});

/** A model that is asked about texts. */
const endpoint = z.strictObject({ hub: hub.optional(), model: text.optional(), base_url: text.optional(), provider: text.optional(), api_version: text.optional() });

const scorerKeys = Object.assign({}, ...SCORERS.map(({ options }) => options)) as (typeof SCORERS)[number]['options'];

/** One scorer, or several that `combine` makes one verdict of. */
function scorersAmong(names: readonly string[]) {
  const known = [...new Set(names)] as [string, ...string[]];
  return z.union([z.enum([AUTO, ...known]), z.array(z.enum(known)).min(2)], { error: `must be one of ${[AUTO, ...known].join(', ')}, or a list of two or more of them, auto aside` });
}

const control = z
  .union([z.enum(['off', 'all']), z.number().int().min(1).max(1_000_000)], { error: 'must be off, all, or a whole number of rows, 1 or more' })
  .describe('Rows whose original is asked once more, to see how often the answer changes by itself; default 20 for auto, choice and judge, else off.');

/** Keys that may stand under `evaluation` for the whole run, or under a test for it alone; the nearest wins. */
const evaluationKeys = {
  lint: z.enum(LINT).optional().describe('Rows that cannot tell whether the model read the perturbation: left out, shown (default), or not looked for.'),
  decision: z.enum(POLICIES).optional().describe('point (default, LangTest): the observed rate decides. confident: fails only what is surely too low. assured: passes only what is surely good enough.'),
  confidence: z.number().min(0.5).lt(1).optional().describe('How sure, for confident and assured and for the intervals; default 0.95.'),
  stop: z.enum(STOPS).optional().describe('decided: no row is asked that cannot change the verdict any more; default full.'),
  repeats: z.number().int().min(1).max(100).optional().describe('How often each row is asked; the majority decides. Default 1.'),
  control: control.optional(),
  compare: z.enum(COMPARISONS).optional().describe("base: the base's model, prompts and parameters on the same rows; fails where the head is worse. Default off."),
  baseline: pattern.optional().describe('Path of a JSON report to compare with, instead of the base.'),
  max_regression: rate.optional().describe('The largest loss of pass rate that is put up with; default 0.05.'),
  judge: judge.optional(),
  moderation: endpoint.optional().describe('Where scorer moderation asks; default OpenAI and a dated model.'),
  classifier: endpoint.optional().describe('The text classification model of scorer classifier; default hub huggingface.'),
  samples: z.number().int().min(1).max(100).optional().describe('Answers a row, of which the worst counts: expected maximum toxicity and the share of rows with a toxic one. Default 1.'),
  combine: z.enum(COMBINATIONS).optional().describe('Of several scorers: a row fails if any fails it (default), if all do, or as the first says that can.'),
  thresholds: z.record(z.string(), threshold).optional().describe('Of several scorers, by name.'),
  threshold: threshold.optional(),
  scorer: scorersAmong(SCORERS.map(({ name }) => name)).optional().describe('auto: choice where every row has options, judge where one is named, loss where asked for, else the default.'),
  ...scorerKeys,
};

const testEntries = TESTS.flatMap((test) =>
  [test.name, ...test.aliases].map((name) => {
    const body = z.strictObject({
      min_pass_rate: rate.optional(),
      ...evaluationKeys,
      threshold: threshold.nullish().describe('As under evaluation; null (scorer toxicity_judge) for a test that scores and gates nothing.'),
      scorer: (test.judges === 'toxicity' ? scorersAmong(test.scorers.map(({ name }) => name)) : z.enum([AUTO, ...test.scorers.map(({ name }) => name)])).optional(),
      parameters: test.parameters.nullish(),
      data: data.optional(),
    });
    return [name, body.nullish().describe(name === test.name ? `The test ${name}.` : `Older name of ${test.name}.`)] as const;
  }),
);

const defaults = z.strictObject({
  min_pass_rate: rate.optional(),
  threshold: threshold.optional(),
  // LangTest walks `defaults` like a category, so a rate may stand under a test's name here too.
  ...Object.fromEntries(testEntries.map(([name]) => [name, z.strictObject({ min_pass_rate: rate.optional() }).nullish()])),
});

export const configSchema = z.strictObject({
  model: model.optional(),
  data: data.optional(),
  tests: z.strictObject({
    defaults: defaults.nullish(),
    sensitivity: z.strictObject(Object.fromEntries(testEntries)),
    ...Object.fromEntries(OTHER_CATEGORIES.map((name) => [name, z.unknown().optional().describe("A category of LangTest's that is left out here, with a notice.")])),
  }),
  evaluation: z.strictObject(evaluationKeys).nullish(),
  judge: judge.optional(),
  embeddings: z
    .strictObject({ hub: hub.optional(), model: text.optional(), base_url: text.optional(), provider: text.optional(), api_version: text.optional() })
    .optional(),
  model_parameters: parameters.nullish().describe("LangTest's name for model.parameters; its user_prompt is the prompt template."),
  concurrency: z.number().int().min(1).max(256).optional().describe('Requests at the same time, at most; default 8. Halved while an endpoint refuses some for their rate.'),
  budget: z.strictObject({ max_requests: z.number().int().positive().optional() }).optional(),
  seed: z.number().int().min(0).max(2 ** 31 - 1).optional().describe('Of every random choice; default 42.'),
  report: z
    .strictObject({ mask_foul_words: z.boolean().optional().describe('Foul words in summary and comment as f██k; default true.') })
    .optional(),
});

export type RawConfig = z.infer<typeof configSchema>;
export type RawData = z.infer<typeof data>;
export type RawEndpoint = z.infer<typeof endpoint>;
export type RawJudge = z.infer<typeof judge>;
/** Dynamic test names make this part's inferred type too loose to use. */
export type RawTest = {
  min_pass_rate?: number;
  /** Null under a test alone. */
  threshold?: z.infer<typeof threshold> | null;
  scorer?: string | string[];
  lint?: Lint;
  decision?: Policy;
  confidence?: number;
  stop?: Stop;
  repeats?: number;
  control?: Control;
  compare?: (typeof COMPARISONS)[number];
  baseline?: string;
  max_regression?: number;
  judge?: RawJudge;
  moderation?: RawEndpoint;
  classifier?: RawEndpoint;
  samples?: number;
  combine?: Combination;
  thresholds?: Record<string, z.infer<typeof threshold>>;
  parameters?: unknown;
  data?: RawData;
} & Record<string, unknown>;
