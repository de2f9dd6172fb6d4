import { AZURE, entryOf, textOf, type Notes } from '../converted.js';
import { httpModel } from './http.js';
import { isSecret, NOT_COPIED } from '../secrets.js';
import type { Provider } from './provider.js';
import { isMapping } from '../../../json.js';

const ELSEWHERE = {
  why: 'it is served by nobody that is asked here: openai (and what speaks its language), azure-openai, huggingface, http',
  instead: 'Ask it through a gateway that speaks OpenAI’s language (hub: openai with --base-url), or at its own address (hub: http).',
};

/** Servers that speak OpenAI's language at an address that everybody knows. */
const SPEAKS_OPENAI: Readonly<Record<string, string>> = {
  ollama: 'http://127.0.0.1:11434/v1',
  localai: 'http://127.0.0.1:8080/v1',
  openrouter: 'https://openrouter.ai/api/v1',
};

/** Kinds of an OpenAI or Azure provider that answer a prompt with a text, by what they are asked. */
const ASKED_BY: Readonly<Record<string, 'chat' | 'completions' | 'responses'>> = {
  chat: 'chat',
  completion: 'completions',
  responses: 'responses',
};
/** Those that do not. */
const NO_ANSWER = new Set(
  'embedding embeddings moderation assistant realtime image video transcription speech agents codex codex-sdk foundry-agent'.split(' '),
);

const OTHER_API = {
  why: 'the Responses API is not asked here; the same model answers by the Chat Completions API',
  instead: 'Nothing, unless the model has no Chat Completions API.',
};

const NO_VERSION = {
  why: 'promptfoo has a version of its own for Azure’s interface; here it is written',
  instead: `Write your own in the place of ${AZURE.api_version}, and your resource where it says YOUR-RESOURCE.`,
};

/** The section `model` for a provider; undefined, and said, where there is none. */
export function modelOf(provider: Provider, notes: Notes): Record<string, unknown> | undefined {
  const [service = '', ...rest] = provider.id.split(':');
  const leave = (said = ELSEWHERE): Record<string, unknown> | undefined => {
    notes.add(`provider ${provider.id.slice(0, 80)}`, provider.where, said);
    return undefined;
  };
  if (/^https?$/.test(service)) return httpModel(provider, notes);
  const isAzure = service === 'azure' || service === 'azureopenai';
  if (service === 'openai' || isAzure || Object.hasOwn(SPEAKS_OPENAI, service)) {
    const [first = ''] = rest;
    if (NO_ANSWER.has(first)) return leave({ ...ELSEWHERE, why: `${first} gives no answer to a prompt` });
    const named = entryOf(ASKED_BY, first);
    const [api, name] = [named ?? 'chat', named === undefined ? rest : rest.slice(1)];
    if (name.length === 0) return leave({ why: 'it names no model', instead: 'Write model.name; no model is a default here.' });
    if (isAzure && provider.config.apiVersion === undefined) notes.add('apiVersion', provider.where, NO_VERSION);
    if (api === 'responses') notes.add(`provider ${provider.id.slice(0, 80)}`, provider.where, OTHER_API);
    return {
      hub: isAzure ? 'azure-openai' : 'openai',
      name: name.join(':'),
      ...endpointOf(provider, { isAzure, url: SPEAKS_OPENAI[service] }),
      ...(api === 'completions' && { api }),
      ...parametersOf(provider, notes),
    };
  }
  if (service !== 'huggingface') return leave();
  const [task = '', ...name] = rest;
  if (task !== 'chat' && task !== 'text-generation') return leave({ ...ELSEWHERE, why: `${task || 'it'} gives no answer to a prompt` });
  const [model = '', route] = name;
  const served = route ?? textOf(provider.config.inferenceProvider);
  const url = textOf(provider.config.apiEndpoint)?.replace(/\/chat\/completions\/?$/, '');
  return {
    hub: 'huggingface',
    name: model,
    ...(url !== undefined && { base_url: url }),
    ...(served !== undefined && { provider: served }),
    ...(task === 'text-generation' && provider.config.chatCompletion !== true && { api: 'completions' }),
    ...parametersOf(provider, notes),
  };
}

function endpointOf({ config }: Provider, { isAzure, url }: { isAzure: boolean; url: string | undefined }): Record<string, unknown> {
  const host = textOf(config.apiHost)?.replace(/^https?:\/\//, '');
  const base = textOf(config.apiBaseUrl) ?? (host === undefined ? url : `https://${host}${isAzure ? '' : '/v1'}`);
  if (isAzure) return { base_url: base ?? AZURE.base_url, api_version: textOf(config.apiVersion) ?? AZURE.api_version };
  return base === undefined ? {} : { base_url: base };
}

/** What a request takes and has the same name and meaning here. */
const SENT = new Set(
  [
    'temperature top_p top_k min_p typical_p max_tokens max_completion_tokens max_new_tokens frequency_penalty presence_penalty',
    'repetition_penalty seed stop reasoning_effort verbosity do_sample logit_bias response_format',
  ]
    .join(' ')
    .split(' '),
);
/** Read above. */
const TAKEN = new Set('apiHost apiBaseUrl apiVersion apiEndpoint inferenceProvider chatCompletion passthrough'.split(' '));

function parametersOf(provider: Provider, notes: Notes): { parameters?: Record<string, unknown> } {
  const { config, placeOf } = provider;
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries({ ...config, ...(isMapping(config.passthrough) && config.passthrough) })) {
    if (SENT.has(key) && !holdsPlaces(value))
      given[key === 'max_new_tokens' && provider.id.startsWith('huggingface:chat') ? 'max_tokens' : key] = value;
    else if (!TAKEN.has(key)) notes.add(`config.${key.slice(0, 60)}`, placeOf(key), isSecret(key, value) ? NOT_COPIED : NOT_SENT);
  }
  if (!Object.hasOwn(given, 'temperature') && !provider.id.startsWith('huggingface')) {
    notes.add('promptfoo’s own defaults, such as temperature 0', provider.where, {
      why: 'nothing is sent here that is not written',
      instead: 'Write model.parameters: { temperature: 0, max_tokens: 64 } where the model takes them.',
    });
  }
  return Object.keys(given).length > 0 ? { parameters: given } : {};
}

const NOT_SENT = {
  why: 'it is no sampling parameter that every server takes, or comes from a file or a variable',
  instead: 'Where the endpoint takes it, write it under model.parameters.',
};

function holdsPlaces(value: unknown): boolean {
  return /file:\/\/|\{\{/.test(JSON.stringify(value));
}
