import { createModel, Meter, needsKey } from '../../src/models/index.ts';
import type { ModelSettings } from '../../src/models/settings.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { TRICKS, type Place, type Trick } from '../support/endpoint-tricks.ts';
import { connection, KEY, modelSettings, refused, rejection } from './support.ts';
import { Wire } from '../../src/models/http/wire.ts';

/**
 * A judge is a second model in the same run: its own endpoint, its own place in the configuration,
 * the same walls.
 */

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

const judge = (
  settings: Partial<ModelSettings> = {},
  overrides: Parameters<typeof connection>[0] = {},
  meter = new Meter(),
) => createModel(modelSettings({ section: 'judge', ...settings }), connection(overrides), meter);

describe('the endpoint of a judge', () => {
  const elsewhere = { baseUrl: 'https://gateway.example.com/v1' };

  it('is not replaced by the input base-url, but may be there', async () => {
    await (await judge({ base_url: `${server.url}/v1` }, elsewhere)).answer('Same?');
    expect(server.count('/chat/completions')).toBe(1);
    expect((await judge({ base_url: 'https://gateway.example.com/other' }, elsewhere)).hub).toBe(
      'openai',
    );
    await (
      await createModel(
        modelSettings({ base_url: 'https://evil.example' }),
        connection({ baseUrl: `${server.url}/v1` }),
        new Meter(),
      )
    ).answer('Same?');
    expect(server.count('/chat/completions')).toBe(2);
  });

  it('is the hub’s own where none is named, even with the input base-url', () => {
    const keyless = connection({ keys: {}, ...elsewhere });
    expect(needsKey(modelSettings(), keyless)).toBe(false);
    expect(needsKey(modelSettings({ section: 'judge' }), keyless)).toBe(true);
    expect(needsKey(modelSettings({ section: 'model' }), keyless)).toBe(false);
  });

  it('of the hub http is its url, or an address that the caller shares with it', async () => {
    server.options.route = () => ({ status: 200, body: { answer: 'same' } });
    await (await judge({ hub: 'http', url: `${server.url}/own` }, elsewhere)).answer('Same?');
    await (await judge({ hub: 'http', base_url: `${server.url}/shared` })).answer('Same?');
    expect(server.requests.map(({ path }) => path)).toEqual(['/own', '/shared']);
  });

  it('of Azure is the one of the environment, too', async () => {
    await (
      await judge(
        { hub: 'azure-openai', api_version: '2024-10-21' },
        { endpoints: { 'azure-openai': server.url } },
      )
    ).answer('Same?');
    expect(server.requests[0]!.headers['api-key']).toBe(KEY);
  });

  it('has the key of its hub, and no other', async () => {
    await (
      await judge(
        { base_url: `${server.url}/v1` },
        { keys: { openai: 'sk-judge', http: 'sk-model' } },
      )
    ).answer('Same?');
    expect(server.requests[0]!.headers.authorization).toBe('Bearer sk-judge');
    await (
      await judge({ base_url: `${server.url}/v1` }, { keys: { http: 'sk-model' } })
    ).answer('Same?');
    expect(server.requests[1]!.headers).not.toHaveProperty('authorization');
  });

  const SETTINGS: Partial<Record<Place, Partial<ModelSettings>>> = {
    openai: { hub: 'openai' },
    completions: { hub: 'openai', api: 'completions' },
    http: { hub: 'http' },
    huggingface: { hub: 'huggingface' },
    'azure-openai': { hub: 'azure-openai', api_version: '2024-10-21' },
  };
  const tricks = TRICKS.flatMap(
    ({ place = 'openai', ...trick }): (Trick & { settings: Partial<ModelSettings> })[] => {
      const settings = SETTINGS[place];
      const address =
        settings?.hub === 'http' ? { url: trick.address } : { base_url: trick.address };
      return settings ? [{ ...trick, settings: { ...settings, ...address } }] : [];
    },
  );

  it.each(tricks)(
    'is refused before a byte is sent: $name: $address',
    async ({ settings, host, address, allowed }) => {
      const spy = jest.spyOn(Wire.prototype, 'send').mockRejectedValue(new Error('asked'));
      const meter = new Meter();
      const overrides = {
        allowedHosts: allowed === undefined ? [] : [allowed],
        endpoints: { 'azure-openai': 'https://mine.openai.azure.com' },
        ...elsewhere,
      };
      const error = await refused(async () =>
        (await judge(settings, overrides, meter)).answer('Same?'),
      );
      expect(error).toMatchObject({
        name: 'ConfigError',
        where: settings.hub === 'http' ? 'judge.url' : 'judge.base_url',
      });
      expect(error.message).toContain(host ?? JSON.stringify(address));
      expect(spy).not.toHaveBeenCalled();
      expect(meter.requests).toBe(0);
    },
  );
});

