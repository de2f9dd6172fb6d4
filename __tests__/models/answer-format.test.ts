import { createModel, Meter } from '../../src/models/index.ts';
import type { ModelSettings } from '../../src/models/settings.ts';
import { FORMAT_REFUSALS } from '../support/model-errors.ts';
import {
  startModelServer,
  type FormatRefusal,
  type ModelServer,
  type ModelServerOptions,
} from '../support/model-server.ts';
import { connection, modelSettings, rejection } from './support.ts';

let server: ModelServer;
afterEach(() => server?.close());

const FORMAT = {
  name: 'judgement',
  schema: {
    type: 'object',
    properties: { verdict: { type: 'string', enum: ['same', 'other'] } },
    required: ['verdict'],
    additionalProperties: false,
  },
};
const AS_SENT = {
  type: 'json_schema',
  json_schema: { name: 'judgement', strict: true, schema: FORMAT.schema },
};
const REFUSALS = Object.keys(FORMAT_REFUSALS) as FormatRefusal[];

const HUBS: [string, (url: string) => Partial<ModelSettings>][] = [
  ['openai', (url) => ({ hub: 'openai', base_url: `${url}/v1` })],
  ['azure-openai', (url) => ({ hub: 'azure-openai', base_url: url, api_version: '2024-10-21' })],
  ['huggingface', (url) => ({ hub: 'huggingface', base_url: url })],
];
const toOpenAi = HUBS[0]![1];

async function model(
  options: ModelServerOptions,
  of = toOpenAi,
  over: Partial<ModelSettings> = {},
  meter = new Meter(),
) {
  server = await startModelServer({ answer: () => '{"verdict":"same"}', ...options });
  return createModel(modelSettings({ ...of(server.url), ...over }), connection(), meter);
}

const formatsSent = (): unknown[] =>
  server.requests.map(({ body }) => (body as Record<string, unknown>).response_format);

describe.each(HUBS)('a format for %s', (_, of) => {
  it('is sent as written, and none where none is wanted', async () => {
    const asked = await model({}, of, { parameters: { temperature: 0 } });
    expect(await asked.answer('Same?', FORMAT)).toEqual({ text: '{"verdict":"same"}' });
    await asked.answer('Same?');
    expect(formatsSent()).toEqual([AS_SENT, undefined]);
    expect(server.requests[1]!.body).not.toHaveProperty('response_format');
    expect(server.requests[0]!.body).toMatchObject({
      temperature: 0,
      messages: [{ role: 'user', content: 'Same?' }],
    });
  });

  it.each(REFUSALS)(
    'that is refused in the words of %s is not sent again',
    async (refusesFormat) => {
      const asked = await model({ refusesFormat }, of);
      for (let i = 0; i < 3; i++)
        expect((await asked.answer(`Same ${i}?`, FORMAT)).text).toBe('{"verdict":"same"}');
      expect(formatsSent()).toEqual([AS_SENT, undefined, undefined, undefined]);
    },
  );

  it('gives way to the user’s own, whose refusal is an error', async () => {
    const own = { type: 'json_object' };
    const asked = await model({}, of, { parameters: { response_format: own } });
    await asked.answer('Same?', FORMAT);
    expect(formatsSent()).toEqual([own]);
    server.options.refusesFormat = 'openai';
    expect(await rejection(asked.answer('Same?', FORMAT))).toMatchObject({
      kind: 'bad_request',
      fatal: true,
    });
    expect(server.count()).toBe(2);
  });
});

