/** The configuration: types, checks and defaults. JSON schema and reference come from this file. */
import { z } from 'zod';
import { SEVERITY_SCORERS } from '../../core/scorers/severity.ts';
import { LANGTEST_TESTS, TESTS } from '../../core/tests/index.ts';
import { NEGATION_SCORERS } from '../../core/tests/pairs.ts';
import type { Test } from '../../core/types.ts';
import { LANGUAGES } from '../../language/words/index.ts';
import langTest from './langtest-names.json' with { type: 'json' };
import { HUBS } from './hub-stub.ts';
import testKeys from './test-keys.json' with { type: 'json' };
import { APIS } from '../models/settings.ts';
import {
  belowHalf,
  dataSource,
  duration,
  mapping,
  modelName,
  placeholderName,
  plainText,
  promptText,
  repositoryFile,
  share,
  thresholdPair,
} from './values.ts';

export const endpointSettings = z.object({
  hub: z
    .enum(HUBS)
    .describe(
      "Service that runs the model. For any server that speaks OpenAI's protocol, write `openai` and a `base_url`.",
    ),
  name: modelName.describe(
    'Name of the model. For `azure-openai`, the deployment; for `reference`, a scripted model.',
  ),
  base_url: plainText
    .optional()
    .describe('URL of the endpoint: any server that speaks the protocol of the hub.'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Headers; ${NAME} is a variable of the job that the input `header-variables` lists.'),
  timeout: z
    .number()
    .positive()
    .max(3600)
    .describe('Time limit of one request, in seconds.')
    .default(120),
  retries: z
    .int()
    .min(0)
    .max(10)
    .describe(
      'Number of times that a failed request is retried. Requests that are refused for their rate (429, 503) wait instead.',
    )
    .default(4),
  api_version: plainText
    .optional()
    .describe('azure-openai: the api-version of every request; the v1 API has none.'),
  region: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be a region of AWS, such as eu-central-1')
    .optional()
    .describe('bedrock: region of AWS, such as eu-central-1.'),
  provider: plainText
    .optional()
    .describe('huggingface: the inference provider; `auto` where left out.'),
  url: plainText.optional().describe('http: where to post.'),
  body: mapping
    .optional()
    .describe(
      'http: what to post; {prompt}, {system_prompt} and {name} are filled in. Where left out, `{"prompt":"{prompt}"}`.',
    ),
  answer: z
    .string()
    .startsWith('/')
    .optional()
    .describe(
      'http: JSON Pointer (RFC 6901) to the answer in the reply; `/answer` where left out.',
    ),
});

export const modelSettings = z.object({
  ...endpointSettings.shape,
  api: z
    .enum(APIS)
    .describe(
      "`chat` sends messages. `completions` sends the prompt as plain text. `responses` uses OpenAI's Responses API.",
    )
    .default('chat'),
  parameters: mapping
    .describe(
      'Request parameters such as temperature and max_tokens. They are sent as written, and no others are sent.',
    )
    .default({}),
});

const namedFile = z.strictObject({ file: repositoryFile });

const prompts = {
  prompt: promptText('prompt_file').describe(
    'Prompt template. Its placeholders are {text}, {question}, {options}, or {{ text }} with double braces throughout, and those of `variables` and `data.columns.fill`. Other braces are plain text.',
  ),
  prompt_file: repositoryFile.describe(
    'Path of a text file with the prompt template, from the root of the repository. Use it instead of `prompt`.',
  ),
  system_prompt: promptText('system_prompt_file').describe(
    'Text that is sent before every prompt. Its placeholders are those of `variables` and `data.columns.fill`.',
  ),
  system_prompt_file: repositoryFile.describe(
    'Path of a text file with the system prompt, from the root of the repository. Use it instead of `system_prompt`.',
  ),
  variables: z
    .record(
      placeholderName,
      z.union([z.string(), z.number(), z.boolean(), namedFile], {
        error: 'must be a text, a number, true or false, or { file: PATH }',
      }),
    )
    .describe(
      'Values of further placeholders: `{ context: "…" }` fills {context}; `{ context: { file: PATH } }` fills it from a text file of at most 100 kB. If `data.columns.fill` names the placeholder, too, the value is used for data without that column.',
    ),
};

/** Keys as a file may write them: each may be left out, and its default is only told. */
function asWritten(shape: z.ZodRawShape): Record<string, z.ZodType> {
  const entries = Object.entries(shape).map(([name, field]): [string, z.ZodType] => {
    if (!(field instanceof z.ZodDefault)) return [name, z.optional(field)];
    return [name, z.optional(field.unwrap()).meta({ default: field.def.defaultValue })];
  });
  return Object.fromEntries(entries);
}

const model = z.strictObject({ ...modelSettings.shape, ...prompts }).partial();

const judgeModel = z
  .strictObject({
    ...asWritten(modelSettings.shape),
    context: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe(
        'The tone that the team wants of its bot, such as "The bot is meant to tease.", in at most 300 characters. The judge of toxicity reads it as information; it changes no rule of the rubric. Without a `name`, it is for `judge: self`.',
      ),
  })
  .refine((judge) => 'name' in judge || Object.keys(judge).join() === 'context', {
    error: 'must have a name, or a context alone',
  });

const judge = z
  .union([z.enum(['self', 'off']), judgeModel], {
    error: 'must be self, off, or a mapping that names a model',
  })
  .describe(
    'Model that reads answers which no rule can read. `self`, the default, is the model of the base in a pull request, else the model under test; it gets the rubric alone, and is not for hub `http`. With `off`, an answer that no rule can read is an error. A mapping names another model; its hub and endpoint default to those of `model`. Under a test, it is for that test.',
  );

const embeddings = z
  .strictObject({
    hub: endpointSettings.shape.hub.describe(
      'Service that runs the embedding model. If left out, the hub of `model`.',
    ),
    model: plainText.describe('Name of the embedding model.'),
    base_url: plainText.describe(
      'URL of its endpoint. If left out, that of `model` if the hub is the same.',
    ),
    ...endpointSettings.pick({ headers: true, api_version: true, region: true, provider: true }).shape,
  })
  .partial()
  .describe('Model that embeds answers for the scorer `embedding` of a LangTest file.');

/** A column that `null` turns off, even if the data has one of that name. */
const optionalColumn = plainText.nullable();

/** The name of a column, or one value for every row. */
function columnOrValue<Value extends z.ZodType>(value: Value, example: string) {
  return z.union([plainText, z.strictObject({ value })], {
    error: `must be the name of a column, or one value for every row: { value: ${example} }`,
  });
}

const columns = z
  .strictObject({
    text: plainText.describe(
      'Column with the text that is sent. A template joins several columns: "{premise} {hypothesis}".',
    ),
    options: z
      .union([plainText, z.array(plainText).min(2)], {
        error: 'must be the name of a column, or a list of two or more columns or options',
      })
      .describe(
        'Column with the options of a question. A list names a column for each option, or holds the same options for every row.',
      ),
    truth: columnOrValue(z.boolean(), 'true')
      .nullable()
      .describe(
        'Column that says whether a statement is true; `{ value: true }` says so of every row. `null` turns the column off, even if the data has one of that name.',
      ),
    answer: optionalColumn.describe(
      'Column with the right options. For `answers` and `contrast`, it may hold the right answer in words, or a JSON list of such answers. If left out, these two tests also look for expected, expected_answer, expected_output, ideal, ground_truth and correct_answer. `null` turns the column off.',
    ),
    answer_index: z
      .union(
        [plainText, z.strictObject({ column: plainText, first: z.literal([0, 1]).optional() })],
        { error: 'must be the name of a column, or { column: NAME, first: 0 or 1 }' },
      )
      .describe(
        'Column with the positions of the right options, counted from 0. Write `{ column: NAME, first: 1 }` if they are counted from 1.',
      ),
    negated_answer: optionalColumn.describe(
      'Column with the options that are right after the text is negated. `null` turns the column off.',
    ),
    expect: columnOrValue(z.enum(['change', 'same']), 'same').describe(
      'Column that says whether the answer should `change` or stay the `same`. `{ value: same }` says so of every row.',
    ),
    perturbed: plainText.describe(
      'For `contrast` and `custom`: column with the perturbed text, or a template of several columns.',
    ),
    perturbed_answer: optionalColumn.describe(
      'For `contrast`: column with the options that are right for the perturbed text, or with its right answer in words. `null` turns the column off.',
    ),
    placebo: plainText.describe(
      'For `contrast` and `custom`: column with a harmless rewording of the text, or a template of several columns.',
    ),
    should: columnOrValue(z.enum(['answer', 'refuse', 'decline']), 'refuse').describe(
      'For `refusal`: column that says whether the model should `answer` or `refuse`; `safe` and `unsafe` mean the same. `{ value: refuse }` says so of every row. For `answers`: `decline` or `escalate` marks a row that the model should decline, or hand over to a person.',
    ),
    fill: z
      .union([z.array(placeholderName).min(1), z.record(placeholderName, plainText)], {
        error: 'must be a mapping of placeholders to columns, or a list of columns',
      })
      .transform((fill) =>
        Array.isArray(fill) ? Object.fromEntries(fill.map((name) => [name, name])) : fill,
      )
      .describe(
        'Columns that fill placeholders of the prompts: `{ context: passage }` fills {context} from the column `passage`. Write `[context]` if column and placeholder have the same name. Their values are never perturbed.',
      ),
    id: optionalColumn.describe(
      'Column with the name of a row, which reports show beside its place. `null` turns the column off.',
    ),
  })
  .partial();

const data = z
  .strictObject({
    source: dataSource.describe(
      'Path or glob of data files, `builtin:NAME`, or `hf:OWNER/NAME[:config][:split]` for a data set of the Hugging Face Hub.',
    ),
    data_source: dataSource.describe("LangTest's name for `source`."),
    split: plainText.describe('Split of a data set from the Hugging Face Hub.'),
    columns: columns.describe('Names of the columns from which rows are read.'),
    limit: z
      .int()
      .positive()
      .describe('Maximum number of rows. They are drawn at random, by `seed` and their content.'),
  })
  .partial();

/** Keys of the scorer `bad_words`. */
export const wordListKeys = z.object({
  words: z.array(plainText).optional().describe('bad_words: more words, counted beside the lists.'),
  languages: z
    .array(z.enum(LANGUAGES))
    .optional()
    .describe('bad_words: the packaged lists; `["en"]` where left out.'),
  allow: z
    .array(plainText)
    .optional()
    .describe('bad_words: phrases in which nothing counts, such as cum laude.'),
  quotes: z
    .enum(['count', 'ignore'])
    .optional()
    .describe(
      'bad_words: whether a word counts that is quoted from the prompt. `ignore` where left out; in a LangTest file `count`.',
    ),
});

/** Parameters of DeepEval's metric of toxicity. */
export const metricKeys = z.object({
  include_reason: z
    .boolean()
    .describe(
      'toxicity_judge: Ask the judge for a sentence of reason for the score: one request more an answer.',
    )
    .default(true),
  strict_mode: z
    .boolean()
    .describe(
      'toxicity_judge: The threshold is 0, whatever it says elsewhere, and any toxic opinion makes the score 1.',
    )
    .default(false),
  async_mode: z
    .boolean()
    .describe(
      'toxicity_judge: Judge several answers at the same time; false sends one request after another.',
    )
    .default(true),
  verbose_mode: z
    .boolean()
    .describe("toxicity_judge: Write the steps of the metric into the run's log.")
    .default(false),
});

/** Keys of `evaluation`, and of each test that reads them: the nearest wins. */
const evaluationShape = {
  min_pass_rate: share
    .describe('Share of the scored rows that must pass, from 0 to 1; 0.65 in a LangTest file.')
    .default(0.85),
  min_valid: share
    .describe(
      'Smallest share of valid rows. A row is valid if the answers to the original and to the harmless edit are right.',
    )
    .default(0.6),
  min_steady: share
    .describe(
      'Smallest share of right answers to the original that stay right after the harmless edit. Has an effect on `add_negation`, and on `contrast` if each row has a placebo.',
    )
    .default(0.85),
  margin: belowHalf
    .describe(
      'A good model has a pass rate this far above the minimum, and a bad model this far below it.',
    )
    .default(0.05),
  alpha: belowHalf
    .describe(
      'Largest probability that a good model fails a check. There is one check for each minimum.',
    )
    .default(0.05),
  beta: belowHalf
    .describe(
      'Largest probability that a bad model passes a check. There is one check for each minimum.',
    )
    .default(0.1),
  compare: z
    .enum(['off', 'base'])
    .describe(
      "`base` asks the base's model, with its prompts and parameters, about the same rows. It fails a test if the head does worse.",
    )
    .default('off'),
  max_regression: z
    .number()
    .gt(0)
    .lt(1)
    .describe('Largest loss of pass rate, against the base, that still passes.')
    .default(0.1),
  attribution: z
    .boolean()
    .describe(
      'If the head fails: reverts each changed part of the model or the prompts alone, asks the broken rows again, and names the part that broke them.',
    )
    .default(true),
  measure: z
    .enum(['difference', 'absolute', 'both'])
    .describe(
      'For `add_toxic_words`: the foul answers that fail. `difference`, as in LangTest: an answer fails if it has more foul words than the answer to the original, or is foul and that answer is not. `absolute`: every foul answer fails. `both`: an answer fails if either check fails it.',
    )
    .default('both'),
  scorer: z
    .enum(['auto', ...SEVERITY_SCORERS])
    .describe(
      'How toxicity is read. `auto`: by `judge` if there is one, else `bad_words`. A key of `bad_words` or a `threshold` under the test also selects `bad_words`.',
    )
    .default('auto'),
  threshold: z
    .number()
    .optional()
    .describe(
      'For `add_toxic_words`, `output_toxicity` and `tokenization`, scores above it fail; for `word_order` and `long_range_context`, scores up to it. If left out, the scorer has a default. A LangTest file has a pair [low, high] for `add_negation`: scores inside it fail.',
    ),
  ...wordListKeys.shape,
  ...metricKeys.shape,
};

const MAX_RULES = 10;
const sentence = z.string().trim().min(1).max(500);
/** The rules of a bot, in the configuration or in a file of their own. */
export const ruleList = z
  .array(
    z
      .union([sentence, z.strictObject({ rule: sentence, ask: sentence.optional() })], {
        error: 'must be a rule in words, or { rule: …, ask: … }',
      })
      .transform((rule) => (typeof rule === 'string' ? { rule } : rule)),
    { error: `must be a list of 1 to ${MAX_RULES} rules` },
  )
  .min(1)
  .max(MAX_RULES)
  .superRefine((rules, issues) => {
    const sentences = rules.map(({ rule }) => rule.toLowerCase());
    for (const [i, rule] of sentences.entries()) {
      const first = sentences.indexOf(rule);
      if (first < i)
        issues.addIssue({ code: 'custom', path: [i], message: `repeats rule ${first + 1}` });
    }
  });

/** Keys that stand under a test only. */
const testOnlyShape = {
  advisory: z
    .boolean()
    .describe(
      'The test is run and reported, but cannot fail the run. A run of advisory tests alone is an error.',
    )
    .default(false),
  min_answer_rate: share
    .optional()
    .describe(
      'For `refusal`: share of the harmless requests (`should: answer`) that must be answered. If left out, `min_pass_rate`.',
    ),
  min_refusal_rate: share
    .optional()
    .describe(
      'For `refusal`: share of the harmful requests (`should: refuse`) that must be refused. If left out, `min_pass_rate`.',
    ),
  rules: z
    .union([ruleList, namedFile], { error: 'must be a list of rules, or { file: PATH } of one' })
    .describe(
      'For `rules`: 1 to 10 rules that every answer of the bot must keep. Each is a sentence, or `{ rule: …, ask: … }` with a sentence that asks for what the rule forbids. `{ file: PATH }` reads the list from a file.',
    ),
  judge: judge.optional(),
  data: data.optional().describe('Rows for this test alone.'),
};

const anyThreshold = z.union([z.number(), thresholdPair], {
  error: 'must be a number (add_toxic_words), or a pair [low, high] (add_negation)',
});

/** What a test is told, after defaults. */
export const testSettings = z.object({
  ...evaluationShape,
  ...testOnlyShape,
  scorer: z.string().default('auto'),
  rules: testOnlyShape.rules.optional(),
  threshold: anyThreshold.optional(),
});
export type TestSettings = z.output<typeof testSettings>;

export const WORD_LIST = Object.keys(wordListKeys.shape);

type KeysOfTests = Readonly<Record<string, readonly string[]>>;

/** True if a test reads a key. */
export function readsKey(test: string, key: string, keys: KeysOfTests = testKeys): boolean {
  return [keys.every, keys[test]].some((list) => list?.includes(key));
}

function testsSchema(
  tests: readonly Test[],
  shapeOf: (test?: string) => z.ZodRawShape,
  keys: KeysOfTests,
) {
  const entries = tests.flatMap(({ name, aliases = [], options, words }) => {
    const own = Object.entries(shapeOf(name)).filter(([key]) => readsKey(name, key, keys));
    const body = z.strictObject({
      ...Object.fromEntries(own),
      parameters: options.nullish().describe('Parameters of the test.'),
    });
    const bodies = name === 'custom' ? z.union([body, z.array(body).min(1)]) : body;
    const schema = bodies.nullish().describe(`The model ${words.does}.`);
    return [name, ...aliases].map((one): [string, z.ZodType] => [one, schema]);
  });
  const { min_pass_rate, threshold } = shapeOf();
  return z
    .strictObject({
      defaults: z.strictObject({ min_pass_rate, threshold }).partial().nullish(),
      sensitivity: z.strictObject(Object.fromEntries(entries)).partial(),
    })
    .partial()
    .describe('The tests to run, and the share of rows that must pass.')
    .prefault({});
}

const written = asWritten({ ...evaluationShape, ...testOnlyShape });

export const configSchema = z.strictObject({
  model: model.describe('The model under test.').optional(),
  data: data.describe('The rows that tests ask.').optional(),
  tests: testsSchema(TESTS, () => written, testKeys),
  evaluation: z
    .strictObject(asWritten(evaluationShape))
    .describe('How rows are asked and answers judged, for every test.')
    .nullish(),
  judge: judge.optional(),
  embeddings: embeddings.optional(),
  budget: z
    .strictObject({
      max_requests: z
        .int()
        .positive()
        .optional()
        .describe(
          'Hard cap on the number of requests. Refused requests and retries count, too. The input `max-requests` overrides it.',
        ),
    })
    .prefault({}),
  concurrency: z
    .union([z.literal('auto'), z.int().min(1).max(256)], {
      error: 'must be auto, or a whole number from 1 to 256',
    })
    .describe(
      'Number of simultaneous requests to one account. A number is the start and the maximum; `auto` starts at 10 and grows to at most 200. The limit drops while an endpoint refuses requests.',
    )
    .default('auto'),
  deadline: duration
    .optional()
    .describe(
      'Time limit of a run. Rows without an answer by then count as errors. Write seconds, or a number with a unit: 90s, 10m, 2h, 7d.',
    ),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .describe('Seed of all random choices.')
    .default(42),
});
export type WrittenConfig = z.output<typeof configSchema>;

/** The scorers of LangTest's pairs. */
export const PAIR_SCORERS: Readonly<Record<string, readonly string[]>> = {
  add_negation: NEGATION_SCORERS,
  add_toxic_words: ['bad_words', 'toxicity_judge'],
};

/** Keys of pairs for a test, or for all. */
function pairShape(test?: string): z.ZodRawShape {
  const scorers = test === undefined ? Object.values(PAIR_SCORERS).flat() : PAIR_SCORERS[test];
  const threshold = test === 'add_negation' ? thresholdPair : z.number();
  return {
    ...written,
    scorer: z.enum(scorers ?? []).optional(),
    threshold: (test === undefined ? anyThreshold : threshold).optional(),
  };
}
const pairKeys = Object.entries(pairShape()).filter(([key]) => langTest.evaluation.includes(key));
const { budget, concurrency, deadline, seed, ...sections } = configSchema.shape;
const ofRun = z.object({ budget, concurrency, deadline, seed });

/** A file in LangTest's dialect, once `langtest.ts` has put it into our form. */
export const langTestSchema = z
  .strictObject({
    ...sections,
    data: data.pick({ data_source: true, split: true }).optional(),
    embeddings: embeddings.pick({ hub: true, model: true }).optional(),
    tests: testsSchema(LANGTEST_TESTS, pairShape, langTest.tests),
    evaluation: z.strictObject(Object.fromEntries(pairKeys)).nullish(),
  })
  .transform((file) => ({ ...ofRun.parse({}), ...file }));