describe('errors of a judge say so', () => {
  const local = (): string => `${server.url}/v1`;

  it.each<[string, Partial<ModelSettings>]>([
    ['judge.parameters.stream', { parameters: { stream: true } }],
    ['judge.parameters.messages', { parameters: { messages: [] } }],
    [
      'judge.parameters.endpointUrl',
      { hub: 'huggingface', parameters: { endpointUrl: 'https://evil.example' } },
    ],
    ['judge.provider', { hub: 'huggingface', provider: 'unknown' }],
    ['judge.api_version', { hub: 'azure-openai', base_url: 'http://127.0.0.1' }],
    ['judge.base_url', { hub: 'azure-openai', api_version: '2024-10-21' }],
    ['judge.url', { hub: 'http' }],
    ['judge.answer', { hub: 'http', url: 'http://127.0.0.1', answer: 'text' }],
    ['judge.name', { hub: 'reference', name: 'clever' }],
  ])('at %s', async (where, settings) => {
    const error = await refused(() => judge(settings));
    expect(error).toMatchObject({ name: 'ConfigError', where });
    expect(error.remedy).not.toMatch(/`model/);
  });

  it.each([
    ['401', { status: 401 }, /`judge\.name`/],
    ['404', { status: 404 }, /`judge\.name`/],
    [
      '422',
      { status: 422, body: { error: { message: 'No.', param: 'temperature' } } },
      /`judge\.name`, `judge\.api` or `judge\.parameters`/,
    ],
    ['429', { status: 429, headers: { 'x-should-retry': 'false' } }, /`concurrency`/],
    ['silence', 'hang', /`judge\.timeout`/],
    ['another shape', { status: 200, body: {} }, /`judge\.hub`, `judge\.api`/],
    [
      'nothing',
      { status: 200, body: { choices: [{ message: { content: null }, finish_reason: 'length' }] } },
      /`judge\.parameters`/,
    ],
  ] as const)('in the remedy for %s', async (_, failure, remedy) => {
    server.options.fail = () => failure;
    const error = await rejection(
      (await judge({ base_url: local(), timeout: failure === 'hang' ? 0.3 : 20 })).answer('Same?'),
    );
    expect(error.remedy).toMatch(remedy);
    expect(error.remedy).not.toContain('`model');
  });

  it('in the remedy for a reply without a text', async () => {
    server.options.route = () => ({ status: 200, body: {} });
    expect(
      await rejection((await judge({ hub: 'http', url: server.url })).answer('Same?')),
    ).toMatchObject({
      remedy: expect.stringContaining('`judge.answer`'),
    });
  });

  it('in the words for what Hugging Face’s SDK refuses', async () => {
    const error = await rejection(
      (await judge({ hub: 'huggingface' }, { keys: { huggingface: 'other-key' } })).answer('Same?'),
    );
    expect(error).toMatchObject({
      kind: 'bad_request',
      remedy: 'Change `judge.name`, `judge.provider` or `judge.api`.',
    });
  });
});
