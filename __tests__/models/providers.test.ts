import { createModel, Meter } from '../../src/models/index.ts';
import { keysFrom } from '../../src/models/environment.ts';
import { originOf } from '../../src/models/http/endpoint.ts';
import { hubNamed } from '../../src/models/hubs/registry.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { connection, KEY, modelSettings, refused, rejection } from './support.ts';

/** The hubs anthropic, google and bedrock, the Responses API, Azure's v1 address, and headers. */

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ answer: (prompt) => `To ${prompt}` });
});
afterAll(() => server.close());
afterEach(() => {
  server.requests.length = 0;
  delete server.options.fail;
});

type Settings = Parameters<typeof modelSettings>[0];

const PATHS: Record<string, string> = {
  anthropic: '/v1',
  google: '/v1beta',
  bedrock: '',
  openai: '/v1',
  'azure-openai': '/openai/v1',
};
const REGION = { hub: 'bedrock', region: 'eu-central-1' };

async function opened(settings: Settings, more: Parameters<typeof connection>[0] = {}) {
  const { hub = 'openai' } = settings ?? {};
  const base_url = `${server.url}${PATHS[hub]}`;
  const meter = new Meter();
  const model = await createModel(
    modelSettings({ base_url, ...settings }),
    connection(more),
    meter,
  );
  return { model, meter };
}

async function asked(settings: Settings, more: Parameters<typeof connection>[0] = {}) {
  const { model, meter } = await opened(settings, more);
  const answer = await model.answer('Is water wet?');
  const { path, headers, body } = server.requests.at(-1)!;
  return { answer, path, headers, body, model, meter };
}

