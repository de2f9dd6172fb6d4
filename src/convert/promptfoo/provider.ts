import { asRecord } from '../../json.js';
import { NOT_COPIED, scalarText, type Notes, type Reason } from '../material.js';

const ELSEWHERE: Reason = {
  why: 'no hub here asks it',
  instead:
    'Write model: hub: http with url and body, or hub: openai with the base_url of a gateway.',
};
const NOT_SENT: Reason = {
  why: 'not every server takes it',
  instead: 'Write what the endpoint takes under model.parameters.',
};

/** Servers of OpenAI's protocol at their usual address. */
const SPEAKS_OPENAI = new Map([
  ['openai', undefined],
  ['ollama', 'http://127.0.0.1:11434/v1'],
  ['localai', 'http://127.0.0.1:8080/v1'],
  ['vllm', 'http://127.0.0.1:8000/v1'],
  ['openrouter', 'https://openrouter.ai/api/v1'],
]);
const OTHER_KINDS = /^(?:embeddings?|moderation|assistant|realtime|image)(?::|$)/;
const SENT_PARAMETERS =
  /^(?:temperature|top_[pk]|min_p|max_(?:|completion_|new_)tokens|(?:frequency|presence|repetition)_penalty|seed|stop|reasoning_effort)$/;

/**
 * Returns the section `model` of a provider: a name, a mapping with an id, or one under its id.
 * Undefined, and noted, for others.
 */
export function modelOf(
  provider: unknown,
  place: string,
  notes: Notes,
): Record<string, unknown> | undefined {
  const [firstKey = '', inner] = Object.entries(asRecord(provider))[0] ?? [];
  const id = scalarText(provider) ?? scalarText(asRecord(provider).id) ?? firstKey;
  const config = asRecord(asRecord(id === firstKey ? inner : provider).config);
  const [service = '', ...idParts] = id.split(':');
  const isKind = /^(?:chat|completion|responses|text-generation)$/.test(idParts[0] ?? '');
  const [kind = 'chat'] = isKind ? idParts.splice(0, 1) : [];
  const [name = '', route] = service === 'huggingface' ? idParts : [idParts.join(':')];
  const hub = SPEAKS_OPENAI.has(service)
    ? 'openai'
    : service.replace(/^azure(?:openai)?$/, 'azure-openai');
  const isKnown =
    ['openai', 'azure-openai', 'huggingface'].includes(hub) &&
    name !== '' &&
    !OTHER_KINDS.test(name);
  if (!isKnown) {
    notes.add(`provider ${id}`, place, ELSEWHERE);
    return undefined;
  }
  const isSent = ([key, value]: [string, unknown]) =>
    SENT_PARAMETERS.test(key) && !/file:\/\/|\{\{/.test(JSON.stringify(value));
  for (const entry of Object.entries(config)) {
    const [key] = entry;
    if (isSent(entry) || ['apiHost', 'apiBaseUrl', 'apiVersion'].includes(key)) continue;
    const isSecret = /key|token|secret|headers/i.test(key);
    notes.add(`config.${key}`, place, isSecret ? NOT_COPIED : NOT_SENT);
  }
  const parameters = Object.fromEntries(Object.entries(config).filter(isSent));
  const host = scalarText(config.apiHost)?.replace(/^https?:\/\//, '');
  const url =
    scalarText(config.apiBaseUrl) ??
    (host && `https://${host}${hub === 'openai' ? '/v1' : ''}`) ??
    SPEAKS_OPENAI.get(service);
  const version = scalarText(config.apiVersion);
  return {
    hub,
    name,
    base_url: url,
    api_version: version,
    provider: route,
    api: /^(?:completion|text-generation)$/.test(kind) ? 'completions' : undefined,
    parameters: Object.keys(parameters).length > 0 ? parameters : undefined,
  };
}
