import { z } from 'zod';
import { PLACEHOLDERS } from '../../engine/rows/prompt.ts';
import { isBlankText } from '../../engine/visible-text.ts';
import { ENDPOINT_KEYS, HUBS, MODEL_KEYS, type HubKeysByName } from '../../models/hubs/registry.ts';
import { APIS } from '../../models/settings.ts';
import { namedFileProblem } from '../paths.ts';
import { key, nestedKey, shapeOf, type PlainKey } from './key.ts';
import { file, mapping, nonEmptyText, refineWith } from './values.ts';

const hub = z.enum(HUBS);

const prompt = z.string().superRefine(refineWith((text) => namedFileProblem(text, 'prompt_file')));
const systemPrompt = z
  .string()
  .superRefine(refineWith((text) => namedFileProblem(text, 'system_prompt_file')));

export const placeholderName = z.string().superRefine(
  refineWith((name) => {
    if (PLACEHOLDERS.some((placeholder) => placeholder === name))
      return 'is a placeholder of the sample';
    return /^[A-Za-z_]\w*$/.test(name) ? undefined : 'must be a name of letters, digits and _';
  }),
);
const variables = z.record(
  placeholderName,
  z.union([z.string(), z.number(), z.boolean(), z.strictObject({ file })], {
    error: 'must be a text, a number, true or false, or { file: PATH }',
  }),
);

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
      "Service that runs the model. For any server that speaks OpenAI's protocol, write `openai` and a `base_url`.",
  }),
  name: key({
    schema: nonEmptyText,
    about:
      'Name of the model. For `azure-openai`, the deployment; for `reference`, a scripted model.',
  }),
  base_url: key({
    schema: nonEmptyText,
    about: 'URL of the endpoint: any server that speaks the protocol of the hub.',
  }),
  api: key({
    schema: z.enum(APIS),
    about:
      "`chat` sends messages. `completions` sends the prompt as plain text. `responses` uses OpenAI's Responses API.",
    default: 'chat',
  }),
  system_prompt: key({
    schema: systemPrompt,
    about:
      'Text that is sent before every prompt. Its placeholders are those of `variables` and `data.columns.fill`.',
  }),
  system_prompt_file: nestedKey({
    schema: file,
    about:
      'Path of a text file with the system prompt, from the root of the repository. Use it instead of `system_prompt`.',
  }),
  prompt: nestedKey({
    schema: prompt,
    about:
      `Prompt template. Its placeholders are ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}, or {{ text }} with double braces throughout, ` +
      'and those of `variables` and `data.columns.fill`. Other braces are plain text.',
  }),
  prompt_file: nestedKey({
    schema: file,
    about:
      'Path of a text file with the prompt template, from the root of the repository. Use it instead of `prompt`.',
  }),
  variables: nestedKey({
    schema: variables,
    about:
      'Values of further placeholders: `{ context: "…" }` fills {context}; `{ context: { file: PATH } }` fills it from a text file of at most 100 kB. If `data.columns.fill` names the placeholder, too, the value is used for data without that column.',
  }),
  parameters: key({
    schema: mapping,
    about:
      'Request parameters such as temperature and max_tokens. They are sent as written, and no others are sent.',
  }),
  ...keysOfHubs(MODEL_KEYS),
  timeout: key({
    schema: z.number().positive().max(3600),
    about: 'Time limit of one request, in seconds.',
    default: 120,
  }),
  retries: key({
    schema: z.number().int().min(0).max(10),
    about:
      'Number of times that a failed request is retried. Requests that are refused for their rate (429, 503) wait instead.',
    default: 4,
  }),
};

const MAX_CONTEXT_CHARACTERS = 300;
const contextProblem = (text: string) =>
  isBlankText(text) || [...text].length > MAX_CONTEXT_CHARACTERS
    ? `must be a text of 1 to ${MAX_CONTEXT_CHARACTERS} characters`
    : undefined;

/**
 * A judge has a built-in rubric instead of a prompt. A mapping with `context` alone, and
 * no name, is for `judge: self`.
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
    name: nonEmptyText.optional(),
    context: z
      .string()
      .superRefine(refineWith(contextProblem))
      .optional()
      .meta({
        description:
          `The tone that the team wants of its bot, such as "The bot is meant to tease.", in at most ${MAX_CONTEXT_CHARACTERS} characters. The judge of toxicity ` +
          'reads it as information; it changes no rule of the rubric. Without a `name`, it is for `judge: self`.',
      }),
  })
  .superRefine(({ name, context, ...modelKeys }, issues) => {
    const isOfSelf = context !== undefined && Object.keys(modelKeys).length === 0;
    if (name === undefined && !isOfSelf)
      issues.addIssue({ code: 'invalid_type', expected: 'string', path: ['name'], input: name });
  });

export const EMBEDDINGS_KEYS = {
  hub: nestedKey({
    schema: hub,
    about: 'Service that runs the embedding model. If left out, the hub of `model`.',
  }),
  model: nestedKey({ schema: nonEmptyText, about: 'Name of the embedding model.' }),
  base_url: nestedKey({
    schema: nonEmptyText,
    about: 'URL of its endpoint. If left out, that of `model` if the hub is the same.',
  }),
  ...keysOfHubs(ENDPOINT_KEYS),
};
export const embeddingsSchema = z.strictObject(shapeOf(EMBEDDINGS_KEYS));

export const SELF = 'self';
export const OFF = 'off';
export const judgeOrWord = z.union([z.enum([SELF, OFF]), judge], {
  error: `must be ${SELF}, ${OFF}, or a mapping that names a model`,
});
