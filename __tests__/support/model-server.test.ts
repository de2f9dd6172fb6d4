import { InferenceClient } from '@huggingface/inference';
import OpenAI, { AzureOpenAI } from 'openai';
import {
  startModelServer,
  bagOfWords,
  type ModelServer,
  type ModelServerOptions,
} from './model-server.ts';

/**
 * The clients of the services accept the server's replies. Tests of hubs and scenarios cover its
 * refusals.
 */

const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'Is the sky blue?' }] };
const apiKey = 'sk-test-0123456789abcdef';
const open: ModelServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

async function start(options: ModelServerOptions = {}) {
  const server = await startModelServer(options);
  open.push(server);
  const openai = new OpenAI({
    apiKey,
    baseURL: `${server.url}/v1`,
    maxRetries: 0,
    logLevel: 'off',
    timeout: 20_000,
  });
  return { server, openai, chat: () => openai.chat.completions.create(CHAT) };
}

test('chat sends the scripted answer, cut to max_tokens, and records the request', async () => {
  const { server, openai } = await start({ answer: (prompt) => `You said: ${prompt}` });
  const asked = { ...CHAT, max_completion_tokens: 3 };
  const { choices, usage } = await openai.chat.completions.create(asked);
  expect(choices[0]).toMatchObject({
    finish_reason: 'length',
    message: { content: 'You said: Is', refusal: null },
  });
  expect(usage).toEqual({ prompt_tokens: 4, completion_tokens: 3, total_tokens: 7 });
  expect(server.requests).toMatchObject([
    { method: 'POST', path: '/v1/chat/completions', body: asked },
  ]);
  expect([server.count('/chat/completions'), server.count('/embeddings')]).toEqual([1, 0]);
});

test('completions echo the prompt with its log-probabilities, null for the first token', async () => {
  const { server, openai } = await start({
    answer: () => ' it is',
    logprob: (_, before) => -before.length,
  });
  const asked = { model: 'm', prompt: 'The sky', echo: true, logprobs: 1, max_tokens: 1 };
  expect((await openai.completions.create(asked)).choices[0]).toMatchObject({
    text: 'The sky it',
    logprobs: {
      tokens: ['The', ' sky', ' it'],
      token_logprobs: [null, -1, -2],
      text_offset: [0, 3, 7],
    },
  });
  server.options.completions = 'generated-only';
  expect((await openai.completions.create(asked)).choices[0]).toMatchObject({
    text: ' it',
    logprobs: { tokens: [' it'] },
  });
});

test('a deployment of Azure answers, and its errors have Azure shape', async () => {
  const { server } = await start({ keys: [apiKey], models: ['prod'], answer: () => 'fine' });
  const azure = (deployment: string, key = apiKey) =>
    new AzureOpenAI({
      apiKey: key,
      endpoint: server.url,
      apiVersion: '2024-10-21',
      maxRetries: 0,
      deployment,
    }).chat.completions.create(CHAT);
  expect((await azure('prod')).choices[0]?.message.content).toBe('fine');
  await expect(azure('prod', 'wrong')).rejects.toMatchObject({ status: 401, code: '401' });
  await expect(azure('typo')).rejects.toMatchObject({ status: 404, code: 'DeploymentNotFound' });
});

test('Hugging Face chat and feature extraction answer, and a wrong key is refused', async () => {
  const { server } = await start({ keys: ['hf_right'], features: true, answer: () => ' it' });
  const client = (key: string) =>
    new InferenceClient(key, { endpointUrl: server.url, retry_on_error: false });
  expect((await client('hf_right').chatCompletion(CHAT)).choices[0]?.message.content).toBe(' it');
  expect(await client('hf_right').featureExtraction({ inputs: ['first', 'second'] })).toEqual(
    ['first', 'second'].map(bagOfWords),
  );
  await expect(client('hf_wrong').chatCompletion(CHAT)).rejects.toMatchObject({
    httpResponse: { status: 401 },
  });
});

test('the server counts concurrent requests, refuses a crowd, and closes with open requests', async () => {
  const { server, chat } = await start({
    latency: 1_000,
    crowd: { most: 3, refusal: { status: 429 } },
  });
  const all = await Promise.allSettled([1, 2, 3, 4].map(chat));
  expect(all.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect(server.maxInFlight).toBe(4);
  server.options.latency = 60_000;
  const lost = expect(chat()).rejects.toThrow();
  while (server.count() < 5) await new Promise((resolve) => setTimeout(resolve, 5));
  await server.close();
  await lost;
});
