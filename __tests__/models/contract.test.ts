import { createEmbedder, createModel, Meter } from '../../src/models/index.ts';
import type { Connection } from '../../src/models/connection.ts';
import {
  startModelServer,
  type ModelFailure,
  type ModelServer,
  type ModelServerOptions,
} from '../support/model-server.ts';
import {
  connection,
  embeddingSettings,
  everythingIn,
  KEY,
  modelSettings,
  refused,
  rejection,
} from './support.ts';

/** All that is sent anywhere, by every hub: the same table of cases for each. */

const HF_KEY = 'hf_0123456789abcdef';
const AZURE = { hub: 'azure-openai', api_version: '2024-10-21' };

interface Common {
  timeout: number;
  retries: number;
  base_url: string;
}

interface Client {
  /** The endpoint, as the configuration names it. */
  at: (url: string) => string;
  ask: (common: Common, connection: Connection, meter: Meter) => Promise<unknown>;
  key: string;
  /** The section of the configuration whose `name` or `model` a remedy names. */
  names: string;
  /** The key of the configuration that names the endpoint. */
  endpoint: string;
  needsKey?: boolean;
  /** What the server does for this client. */
  server?: ModelServerOptions;
}

const model =
  (settings: object) =>
  async (common: Common, ...[connected, meter]: [Connection, Meter]) =>
    (await createModel(modelSettings({ ...common, ...settings }), connected, meter)).answer(
      'Is water wet?',
    );
const embedder =
  (settings: object) =>
  async (common: Common, ...[connected, meter]: [Connection, Meter]) =>
    (await createEmbedder(embeddingSettings({ ...common, ...settings }), connected, meter)).embed([
      'one',
      'two',
    ]);
const below = (url: string) => `${url}/v1`;
const same = (url: string) => url;
const OF_MODEL = { key: KEY, names: '`model.name`', endpoint: 'model.base_url' };
const OF_EMBEDDER = { key: KEY, names: '`embeddings.model`', endpoint: 'embeddings.base_url' };

const CLIENTS: Record<string, Client> = {
  'openai, chat': { ...OF_MODEL, at: below, ask: model({}) },
  'openai, completions': { ...OF_MODEL, at: below, ask: model({ api: 'completions' }) },
  'openai, embeddings': { ...OF_EMBEDDER, at: below, ask: embedder({}) },
  'azure-openai, chat': { ...OF_MODEL, at: same, ask: model(AZURE), needsKey: true },
  'azure-openai, completions': {
    ...OF_MODEL,
    at: same,
    ask: model({ ...AZURE, api: 'completions' }),
    needsKey: true,
  },
  'azure-openai, embeddings': { ...OF_EMBEDDER, at: same, ask: embedder(AZURE), needsKey: true },
  'huggingface, chat': { ...OF_MODEL, at: same, ask: model({ hub: 'huggingface' }), key: HF_KEY },
  'huggingface, completions': {
    ...OF_MODEL,
    at: same,
    ask: model({ hub: 'huggingface', api: 'completions' }),
    key: HF_KEY,
  },
  'huggingface, embeddings': {
    ...OF_EMBEDDER,
    at: same,
    ask: embedder({ hub: 'huggingface' }),
    key: HF_KEY,
    server: { features: true },
  },
  'openai, responses': { ...OF_MODEL, at: below, ask: model({ api: 'responses' }) },
  'azure-openai, v1': {
    ...OF_MODEL,
    at: (url) => `${url}/openai/v1/`,
    ask: model({ hub: 'azure-openai' }),
    needsKey: true,
  },
  anthropic: { ...OF_MODEL, at: below, ask: model({ hub: 'anthropic' }) },
  google: { ...OF_MODEL, at: (url) => `${url}/v1beta`, ask: model({ hub: 'google' }) },
  bedrock: {
    ...OF_MODEL,
    at: same,
    ask: model({ hub: 'bedrock', region: 'eu-central-1' }),
    needsKey: true,
  },
  http: {
    ...OF_MODEL,
    at: (url) => `${url}/answer`,
    ask: async ({ base_url, ...common }, ...of) =>
      model({ hub: 'http', url: base_url })({ ...common, base_url }, ...of),
    endpoint: 'model.url',
  },
};

const servers: ModelServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function start(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer({
    route: ({ path }) =>
      path === '/answer' ? { status: 200, body: { answer: 'Yes.' } } : undefined,
    ...options,
  });
  servers.push(server);
  return server;
}

