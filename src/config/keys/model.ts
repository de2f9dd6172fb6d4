import { z } from 'zod';
import { PLACEHOLDERS } from '../../engine/rows/prompt.ts';
import { isBlankText } from '../../engine/visible-text.ts';
import { ENDPOINT_KEYS, HUBS, MODEL_KEYS, type HubKeysByName } from '../../models/hubs/registry.ts';
import { APIS } from '../../models/settings.ts';
import { namedFileProblem } from '../paths.ts';
import { key, nestedKey, shapeOf, computedKey, type PlainKey } from './key.ts';
import { file, mapping, filledText, reportProblem } from './values.ts';

const hub = z.enum(HUBS);

const prompt = z
  .string()
  .superRefine(reportProblem((text) => namedFileProblem(text, 'prompt_file')));
const systemPrompt = z
  .string()
  .superRefine(reportProblem((text) => namedFileProblem(text, 'system_prompt_file')));

export const placeholderName = z.string().superRefine(
  reportProblem((name) => {
    if (PLACEHOLDERS.some((placeholder) => placeholder === name))
      return 'is a placeholder of the sample';
    return /^[A-Za-z_]\w*$/.test(name) ? undefined : 'must be a name of letters, digits and _';
  }),
);
const variables = z.record(
  placeholderName,
  z.union([z.string(), z.number(), z.boolean(), z.strictObject({ file })], {
    error: 'must be a text or a number, or { file: PATH }',
  }),
);

const promptFile = {
  schema: file,
  about:
    'Path of a text file with the prompt template, from the root of the repository; instead of `prompt`.',
};

export const PROMPT_KEYS = {
  prompt: computedKey<string | undefined>()({
    schema: prompt,
    about: 'Prompt template of this test; left out, model.prompt.',
    field: 'template',
  }),
  prompt_file: nestedKey(promptFile),
};

function keysOfHubs(keys: HubKeysByName): Record<string, PlainKey> {
  const entries = Object.entries(keys).map(([name, { hub, schema, about, default: fallback }]) => {
    return [name, key({ schema, about: `${hub}: ${about}`, default: fallback })];
  });
  return Object.fromEntries(entries) as Record<string, PlainKey>;
}

export const MODEL_SECTION_KEYS = {
  hub: key({
    schema: hub,
    about:
      'Service that runs the model; any server with the protocol of OpenAI is `openai` with a `base_url`.',
  }),
  name: key({
    schema: filledText,
    about: 'Model, deployment (azure-openai) or scripted model (reference).',
  }),
  base_url: key({
    schema: filledText,
    about: 'Endpoint, for any server that speaks the protocol of the hub.',
  }),
  api: key({
    schema: z.enum(APIS),
    about: "chat sends messages, completions bare text; responses is OpenAI's newer API.",
    default: 'chat',
  }),
  system_prompt: key({
    schema: systemPrompt,
    about:
      'Sent before every prompt; its placeholders are those of `variables` and of `data.columns.fill`.',
  }),
  system_prompt_file: nestedKey({
    schema: file,
    about:
      'Path of a text file with the system prompt, from the root of the repository; instead of `system_prompt`.',
  }),
  prompt: nestedKey({
    schema: prompt,
    about:
      `Prompt template; placeholders: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')} (or {{ text }} throughout), ` +
      'and those of `variables` and of `data.columns.fill`. Other braces are text.',
  }),
  prompt_file: nestedKey(promptFile),
  variables: nestedKey({
    schema: variables,
    about:
      'Values of the prompts\' other placeholders: `{ context: "…" }` fills {context}, `{ context: { file: PATH } }` from a text file of at most 100 kB. For a placeholder of `data.columns.fill`, the value for data without the column.',
  }),
  parameters: key({
    schema: mapping,
    about:
      'Request parameters such as temperature and max_tokens, sent as written; no others are sent.',
  }),
  ...keysOfHubs(MODEL_KEYS),
  timeout: key({
    schema: z.number().positive().max(3600),
    about: 'Seconds that one request may take.',
    default: 120,
  }),
  retries: key({
    schema: z.number().int().min(0).max(10),
    about:
      'How often a failed request is repeated. Requests that are refused for their rate (429, 503) wait instead.',
    default: 4,
  }),
};

const MOST_CONTEXT = 300;
const contextProblem = (text: string) =>
  isBlankText(text) || [...text].length > MOST_CONTEXT
    ? `must be a text of 1 to ${MOST_CONTEXT} characters`
    : undefined;

/**
 * A judge has a built-in rubric in place of a prompt. Without a name, `context` and `cases` are for
 * `self`.
 */
const judge = z
  .strictObject(shapeOf(MODEL_SECTION_KEYS, { omitsDefaults: true }))
  .omit({
    prompt: true,
    prompt_file: true,
    system_prompt: true,
    system_prompt_file: true,
    variables: true,
    name: true,
  })
  .extend({
    name: filledText.optional(),
    context: z
      .string()
      .superRefine(reportProblem(contextProblem))
      .optional()
      .meta({
        description:
          `The manner that the team ordered, such as "The bot is meant to tease.", in at most ${MOST_CONTEXT} characters. The judge of toxicity ` +
          'reads it as information; it changes no rule of the rubric. Without a name, the mapping is for self.',
      }),
    cases: filledText.optional().meta({
      description:
        'Path of a file with known cases of your own (JSON Lines), 20 or more of a kind: what the judge sees, and the verdict of a person. The judge ' +
        'must get 95 % of them right, as of the built-in ones.',
    }),
  })
  .superRefine(({ name, context, cases, ...modelKeys }, issues) => {
    const isOfSelf =
      (context !== undefined || cases !== undefined) && Object.keys(modelKeys).length === 0;
    if (name === undefined && !isOfSelf)
      issues.addIssue({ code: 'invalid_type', expected: 'string', path: ['name'], input: name });
  });

export const EMBEDDINGS_KEYS = {
  hub: nestedKey({ schema: hub, about: 'Service that runs it; left out, the hub of the model.' }),
  model: nestedKey({ schema: filledText, about: 'Its name.' }),
  base_url: nestedKey({
    schema: filledText,
    about: 'Its endpoint; left out, that of the model where the hub is the same.',
  }),
  ...keysOfHubs(ENDPOINT_KEYS),
};
export const endpoint = z.strictObject(shapeOf(EMBEDDINGS_KEYS));

export const SELF = 'self';
export const OFF = 'off';
export const judgeOrWord = z.union([z.enum([SELF, OFF]), judge], {
  error: `must be ${SELF}, ${OFF}, or a mapping that names a model`,
});