describe('what is sent', () => {
  it('to Anthropic: the Messages API, with a limit of the answer', async () => {
    const { answer, path, body, headers, model, meter } = await asked({
      hub: 'anthropic',
      name: 'claude-3-5-haiku-latest',
      system_prompt: 'Be brief.',
      parameters: { temperature: 0, stop: 'END', metadata: { user_id: 'gate' } },
    });
    expect(answer).toEqual({ text: 'To Is water wet?' });
    expect(path).toBe('/v1/messages');
    expect(body).toEqual({
      model: 'claude-3-5-haiku-latest',
      max_tokens: 1024,
      temperature: 0,
      stop_sequences: ['END'],
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Is water wet?' }] }],
      metadata: { user_id: 'gate' },
    });
    expect(headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' });
    expect(model.served?.list).toEqual([{ model: 'claude-3-5-haiku-latest', replies: 1 }]);
    expect([meter.prompt_tokens, meter.completion_tokens]).toEqual([3, 4]);
  });

  it('to Google: generateContent, with other parameters where Google has them', async () => {
    const { path, body, headers, model, meter } = await asked({
      hub: 'google',
      name: 'gemini-2.5-flash',
      system_prompt: 'Be brief.',
      parameters: {
        max_tokens: 9,
        seed: 1,
        generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
        safetySettings: [],
      },
    });
    expect(path).toBe('/v1beta/models/gemini-2.5-flash:generateContent');
    expect(body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Is water wet?' }] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { maxOutputTokens: 9, seed: 1, thinkingConfig: { thinkingBudget: 0 } },
      safetySettings: [],
    });
    expect(headers).toMatchObject({ 'x-goog-api-key': KEY });
    expect(model.served?.list).toEqual([{ model: 'gemini-2.5-flash', replies: 1 }]);
    expect([meter.prompt_tokens, meter.completion_tokens]).toEqual([3, 4]);
  });

  it('to Bedrock: Converse, with a bearer token', async () => {
    const { path, body, headers, model, meter } = await asked({
      ...REGION,
      name: 'eu.amazon.nova-lite-v1:0',
      system_prompt: 'Be brief.',
      parameters: { max_tokens: 9, additionalModelRequestFields: { a: 1 } },
    });
    expect(path).toBe('/model/eu.amazon.nova-lite-v1%3A0/converse');
    expect(body).toMatchObject({
      messages: [{ role: 'user', content: [{ text: 'Is water wet?' }] }],
      system: [{ text: 'Be brief.' }],
      inferenceConfig: { maxTokens: 9 },
      additionalModelRequestFields: { a: 1 },
    });
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(model.served?.list).toEqual([{ model: 'eu.amazon.nova-lite-v1:0', replies: 1 }]);
    expect([meter.prompt_tokens, meter.completion_tokens]).toEqual([3, 4]);
  });

  it('to the Responses API', async () => {
    const { answer, path, body, meter } = await asked({
      api: 'responses',
      name: 'gpt-5',
      system_prompt: 'Be brief.',
      parameters: { max_output_tokens: 64, reasoning: { effort: 'low' } },
    });
    expect(answer).toEqual({ text: 'To Is water wet?', isReasoned: true });
    expect(path).toBe('/v1/responses');
    expect(body).toEqual({
      model: 'gpt-5',
      input: 'Is water wet?',
      instructions: 'Be brief.',
      max_output_tokens: 64,
      reasoning: { effort: 'low' },
    });
    expect([meter.prompt_tokens, meter.completion_tokens]).toEqual([3, 4]);
  });

  it('to Azure’s v1 API: the deployment as the model, and the key as Bearer', async () => {
    for (const end of ['', '/']) {
      const { path, body, headers } = await asked({
        hub: 'azure-openai',
        name: 'our-gpt',
        base_url: `${server.url}/openai/v1${end}`,
      });
      expect(path).toBe('/openai/v1/chat/completions');
      expect(body).toMatchObject({ model: 'our-gpt' });
      expect(headers.authorization).toBe(`Bearer ${KEY}`);
      expect(headers).not.toHaveProperty('api-key');
    }
  });

  it('to a deployment of Azure: a token of Entra as Bearer, a key as api-key', async () => {
    const classic = {
      hub: 'azure-openai',
      api_version: '2024-10-21',
      base_url: server.url,
    };
    const token = 'eyJhbGciOi.eyJhdWQiOi.c2lnbmF0dXJl';
    const { headers } = await asked(classic, { keys: { 'azure-openai': token } });
    expect(headers.authorization).toBe(`Bearer ${token}`);
    expect(headers).not.toHaveProperty('api-key');
    expect((await asked(classic)).headers['api-key']).toBe(KEY);
  });

  it('asks for JSON by a schema where the provider has one, else in words alone', async () => {
    const schema = {
      type: 'object' as const,
      properties: { verdict: { type: 'string' as const } },
      required: ['verdict'],
      additionalProperties: false as const,
    };
    const format = { name: 'verdict', schema } as never;
    const bodyOf = async (settings: Settings) => {
      const { model } = await opened(settings);
      await model.answer('Judge.', format);
      return JSON.stringify(server.requests.at(-1)!.body);
    };
    expect(await bodyOf({ api: 'responses' })).toContain('"text":{"format":{"type":"json_schema"');
    expect(await bodyOf({ hub: 'google', name: 'gemini-2.5-flash' })).toContain('responseSchema');
    expect(await bodyOf({ hub: 'anthropic', name: 'claude-sonnet-4-5' })).toContain('verdict');
    expect(await bodyOf(REGION)).not.toContain('verdict');
  });
});

