import { ModelError, type ModelErrorKind } from '../../../src/errors.ts';
import type { HubDoor, NotedReply } from '../../../src/models/door.ts';
import { failureInside, type FailureContext } from '../../../src/models/failures.ts';
import { HUBS, type HubName } from '../../../src/models/hubs/addresses.ts';
import { openHub } from '../../../src/models/hubs/index.ts';
import type { ModelSettings } from '../../../src/models/settings.ts';

export interface Sent {
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface FakeDoor extends HubDoor {
  sent: Sent[];
  noted: NotedReply[];
}

/** What the door makes of a status, as far as hubs tell errors apart. */
const KINDS: Record<number, ModelErrorKind> = {
  401: 'authentication',
  404: 'not_found',
  429: 'rate_limit',
  500: 'server',
};

/** A reply: a text, a value as JSON, or `[status, value]`. */
export type Answer = (sent: Sent, nth: number) => unknown;

/** A door to one scripted endpoint: what is no answer is thrown, as the real one does. */
export function fakeDoor(
  answer: Answer,
  { hub = 'openai', ...over }: Partial<HubDoor> & { hub?: string } = {},
): FakeDoor {
  const sent: Sent[] = [];
  const noted: NotedReply[] = [];
  const context: FailureContext = {
    host: 'models.example',
    section: 'model',
    hasKey: true,
    parameters: [],
    timeout: 1,
    isFreeForm: hub === 'http',
    clean: (text) => text.slice(0, 300),
  };
  const send: typeof fetch = async (address, init) => {
    const request = new Request(address, init);
    const text = await request.text();
    sent.push({
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: JSON.parse(text),
    });
    const given = answer(sent.at(-1)!, sent.length);
    const [status, value] =
      Array.isArray(given) && typeof given[0] === 'number' && given.length === 2 && given[0] > 99
        ? given
        : [200, given];
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    if (status !== 200)
      throw new ModelError(body, {
        kind: KINDS[status] ?? 'bad_request',
        remedy: '',
        serverText: body,
      });
    const failure = failureInside(body, context);
    if (failure)
      throw new ModelError(failure.message, {
        kind: failure.kind,
        remedy: failure.remedy,
        serverText: failure.words,
        fatal: failure.ends === 'fatal',
        transient: failure.ends === 'retry' || failure.ends === 'rate',
      });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  return {
    baseURL: (HUBS[hub as HubName].baseURL ?? 'https://models.example/v1').replace(
      'REGION',
      'eu-central-1',
    ),
    apiKey: 'sk-key',
    headers: {},
    fetch: send,
    fetchSigned: (sign) => async (address, init) => send(await sign(new Request(address, init))),
    note: (reply) => noted.push(reply),
    sent,
    noted,
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
  return { model: await openHub(settings, fake, 'model'), door: fake };
}
