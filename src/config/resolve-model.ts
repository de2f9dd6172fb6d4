/** Resolves the section `model`, and the endpoint of embeddings beside it. */
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { ENDPOINT_KEYS, hubNamed, HUBS, MODEL_KEYS, ROUTE_KEYS } from '../models/hubs/registry.ts';
import type { EmbeddingSettings, ModelSettings } from '../models/settings.ts';
import { hubAdvice } from './advice.ts';
import type { Source } from './config.ts';
import { nearestOf, settle } from './keys/key.ts';
import { MODEL_SECTION_KEYS } from './keys/model.ts';
import type { LangTestParameters } from './langtest.ts';
import { fillingOf, modelPrompt, systemFill, writtenPrompt } from './prompts.ts';
import { didYouMean } from '../language/nearest.ts';

const NAME_IT =
  "Write the model's name as model.name in the file, or into the input `model`. There is no default model.";

/** @throws ConfigError for a model that is not named, or that cannot be used */
export function resolveModel(source: Source, langTest: LangTestParameters): ModelSettings {
  const { raw, yaml, overrides } = source;
  const section = raw.model ?? {};
  const hub = checkedHub(source);
  const name = overrides.model ?? section.name;
  if (name === undefined)
    throw new ConfigError('no model is named', { where: yaml.placeOf(['model']), remedy: NAME_IT });
  refusePlaceholder(name, 'model', {
    where: overrides.model === undefined ? yaml.placeOf(['model'], 'name') : "input 'model'",
    remedy: NAME_IT,
  });
  refusePromptParameter(source);
  const systemPrompt = writtenPrompt(source, 'system_prompt')?.text;
  return {
    ...settle(MODEL_SECTION_KEYS, section, { api: langTest.api }),
    system_prompt: modelPrompt(source, 'system_prompt'),
    system_fill: systemFill(systemPrompt, fillingOf(source)),
    ...hubKeys(MODEL_KEYS, section),
    hub,
    name,
    parameters: { ...langTest.parameters, ...section.parameters },
  };
}

/** @throws ConfigError for a hub that is not named, or not known */
function checkedHub({ raw, yaml, overrides }: Source): string {
  const hub = overrides.hub ?? raw.model?.hub;
  if (hub === undefined) {
    const remedy = `Set model.hub in the file or the input \`hub\` to one of: ${HUBS.join(', ')}.`;
    throw new ConfigError('no model hub is named', { where: yaml.placeOf(['model']), remedy });
  }
  if (HUBS.includes(hub)) return hub;
  const advice = hubAdvice(hub);
  const suggestion = advice === undefined ? didYouMean(hub, HUBS) : `; ${advice}`;
  throw new ConfigError(`unknown hub ${quoted(hub)}${suggestion}`, {
    where: "input 'hub'",
    remedy: `Allowed: ${HUBS.join(', ')}.`,
  });
}

/**
 * @throws ConfigError for a name that examples write for a model that only the user knows:
 * `YOUR-MODEL`, `<model>`
 */
export function refusePlaceholder(
  name: string,
  role: 'model' | 'judge',
  details: { where: string; remedy: string },
): void {
  const isPlaceholder = /^your[-_ ][\w-]+$/i.test(name) || /^<[^<>]*>$/.test(name);
  if (!isPlaceholder) return;
  throw new ConfigError(`${quoted(name)} is a placeholder and not the name of a ${role}`, {
    ...details,
    isPlaceholder: true,
  });
}

const PROMPT_PARAMETERS = ['user_prompt', 'server_prompt', 'prompt_file', 'system_prompt_file'];

/** @throws ConfigError for a prompt among the request parameters */
function refusePromptParameter({ raw, yaml }: Source): void {
  const parameters = raw.model?.parameters ?? {};
  const prompt = PROMPT_PARAMETERS.find((key) => Object.hasOwn(parameters, key));
  if (prompt === undefined) return;
  throw new ConfigError(`model.parameters.${prompt} is not a request parameter`, {
    where: yaml.placeOf(['model', 'parameters'], prompt),
    remedy:
      'Write model.prompt or model.system_prompt. For a prompt in a file, write model.prompt_file or model.system_prompt_file.',
  });
}

/** @throws ConfigError for a hub without embeddings, or without a default model of them */
export function resolveEmbeddings(
  { raw, yaml, overrides }: Source,
  model: ModelSettings,
): EmbeddingSettings {
  const section = raw.embeddings ?? {};
  const hub = section.hub ?? model.hub;
  const { createEmbedder, embeddingModel } = hubNamed(hub);
  const name = section.model ?? embeddingModel;
  if (createEmbedder === undefined || name === undefined) {
    const message = `the scorer embedding needs an embedding model, and the hub ${hub} has no default one`;
    const remedy =
      'Set embeddings.hub and embeddings.model. With azure-openai, the model is the name of an embedding deployment.';
    throw new ConfigError(message, { where: yaml.placeOf(['embeddings']), remedy });
  }
  const shares = sharesEndpoint(hub, section, model);
  const shared = shares ? (overrides.baseUrl ?? model.base_url) : undefined;
  return {
    hub,
    name,
    base_url: section.base_url ?? shared,
    ...hubKeys(ENDPOINT_KEYS, section, shares ? model : undefined),
    timeout: model.timeout,
    retries: model.retries,
  };
}

/** Returns whether a section has the model's endpoint: the same hub, and no route of its own. */
export function sharesEndpoint(hub: string, section: object, model: ModelSettings): boolean {
  const namesRoute = ROUTE_KEYS.some((name) => nearestOf(name, section) !== undefined);
  return hub === model.hub && !namesRoute;
}

/**
 * Returns the values of the hubs' keys from the section, else from the model. A route is never
 * taken from the model.
 */
export function hubKeys(
  keys: object,
  section: object,
  model?: ModelSettings,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(keys).map((name) => [
      name,
      nearestOf(name, section, ROUTE_KEYS.includes(name) ? undefined : model),
    ]),
  );
}