describe('signed requests', () => {
  const ID = 'AKIAIOSFODNN7EXAMPLE';
  const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const TOKEN = 'IQoJb3JpZ2luX2VjEXAMPLETOKEN==';
  const ACCESS = { AWS_ACCESS_KEY_ID: ID, AWS_SECRET_ACCESS_KEY: SECRET, AWS_SESSION_TOKEN: TOKEN };

  it('take the credentials that the login step leaves; a bearer token goes first', () => {
    expect(keysFrom(ACCESS)).toEqual({ bedrock: `${ID}:${SECRET}:${TOKEN}` });
    expect(keysFrom({ AWS_ACCESS_KEY_ID: ID })).toEqual({});
    const both = { ...ACCESS, AWS_BEARER_TOKEN_BEDROCK: KEY };
    expect(keysFrom(both)).toEqual({ bedrock: KEY });
  });

  it('are signed anew for each attempt, and hold no secret', async () => {
    server.options.fail = (_, nth) =>
      nth === 1 ? { status: 500, headers: { 'retry-after': '1' } } : undefined;
    const keys = { bedrock: keysFrom(ACCESS)['bedrock'] };
    await asked({ ...REGION, retries: 1 }, { keys });
    const sent = server.requests.map(({ headers }) => headers);
    const times = sent.map((headers) => String(headers['x-amz-date']));
    expect(times).toHaveLength(2);
    expect(times[0]! < times[1]!).toBe(true);
    for (const headers of sent) {
      expect(headers.authorization).toMatch(
        new RegExp(
          `^AWS4-HMAC-SHA256 Credential=${ID}/\\d{8}/eu-central-1/bedrock/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$`,
        ),
      );
      expect(headers['x-amz-security-token']).toBe(TOKEN);
      expect(JSON.stringify(headers)).not.toContain(SECRET);
    }
    expect(sent[0]!.authorization).not.toBe(sent[1]!.authorization);
  });

  it('say that the credentials expired, and where they come from', async () => {
    server.options.fail = () => ({
      status: 403,
      body: { message: 'The security token included in the request is expired' },
    });
    const { model } = await opened(REGION, { keys: { bedrock: `${ID}:${SECRET}` } });
    expect(await rejection(model.answer('Is water wet?'))).toMatchObject({
      kind: 'authentication',
      message: expect.stringContaining('is expired'),
      remedy: expect.stringMatching(/`AWS_ACCESS_KEY_ID`.*anew/),
    });
  });
});

describe('what cannot be used is an error before a request', () => {
  const errorOf = (settings: Settings) => refused(() => opened(settings));
  afterEach(() => expect(server.requests).toEqual([]));

  it.each([
    '../../v1/files?x=1#',
    'a/../b',
    'a/./b',
    '..',
    'a b',
    'a?key=1',
    'a#b',
    'a%2e%2e/b',
    'a//b',
    '/a',
    'a\\b',
    'ä',
    '',
  ])('a model with the name %j', async (name) => {
    for (const hub of ['anthropic', 'google', 'bedrock'])
      expect(await errorOf({ ...REGION, hub, name })).toMatchObject({ where: 'model.name' });
  });

  it.each([
    'claude-sonnet-4-5@20250929',
    'models/gemini-2.5-flash',
    'arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.anthropic.claude-v1:0',
  ])('and not one with the name %s', async (name) => {
    for (const hub of ['anthropic', 'google', 'bedrock']) await opened({ ...REGION, hub, name });
  });

  it.each([
    'x.evil.example/?',
    'eu-central-1.evil.example',
    'eu-central-1@x',
    'EU-CENTRAL-1',
    '',
    'x',
  ])('a region %j', async (region) => {
    const error = await errorOf({ hub: 'bedrock', region });
    expect(error).toMatchObject({ where: 'model.region' });
    const atHome = modelSettings({ hub: 'bedrock', region });
    expect(originOf(hubNamed('bedrock'), atHome, {})).toBeUndefined();
    await expect(createModel(atHome, connection(), new Meter())).rejects.toMatchObject({
      where: 'model.region',
    });
  });

  it('a region is part of the host, and nothing else is', () => {
    const atHome = modelSettings({ hub: 'bedrock', region: 'us-gov-west-1' });
    expect(originOf(hubNamed('bedrock'), atHome, {})).toBe(
      'https://bedrock-runtime.us-gov-west-1.amazonaws.com',
    );
  });

  it.each<[string, Settings, string]>([
    ['temperature above 1', { hub: 'anthropic', parameters: { temperature: 1.5 } }, 'temperature'],
    ['a seed', { hub: 'anthropic', parameters: { seed: 1 } }, 'seed'],
    [
      'top_p beside temperature',
      { hub: 'anthropic', name: 'claude-sonnet-4-5', parameters: { temperature: 0, top_p: 0.9 } },
      'top_p',
    ],
    [
      'a model that reasons without temperature',
      { hub: 'anthropic', name: 'claude-opus-4-7', parameters: { temperature: 0 } },
      'temperature',
    ],
    [
      'more tokens than the model has',
      { hub: 'anthropic', name: 'claude-3-haiku-20240307', parameters: { max_tokens: 100_000 } },
      'max_tokens',
    ],
    [
      'a penalty',
      { hub: 'google', name: 'gemini-2.5-flash', parameters: { frequency_penalty: 1 } },
      'frequency_penalty',
    ],
    ['a penalty', { ...REGION, parameters: { presence_penalty: 1 } }, 'presence_penalty'],
    ['temperature above 1', { ...REGION, parameters: { temperature: 2 } }, 'temperature'],
    ['the prompt', { hub: 'anthropic', parameters: { system: 'x' } }, 'system'],
    ['the prompt', { hub: 'google', parameters: { contents: [] } }, 'contents'],
  ])('a parameter that would be dropped or changed: %s', async (_, settings, name) => {
    expect(await errorOf(settings)).toMatchObject({ where: `model.parameters.${name}` });
  });

  it('an API that the hub does not have', async () => {
    for (const hub of ['anthropic', 'google', 'bedrock', 'huggingface'])
      expect(await errorOf({ ...REGION, hub, api: 'responses' })).toMatchObject({
        where: 'model.api',
      });
    const classic = { hub: 'azure-openai', api_version: '2024-10-21', base_url: server.url };
    expect(await errorOf({ ...classic, api: 'responses' })).toMatchObject({ where: 'model.api' });
  });

  it('a deployment in the v1 address of Azure, or a version beside it', async () => {
    const v1 = `${server.url}/openai/v1`;
    const azure = { hub: 'azure-openai' };
    expect(await errorOf({ ...azure, base_url: `${v1}/deployments/our-gpt` })).toMatchObject({
      where: 'model.base_url',
      remedy: expect.stringContaining('the deployment as `model.name`'),
    });
    expect(await errorOf({ ...azure, base_url: v1, api_version: 'preview' })).toMatchObject({
      where: 'model.api_version',
    });
  });
});

