import { createEmbedder, createModel, Meter } from '../../src/models/index.ts';
import type { ModelSettings } from '../../src/models/settings.ts';
import {
  bagOfWords,
  startModelServer,
  tokens,
  type ModelServer,
  type ModelServerOptions,
} from '../support/model-server.ts';
import {
  connection,
  embeddingSettings,
  modelSettings,
  refused,
  rejection,
  divertTo,
} from './support.ts';

const hub = 'huggingface' as const;
const TOKEN = 'hf_0123456789abcdef';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ keys: [TOKEN] });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

function model(
  settings: Partial<ModelSettings> = {},
  overrides: Parameters<typeof connection>[0] = {},
  meter = new Meter(),
) {
  return createModel(
    modelSettings({ hub, base_url: server.url, ...settings }),
    connection(overrides),
    meter,
  );
}

describe('a dedicated endpoint', () => {
  it('chats', async () => {
    const meter = new Meter();
    const asked = await model(
      { system_prompt: 'Be brief.', parameters: { temperature: 0 } },
      {},
      meter,
    );
    expect((await asked.answer('Hello')).text).toMatch(/\w/);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(server.requests[0]?.body).toEqual({
      model: 'test-model',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      temperature: 0,
    });
    expect(meter.requests).toBe(1);
    expect(meter.prompt_tokens).toBeGreaterThan(0);
  });

  it('generates text', async () => {
    const asked = await model({ api: 'completions', parameters: { max_new_tokens: 3 } });
    expect(tokens((await asked.answer('Once upon')).text)).toHaveLength(3);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/completions',
      body: { model: 'test-model', prompt: 'Once upon', max_tokens: 3 },
    });
  });

  it('excludes a provider', async () => {
    expect(await refused(() => model({ provider: 'together' }))).toMatchObject({
      name: 'ConfigError',
      where: 'model.provider',
    });
    expect((await model({ provider: 'auto' })).hub).toBe(hub);
  });

  it.each(['endpointUrl', 'accessToken', 'provider', 'data', 'stream'])(
    'does not let the parameter %s through',
    async (name) => {
      const error = await refused(() => model({ parameters: { [name]: 'https://evil.example' } }));
      expect(error).toMatchObject({ name: 'ConfigError', where: `model.parameters.${name}` });
    },
  );

  describe('embeddings', () => {
    const embed = async (texts: string[], options: Partial<ModelServerOptions> = {}) => {
      Object.assign(server.options, { features: true, ...options });
      return (
        await createEmbedder(
          embeddingSettings({ hub, base_url: server.url }),
          connection(),
          new Meter(),
        )
      ).embed(texts);
    };

    it('come one a text', async () => {
      expect(await embed(['a b', 'c'])).toEqual([bagOfWords('a b'), bagOfWords('c')]);
      expect(server.requests[0]).toMatchObject({ path: '/', body: { inputs: ['a b', 'c'] } });
    });

    it.each([[[[1, 2]]], [[[1, 2], [3]]], [[]], [{}], [[['a'], ['b']]], [[[[1, 2]], [[3, 4]]]]])(
      'may not be %j',
      async (body) => {
        expect(
          await rejection(embed(['a', 'b'], { fail: () => ({ status: 200, body }) })),
        ).toMatchObject({ kind: 'bad_response' });
      },
    );
  });
});

describe('inference providers', () => {
  const divert = () => divertTo(server, 'huggingface.co');

  it('are chosen by the router for chat', async () => {
    const asked = divert();
    await (await model({ base_url: undefined, name: 'owner/model' })).answer('Hello');
    expect(asked).toEqual(['router.huggingface.co/v1/chat/completions']);
  });

  it('are looked up once for embeddings, with the key, however many calls start at once', async () => {
    const asked = divert();
    server.options.features = true;
    const meter = new Meter();
    const embedder = await createEmbedder(
      embeddingSettings({ hub, name: 'owner/embedder' }),
      connection(),
      meter,
    );
    expect(embedder).toMatchObject({ hub, name: 'owner/embedder', batchSize: 32 });
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => embedder.embed([text])));
    expect(asked.filter((place) => place.startsWith('huggingface.co'))).toEqual([
      'huggingface.co/api/models/owner/embedder',
    ]);
    expect(asked.filter((place) => place.startsWith('router'))).toHaveLength(4);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(meter.requests).toBe(5);
  });

  it('ask again for a look-up that failed', async () => {
    divert();
    server.options.features = true;
    server.options.fail = (_, nth) => (nth === 1 ? { status: 500 } : undefined);
    const embedder = await createEmbedder(
      embeddingSettings({ hub, name: 'owner/late' }),
      connection(),
      new Meter(),
    );
    expect(await rejection(embedder.embed(['a']))).toMatchObject({ kind: 'server' });
    expect(await embedder.embed(['a'])).toHaveLength(1);
  });

  it('do not get the key at their own host', async () => {
    const asked = divert();
    const key = 'together-0123456789';
    server.options.route = ({ path }) =>
      path.startsWith('/api/models/')
        ? {
            status: 200,
            body: {
              inferenceProviderMapping: {
                together: { status: 'live', providerId: 'x', task: 'conversational' },
              },
            },
          }
        : undefined;
    const asks = await model(
      { base_url: undefined, name: 'owner/chat', provider: 'together' },
      { keys: { huggingface: key } },
    );
    const error = await rejection(asks.answer('Hello'));
    expect(error).toMatchObject({
      kind: 'refused_host',
      fatal: true,
      message: expect.stringContaining('together.xyz'),
    });
    expect(error.remedy).toContain('`allowed-hosts`');
    expect(asked).toEqual(['huggingface.co/api/models/owner/chat']);
    expect(JSON.stringify(server.requests)).not.toContain(key);
  });

  it('want a key of Hugging Face for the router', async () => {
    divert();
    const error = await rejection(
      (await model({ base_url: undefined }, { keys: { huggingface: 'other-key' } })).answer(
        'Hello',
      ),
    );
    expect(error).toMatchObject({
      kind: 'bad_request',
      fatal: true,
      message: expect.stringContaining('non-Hugging Face'),
    });
    const keyless = await model({ base_url: undefined }, { keys: {} });
    expect(await rejection(keyless.answer('Hello'))).toMatchObject({
      kind: 'authentication',
      remedy: expect.stringContaining('HF_TOKEN'),
    });
    expect(server.count()).toBe(0);
  });

  it('have a task: what does not fit is said in the words of the SDK', async () => {
    divert();
    const asked = await model({
      base_url: undefined,
      name: 'owner/task',
      api: 'completions',
      provider: 'hf-inference',
    });
    expect(await rejection(asked.answer('Hello'))).toMatchObject({
      kind: 'bad_request',
      fatal: true,
      message: expect.stringContaining('not supported for task'),
    });
  });

  it('are known by name', async () => {
    expect(await refused(() => model({ base_url: undefined, provider: 'unknown' }))).toMatchObject({
      where: 'model.provider',
      remedy: expect.stringContaining('hf-inference'),
    });
  });

  it('print nothing', async () => {
    divert();
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation(() => undefined),
    );
    server.options.features = true;
    const embedder = await createEmbedder(
      embeddingSettings({ hub, name: 'owner/quiet' }),
      connection(),
      new Meter(),
    );
    await embedder.embed(['a']);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });
});
