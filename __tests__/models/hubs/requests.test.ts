import { ConfigError } from '../../../src/errors.ts';
import type { AskOptions } from '../../../src/engine/types.ts';
import { openEmbedder } from '../../../src/models/index.ts';
import type { HubName } from '../../../src/models/hubs/addresses.ts';
import type { ModelSettings } from '../../../src/config/schema.ts';
import { fakeDoor, opened, settingsOf, type HubDoor } from './door.ts';
import formatRefusals from './format-refusals.json' with { type: 'json' };
import { bodyOf, SETTINGS, type ApiName } from './replies.ts';
import { recordsIn } from '../../support/oracle.ts';

/** Requests as each provider expects them. */

const FORMAT = {
  name: 'verdict',
  schema: { type: 'object', properties: { ok: { type: 'string' } } },
};

async function requestOf(
  api: ApiName,
  over: Partial<ModelSettings> = {},
  { asked, door }: { asked?: AskOptions; door?: Partial<HubDoor> } = {},
) {
  const { model, door: fake } = await opened(
    () => bodyOf(api),
    { ...SETTINGS[api], ...over },
    door,
  );
  await model.answer('Hi', asked);
  return fake.sent[0]!;
}

const WITH = { system: 'Be kind.', format: FORMAT };
const SYSTEM = { role: 'system', content: 'Be kind.' };
const USER = { role: 'user', content: 'Hi' };
const JSON_SCHEMA = { type: 'json_schema', json_schema: { ...FORMAT, strict: true } };