const NOT_AGAIN = { 'x-should-retry': 'false' };
const quoting = (status: number, headers = {}): ModelFailure => ({
  status,
  headers,
  body: { error: `No ${KEY} ${HF_KEY} here` },
});

interface Failing {
  failure: ModelFailure;
  kind: string;
  fatal: boolean;
  says?: RegExp;
  remedy?: RegExp;
}

const FAILURES: Record<string, Failing> = {
  '401': {
    failure: { status: 401 },
    kind: 'authentication',
    fatal: true,
    says: /refuses the key/,
    remedy: /input `api-key`/,
  },
  '403': { failure: { status: 403 }, kind: 'authentication', fatal: true },
  '404': { failure: { status: 404 }, kind: 'not_found', fatal: true, remedy: /`base_url`/ },
  '400': { failure: quoting(400), kind: 'bad_request', fatal: false, says: /No \*\*\*/ },
  '402': { failure: { status: 402 }, kind: 'rate_limit', fatal: true, says: /no credit left/ },
  '429 for good': {
    failure: { status: 429, headers: NOT_AGAIN },
    kind: 'rate_limit',
    fatal: false,
    remedy: /`concurrency`/,
  },
  '429 for an hour': {
    failure: { status: 429, headers: { 'retry-after': '3600' } },
    kind: 'rate_limit',
    fatal: true,
    says: /asks to wait for 3600 s/,
  },
  '500': { failure: quoting(500), kind: 'server', fatal: false, says: /No \*\*\*/ },
  'an error of status 200': {
    failure: { status: 200, body: { error: { code: 500, message: `No ${KEY} here` } } },
    kind: 'server',
    fatal: false,
  },
  'JSON that breaks off': {
    failure: 'half',
    kind: 'bad_response',
    fatal: false,
    says: /breaks off/,
  },
  'a reply that is cut': { failure: 'cut', kind: 'network', fatal: false },
  'a web page': { failure: 'html', kind: 'bad_response', fatal: true, remedy: /web page/ },
  'a lost connection': { failure: 'reset', kind: 'network', fatal: false },
  silence: { failure: 'hang', kind: 'timeout', fatal: false, remedy: /`model\.timeout`/ },
  'a reply that stalls': { failure: 'stall', kind: 'timeout', fatal: false, says: /within 0\.2 s/ },
};

