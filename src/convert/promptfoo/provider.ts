import { asRecord } from '../../json.ts';
import type { Notes, Reason } from '../notes.ts';
import { NOT_COPIED } from '../secrets.ts';
import { scalarText } from '../values.ts';

const UNKNOWN_PROVIDER: Reason = {
  why: 'no hub here asks it',
  instead:
    'Write model: hub: http with url and body, or hub: openai with the base_url of a gateway.',
};
const NOT_SENT: Reason = {
  why: 'not every server takes it',
  instead: 'Write what the endpoint takes under model.parameters.',
};

/** Servers of OpenAI's protocol at their usual address. */
const OPENAI_SERVERS = new Map([
  ['openai', undefined],
  ['ollama', 'http://127.0.0.1:11434/v1'],
  ['localai', 'http://127.0.0.1:8080/v1'],
  ['vllm', 'http://127.0.0.1:8000/v1'],
  ['openrouter', 'https://openrouter.ai/api/v1'],
]);
const OTHER_KINDS = /^(?:embeddings?|moderation|assistant|realtime|image)(?::|$)/;
const SENT_PARAMETERS =
  /^(?:temperature|top_[pk]|min_p|max_(?:|completion_|new_)tokens|(?:frequency|presence|repetition)_penalty|seed|stop|reasoning_effort)$/;

/** A provider's id (`SERVICE:KIND:NAME`) and its settings. */
interface Provider {
  id: string;
  service: string;
  /** `chat` if the id names no kind. */
  kind: string;
  name: string;
  /** The inference provider that Hugging Face routes to. */
  route: string | undefined;
  config: Record<string, unknown>;
}

/** Reads a provider: a name, a mapping with an id, or a mapping under its id. */
function readProvider(provider: unknown): Provider {
  const [firstKey = '', inner] = Object.entries(asRecord(provider))[0] ?? [];
  const id = scalarText(provider) ?? scalarText(asRecord(provider).id) ?? firstKey;
  const config = asRecord(asRecord(id === firstKey ? inner : provider).config);
  const [service = '', ...idParts] = id.split(':');
  const isKind = /^(?:chat|completion|responses|text-generation)$/.test(idParts[0] ?? '');
  const [kind = 'chat'] = isKind ? idParts.splice(0, 1) : [];
  const [name = '', route] = service === 'huggingface' ? idParts : [idParts.join(':')];
  return { id, service, kind, name, route, config };
}

/** Returns the section `model` of a provider; undefined, with a note, for an unknown one. */
export function modelOf(
  entry: unknown,
  place: string,
  notes: Notes,
): Record<string, unknown> | undefined {
  const { id, service, kind, name, route, config } = readProvider(entry);
  const hub = OPENAI_SERVERS.has(service)
    ? 'openai'
    : service.replace(/^azure(?:openai)?$/, 'azure-openai');
  const isKnown =
    ['openai', 'azure-openai', 'huggingface'].includes(hub) &&
    name !== '' &&
    !OTHER_KINDS.test(name);
  if (!isKnown) {
    notes.add(`provider ${id}`, place, UNKNOWN_PROVIDER);
    return undefined;
  }
  const parameters = sentParameters(config, place, notes);
  const host = scalarText(config.apiHost)?.replace(/^https?:\/\//, '');
  const hostUrl = host && `https://${host}${hub === 'openai' ? '/v1' : ''}`;
  return {
    hub,
    name,
    base_url: scalarText(config.apiBaseUrl) ?? hostUrl ?? OPENAI_SERVERS.get(service),
    api_version: scalarText(config.apiVersion),
    provider: route,
    api: /^(?:completion|text-generation)$/.test(kind) ? 'completions' : undefined,
    parameters: Object.keys(parameters).length > 0 ? parameters : undefined,
  };
}

const ADDRESS_KEYS = ['apiHost', 'apiBaseUrl', 'apiVersion'];

/** Returns the settings that are request parameters. Notes the others. */
function sentParameters(
  config: Record<string, unknown>,
  place: string,
  notes: Notes,
): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(config)) {
    const isText = !/file:\/\/|\{\{/.test(JSON.stringify(value));
    if (SENT_PARAMETERS.test(key) && isText) parameters[key] = value;
    else if (!ADDRESS_KEYS.includes(key)) {
      const isSecret = /key|token|secret|headers/i.test(key);
      notes.add(`config.${key}`, place, isSecret ? NOT_COPIED : NOT_SENT);
    }
  }
  return parameters;
}
