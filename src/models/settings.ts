// Types, checks and defaults of the sections of a configuration that name a model.

import { z } from 'zod';
import { asRecord, entryOf, jsonIn } from '../shared/json.ts';
import { isLiteral, literalText, SENT_UNCHANGED } from '../shared/literal-text.ts';
import {
  APIS,
  HUB_NAMES,
  HUBS,
  LENGTH_PARAMETERS,
  REGION,
  usualAddress,
} from './hubs/addresses.ts';
import refused from './refused-parameters.json' with { type: 'json' };

/** The sections of a configuration that have an endpoint. */
export type SectionName = 'model' | 'judge' | 'embeddings';

/** False for a value that `init` leaves to its user. */
export const isFilledIn = (text: string) => !/^(?:https:\/\/)?YOUR-[A-Z]/.test(text);

const address = literalText
  .regex(/^https?:\/\/[^/]/i, 'must be a URL, such as https://models.example.com/v1')
  .refine(isFilledIn, 'is what `init` leaves open. Write the address of your model');

/**
 * Matches a placeholder of `init` or of an example, in place of a name that only the user knows.
 */
const EXAMPLE_NAME = /^your[-_ ][\w-]+$|^<[^<>]*>$/i;

const modelName = literalText
  .refine((name) => !EXAMPLE_NAME.test(name), 'must be the name of a model, which only you know')
  .refine(
    (name) => !/[\p{Cc}\p{Cf}]|^\s|\s$/u.test(name),
    'has an invisible character. Type the name instead of copying it',
  );

/** The parameters of a request. Names that a server would ignore are refused. */
const requestParameters = z.record(
  z.string().refine((name) => entryOf(refused, name) === undefined, {
    error: ({ input }) => `is not a request parameter. ${entryOf(refused, String(input))}`,
  }),
  z.unknown().refine(isLiteral, SENT_UNCHANGED),
);

/** Keys that only some hubs or gateways read. */
const hubKeys = z
  .object({
    base_url: address,
    headers: z.record(z.string(), z.string()),
    api_version: literalText,
    region: z
      .string()
      .refine((name) => REGION.test(name), 'must be a region of AWS, such as eu-central-1'),
    provider: literalText,
    url: address,
    body: z.record(z.string(), z.unknown()),
    answer: z
      .string()
      .regex(
        /^\/(?:[^~]|~[01])*$/,
        'must be a JSON Pointer, with a slash before each step: /answer, /choices/0/text (RFC 6901)',
      ),
  })
  .partial();

/** The keys of a section that names a model. */
const modelKeys = z.object({
  hub: z.enum(HUB_NAMES),
  name: modelName,
  ...hubKeys.shape,
  timeout: z.number().positive().max(3600),
  retries: z.int().min(0).max(10),
  api: z.enum(APIS),
  parameters: requestParameters,
});

export const modelSettings = modelKeys.extend({
  timeout: modelKeys.shape.timeout.default(120),
  retries: modelKeys.shape.retries.default(4),
  api: modelKeys.shape.api.default('chat'),
  parameters: requestParameters.default({}),
});

export type ModelSettings = z.output<typeof modelSettings>;

/** The host of a section, as reports name it. */
export function hostOf(settings: ModelSettings) {
  if (HUBS[settings.hub].isLocal) return 'this process';
  return URL.parse(configuredAddress(settings) ?? '')?.host ?? settings.hub;
}

/** The address that a section names, whether or not the workflow grants it. */
export function configuredAddress({ hub, url, base_url, region }: ModelSettings) {
  const serviceUrl = HUBS[hub].isFreeForm ? url : undefined;
  return serviceUrl ?? base_url ?? usualAddress(hub, region);
}

/**
 * The model of the section `model`, with its defaults.
 *
 * @param refuse - gets the key at fault
 */
export function modelUnderTest(
  section: Partial<ModelSettings> = {},
  refuse: (key: string, problem: string, remedy: string) => void,
): ModelSettings {
  if (section.url !== undefined && section.hub !== 'http')
    refuse('url', 'is a key of hub: http', 'Write base_url, or hub: http.');
  const missing = (['hub', 'name'] as const).find((key) => section[key] === undefined);
  if (missing)
    refuse(
      missing,
      'is missing: no model is named',
      'Set the inputs `hub` and `model`, or write `hub` and `name` under `model`. There is no default model.',
    );
  return modelSettings.parse({ hub: 'reference', name: 'unknown', ...section });
}

