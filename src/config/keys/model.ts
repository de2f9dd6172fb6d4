import { z } from 'zod';
import { PLACEHOLDERS, templateProblem } from '../../engine/prompt.js';
import { ENDPOINT_KEYS, HUBS, MODEL_KEYS, type HubKeysByName } from '../../models/hubs.js';
import type { ClassifierSettings, EmbeddingSettings, ModelSettings } from '../../models/settings.js';
import { isSame } from '../equality.js';
import { namedFileProblem } from '../named-file.js';
import { key, part, shapeOf, type Plain } from './key.js';
import { file, mapping, text, unless } from './values.js';
import { differs, falls, goes, untold, type Weakens } from './weakens.js';

const hub = z.enum(HUBS);

const prompt = z.string().superRefine(unless((template) => namedFileProblem(template, 'prompt_file') ?? templateProblem(template)));
const systemPrompt = z.string().superRefine(unless((given) => namedFileProblem(given, 'system_prompt_file')));

/** Keys that only one hub reads say who answers or how it is asked: any change is told. */
function ofHubs(keys: HubKeysByName): Record<string, Plain> {
  const entries = Object.entries(keys).map(([name, { hub, schema, about, default: fallback }]) => {
    const isMapping = schema instanceof z.ZodRecord;
    const weakens = isMapping ? differs(`model.${name} is another`) : goes(`model.${name}`);
    return [name, key({ schema, about: `${hub}: ${about}`, default: fallback, weakens })];
  });
  return Object.fromEntries(entries) as Record<string, Plain>;
}

const SUBJECT = untold('the subject, which is judged');

/** Who answers, and how it is asked: the rules' business, unlike the subject. Fewer tries and less time leave rows without an answer. */
export const OF_THE_MODEL = {
  hub: key({ schema: hub, about: 'Who serves the model.', weakens: goes('model.hub') }),
  name: key({ schema: text, about: 'Model, deployment (azure-openai) or scripted model (reference).', weakens: SUBJECT }),
  base_url: key({ schema: text, about: 'Endpoint, for any server that speaks the protocol of the hub.', weakens: goes('model.base_url') }),
  api: key({
    schema: z.enum(['chat', 'completions']),
    about: 'chat sends messages, completions bare text.',
    default: 'chat',
    weakens: goes('model.api'),
  }),
  system_prompt: key({ schema: systemPrompt, about: 'Sent before every prompt.', weakens: SUBJECT }),
  system_prompt_file: part({
    schema: file,
    about: 'Path of a text file with the system prompt, from the root of the repository; instead of `system_prompt`.',
    of: 'system_prompt',
  }),
  prompt: key({
    schema: prompt,
    about: `Prompt template; placeholders: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`,
    weakens: SUBJECT,
  }),
  prompt_file: part({
    schema: file,
    about: 'Path of a text file with the prompt template, from the root of the repository; instead of `prompt`.',
    of: 'prompt',
  }),
  parameters: key({ schema: mapping, about: 'Sent with every request as written; nothing is sent that is not here.', weakens: SUBJECT }),
  ...ofHubs(MODEL_KEYS),
  timeout: key({
    schema: z.number().positive().max(3600),
    about: 'Seconds that one request may take.',
    default: 120,
    weakens: falls('model.timeout'),
  }),
  retries: key({
    schema: z.number().int().min(0).max(10),
    about: 'How often a failed request is repeated. Requests that are refused for their rate (429, 503) wait instead.',
    default: 4,
    weakens: falls('model.retries'),
  }),
};

/** A judge has a rubric of ours in place of a prompt. */
export const judge = z
  .strictObject(shapeOf(OF_THE_MODEL, { own: true }))
  .omit({ prompt: true, prompt_file: true, system_prompt: true, system_prompt_file: true, name: true })
  .extend({ name: text });

/** Whoever is asked about texts. */
export const OF_ENDPOINTS = {
  hub: part({ schema: hub, about: 'Who serves it; left out, the hub of the model.', of: 'the section' }),
  model: part({ schema: text, about: 'Its name.', of: 'the section' }),
  base_url: part({ schema: text, about: 'Its endpoint; left out, that of the model where the hub is the same.', of: 'the section' }),
  ...ofHubs(ENDPOINT_KEYS),
};
export const endpoint = z.strictObject(shapeOf(OF_ENDPOINTS));

type Asked = ModelSettings | EmbeddingSettings | ClassifierSettings;

/** The judge that nothing need be said of, and none. */
export const SELF = 'self';
export const OFF = 'off';
export const judgeOrWord = z.union([z.enum([SELF, OFF]), judge], { error: `must be ${SELF}, ${OFF}, or a mapping that names a model` });

/** Whoever judges beside the model; its patience, which it mostly has from the model, is told of by itself. */
export function asked<Settings extends Asked>(sentence: string, section: string): Weakens<Settings | undefined> {
  // The run's own model is the subject, whatever it is.
  const identity = (settings: Asked | undefined) =>
    settings && ('isSelf' in settings ? SELF : { ...settings, timeout: undefined, retries: undefined });
  return {
    when: 'it changes; of its timeout and retries: they fall',
    told: (old, now) => {
      if (!isSame(identity(old), identity(now))) return [sentence];
      return (['timeout', 'retries'] as const).flatMap((name) => falls(`${section}.${name}`).told(old?.[name], now?.[name]));
    },
  };
}
