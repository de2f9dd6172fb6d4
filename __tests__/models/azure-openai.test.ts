import { createEmbedder, createModel, Meter } from '../../src/models/index.ts';
import {
  bagOfWords,
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '../support/model-server.ts';
import {
  connection,
  embeddingSettings,
  KEY,
  modelSettings,
  refused,
  rejection,
} from './support.ts';

let server: ModelServer;
afterEach(() => server?.close());

const hub = 'azure-openai' as const;
const settings = (overrides = {}) =>
  modelSettings({ hub, name: 'my-deployment', api_version: '2024-10-21', ...overrides });

async function start(options: ModelServerOptions = {}): Promise<string> {
  server = await startModelServer({ keys: [KEY], ...options });
  return server.url;
}

describe('azure-openai', () => {
  it('asks the deployment, with the version and its own key header', async () => {
    const model = await createModel(
      settings({ base_url: await start() }),
      connection(),
      new Meter(),
    );
    expect((await model.answer('Hello')).text).toMatch(/\w/);
    expect(server.requests[0]).toMatchObject({
      path: '/openai/deployments/my-deployment/chat/completions',
      query: { 'api-version': '2024-10-21' },
      headers: { 'api-key': KEY },
    });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each(['/', '/openai', '/openai/', '/openai/deployments/my-deployment'])(
    'takes an endpoint that ends in %s',
    async (path) => {
      const model = await createModel(
        settings({ base_url: `${await start()}${path}`, api: 'completions' }),
        connection(),
        new Meter(),
      );
      await model.answer('Hello');
      expect(server.requests[0]?.path).toBe('/openai/deployments/my-deployment/completions');
    },
  );

  it('takes the endpoint of the environment', async () => {
    const model = await createModel(
      settings(),
      connection({ endpoints: { 'azure-openai': await start() } }),
      new Meter(),
    );
    await model.answer('Hello');
    expect(server.count()).toBe(1);
  });

  it('embeds', async () => {
    const embedder = await createEmbedder(
      embeddingSettings({
        hub,
        base_url: await start({ shuffle: true }),
        api_version: '2024-10-21',
      }),
      connection(),
      new Meter(),
    );
    expect(await embedder.embed(['a b', 'c'])).toEqual([bagOfWords('a b'), bagOfWords('c')]);
    expect(server.requests[0]?.path).toBe('/openai/deployments/test-embedder/embeddings');
  });

  it('demands a version, a key and an endpoint', async () => {
    const base_url = await start();
    const create = (overrides: object) =>
      refused(() => createModel(settings({ base_url, ...overrides }), connection(), new Meter()));
    expect(await create({ api_version: undefined })).toMatchObject({
      name: 'ConfigError',
      where: 'model.api_version',
    });
    const keyless = await createModel(
      settings({ base_url }),
      connection({ keys: {} }),
      new Meter(),
    );
    expect(await rejection(keyless.answer('Hello'))).toMatchObject({
      kind: 'authentication',
      remedy: expect.stringContaining('AZURE_OPENAI_API_KEY'),
    });
    expect(await create({ base_url: undefined })).toMatchObject({
      name: 'ConfigError',
      remedy: expect.stringContaining('AZURE_OPENAI_ENDPOINT'),
    });
    expect(await create({ base_url: 'https://evil.openai.azure.com' })).toMatchObject({
      name: 'ConfigError',
    });
    expect(server.count()).toBe(0);
  });
});