describe.each(Object.entries(CLIENTS))(
  '%s',
  (name, { at, ask, key, names, endpoint, needsKey = false, server: serves }) => {
    const asked = (
      url: string,
      {
        meter = new Meter(),
        connected = {},
        ...common
      }: Partial<Common> & { meter?: Meter; connected?: Parameters<typeof connection>[0] } = {},
    ) =>
      ask({ timeout: 5, retries: 0, base_url: at(url), ...common }, connection(connected), meter);

    it('answers, with one request that holds the key and nothing of the machine', async () => {
      const server = await start(serves);
      const meter = new Meter();
      expect(await asked(server.url, { meter })).toBeTruthy();
      expect(meter.requests).toBe(server.count());
      const headers = server.requests[0]!.headers;
      const { authorization, 'api-key': ofAzure, 'x-api-key': ofAnthropic } = headers;
      const sent = [authorization, ofAzure, ofAnthropic, headers['x-goog-api-key']];
      expect(sent.filter((value) => String(value).endsWith(key))).toHaveLength(1);
      expect(sent.filter(Boolean)).toHaveLength(1);
      expect(
        Object.keys(headers).filter((header) =>
          /stainless|openai|^x-(?!(?:goog-)?api-key$)/.test(header),
        ),
      ).toEqual([]);
      expect(headers['user-agent']).toBe('sensitivity-action');
    });

    it('is asked without a key where none is needed, and not at all where one is', async () => {
      const server = await start(serves);
      const answer = asked(server.url, { connected: { keys: {} } });
      if (needsKey) {
        expect(await rejection(answer)).toMatchObject({
          kind: 'authentication',
          remedy: expect.stringContaining('Set the key in'),
        });
        expect(server.count()).toBe(0);
      } else {
        await answer;
        for (const header of ['authorization', 'x-api-key', 'x-goog-api-key'])
          expect(server.requests[0]!.headers).not.toHaveProperty(header);
      }
    });

    it.each(Object.entries(FAILURES))(
      'says what %s is, without the key, after one request',
      async (what, { failure, says, remedy, ...expected }) => {
        const server = await start({ ...serves, fail: () => failure });
        const error = await rejection(
          asked(server.url, { timeout: expected.kind === 'timeout' ? 0.2 : 20 }),
        );
        expect(error).toMatchObject({
          name: 'ModelError',
          where: expect.stringContaining(server.url),
          ...expected,
        });
        if (says) expect(error.message).toMatch(says);
        if (remedy) expect(error.remedy).toMatch(remedy);
        if (what === '401' || what === '404') expect(error.remedy).toContain(names);
        expect(error.cause).toBeUndefined();
        expect(everythingIn(error)).not.toContain(key);
        // On a busy machine a request may be given up before it has arrived.
        expect([1, ...(expected.kind === 'timeout' ? [0] : [])]).toContain(server.count());
      },
    );

    it('is asked again after 429, 503 and 500, and not before the time that the server names', async () => {
      const cases: [ModelFailure, number][] = [
        [{ status: 429, headers: { 'retry-after-ms': '300' } }, 290],
        [{ status: 429 }, 200],
        [{ status: 503 }, 200],
        [{ status: 500 }, 200],
      ];
      await Promise.all(
        cases.map(async ([failure, least]) => {
          const server = await start({
            ...serves,
            fail: (_, nth) => (nth === 1 ? failure : undefined),
          });
          const meter = new Meter();
          expect(await asked(server.url, { retries: 1, meter })).toBeTruthy();
          expect([server.count(), meter.requests]).toEqual([2, 2]);
          expect(server.requests[1]!.at - server.requests[0]!.at).toBeGreaterThanOrEqual(least);
        }),
      );
    });

    it('reads no more of a reply than it may', async () => {
      const longest = name.includes('embeddings') ? 50 : 1;
      const server = await start({
        ...serves,
        fail: () => ({ status: 200, body: 'x'.repeat(longest * 1024 ** 2 + 1) }),
      });
      const message = expect.stringContaining(`sends more than ${longest} MB`);
      expect(await rejection(asked(server.url, { timeout: 20 }))).toMatchObject({
        kind: 'bad_response',
        message,
      });
    });

    it('takes a reply of another shape for no answer', async () => {
      const server = await start({
        ...serves,
        route: undefined,
        fail: () => ({ status: 200, body: { hello: 1 } }),
      });
      expect(await rejection(asked(server.url))).toMatchObject({
        kind: 'bad_response',
        fatal: false,
      });
    });

    it('follows no redirect', async () => {
      const target = await start();
      const server = await start({
        ...serves,
        fail: () => ({ status: 307, headers: { location: `${target.url}/v1/x` } }),
      });
      const error = await rejection(asked(server.url));
      expect(error).toMatchObject({
        kind: 'refused_host',
        fatal: true,
        remedy: expect.stringContaining(names),
      });
      expect(target.count()).toBe(0);
    });

    it('refuses a strange host before anything is sent, and an allowed one is asked', async () => {
      const meter = new Meter();
      for (const base_url of [
        'https://evil.example/v1',
        'http://models.example.com/v1',
        'no address',
      ])
        expect(await refused(() => asked('', { base_url, meter }))).toMatchObject({
          name: 'ConfigError',
          where: endpoint,
        });
      expect(meter.requests).toBe(0);
      const allowed = asked('', {
        base_url: at('https://models.invalid'),
        connected: { allowedHosts: ['models.invalid'] },
        meter,
      });
      expect(await rejection(allowed)).toMatchObject({ kind: 'network' });
    });

    it('stops at the cap on requests', async () => {
      const server = await start({ ...serves, fail: () => ({ status: 500 }) });
      expect(await rejection(asked(server.url, { meter: new Meter(1), retries: 3 }))).toMatchObject(
        { kind: 'budget', fatal: true },
      );
      expect(server.count()).toBe(1);
    });

    if (
      /chat|completions|responses|v1|anthropic|google|bedrock/.test(name) &&
      !name.startsWith('huggingface, completions')
    )
      it.each([['a cut before the first word', { content: '', finish_reason: 'length' }]])(
        'takes no %s for an answer',
        async (_, spoken) => {
          const server = await start({ ...serves, answer: () => spoken });
          expect(await rejection(asked(server.url))).toMatchObject({
            kind: 'empty_answer',
            fatal: false,
          });
        },
      );
  },
);
