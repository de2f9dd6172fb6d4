import { createModelError } from '../../../src/models/endpoint.ts';
import { readReply } from '../../../src/models/exchange.ts';
import { describeFailure } from '../../../src/models/failures.ts';
import { HUBS, type HubName } from '../../../src/models/hubs/addresses.ts';
import type { HubContext } from '../../../src/models/hubs/replies.ts';
import { openHub } from '../../../src/models/model.ts';
import { Meter } from '../../../src/models/meter.ts';
import type { ModelSettings } from '../../../src/models/settings.ts';
import { context as usualContext, settingsOf as usualSettings } from '../support.ts';

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export type EndpointFields = Pick<HubContext, 'baseURL' | 'apiKey' | 'awsKey' | 'send'>;

interface FakeEndpoint extends EndpointFields {
  sent: Sent[];
  meter: Meter;
}

/** A reply: a text, a value as JSON, or `[status, value]`. */
export type Answer = (sent: Sent, nth: number) => unknown;

/** A scripted endpoint, which throws a failure as the real one does. */
export function fakeEndpoint(
  answer: Answer,
  { hub = 'openai', ...over }: Partial<EndpointFields> & { hub?: HubName } = {},
): FakeEndpoint {
  const sent: Sent[] = [];
  const meter = new Meter();
  const context = {
    ...usualContext,
    parameters: [],
    lengthParameter: 'LIMIT',
    isFreeForm: hub === 'http',
  };
  const send: EndpointFields['send'] = async (url, { headers, body, sign, ...expected }) => {
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
    const outcome =
      status === 200
        ? readReply(text, expected, context)
        : describeFailure({ status, body: text }, context);
    if ('reply' in outcome) {
      meter.note(outcome.reply, { host: context.host, length: body.length });
      return outcome.reply;
    }
    throw createModelError(outcome, { attempts: 1, route: context });
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
  const usual: Partial<ModelSettings> = { name: 'test-model', timeout: 60, retries: 0 };
  if (over.hub === 'anthropic') usual.parameters = { max_tokens: 50 };
  if (over.hub === 'bedrock') usual.region = 'eu-central-1';
  return usualSettings({ ...usual, ...over });
}

/** A model of a hub behind a scripted endpoint. */
export async function opened(
  answer: Answer,
  over: Partial<ModelSettings> = {},
  endpoint: Partial<EndpointFields> = {},
) {
  const settings = settingsOf(over);
  const fake = fakeEndpoint(answer, { hub: settings.hub, ...endpoint });
  return { model: await openHub({ ...fake, settings, section: 'model' }), endpoint: fake };
}
