import { z } from 'zod';
import { PLACEHOLDERS, templateProblem, unknownPlaceholder } from '../../engine/prompt.js';
import { ENDPOINT_KEYS, HUBS, MODEL_KEYS, type HubKeysByName } from '../../models/hubs/registry.js';
import { namedFileProblem } from '../paths.js';
import { key, part, shapeOf, type Plain } from './key.js';
import { file, mapping, text, unless } from './values.js';

const hub = z.enum(HUBS);

const prompt = z.string().superRefine(unless((template) => namedFileProblem(template, 'prompt_file') ?? templateProblem(template)));
const systemPrompt = z.string().superRefine(unless((given) => namedFileProblem(given, 'system_prompt_file') ?? unknownPlaceholder(given)));

/** Keys that only one hub reads. */
function ofHubs(keys: HubKeysByName): Record<string, Plain> {
  const entries = Object.entries(keys).map(([name, { hub, schema, about, default: fallback }]) => {
    return [name, key({ schema, about: `${hub}: ${about}`, default: fallback })];
  });
  return Object.fromEntries(entries) as Record<string, Plain>;
}

export const OF_THE_MODEL = {
  hub: key({ schema: hub, about: 'Who serves the model.' }),
  name: key({ schema: text, about: 'Model, deployment (azure-openai) or scripted model (reference).' }),
  base_url: key({ schema: text, about: 'Endpoint, for any server that speaks the protocol of the hub.' }),
  api: key({
    schema: z.enum(['chat', 'completions']),
    about: 'chat sends messages, completions bare text.',
    default: 'chat',
  }),
  system_prompt: key({ schema: systemPrompt, about: 'Sent before every prompt; it has no placeholders.' }),
  system_prompt_file: part({
    schema: file,
    about: 'Path of a text file with the system prompt, from the root of the repository; instead of `system_prompt`.',
    of: 'system_prompt',
  }),
  prompt: key({
    schema: prompt,
    about: `Prompt template; placeholders: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}. Other braces are text; {{name}} is {name}.`,
  }),
  prompt_file: part({
    schema: file,
    about: 'Path of a text file with the prompt template, from the root of the repository; instead of `prompt`.',
    of: 'prompt',
  }),
  parameters: key({ schema: mapping, about: 'Sent with every request as written; nothing is sent that is not here.' }),
  ...ofHubs(MODEL_KEYS),
  timeout: key({
    schema: z.number().positive().max(3600),
    about: 'Seconds that one request may take.',
    default: 120,
  }),
  retries: key({
    schema: z.number().int().min(0).max(10),
    about: 'How often a failed request is repeated. Requests that are refused for their rate (429, 503) wait instead.',
    default: 4,
  }),
};

/** A judge has a rubric of ours in place of a prompt. */
const judge = z
  .strictObject(shapeOf(OF_THE_MODEL, { own: true }))
  .omit({ prompt: true, prompt_file: true, system_prompt: true, system_prompt_file: true, name: true })
  .extend({ name: text });

export const OF_ENDPOINTS = {
  hub: part({ schema: hub, about: 'Who serves it; left out, the hub of the model.', of: 'the section' }),
  model: part({ schema: text, about: 'Its name.', of: 'the section' }),
  base_url: part({ schema: text, about: 'Its endpoint; left out, that of the model where the hub is the same.', of: 'the section' }),
  ...ofHubs(ENDPOINT_KEYS),
};
export const endpoint = z.strictObject(shapeOf(OF_ENDPOINTS));

/** The judge that nothing need be said of, and none. */
export const SELF = 'self';
export const OFF = 'off';
export const judgeOrWord = z.union([z.enum([SELF, OFF]), judge], { error: `must be ${SELF}, ${OFF}, or a mapping that names a model` });
