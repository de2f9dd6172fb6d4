import { z } from 'zod';
import type { Model } from '../../engine/model.js';
import { ConfigError, ModelError } from '../../errors.js';
import { asRecord, quoted } from '../../json.js';
import { connect } from '../http/connect.js';
import { EVENTS } from '../http/good-status.js';
import { type Hub, type SettingsOf, COMMON_SAMPLING } from './hub.js';
import type { Meter } from '../meter.js';
import { type OwnHeader, ownHeaders } from '../http/headers.js';
import { refuseTooLong } from './replies.js';
import { sectionOf, type Section, type Connection, type ModelSettings } from '../settings.js';

const KEYS = {
  url: { schema: z.string().min(1), about: 'where to post.' },
  body: {
    schema: z.record(z.string(), z.unknown()),
    about: 'what to post; {prompt}, {system_prompt} and {name} are filled in.',
    default: { prompt: '{prompt}' },
  },
  method: { schema: z.enum(['POST', 'PUT', 'PATCH', 'GET']), about: 'how; with GET the body stands in the query.', default: 'POST' },
  format: { schema: z.enum(['json', 'form']), about: 'how the body is written: json, or form as a browser sends it.', default: 'json' },
  headers: {
    schema: z.record(z.string(), z.string()),
    about: 'headers; ${NAME} is a variable of the job that the input `header-variables` lists.',
    default: {},
  },
  stream: {
    schema: z.boolean(),
    about: 'whether the reply is a stream of server-sent events; `answer` is then the way to the piece of text in each.',
    default: false,
  },
  answer: { schema: z.string().startsWith('/'), about: 'JSON Pointer (RFC 6901) to the answer in the reply.', default: '/answer' },
};

declare module '../settings.js' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface OwnModelKeys extends SettingsOf<typeof KEYS> {}
}

/** Any service that takes a prompt and gives an answer in JSON, at once or in events: a chain, an agent, a product's own endpoint. */
export const http: Hub = {
  name: 'http',
  hosts: [],
  modelKeys: KEYS,
  addressKey: 'url',
  firstLines: [
    'url: https://assistant.example.com/answer   # where a prompt is posted',
    'body: { prompt: "{prompt}" }',
    'answer: /answer   # JSON Pointer to the answer in the reply',
  ],
  firstInputs: { 'allowed-hosts': 'assistant.example.com' },
  // The service is unknown; these names mean the same nearly everywhere.
  sampling: [...COMMON_SAMPLING, 'top_k', 'min_p', 'max_completion_tokens', 'max_new_tokens', 'repetition_penalty'],
  createModel,
};

const JSON_TYPE = 'application/json';

function createModel(settings: ModelSettings, connection: Connection, meter: Meter): Model {
  const { name, body = KEYS.body.default, answer: pointer = KEYS.answer.default, parameters, system_prompt = '' } = settings;
  const { method = 'POST', format = 'json', stream = false } = settings;
  const section = sectionOf(settings);
  const headers = ownHeaders(settings.headers ?? {}, section, connection.variables);
  refuseTwoKeys(headers, connection.keys[http.name], section);
  const link = connect({ hub: http, settings, connection, meter, headers });
  const path = parsePointer(pointer, `${section}.answer`);
  refuseClash(body, parameters, section);
  return {
    hub: http.name,
    name,
    async answer(prompt) {
      const filled = fill(body, { prompt, system_prompt, name }) as Record<string, unknown>;
      const sent = written({ ...filled, ...parameters }, { method, format, endpoint: link.endpoint, section });
      const reply = await link.request(sent.url, { ...sent, headers: { ...sent.headers, accept: stream ? EVENTS : JSON_TYPE } });
      const text = stream ? joined(reply, path) : path.reduce(child, reply);
      if (typeof text === 'string') return { text: refuseTooLong(text, link.where) };
      const keys = Object.keys(asRecord(reply)).slice(0, 20).join(', ');
      throw new ModelError(`The reply has no text at ${quoted(pointer)}; its keys are: ${quoted(link.clean(keys))}.`, {
        kind: 'bad_response',
        where: link.where,
        remedy: `Set \`${link.section}.answer\` to the JSON Pointer (RFC 6901) of the answer, such as /choices/0/text.`,
      });
    },
  };
}

