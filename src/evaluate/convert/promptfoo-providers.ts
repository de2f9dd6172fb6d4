import { asRecord, isMapping, jsonIn } from '../../json.js';
import { NOT_COPIED, textOf, type Notes, type Reason } from './material.js';

const ELSEWHERE: Reason = { why: 'no hub here asks it', instead: 'Write model: hub: http, or hub: openai with the base_url of a gateway.' };
const BY_HAND: Reason = { why: 'its address or body is not plain', instead: 'Write model.url and model.body by hand (hub: http).' };
const NOT_SENT: Reason = { why: 'not every server takes it', instead: 'Write what the endpoint takes under model (parameters, answer).' };

/** Servers of OpenAI's protocol at their usual address. */
const SPEAKS_OPENAI = new Map([
  ['openai', undefined],
  ['ollama', 'http://127.0.0.1:11434/v1'],
  ['localai', 'http://127.0.0.1:8080/v1'],
  ['vllm', 'http://127.0.0.1:8000/v1'],
  ['openrouter', 'https://openrouter.ai/api/v1'],
]);
const OTHER_KINDS = /^(?:embeddings?|moderation|assistant|realtime|image)(?::|$)/;
const SENT =
  /^(?:temperature|top_[pk]|min_p|max_(?:|completion_|new_)tokens|(?:frequency|presence|repetition)_penalty|seed|stop|reasoning_effort)$/;

/**
 * Returns the section `model` of a provider: a name such as `openai:chat:NAME`, a mapping with an id, or a mapping whose one key is the id.
 * Undefined, and noted, if no hub can ask it.
 */
export function modelOf(given: unknown, where: string, notes: Notes): Record<string, unknown> | undefined {
  const [only = '', inner] = Object.entries(asRecord(given))[0] ?? [];
  const id = textOf(given) ?? textOf(asRecord(given).id) ?? only;
  const config = asRecord(asRecord(id === only ? inner : given).config);
  const [service = '', ...rest] = id.split(':');
  const isHttp = /^https?$/.test(service);
  const kind = /^(?:chat|completion|responses|text-generation)$/.test(rest[0] ?? '') ? rest.shift()! : 'chat';
  const [name = '', route] = service === 'huggingface' ? rest : [rest.join(':')];
  const hub = SPEAKS_OPENAI.has(service) ? 'openai' : service.replace(/^azure(?:openai)?$/, 'azure-openai');
  const isKnown = ['openai', 'azure-openai', 'huggingface'].includes(hub) && name !== '' && !OTHER_KINDS.test(name);
  const model = isHttp ? httpModel(id, config) : isKnown ? { hub, name } : undefined;
  if (model === undefined) {
    notes.add(`provider ${id}`, where, isHttp ? BY_HAND : ELSEWHERE);
    return undefined;
  }
  const isSent = ([key, value]: [string, unknown]) => !isHttp && SENT.test(key) && !/file:\/\/|\{\{/.test(JSON.stringify(value));
  const taken = isHttp
    ? ['url', 'method', 'body', ...(model.answer ? ['transformResponse'] : [])]
    : ['apiHost', 'apiBaseUrl', 'apiVersion'];
  for (const entry of Object.entries(config).filter(([key]) => !taken.includes(key)))
    if (!isSent(entry)) notes.add(`config.${entry[0]}`, where, /key|token|secret|headers/i.test(entry[0]) ? NOT_COPIED : NOT_SENT);
  const parameters = Object.fromEntries(Object.entries(config).filter(isSent));
  const host = textOf(config.apiHost)?.replace(/^https?:\/\//, '');
  const url = textOf(config.apiBaseUrl) ?? (host && `https://${host}${hub === 'openai' ? '/v1' : ''}`) ?? SPEAKS_OPENAI.get(service);
  const version = textOf(config.apiVersion);
  return {
    ...model,
    ...(url !== undefined && { base_url: url }),
    ...(version !== undefined && { api_version: version }),
    ...(route !== undefined && { provider: route }),
    ...(/^(?:completion|text-generation)$/.test(kind) && { api: 'completions' }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
}

const STEPS = /^json((?:\.\w{1,100}|\[\d{1,6}\]|\[["'][^"'\]]{1,100}["']\])+)$/;

/** An address that gets the prompt in a JSON body. `json.choices[0].text` becomes the JSON Pointer `/choices/0/text`; no code is run. */
function httpModel(id: string, config: Record<string, unknown>): Record<string, unknown> | undefined {
  const url = textOf(config.url) ?? id;
  const given = typeof config.body === 'string' ? jsonIn(config.body) : (config.body ?? { prompt: '{{prompt}}' });
  const body = JSON.stringify(asRecord(given)).replace(/\{\{\s{0,9}prompt\s{0,9}\}\}/g, '{prompt}');
  const method = (textOf(config.method) ?? 'POST').toUpperCase();
  const steps = STEPS.exec(textOf(config.transformResponse)?.trim() ?? '')?.[1];
  const isPosted = ['POST', 'PUT', 'PATCH'].includes(method) && isMapping(given) && body.includes('{prompt}');
  if (!isPosted || `${url}${body}`.includes('{{') || !URL.canParse(url)) return undefined;
  const answer = steps?.replace(/\.|\[["']?/g, '/').replace(/["']?\]/g, '');
  return { hub: 'http', name: new URL(url).hostname, url, method, body: JSON.parse(body) as unknown, ...(answer && { answer }) };
}
