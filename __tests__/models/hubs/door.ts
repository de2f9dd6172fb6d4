import { ModelError } from '../../../src/errors.ts';
import { failureOfStatus, readReply, type FailureContext } from '../../../src/models/failures.ts';
import { HUBS, type HubName } from '../../../src/models/hubs/addresses.ts';
import type { HubContext } from '../../../src/models/hubs/replies.ts';
import { openHub } from '../../../src/models/index.ts';
import { Meter } from '../../../src/models/meter.ts';
import type { ModelSettings } from '../../../src/models/settings.ts';

export interface Sent {
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export type HubDoor = Pick<HubContext, 'baseURL' | 'apiKey' | 'send'>;

export interface FakeDoor extends HubDoor {
  sent: Sent[];
  meter: Meter;
}

/** A reply: a text, a value as JSON, or `[status, value]`. */
export type Answer = (sent: Sent, nth: number) => unknown;

/** A door to one scripted endpoint: what is no answer is thrown, as the real one does. */
export function fakeDoor(
  answer: Answer,
  { hub = 'openai', ...over }: Partial<HubDoor> & { hub?: HubName } = {},
): FakeDoor {
  const sent: Sent[] = [];
  const meter = new Meter();
  const context: FailureContext = {
    host: 'models.example',
    section: 'model',
    hasKey: true,
    parameters: [],
    limit: 'LIMIT',
    timeout: 1,
    retries: 0,
    isFreeForm: hub === 'http',
    scrub: (text) => text,
  };
  const send: HubDoor['send'] = async (url, { headers, body, sign, ...expected }) => {
    const unsigned = Object.fromEntries(new Headers(headers));
    const request = { url: new URL(url || 'local:'), headers: unsigned, body, ...expected };
    const signed = await sign?.(request);
    sent.push({ url, headers: signed ?? unsigned, body: JSON.parse(body || '{}') });
    const given = answer(sent.at(-1)!, sent.length);
    const [status, value] =
      Array.isArray(given) && typeof given[0] === 'number' && given.length === 2 && given[0] > 99
        ? given
        : [200, given];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (url === '') return {};
    if (status !== 200) {
      const { kind } = failureOfStatus({ status, body: text }, context);
      throw new ModelError(text, { kind, remedy: '', serverText: text });
    }
    const outcome = readReply(text, expected, context);
    if ('reply' in outcome) {
      meter.note(outcome.reply, { host: context.host, length: body.length });
      return outcome.reply;
    }
    const { message, kind, remedy, words, ends } = outcome;
    throw new ModelError(message, {
      kind,
      remedy,
      serverText: words,
      fatal: ends === 'fatal',
      transient: ends === 'retry' || ends === 'rate',
    });
  };
  return {
    baseURL: (HUBS[hub].baseURL ?? 'https://models.example/v1').replace('REGION', 'eu-central-1'),
    apiKey: 'sk-key',
    send,
    sent,
    meter,
    ...over,
  };
}

export function settingsOf(over: Partial<ModelSettings> = {}): ModelSettings {
  const { hub = 'openai' } = over;
  const usual: Partial<ModelSettings> = {};
  if (hub === 'anthropic') usual.parameters = { max_tokens: 50 };
  if (hub === 'bedrock') usual.region = 'eu-central-1';
  return {
    hub,
    name: 'test-model',
    api: 'chat',
    timeout: 60,
    retries: 0,
    parameters: {},
    ...usual,
    ...over,
  };
}

/** A model of a hub behind a scripted endpoint. */
export async function opened(
  answer: Answer,
  over: Partial<ModelSettings> = {},
  door: Partial<HubDoor> = {},
) {
  const settings = settingsOf(over);
  const fake = fakeDoor(answer, { hub: settings.hub, ...door });
  return { model: await openHub({ ...fake, settings, section: 'model' }), door: fake };
}