/** API, settings, address, a header with the key, and the body. */
const REQUESTS: [ApiName, Partial<ModelSettings>, string, [string, string], object][] = [
  [
    'chat',
    { parameters: { temperature: 0, made_up: [1] } },
    'https://api.openai.com/v1/chat/completions',
    ['authorization', 'Bearer sk-key'],
    {
      model: 'test-model',
      messages: [SYSTEM, USER],
      response_format: JSON_SCHEMA,
      temperature: 0,
      made_up: [1],
    },
  ],
  [
    'completions',
    { parameters: { max_tokens: 5 } },
    'https://api.openai.com/v1/completions',
    ['authorization', 'Bearer sk-key'],
    { model: 'test-model', prompt: 'Be kind.\n\nHi', max_tokens: 5 },
  ],
  [
    'responses',
    { parameters: { text: { verbosity: 'low' } } },
    'https://api.openai.com/v1/responses',
    ['authorization', 'Bearer sk-key'],
    {
      model: 'test-model',
      input: 'Hi',
      instructions: 'Be kind.',
      text: { verbosity: 'low', format: { type: 'json_schema', strict: true, ...FORMAT } },
    },
  ],
  [
    'anthropic',
    { parameters: { max_tokens: 9, stop: 'x', thinking: { type: 'disabled' } } },
    'https://api.anthropic.com/v1/messages',
    ['x-api-key', 'sk-key'],
    {
      model: 'test-model',
      max_tokens: 9,
      stop_sequences: ['x'],
      thinking: { type: 'disabled' },
      system: [{ type: 'text', text: 'Be kind.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    },
  ],
  [
    'google',
    {
      parameters: {
        max_tokens: 9,
        seed: 1,
        generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
      },
    },
    'https://generativelanguage.googleapis.com/v1beta/models/test-model:generateContent',
    ['x-goog-api-key', 'sk-key'],
    {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      systemInstruction: { parts: [{ text: 'Be kind.' }] },
      generationConfig: {
        maxOutputTokens: 9,
        seed: 1,
        thinkingConfig: { thinkingBudget: 0 },
        responseMimeType: 'application/json',
      },
    },
  ],
  [
    'bedrock',
    { parameters: { max_tokens: 9, top_p: 0.5 } },
    'https://bedrock-runtime.eu-central-1.amazonaws.com/model/test-model/converse',
    ['authorization', 'Bearer sk-key'],
    {
      system: [{ text: 'Be kind.' }],
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      inferenceConfig: { maxTokens: 9, topP: 0.5 },
    },
  ],
  [
    'huggingface',
    { parameters: { seed: 1 } },
    'https://router.huggingface.co/v1/chat/completions',
    ['authorization', 'Bearer sk-key'],
    { model: 'test-model', messages: [SYSTEM, USER], response_format: JSON_SCHEMA, seed: 1 },
  ],
  [
    'huggingface',
    { provider: 'novita' },
    'https://router.huggingface.co/v1/chat/completions',
    ['authorization', 'Bearer sk-key'],
    { model: 'test-model:novita' },
  ],
  [
    'http',
    { body: { q: ['{system_prompt}', '{prompt} {name}'] }, parameters: { top_k: 3 } },
    'https://models.example/v1',
    ['authorization', 'Bearer sk-key'],
    { q: ['Be kind.', 'Hi test-model'], top_k: 3 },
  ],
];

it.each(REQUESTS)('%s %j', async (api, over, url, [header, key], body) => {
  const sent = await requestOf(api, over, { asked: WITH });
  expect(sent.url).toBe(url);
  expect(sent.headers[header]).toBe(key);
  expect(sent.body).toMatchObject(body);
  expect(JSON.stringify(sent.headers).split('sk-key')).toHaveLength(2);
});

it.each<[ApiName, object]>([
  ['chat', { model: 'test-model', messages: [USER] }],
  ['completions', { model: 'test-model', prompt: 'Hi' }],
  ['responses', { model: 'test-model', input: 'Hi' }],
  ['huggingface', { model: 'test-model', messages: [USER] }],
  ['http', { prompt: 'Hi' }],
])('%s: nothing is sent that is not written', async (api, body) => {
  expect((await requestOf(api)).body).toEqual(body);
});

it.each(['openai', 'anthropic', 'google', 'bedrock', 'huggingface', 'http'])(
  '%s: no key is sent where none is granted, whatever the job has',
  async (hub) => {
    const api = hub === 'openai' ? 'chat' : (hub as ApiName);
    const names = [
      'OPENAI_API_KEY',
      'ANTHROPIC_API_KEY',
      'GOOGLE_GENERATIVE_AI_API_KEY',
      'AWS_BEARER_TOKEN_BEDROCK',
      'HF_TOKEN',
      'OPENAI_BASE_URL',
      'ANTHROPIC_BASE_URL',
      'OPENAI_ORG_ID',
    ];
    for (const name of names) process.env[name] = 'https://leak.example';
    try {
      const sent = await requestOf(
        api,
        {},
        { door: { apiKey: '', baseURL: 'http://127.0.0.1:8000/v1' } },
      );
      expect(sent.url).toMatch(/^http:\/\/127\.0\.0\.1:8000\/v1/);
      expect(JSON.stringify(sent)).not.toMatch(/leak\.example|sk-key/);
    } finally {
      for (const name of names) delete process.env[name];
    }
  },
);

/** Azure: address, version, key; and what is sent where. */
const AZURE: [string, string | undefined, string, string, string][] = [
  [
    'https://r.openai.azure.com',
    '2024-10-21',
    'key1',
    '/openai/deployments/test-model/chat/completions?api-version=2024-10-21',
    'api-key: key1',
  ],
  [
    'https://g.example/team/openai',
    '2024-10-21',
    'key1',
    '/team/openai/deployments/test-model/chat/completions?api-version=2024-10-21',
    'api-key: key1',
  ],
  [
    'https://r.openai.azure.com',
    '2024-10-21',
    'eyJ0.eyJh.x-_',
    '/openai/deployments/test-model/chat/completions?api-version=2024-10-21',
    'authorization: Bearer eyJ0.eyJh.x-_',
  ],
  [
    'https://r.openai.azure.com/openai/v1',
    undefined,
    'key1',
    '/openai/v1/chat/completions',
    'authorization: Bearer key1',
  ],
  [
    'https://r.openai.azure.com/openai/v1',
    undefined,
    'eyJ0.eyJh.x-_',
    '/openai/v1/chat/completions',
    'authorization: Bearer eyJ0.eyJh.x-_',
  ],
];

it.each(AZURE)(
  'azure-openai at %s with version %s and key %s',
  async (baseURL, api_version, apiKey, path, header) => {
    const sent = await requestOf(
      'chat',
      { hub: 'azure-openai', api_version },
      { door: { baseURL, apiKey } },
    );
    const headers = Object.entries(sent.headers).filter(([, value]) => value.includes(apiKey));
    expect(sent.url).toBe(new URL(path, baseURL).href);
    expect(headers.map((pair) => pair.join(': '))).toEqual([header]);
    expect(sent.body.model).toBe('test-model');
  },
);

it('bedrock signs each attempt, and sends no secret', async () => {
  const over = { ...SETTINGS.bedrock };
  const door = { apiKey: 'AKIDEXAMPLE:very-secret:session' };
  const { headers } = await requestOf('bedrock', over, { door });
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, /,
  );
  expect(headers['x-amz-security-token']).toBe('session');
  expect(JSON.stringify(headers)).not.toContain('very-secret');
});

/** Settings that a hub cannot take, and the key that is named. */
const REFUSED = recordsIn<[Partial<ModelSettings>, string]>(
  '__tests__/models/hubs/data/refused-settings.jsonl',
);

it.each(REFUSED)('%j is refused at %s', async (over, where) => {
  await expect(opened(() => '', over)).rejects.toMatchObject({ name: 'ConfigError', where });
});

it('every parameter that a package sends as it is may be set', async () => {
  const all = { max_tokens: 5, temperature: 0.5, top_k: 3, stop: ['x'] };
  const models = (['anthropic', 'google', 'bedrock'] as const).map((hub) =>
    opened(() => '', { hub, parameters: all }),
  );
  await expect(Promise.all(models)).resolves.toHaveLength(3);
});

/** Refusals of a format in the words of servers. */
const FORMAT_REFUSALS = formatRefusals as [number, unknown][];

it.each(FORMAT_REFUSALS)(
  '%i %j: asked once more without the format, and never with it again',
  async (status, body) => {
    const { model, door } = await opened(({ body: { response_format } }) =>
      response_format ? [status, body] : bodyOf('chat'),
    );
    for (const prompt of ['a', 'b']) await model.answer(prompt, { format: FORMAT });
    expect(door.sent.map(({ body: sent }) => 'response_format' in sent)).toEqual([
      true,
      false,
      false,
    ]);
  },
);

it('another refusal is no refusal of the format', async () => {
  const { model, door } = await opened(() => [400, { error: { message: 'prompt too long' } }]);
  await expect(model.answer('a', { format: FORMAT })).rejects.toMatchObject({
    kind: 'bad_request',
  });
  expect(door.sent).toHaveLength(1);
});

it('the hub http says what the reply has in place of the answer, and reads only own fields', async () => {
  const deep = await opened(() => ({ a: [{ 'b/c': 'Yes.' }] }), {
    hub: 'http',
    answer: '/a/0/b~1c',
  });
  expect(await deep.model.answer('Hi')).toEqual({ text: 'Yes.' });
  const inherited = await opened(() => ({ a: 'x' }), { hub: 'http', answer: '/constructor/name' });
  await expect(inherited.model.answer('Hi')).rejects.toThrow(/"a"/);
  await expect(inherited.model.answer('Hi', { system: 'Be kind.' })).rejects.toThrow(
    /\{system_prompt\}/,
  );
});

it('a prompt of the hub http is filled in as it is', async () => {
  const { model, door } = await opened(() => ({ answer: 'x' }), { hub: 'http' });
  await model.answer('"{name}" $& {prompt}');
  expect(door.sent[0]!.body).toEqual({ prompt: '"{name}" $& {prompt}' });
});

const VECTORS = [
  [1, 2],
  [3, 4],
];
const EMBEDDED = {
  data: VECTORS.map((embedding, index) => ({ index, embedding })).reverse(),
  model: 'served',
  usage: { prompt_tokens: 4 },
};

it.each<[HubName, unknown, string, object]>([
  ['openai', EMBEDDED, 'https://api.openai.com/v1/embeddings', { input: ['a', 'b'] }],
  [
    'huggingface',
    VECTORS,
    'https://router.huggingface.co/hf-inference/models/test-model/pipeline/feature-extraction',
    { inputs: ['a', 'b'] },
  ],
])('embeddings of %s', async (hub, reply, url, body) => {
  const door = fakeDoor(() => reply, { hub });
  const embedder = await openEmbedder({
    ...door,
    settings: settingsOf({ hub }),
    section: 'embeddings',
  });
  expect(await embedder.embed(['a', 'b'])).toEqual(VECTORS);
  expect(door.sent[0]).toMatchObject({ url, body });
  await expect(embedder.embed(['a'])).rejects.toMatchObject({ kind: 'bad_response' });
});

it('a hub without embeddings names one that has them', async () => {
  const settings = settingsOf({ hub: 'anthropic' });
  const opening = openEmbedder({ ...fakeDoor(() => ''), settings, section: 'embeddings' });
  await expect(opening).rejects.toThrow(ConfigError);
});
