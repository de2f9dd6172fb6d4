import { z } from 'zod';
import type { Model } from '../../engine/model.ts';
import { ConfigError, ModelError } from '../../errors.ts';
import { asRecord, listIn, quoted } from '../../json.ts';
import { connect } from '../http/connect.ts';
import type { Hub, SettingsOf } from './hub.ts';
import { COMMON_SAMPLING } from './parameters.ts';
import type { Meter } from '../meter.ts';
import type { OwnHeader } from '../http/headers.ts';
import { answerOf, type FinishReason } from './replies.ts';
import type { Connection } from '../connection.ts';
import { sectionOf, type Section, type ModelSettings } from '../settings.ts';

const KEYS = {
  url: { schema: z.string().min(1), about: 'where to post.' },
  body: {
    schema: z.record(z.string(), z.unknown()),
    about: 'what to post; {prompt}, {system_prompt} and {name} are filled in.',
    default: { prompt: '{prompt}' },
  },
  answer: {
    schema: z.string().startsWith('/'),
    about: 'JSON Pointer (RFC 6901) to the answer in the reply.',
    default: '/answer',
  },
};

declare module '../settings.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface OwnModelKeys extends SettingsOf<typeof KEYS> {}
}

/** Any service that answers a prompt with JSON: a chain, an agent, the endpoint of a product. */
export const http: Hub = {
  name: 'http',
  hosts: [],
  modelKeys: KEYS,
  addressKey: 'url',
  setsOwnKeys: true,
  firstLines: [
    'url: https://assistant.example.com/answer   # where a prompt is posted',
    'body: { prompt: "{prompt}" }',
    'answer: /answer   # JSON Pointer to the answer in the reply',
  ],
  firstInputs: { 'allowed-hosts': 'assistant.example.com' },
  // The service may accept any parameter. These names mean the same nearly everywhere.
  sampling: [
    ...COMMON_SAMPLING,
    'top_k',
    'min_p',
    'max_completion_tokens',
    'max_new_tokens',
    'repetition_penalty',
  ],
  createModel,
};

const JSON_TYPE = 'application/json';

function createModel(settings: ModelSettings, connection: Connection, meter: Meter): Model {
  const {
    name,
    body = KEYS.body.default,
    answer: pointer = KEYS.answer.default,
    parameters,
    system_prompt = '',
  } = settings;
  const section = sectionOf(settings);
  const link = connect({ hub: http, settings, connection, meter });
  refuseTwoKeys(link.headers, link.key, section);
  const path = parsePointer(pointer, `${section}.answer`);
  refuseClash(body, parameters, section);
  return {
    hub: http.name,
    name,
    answer: (prompt, _format, system = system_prompt) =>
      link.ask(async () => {
        const filled = asRecord(fill(body, { prompt, system_prompt: system, name }));
        const headers = { 'content-type': JSON_TYPE, accept: JSON_TYPE };
        const reply = await link.request(link.endpoint, {
          method: 'POST',
          headers,
          body: JSON.stringify({ ...filled, ...parameters }),
        });
        const text = path.reduce(child, reply);
        if (typeof text === 'string') return answerOf(text, finishReasonIn(reply), link);
        const keys = Object.keys(asRecord(reply)).slice(0, 20).join(', ');
        const message = `The reply has no text at ${quoted(pointer)}; its keys are: ${quoted(link.clean(keys))}.`;
        const remedy = `Set \`${link.section}.answer\` to the JSON Pointer (RFC 6901) of the answer, such as /choices/0/text.`;
        throw new ModelError(message, { kind: 'bad_response', where: link.address, remedy });
      }),
  };
}

/** The finish reason of a service that replies as OpenAI's APIs do; undefined for any other. */
function finishReasonIn(reply: unknown): FinishReason {
  const [choice] = listIn(asRecord(reply).choices);
  const { finish_reason } = asRecord(choice);
  return typeof finish_reason === 'string' ? finish_reason : undefined;
}

/**
 * Refuses a parameter with the name of a key of the body, in upper or lower case: it could replace
 * the prompt.
 */
function refuseClash(body: object, parameters: object, section: Section): void {
  const bodyKeys = new Set(Object.keys(body).map((key) => key.toLowerCase()));
  const clash = Object.keys(parameters).find((key) => bodyKeys.has(key.toLowerCase()));
  if (clash === undefined) return;
  const message = `${quoted(clash)} is already a key of the body, and parameters cannot override the body.`;
  const remedy = `Set it in \`${section}.body\` only, or remove it there.`;
  throw new ConfigError(message, { where: `${section}.parameters.${clash}`, remedy });
}

function refuseTwoKeys(
  headers: readonly OwnHeader[],
  key: string | undefined,
  section: Section,
): void {
  if (key === undefined || !headers.some(({ name }) => name === 'authorization')) return;
  const message =
    'The key is sent in the header authorization, and the configuration sets that header, too.';
  throw new ConfigError(message, {
    where: `${section}.headers.authorization`,
    remedy: 'Remove the header, or the input `api-key`.',
  });
}

const PLACEHOLDERS = /\{(prompt|system_prompt|name)\}/g;

/**
 * Fills in the placeholders of parsed values, so that quotes need no escaping. Fills them in one
 * pass, so that a {name} in a prompt stays.
 */
function fill(template: unknown, values: Record<string, string>): unknown {
  if (typeof template === 'string')
    return template.replace(PLACEHOLDERS, (_, key: string) => values[key] ?? '');
  if (Array.isArray(template)) return template.map((item) => fill(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, fill(value, values)]),
  );
}

function parsePointer(pointer: string, setting: string): string[] {
  if (pointer !== '' && (!pointer.startsWith('/') || /~(?![01])/.test(pointer))) {
    const remedy =
      'Write the path to the answer with a slash before each step: /answer, /choices/0/text (RFC 6901).';
    throw new ConfigError(`${quoted(pointer)} is not a JSON Pointer.`, { where: setting, remedy });
  }
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns an own property only: inherited properties are not in the reply. */
function child(value: unknown, step: string): unknown {
  if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(step)) return undefined;
  const fields = asRecord(value);
  return Object.hasOwn(fields, step) ? fields[step] : undefined;
}