/** True if the body of hub http has no place for the system prompt. */
export function losesSystemPrompt(
  { hub, body }: ModelSettings,
  texts: Readonly<Record<string, unknown>>,
) {
  if (hub !== 'http' || !('system_prompt' in texts)) return false;
  return !JSON.stringify({ body }).includes('{system_prompt}');
}

/** Resolves the model of a section, at the endpoint of the model under test by default. */
function resolveModel(section: Partial<ModelSettings>, model: ModelSettings) {
  const { hub, timeout, retries } = model;
  const isSameHub = (section.hub ?? hub) === hub;
  const shared: Partial<ModelSettings> = isSameHub ? model : { timeout, retries };
  // Headers belong to a gateway, so another address does not get them.
  const headers = section.base_url ? undefined : shared.headers;
  return modelSettings.parse({
    ...shared,
    headers,
    api: undefined,
    parameters: undefined,
    ...section,
  });
}

// A judge that leaves out `timeout` or `retries` has those of the model under test, not defaults.
export const judgeSettings = z.union(
  [
    z.enum(['self', 'off']),
    z.strictObject({ ...modelKeys.shape, context: z.string().trim().min(1).max(300) }).partial(),
  ],
  'must be self, off, or a mapping that names a model',
);

/** `self`: the base's model, or the model under test. `off`: answers are read by rule alone. */
export type JudgeChoice = 'self' | 'off' | ModelSettings;

/**
 * Resolves the judge of a section; undefined if the section has keys of a model but no name, or
 * names an app of hub http, which cannot judge.
 */
export function resolveJudge(
  section: z.output<typeof judgeSettings> | undefined,
  model: ModelSettings,
): JudgeChoice | undefined {
  const { context: _context, ...named } = typeof section === 'object' ? section : {};
  if (Object.keys(named).length > 0) {
    const judge = named.name === undefined ? undefined : resolveModel(named, model);
    return judge?.hub === 'http' ? undefined : judge;
  }
  return section === 'off' || model.hub === 'http' ? 'off' : 'self';
}

export const embeddingSettings = z
  .strictObject({ hub: modelSettings.shape.hub, model: literalText })
  .partial();

/** Resolves the model of the section `embeddings`; undefined if its hub has no default one. */
export function resolveEmbedder(
  section: z.output<typeof embeddingSettings> = {},
  model: ModelSettings,
) {
  const { hub = model.hub, model: named } = section;
  const name = named ?? HUBS[hub].embeddingModel;
  return name ? resolveModel({ hub, name }, model) : undefined;
}

/** The answer limit, in tokens, of a model that is its own judge: it may reason first. */
const JUDGE_TOKENS = 4096;

/** The model that judges; undefined with `off`, and for an app. */
export function judgingModel(judge: JudgeChoice, self: ModelSettings): ModelSettings | undefined {
  if (judge === 'off') return undefined;
  return judge === 'self' ? selfJudge(self) : judge;
}

/** Matches parameters that shape the answers of the model under test. Some hubs nest them. */
const ANSWER_PARAMETERS =
  /^(?:stop|stop_sequences|stopSequences|response_format|format|response\w*Schema|responseMimeType|guided_\w+|structured_outputs|tools|tool_choice|toolConfig|logit_bias|n)$/;

/**
 * A model as its own judge, without its prompts; undefined for the hub http: a question to an app
 * may have side effects, such as a new ticket.
 */
export function selfJudge(model: ModelSettings): ModelSettings | undefined {
  if (model.hub === 'http') return undefined;
  const kept = JSON.stringify(model.parameters, (name, value: unknown) =>
    ANSWER_PARAMETERS.test(name) ? undefined : value,
  );
  const parameters = asRecord(jsonIn(kept));
  if (model.hub === 'anthropic') parameters.max_tokens ??= JUDGE_TOKENS;
  for (const name of LENGTH_PARAMETERS) if (name in parameters) parameters[name] = JUDGE_TOKENS;
  return { ...model, parameters };
}