describe('a refusal', () => {
  it('is remembered by the model that met it, and by no other', async () => {
    const first = await model({ refusesFormat: 'vllm' });
    await first.answer('Same?', FORMAT);
    const second = await createModel(
      modelSettings(toOpenAi(server.url)),
      connection(),
      new Meter(),
    );
    await second.answer('Same?', FORMAT);
    expect(formatsSent()).toEqual([AS_SENT, undefined, AS_SENT, undefined]);
  });

  it('is met by the first request alone, whatever starts with it', async () => {
    const asked = await model({ refusesFormat: 'openai', latency: 20 });
    await Promise.all([1, 2, 3].map((i) => asked.answer(`Same ${i}?`, FORMAT)));
    await Promise.all([4, 5, 6].map((i) => asked.answer(`Same ${i}?`, FORMAT)));
    expect(formatsSent().filter(Boolean)).toHaveLength(1);
    expect(server.count()).toBe(7);
  });

  it('counts as a request, and costs no other attempt: not even where a server calls it a fault of its own', async () => {
    const meter = new Meter();
    await (
      await model({ refusesFormat: 'llama.cpp' }, toOpenAi, { retries: 3 }, meter)
    ).answer('Same?', FORMAT);
    expect(meter.requests).toBe(2);
  });

  it.each([
    [
      'a prompt that is too long',
      {
        status: 400,
        body: {
          error: {
            message: "This model's maximum context length is 8192 tokens.",
            code: 'context_length_exceeded',
          },
        },
      },
      'bad_request',
    ],
    [
      'another parameter',
      {
        status: 400,
        body: {
          error: {
            message: "Unrecognized request argument supplied: 'temprature'",
            param: 'temprature',
          },
        },
      },
      'bad_request',
    ],
    ['an unknown model', { status: 404 }, 'not_found'],
    [
      'a wrong key',
      { status: 401, body: { error: { message: 'This key may not use response_format.' } } },
      'authentication',
    ],
    ['a fault', { status: 500 }, 'server'],
    [
      'a limit',
      {
        status: 429,
        body: { error: { message: 'Too many requests with json_schema.' } },
        headers: { 'x-should-retry': 'false' },
      },
      'rate_limit',
    ],
  ])('is not what %s is', async (_, failure, kind) => {
    const asked = await model({ fail: () => failure });
    expect(await rejection(asked.answer('Same?', FORMAT))).toMatchObject({ kind });
    expect(server.count()).toBe(1);
  });

  it('is not learnt from a request that fails without the format, too', async () => {
    const asked = await model({
      fail: (_, nth) =>
        nth <= 2
          ? { status: 400, body: { error: { message: 'Invalid json_schema or prompt.' } } }
          : undefined,
    });
    expect(await rejection(asked.answer('Same?', FORMAT))).toMatchObject({ kind: 'bad_request' });
    await asked.answer('Same?', FORMAT);
    expect(formatsSent()).toEqual([AS_SENT, undefined, AS_SENT]);
  });

  it('names the parameter that FastAPI names beside its words', async () => {
    const asked = await model({ fail: () => FORMAT_REFUSALS.fastapi });
    expect(await rejection(asked.answer('Same?'))).toMatchObject({
      message: expect.stringContaining('body.response_format: Extra inputs are not permitted'),
    });
  });
});

describe('no format', () => {
  it.each(['openai', 'huggingface'] as const)(
    'is sent with the bare text of completions (%s)',
    async (hub) => {
      const asked = await model(
        {},
        (url) => ({ hub, base_url: hub === 'openai' ? `${url}/v1` : url }),
        { api: 'completions' },
      );
      await asked.answer('Same?', FORMAT);
      expect(formatsSent()).toEqual([undefined]);
    },
  );

  it('is sent to any service by http, which has its own body', async () => {
    const asked = await model(
      { route: () => ({ status: 200, body: { answer: 'same' } }) },
      (url) => ({ hub: 'http', url }),
    );
    expect(await asked.answer('Same?', FORMAT)).toEqual({ text: 'same' });
    expect(server.requests[0]!.body).toEqual({ prompt: 'Same?' });
  });

  it('changes what a scripted model says', async () => {
    const parrot = await createModel(
      modelSettings({ hub: 'reference', name: 'parrot' }),
      connection(),
      new Meter(),
    );
    expect(await parrot.answer('Same?', FORMAT)).toEqual({ text: 'Same?' });
  });
});
