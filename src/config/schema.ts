// The types, checks and defaults of a configuration. JSON schema and reference page derive from it.

import { z } from 'zod';
import { NEGATION_SCORERS, SEVERITY_SCORERS, TOXICITY_SCORERS } from '../engine/scorers/index.ts';
import { LANGTEST_TESTS, TESTS } from '../engine/tests/index.ts';
import { thresholdPair } from '../engine/tests/pairs.ts';
import {
  evaluationSettings,
  ownSettings,
  ruleList,
  scorerSettings,
  share,
} from '../engine/settings.ts';
import { readsSetting, type Test } from '../engine/test.ts';
import { dataSettings, placeholderName, repositoryFile } from '../data/settings.ts';
import { entryOf } from '../shared/json.ts';
import { embeddingSettings, judgeSettings, modelSettings } from '../models/settings.ts';

const FILE_NAME =
  /^(?:file:\/\/|@)?[^\s{}<>"'`|?*:]{1,300}\.(?:txt|md|markdown|prompty?|j2|jinja2?|tmpl|tpl|hbs|ya?ml|json|html?|toml|xml)$/i;

/** The text of a prompt. Refuses the path of a file. */
const promptText = z
  .string()
  .refine(
    (text) => !FILE_NAME.test(text.trim()),
    'is a path, which would be sent as the prompt. Set prompt_file or system_prompt_file instead',
  );

const UNITS_IN_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration in seconds or with a unit to milliseconds; 0 if invalid or too long. */
function parseDuration(written: number | string) {
  const [, count, unit = 's'] = /^(\d{1,7}(?:\.\d+)?)([smhd]?)$/.exec(String(written)) ?? [];
  const milliseconds = Number(count) * (entryOf(UNITS_IN_MS, unit) ?? 1000);
  return milliseconds <= 24 * 86_400_000 ? milliseconds : 0;
}

/** A duration, in milliseconds once parsed. Its errors quote the file. */
const duration = z
  .union(
    [z.number(), z.string()],
    'must be a number of seconds, or one with its unit: 90s, 10m, 2h or 7d; at most 24d',
  )
  .refine(parseDuration)
  .transform(parseDuration);

/** A mapping that may have any of these keys, but no others. */
function section<Keys extends z.ZodRawShape>(keys: Keys) {
  return z.strictObject(keys).partial();
}

const namedFile = z.strictObject({ file: repositoryFile });

const model = section({
  ...modelSettings.shape,
  prompt: promptText,
  prompt_file: repositoryFile,
  system_prompt: promptText,
  system_prompt_file: repositoryFile,
  variables: z.record(
    placeholderName,
    z.union(
      [z.string(), z.number(), z.boolean(), namedFile, z.strictObject({ files: repositoryFile })],
      'must be a text, a number, true or false, { file: PATH }, or { files: GLOB }',
    ),
  ),
});

/** Keys of `evaluation`, and of each test that reads them. */
const evaluationShape = {
  ...evaluationSettings.shape,
  scorer: z.enum(['auto', ...Object.keys(SEVERITY_SCORERS)]).default('auto'),
  threshold: z.number(),
  ...scorerSettings.shape,
};

/** Keys that only a test may have. */
const testOnlyShape = {
  ...ownSettings.shape,
  rules: z
    .union([ruleList, namedFile], 'must be a list of 1 to 20 rules, or { file: PATH } of one')
    .optional(),
  judge: judgeSettings.optional(),
  data: dataSettings.optional(),
};

const anyThreshold = z.union(
  [z.number(), thresholdPair],
  'must be a number (add_toxic_words), or a pair [low, high] (add_negation)',
);

/** The settings of a test, after defaults. */
export const testSettings = z.object({
  ...evaluationShape,
  ...testOnlyShape,
  scorer: z.string().default('auto'),
  threshold: anyThreshold.optional(),
});
export type TestSettings = z.output<typeof testSettings>;

/** Reads a key without a value as an empty mapping. */
function orEmpty(schema: z.ZodType) {
  return z.preprocess((written) => written ?? {}, schema.nullish());
}

/** A test, or a list of tests with the same name. */
function testSchema(test: Test, keys: z.ZodRawShape) {
  const { options = z.strictObject({}), words } = test;
  const read = Object.entries({ ...keys, ...test.values }).filter(([key]) =>
    readsSetting(test, key),
  );
  const body = section(Object.fromEntries(read))
    .extend({ parameters: orEmpty(options).prefault({}) })
    .refine(({ advisory, must }) => !advisory || !must, {
      path: ['advisory'],
      error:
        'means that the test decides nothing, and `must: all` that every row decides. Keep one of them',
    });
  const bodies = test.nameOf ? z.union([body, z.array(body).min(1)]) : body;
  return orEmpty(bodies).describe(`The model ${words.does}.`);
}

/** The schema of a file in one of the dialects. Each section may be absent. */
function fileSchema(
  tests: readonly Test[],
  evaluation: z.ZodRawShape & { threshold: z.ZodType },
  ofTests: z.ZodRawShape,
) {
  const sensitivity: Record<string, z.ZodType> = {};
  for (const test of tests) {
    const { name, aliases = [] } = test;
    const schema = testSchema(test, { ...evaluation, ...ofTests });
    for (const key of [name, ...aliases]) sensitivity[key] = schema;
  }
  return section({
    model,
    data: dataSettings,
    tests: section({
      defaults: section({ min_pass_rate: share, threshold: evaluation.threshold }).nullable(),
      sensitivity: section(sensitivity),
    }),
    evaluation: section(evaluation).nullable(),
    judge: judgeSettings,
    embeddings: embeddingSettings,
  });
}

const CONCURRENCY = 'must be auto, or a whole number from 1 to 256';

export const configSchema = fileSchema(TESTS, evaluationShape, testOnlyShape).extend({
  budget: section({ max_requests: z.int().positive() }).optional(),
  concurrency: z
    .union([z.literal('auto'), z.int(CONCURRENCY).min(1).max(256)], CONCURRENCY)
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
  scorer: z.enum(Object.keys({ ...NEGATION_SCORERS, ...TOXICITY_SCORERS })),
  threshold: anyThreshold,
  ...scorerSettings.shape,
};

/** A file in LangTest's dialect, after `parse.ts` has translated it. */
export const langTestSchema = fileSchema(LANGTEST_TESTS, pairEvaluation, {
  min_pass_rate: share,
  judge: judgeSettings,
}).extend({ data: dataSettings.pick({ data_source: true, split: true }).optional() });
