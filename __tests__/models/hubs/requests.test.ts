import { ConfigError } from '../../../src/shared/errors.ts';
import type { AskOptions } from '../../../src/engine/model.ts';
import { openEmbedder } from '../../../src/models/model.ts';
import { HUB_NAMES, HUBS } from '../../../src/models/hubs/addresses.ts';
import type { ModelSettings } from '../../../src/models/settings.ts';
import { fakeEndpoint, opened, settingsOf, type EndpointFields } from './fake-endpoint.ts';
import requests from './data/requests.json' with { type: 'json' };
import { APIS, bodyOf, SETTINGS, type ApiName } from './replies.ts';
import { recordsIn } from '../../support/oracle.ts';

/** Requests as each provider expects them. */

const FORMAT = {
  name: 'verdict',
  schema: { type: 'object', properties: { ok: { type: 'string' } } },
};

async function requestOf(
  api: ApiName,
  over: Partial<ModelSettings> = {},
  { asked, endpoint }: { asked?: AskOptions; endpoint?: Partial<EndpointFields> } = {},
) {
  const { model, endpoint: fake } = await opened(
    () => bodyOf(api),
    { ...SETTINGS[api], ...over },
    endpoint,
  );
  await model.answer('Hi', asked);
  return fake.sent[0]!;
}

const WITH = { system: 'Be kind.', format: FORMAT };

/** [API, settings, address, a header with the key, the body] */
const FULL = requests.full as [ApiName, Partial<ModelSettings>, string, [string, string], object][];

it.each(FULL)('%s %j', async (api, over, url, [header, key], body) => {
  const sent = await requestOf(api, over, { asked: WITH });
  expect(sent.url).toBe(url);
  expect(sent.headers[header]).toBe(key);
  expect(sent.body).toEqual(body);
  expect(JSON.stringify(sent.headers).split('sk-key')).toHaveLength(2);
});

it.each(requests.plain as [ApiName, object][])(
  '%s: nothing is sent that is not written',
  async (api, body) => {
    expect((await requestOf(api)).body).toEqual(body);
  },
);

it.each(APIS)('%s: no key is sent where none is granted, whatever the job has', async (api) => {
  const keys = HUB_NAMES.flatMap((hub) => HUBS[hub].keyVariables);
  const names = ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'OPENAI_ORG_ID', ...keys];
  for (const name of names) process.env[name] = 'https://leak.example';
  try {
    const sent = await requestOf(
      api,
      {},
      { endpoint: { apiKey: undefined, baseURL: 'http://127.0.0.1:8000/v1' } },
    );
    expect(sent.url).toMatch(/^http:\/\/127\.0\.0\.1:8000\/v1/);
    expect(JSON.stringify(sent)).not.toMatch(/leak\.example|sk-key/);
  } finally {
    for (const name of names) delete process.env[name];
  }
});

/** Azure: address, version, key; and what is sent where. */
const AZURE = requests['azure-openai'] as [string, string | null, string, string, string][];

it.each(AZURE)(
  'azure-openai at %s with version %s and key %s',
  async (baseURL, api_version, apiKey, path, header) => {
    const sent = await requestOf(
      'chat',
      { hub: 'azure-openai', api_version: api_version ?? undefined },
      { endpoint: { baseURL, apiKey } },
    );
    const headers = Object.entries(sent.headers).filter(([, value]) => value.includes(apiKey));
    expect(sent.url).toBe(new URL(path, baseURL).href);
    expect(headers.map((pair) => pair.join(': '))).toEqual([header]);
    expect(sent.body.model).toBe('test-model');
  },
);

it('bedrock signs each attempt, and sends no secret', async () => {
  const over = { ...SETTINGS.bedrock };
  const awsKey = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'very-secret',
    sessionToken: 'session',
  };
  const endpoint = { apiKey: undefined, awsKey };
  const { headers } = await requestOf('bedrock', over, { endpoint });
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, /,
  );
  expect(headers['x-amz-security-token']).toBe('session');
  expect(JSON.stringify(headers)).not.toContain('very-secret');
});

/** [settings that a hub cannot take, the key that the error names, what it quotes] */
const REFUSED = recordsIn<[Partial<ModelSettings>, string, string?]>(
  '__tests__/models/hubs/data/refused-settings.jsonl',
);

it.each(REFUSED)('%j is refused at %s', async (over, where, quote = '') => {
  await expect(opened(() => '', over)).rejects.toMatchObject({
    name: 'ConfigError',
    where,
    message: expect.stringContaining(quote),
    remedy: expect.any(String),
  });
});

it('what a package refuses is told in its words', async () => {
  const named = { hub: 'huggingface', name: 'https://a.example/m' } as const;
  const { model } = await opened(() => '', named, { baseURL: 'https://b.example' });
  await expect(model.answer('Hi')).rejects.toThrow('InputError');
});

it('another refusal is no refusal of the format', async () => {
  const { model, endpoint } = await opened(() => [400, { error: { message: 'prompt too long' } }]);
  await expect(model.answer('a', { format: FORMAT })).rejects.toMatchObject({
    kind: 'bad_request',
  });
  expect(endpoint.sent).toHaveLength(1);
});

it('the hub http says what the reply has in place of the answer, and reads only own fields', async () => {
  const deep = await opened(() => ({ a: [{ 'b/c': 'Yes.' }] }), {
    hub: 'http',
    answer: '/a/0/b~1c',
  });
  expect(await deep.model.answer('Hi')).toEqual({ text: 'Yes.' });
  const inherited = await opened(() => ({ a: 'x' }), { hub: 'http', answer: '/constructor/name' });
  await expect(inherited.model.answer('Hi')).rejects.toThrow(/"a"/);
});

it('a prompt of the hub http is filled in as it is', async () => {
  const { model, endpoint } = await opened(() => ({ answer: 'x' }), { hub: 'http' });
  await model.answer('"{name}" $& {prompt}');
  expect(endpoint.sent[0]!.body).toEqual({ prompt: '"{name}" $& {prompt}' });
});

/** Opens an embedder, and embeds two texts. */
async function embedded(reply: unknown, over: Partial<ModelSettings>, baseURL?: string | null) {
  const settings = settingsOf(over);
  const endpoint = fakeEndpoint(() => reply, { hub: settings.hub });
  endpoint.baseURL = baseURL ?? endpoint.baseURL;
  const embedder = await openEmbedder({ ...endpoint, settings, section: 'embeddings' });
  return { vectors: await embedder.embed(['a', 'b']), sent: endpoint.sent };
}

it.each(requests.embeddings as [Partial<ModelSettings>, string | null, unknown, string, object][])(
  'embeddings of %j at %s',
  async (over, baseURL, reply, url, body) => {
    const vectors = [
      [1, 2],
      [3, 4],
    ];
    expect(await embedded(reply, over, baseURL)).toMatchObject({ vectors, sent: [{ url, body }] });
  },
);

it.each(requests.noEmbeddings.map((vectors) => [vectors]))(
  '%j are no vectors of two texts',
  async (vectors) => {
    const data = vectors.map((embedding) => ({ embedding }));
    await expect(embedded({ data }, {})).rejects.toMatchObject({ kind: 'bad_response' });
  },
);

it('a hub without embeddings names one that has them', async () => {
  const settings = settingsOf({ hub: 'anthropic' });
  const opening = openEmbedder({ ...fakeEndpoint(() => ''), settings, section: 'embeddings' });
  await expect(opening).rejects.toThrow(ConfigError);
  const elsewhere = embedded([], { hub: 'huggingface', provider: 'novita' });
  await expect(elsewhere).rejects.toMatchObject({ where: 'embeddings.provider' });
});