it('a model that the v1 address does not know: the name is that of a deployment', async () => {
  server.options.models = ['our-gpt'];
  const { model } = await opened({ hub: 'azure-openai', name: 'gpt-4o' });
  const error = await rejection(model.answer('Is water wet?'));
  delete server.options.models;
  expect(error).toMatchObject({
    kind: 'not_found',
    remedy: expect.stringContaining('that `model.name` is the name of a deployment'),
  });
});

describe('headers', () => {
  const ALL: Settings[] = [
    {},
    { hub: 'anthropic' },
    { hub: 'google' },
    REGION,
    { hub: 'azure-openai' },
  ];

  it('go with each request of every hub, with variables that the workflow lists', async () => {
    for (const settings of ALL) {
      const headers = { 'x-portkey-provider': 'openai', 'X-Tenant': 'no ${TENANT}' };
      const sent = await asked(
        { ...settings, headers },
        { variables: { TENANT: 'tenant-7-0123' } },
      );
      expect(sent.headers).toMatchObject({
        'x-portkey-provider': 'openai',
        'x-tenant': 'no tenant-7-0123',
      });
    }
  });

  it.each([
    'Authorization',
    'API-Key',
    'X-Api-Key',
    'x-goog-api-key',
    'X-Amz-Date',
    'x-amz-security-token',
    'Cookie',
    'Host',
    'Content-Length',
    'proxy-authorization',
  ])('carry no key and set no host: %s', async (name) => {
    for (const settings of ALL) {
      const error = await refused(() => opened({ ...settings, headers: { [name]: 'x' } }));
      expect(error).toMatchObject({ name: 'ConfigError', where: `model.headers.${name}` });
      if (/key|auth(?!.*proxy)|amz|cookie/i.test(name) && !name.startsWith('proxy'))
        expect(error.remedy).toContain('the input `api-key`');
    }
    expect(server.requests).toEqual([]);
  });
});