/** Refuses parameters with the name of a key of the body, in any case of letters: they could ask another question. */
function refuseClash(body: object, parameters: object, section: Section): void {
  const taken = new Set(Object.keys(body).map((key) => key.toLowerCase()));
  const clash = Object.keys(parameters).find((key) => taken.has(key.toLowerCase()));
  if (clash === undefined) return;
  throw new ConfigError(`${quoted(clash)} is a key of the body already, which no parameter overrides.`, {
    where: `${section}.parameters.${clash}`,
    remedy: `Set it in \`${section}.body\` alone, or take it out of there.`,
  });
}

/** The pieces in the order in which they came; an event without one, such as the first or the last, has nothing to add. */
function joined(events: unknown, path: readonly string[]): string | undefined {
  if (!Array.isArray(events)) return undefined;
  const pieces = events.map((event) => path.reduce<unknown>(child, event)).filter((piece) => typeof piece === 'string');
  return pieces.length > 0 ? pieces.join('') : undefined;
}

function refuseTwoKeys(headers: readonly OwnHeader[], key: string | undefined, section: Section): void {
  if (key === undefined || !headers.some(({ name }) => name === 'authorization')) return;
  throw new ConfigError('There is a key, which is sent in the header authorization, and the configuration sets that header too.', {
    where: `${section}.headers.authorization`,
    remedy: 'Take the header out, or leave the input `api-key` out.',
  });
}

const PLACES = /\{(prompt|system_prompt|name)\}/g;

/** The template with its places filled in: on values, so that quotes stay quotes, and in one pass, so that a {name} in a prompt stays. */
function fill(template: unknown, values: Record<string, string>): unknown {
  if (typeof template === 'string') return template.replace(PLACES, (_, key: string) => values[key] ?? '');
  if (Array.isArray(template)) return template.map((item) => fill(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fill(value, values)]));
}

function parsePointer(pointer: string, where: string): string[] {
  if (pointer !== '' && (!pointer.startsWith('/') || /~(?![01])/.test(pointer))) {
    const remedy = 'Write the way to the answer with a slash before each step: /answer, /choices/0/text (RFC 6901).';
    throw new ConfigError(`${quoted(pointer)} is no JSON Pointer.`, { where, remedy });
  }
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Own properties only: what every object inherits is not in the reply. */
function child(value: unknown, step: string): unknown {
  if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(step)) return undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
}

interface How {
  method: string;
  format: 'json' | 'form';
  endpoint: URL;
  section: Section;
}

/** The request of a filled body: JSON, a form, or the query of a GET. @throws ConfigError for a form with lists of lists or mappings. */
export function written(body: Record<string, unknown>, { method, format, endpoint, section }: How) {
  if (method === 'GET') {
    const url = new URL(endpoint);
    for (const [name, value] of fields(body, section)) url.searchParams.append(name, value);
    return { url, method, headers: {} };
  }
  if (format === 'form') {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { url: endpoint, method, headers, body: new URLSearchParams(fields(body, section)).toString() };
  }
  return { url: endpoint, method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A list is its name once for each of its values, as a browser sends them. */
function fields(body: Record<string, unknown>, section: Section): [string, string][] {
  return Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, string] => {
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') return [name, String(one)];
      throw new ConfigError(`A form has no place for ${one === null ? 'null' : 'a list or a mapping'} in ${quoted(name)}.`, {
        where: `${section}.body.${name}`,
        remedy: `Write a text, a number, or true or false; or set \`${section}.format: json\` and \`${section}.method: POST\`.`,
      });
    }),
  );
}
