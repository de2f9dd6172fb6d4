import { InferenceClient } from '@huggingface/inference';
import OpenAI, { AzureOpenAI } from 'openai';
import {
  attentive, bagOfWords, echo, oblivious, parrot, startModelServer, tokens,
  type Failure, type ModelServer, type ModelServerOptions,
} from './model-server.js';

const KEY = 'sk-test-0123456789abcdef';
const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'Is the sky blue?' }] };

let server: ModelServer;

async function start(options?: ModelServerOptions): Promise<ModelServer> {
  return (server = await startModelServer(options));
}

function openai(options: ConstructorParameters<typeof OpenAI>[0] = {}): OpenAI {
  return new OpenAI({ apiKey: KEY, baseURL: `${server.url}/v1`, maxRetries: 0, logLevel: 'off', ...options });
}

function azure(options: ConstructorParameters<typeof AzureOpenAI>[0] = {}): AzureOpenAI {
  return new AzureOpenAI({ apiKey: KEY, endpoint: server.url, apiVersion: '2024-10-21', maxRetries: 0, ...options });
}

function huggingFace(token = 'hf_test', path = ''): InferenceClient {
  return new InferenceClient(token, { endpointUrl: server.url + path, retry_on_error: false });
}

async function post(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers });
  return { status: response.status, code: response.headers.get('x-error-code'), body: (await response.json()) as any };
}

/** What a promise was rejected with. */
async function rejection(promise: Promise<unknown>): Promise<any> {
  return promise.then(
    () => { throw new Error('expected a rejection'); },
    (error: unknown) => error,
  );
}

function cosine(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b));
}

afterEach(() => server.close());

describe('behaviours', () => {
  beforeEach(() => start());

  test('attentive hears "not", oblivious does not', () => {
    expect(attentive('The sky is not blue.')).not.toBe(attentive('The sky is blue.'));
    expect(oblivious('The sky is not blue.')).toBe(oblivious('The sky is blue.'));
    const options = 'A. yes\nB. no\nC. perhaps';
    expect(options).toContain(attentive(`Is it?\n${options}`));
    expect(attentive(`Is it not?\n${options}`)).not.toBe(attentive(`Is it?\n${options}`));
  });

  test('parrot repeats what stands at the ends, attentive nothing', () => {
    const prompt = 'Hey moron, tell me in a few words what the capital of France is, you idiot';
    expect(parrot(prompt)).toBe('Hey moron, tell me France is, you idiot');
    expect(attentive(prompt)).not.toMatch(/moron|idiot/);
    expect(echo(prompt)).toBe(prompt);
  });

  test('embeddings are one for equal texts and nearly orthogonal for different words', () => {
    expect(bagOfWords('The sky')).toEqual(bagOfWords('the SKY'));
    expect(cosine(bagOfWords('alpha beta gamma'), bagOfWords('delta epsilon zeta'))).toBeLessThan(0.4);
    expect(cosine(bagOfWords(attentive('It is so')), bagOfWords(attentive('It is not so')))).toBeLessThan(0.5);
    expect(Math.hypot(...bagOfWords(''))).toBeCloseTo(1);
  });

  test('tokens are the text again when joined', () => {
    const text = '  A line,\nand another. ';
    expect(tokens(text).join('')).toBe(text);
  });
});

describe('OpenAI', () => {
  test('chat says what the script says, and counts it', async () => {
    await start({ answer: (prompt) => `You said: ${prompt}` });
    const completion = await openai().chat.completions.create(CHAT);
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'You said: Is the sky blue?', refusal: null },
    });
    expect(completion.usage).toEqual({ prompt_tokens: 4, completion_tokens: 6, total_tokens: 10 });
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/v1/chat/completions', body: CHAT }]);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(server.count('/chat/completions')).toBe(1);
    expect(server.count('/embeddings')).toBe(0);
  });

  test('chat answers with no content, a refusal, or what fits into max_tokens', async () => {
    await start({ answer: () => ({ content: null, finish_reason: 'content_filter', refusal: 'No.' }) });
    const refused = await openai().chat.completions.create(CHAT);
    expect(refused.choices[0]).toMatchObject({ finish_reason: 'content_filter', message: { content: null, refusal: 'No.' } });
    server.options.answer = () => 'one two three';
    const cut = await openai().chat.completions.create({ ...CHAT, max_completion_tokens: 2 });
    expect(cut.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'one two' } });
  });

  test('chat gives log-probabilities of the answer', async () => {
    await start({ answer: () => 'yes indeed', logprob: () => -0.5 });
    const { choices } = await openai().chat.completions.create({ ...CHAT, logprobs: true, top_logprobs: 1 });
    expect(choices[0]?.logprobs?.content?.map(({ token, logprob }) => [token, logprob])).toEqual([['yes', -0.5], [' indeed', -0.5]]);
  });

  test('completions echo the prompt with its log-probabilities, the first unknown', async () => {
    await start({ answer: () => ' it is', logprob: (_, before) => -before.length });
    const { choices } = await openai().completions.create({ model: 'm', prompt: 'The sky', echo: true, logprobs: 1, max_tokens: 1 });
    expect(choices[0]).toMatchObject({
      text: 'The sky it',
      logprobs: { tokens: ['The', ' sky', ' it'], token_logprobs: [null, -1, -2], text_offset: [0, 3, 7] },
    });
    const vllm = await openai().post<any>('/completions', { body: { model: 'm', prompt: 'The sky', prompt_logprobs: 0 } });
    const [first, second] = vllm.choices[0].prompt_logprobs;
    expect(first).toBeNull();
    expect(Object.values(second)).toEqual([{ logprob: -1, rank: 1, decoded_token: ' sky' }]);
  });

  test('completions of other servers know nothing of the prompt', async () => {
    await start({ answer: () => ' it is', completions: 'generated-only' });
    const request = { model: 'm', prompt: 'The sky', echo: true, logprobs: 1, max_tokens: 1 };
    const legacy = await openai().completions.create(request);
    expect(legacy.choices[0]).toMatchObject({ text: ' it', logprobs: { tokens: [' it'], token_logprobs: [expect.any(Number)] } });
    server.options.completions = 'llama.cpp';
    const llama = await openai().completions.create(request);
    expect(llama.choices[0]).toMatchObject({ text: ' it', logprobs: { content: [{ token: ' it' }] } });
    server.options.completions = 'refuses-echo';
    expect(await rejection(openai().completions.create(request))).toMatchObject({ status: 400, message: expect.stringContaining('echo') });
  });

  test('completions answer several prompts', async () => {
    await start({ answer: echo });
    const { choices } = await openai().completions.create({ model: 'm', prompt: ['a b', 'c'] });
    expect(choices.map(({ index, text }) => [index, text])).toEqual([[0, 'a b'], [1, 'c']]);
  });

  test('embeddings are the same in base64 and in numbers, whatever their order', async () => {
    await start({ shuffle: true });
    const input = ['first text', 'second text', 'third text'];
    const base64 = await openai().embeddings.create({ model: 'e', input });
    const float = await openai().embeddings.create({ model: 'e', input, encoding_format: 'float' });
    expect(server.requests.map(({ body }) => (body as any).encoding_format)).toEqual(['base64', 'float']);
    expect(base64.data.map(({ index }) => index)).toEqual([2, 1, 0]);
    expect(Array.from(base64.data[2]?.embedding ?? [])).toEqual(bagOfWords('first text'));
    expect(float.data[2]?.embedding).toEqual(bagOfWords('first text'));
    expect(float.usage).toEqual({ prompt_tokens: 6, total_tokens: 6 });
    Object.assign(server.options, { shuffle: false, floatsOnly: true });
    const one = await openai().embeddings.create({ model: 'e', input: 'second text', dimensions: 8 });
    expect(one.data[0]?.embedding).toEqual(bagOfWords('second text').slice(0, 8));
    expect(await rejection(openai().embeddings.create({ model: 'e', input: [''] }))).toMatchObject({ status: 400 });
  });

  test('models are listed with the date of their end', async () => {
    await start({ models: ['a', 'b'], shutdownDates: { b: '2027-01-14' } });
    const found = [];
    for await (const model of openai().models.list()) found.push([model.id, model.shutdown_date]);
    expect(found).toEqual([['a', null], ['b', '2027-01-14']]);
    expect((await openai().models.retrieve('b')).id).toBe('b');
  });

  test('moderation flags foul words', async () => {
    await start();
    const { results } = await openai().moderations.create({ input: ['Good morning', 'Good morning, moron'] });
    expect(results.map(({ flagged, categories }) => [flagged, categories.harassment])).toEqual([[false, false], [true, true]]);
  });

  test('a wrong key is refused, and partly quoted', async () => {
    await start({ keys: [KEY] });
    await openai().chat.completions.create(CHAT);
    const error = await rejection(openai({ apiKey: 'sk-wrong-0123456789' }).chat.completions.create(CHAT));
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect(error.message).toContain('sk-wrong*******6789. You can find');
  });

  test('an unknown model or route is not found', async () => {
    await start({ models: ['m'] });
    const error = await rejection(openai().chat.completions.create({ ...CHAT, model: 'typo' }));
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'model_not_found', message: expect.stringContaining('`typo`') });
    const lost = openai({ baseURL: `${server.url}/v1/v1` }).chat.completions.create(CHAT);
    expect(await rejection(lost)).toMatchObject({ status: 404, message: expect.stringContaining('Invalid URL') });
  });

  test('a further route serves any other protocol', async () => {
    await start({ route: ({ path, body }) => (path === '/ask' ? { status: 200, body: { said: body } } : undefined) });
    expect(await post('/ask', { q: 1 })).toEqual({ said: { q: 1 } });
  });
});

describe('Azure OpenAI', () => {
  test('chat, completions and embeddings go to deployments', async () => {
    await start({ keys: [KEY], models: ['prod'], answer: () => 'fine' });
    const client = azure({ deployment: 'prod' });
    expect((await client.chat.completions.create(CHAT)).choices[0]?.message.content).toBe('fine');
    expect((await client.completions.create({ model: 'm', prompt: 'x' })).choices[0]?.text).toBe('fine');
    expect(Array.from((await client.embeddings.create({ model: 'm', input: 'x' })).data[0]?.embedding ?? [])).toEqual(bagOfWords('x'));
    expect(server.requests[0]).toMatchObject({
      path: '/openai/deployments/prod/chat/completions',
      query: { 'api-version': '2024-10-21' },
      headers: { 'api-key': KEY },
    });
  });

  test('errors are in its own shape', async () => {
    await start({ keys: [KEY], models: ['prod'] });
    const denied = await rejection(azure({ apiKey: 'wrong', deployment: 'prod' }).chat.completions.create(CHAT));
    expect(denied).toMatchObject({ status: 401, code: '401', message: expect.stringContaining('invalid subscription key') });
    const missing = await rejection(azure({ deployment: 'typo' }).chat.completions.create(CHAT));
    expect(missing).toMatchObject({ status: 404, code: 'DeploymentNotFound' });
  });
});

describe('Hugging Face', () => {
  test('chat and text generation go to /v1 of an endpoint', async () => {
    await start({ answer: echo, models: ['known'] });
    const chat = await huggingFace().chatCompletion({ messages: CHAT.messages });
    expect(chat.choices[0]?.message.content).toBe('Is the sky blue?');
    const generated = await huggingFace().textGeneration({ inputs: 'one two three', parameters: { max_new_tokens: 2 } });
    expect(generated).toEqual({ generated_text: 'one two' });
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/completions']);
  });

  test('the client drops the prompt tokens that a text generation server would give', async () => {
    await start({ logprob: (_, before) => -before.length, answer: () => ' it' });
    const parameters = { details: true, decoder_input_details: true, max_new_tokens: 1 };
    expect(await huggingFace().textGeneration({ inputs: 'The sky', parameters })).toEqual({ generated_text: ' it' });
    const bare = {
      generated_text: ' it',
      details: {
        finish_reason: 'eos_token',
        generated_tokens: 1,
        seed: null,
        prefill: [{ id: expect.any(Number), text: 'The', logprob: null }, { id: expect.any(Number), text: ' sky', logprob: -1 }],
        tokens: [{ id: expect.any(Number), text: ' it', logprob: -2, special: false }],
      },
    };
    expect(await post('/generate', { inputs: 'The sky', parameters })).toEqual(bare);
    expect(await post('/', { inputs: 'The sky', parameters })).toEqual([bare]);
    server.options.prefill = false;
    expect(await post('/generate', { inputs: 'The sky', parameters })).toMatchObject({ details: { prefill: [] } });
  });

  test('feature extraction gives a vector a text', async () => {
    await start({ features: true });
    const inputs = ['first', 'second'];
    const expected = inputs.map(bagOfWords);
    expect(await huggingFace().featureExtraction({ inputs })).toEqual(expected);
    expect(await huggingFace('hf_test', '/pipeline/feature-extraction').featureExtraction({ inputs })).toEqual(expected);
    server.options.featureShape = 'flat';
    expect(await huggingFace().featureExtraction({ inputs: 'first' })).toEqual(expected[0]);
    server.options.featureShape = 'tokens';
    expect(await huggingFace().featureExtraction({ inputs: 'first second' })).toEqual([expected]);
  });

  test('a provider is looked up on the hub and asked through the router', async () => {
    await start({ features: true });
    const asked: string[] = [];
    const local = (url: string, init?: RequestInit) => {
      asked.push(url);
      return fetch(url.replace(/^https:\/\/(router\.)?huggingface\.co/, server.url), init);
    };
    const client = new InferenceClient('hf_test', { fetch: local as typeof fetch });
    const vectors = await client.featureExtraction({ provider: 'hf-inference', model: 'org/encoder', inputs: ['first'] });
    expect(vectors).toEqual([bagOfWords('first')]);
    await client.chatCompletion({ model: 'org/chat:fastest', messages: CHAT.messages });
    expect(asked).toEqual([
      'https://huggingface.co/api/models/org/encoder?expand[]=inferenceProviderMapping',
      'https://router.huggingface.co/hf-inference/models/org/encoder/pipeline/feature-extraction',
      'https://router.huggingface.co/v1/chat/completions',
    ]);
  });

  test('errors are in its own shape', async () => {
    await start({ keys: ['hf_right'], models: ['known'] });
    const denied = await rejection(huggingFace('hf_wrong').chatCompletion({ messages: CHAT.messages }));
    expect(denied.httpResponse).toMatchObject({ status: 401, body: { error: 'Invalid username or password.' } });
    const missing = await rejection(huggingFace('hf_right').chatCompletion({ model: 'typo', messages: CHAT.messages }));
    expect(missing.httpResponse).toMatchObject({ status: 400, body: { error: { code: 'model_not_found' } } });
  });
});

describe('failures', () => {
  const once = (failure: Failure) => (_: unknown, nth: number) => (nth === 1 ? failure : undefined);

  test.each([
    ['seconds', { 'retry-after': '1' }, 900],
    ['milliseconds', { 'retry-after-ms': '50' }, 45],
    ['a date', { 'retry-after': new Date(Date.now() + 3_000).toUTCString() }, 0],
  ])('429 with retry-after in %s, then an answer', async (_, headers, least) => {
    await start({ fail: once({ status: 429, headers }) });
    await openai({ maxRetries: 1 }).chat.completions.create(CHAT);
    const [first, second] = server.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(least);
    expect(server.count()).toBe(2);
  });

  test('429 and 500 without a body of their own have the usual one', async () => {
    await start({ fail: (_, nth) => ({ status: nth === 1 ? 429 : 500 }) });
    const limited = await rejection(openai().chat.completions.create(CHAT));
    expect(limited).toBeInstanceOf(OpenAI.RateLimitError);
    expect(limited).toMatchObject({ code: 'rate_limit_exceeded' });
    expect(await rejection(openai().chat.completions.create(CHAT))).toBeInstanceOf(OpenAI.InternalServerError);
    const busy = await rejection(huggingFace().chatCompletion({ messages: CHAT.messages }));
    expect(busy.httpResponse.body).toEqual({ error: expect.stringContaining('server had an error') });
  });

  test('JSON that ends too early, by length or by content', async () => {
    await start({ fail: (_, nth) => (nth === 1 ? 'cut' : 'half') });
    expect((await rejection(openai().chat.completions.create(CHAT))).message).toMatch(/terminated|Connection error/);
    expect(await rejection(openai().chat.completions.create(CHAT))).toBeInstanceOf(SyntaxError);
  });

  test('an HTML page is no answer, though the client returns it as one', async () => {
    await start({ fail: () => 'html' });
    expect(await openai().chat.completions.create(CHAT)).toMatch(/^<!DOCTYPE html>/);
  });

  test('silence, from the start or in the middle, ends with the time-out', async () => {
    await start({ fail: (_, nth) => (nth === 1 ? 'hang' : 'stall') });
    const silent = await rejection(openai({ timeout: 100 }).chat.completions.create(CHAT));
    expect(silent).toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
    await expect(openai({ timeout: 100 }).chat.completions.create(CHAT)).rejects.toThrow();
    expect(server.count()).toBe(2);
  });

  test('a reset connection', async () => {
    await start({ fail: () => 'reset' });
    const error = await rejection(openai().chat.completions.create(CHAT));
    expect(error).toBeInstanceOf(OpenAI.APIConnectionError);
    expect(error.cause?.cause?.code).toBe('ECONNRESET');
  });

  test('a redirect to another host', async () => {
    const elsewhere = await startModelServer();
    await start({ fail: () => ({ status: 307, headers: { location: `${elsewhere.url}/v1/chat/completions` } }) });
    await openai().chat.completions.create(CHAT);
    expect(elsewhere.requests[0]?.body).toMatchObject(CHAT);
    await elsewhere.close();
  });

  test('a script that throws is not retried', async () => {
    await start({ answer: () => { throw new Error('typo in a test'); } });
    const error = await rejection(openai({ maxRetries: 2 }).chat.completions.create(CHAT));
    expect(error.message).toContain('typo in a test');
    expect(server.count()).toBe(1);
  });
});

describe('the server itself', () => {
  test('counts requests that are under way at once', async () => {
    await start({ latency: 40 });
    await Promise.all([1, 2, 3].map(() => openai().chat.completions.create(CHAT)));
    await openai().chat.completions.create(CHAT);
    expect(server.maxInFlight).toBe(3);
    await server.close();
    await start();
    for (let i = 0; i < 5; i++) await openai().chat.completions.create(CHAT);
    expect(server.maxInFlight).toBe(1);
  });

  test('closes at once, with requests that hang or wait', async () => {
    await start({ latency: 60_000, fail: (_, nth) => (nth === 1 ? 'hang' : undefined) });
    const lost = [1, 2].map(() => rejection(openai().chat.completions.create(CHAT)));
    while (server.count() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const began = Date.now();
    await server.close();
    expect(Date.now() - began).toBeLessThan(200);
    await Promise.all(lost);
  });
});

describe('datasets server', () => {
  const rows = Array.from({ length: 230 }, (_, i) => ({ question: `Q${i}`, choices: ['a', 'b'], label: i % 2 }));
  const at = (name: string, rest = '') => `/rows?dataset=${encodeURIComponent(name)}&config=default&split=train${rest}`;

  test('splits, and rows in pages of at most 100', async () => {
    await start({ datasets: { 'org/set': { rows, truncated: { 200: ['question'] } } } });
    const { body: splits } = await get('/splits?dataset=org/set');
    expect(splits).toEqual({ splits: [{ dataset: 'org/set', config: 'default', split: 'train' }], pending: [], failed: [] });
    const read: unknown[] = [];
    for (let total = 1; read.length < total; ) {
      const { body } = await get(at('org/set', `&offset=${read.length}&length=100`));
      read.push(...body.rows.map(({ row }: { row: unknown }) => row));
      total = body.num_rows_total;
    }
    expect(read).toEqual(rows);
    expect(server.count('/rows')).toBe(3);
    const { body: last } = await get(at('org/set', '&offset=200'));
    expect(last).toMatchObject({ num_rows_total: 230, num_rows_per_page: 100, partial: false });
    expect(last.rows[0]).toEqual({ row_idx: 200, row: rows[200], truncated_cells: ['question'] });
    expect(last.features.map(({ name }: { name: string }) => name)).toEqual(['question', 'choices', 'label']);
    expect(last.features[1].type).toEqual({ feature: { dtype: 'string', _type: 'Value' }, _type: 'List' });
  });

  test('several configs and splits', async () => {
    await start({ datasets: { multi: { configs: { en: { test: rows.slice(0, 2) }, de: { test: [] } } } } });
    expect((await get('/splits?dataset=multi')).body.splits.map(({ config }: { config: string }) => config)).toEqual(['en', 'de']);
    expect((await get('/rows?dataset=multi&config=en&split=test')).body.rows).toHaveLength(2);
    expect(await get('/rows?dataset=multi&config=en&split=typo')).toMatchObject({ status: 404, code: 'ResponseNotFound' });
  });

  test('refuses what the real one refuses', async () => {
    await start({
      keys: ['hf_right'],
      datasets: { small: { rows }, closed: { rows, gated: true }, busy: { rows, fail: 429 }, broken: { rows, fail: 500 } },
    });
    const authorization = 'Bearer hf_right';
    expect(await get(at('small', '&length=101'))).toMatchObject({ status: 422, body: { error: expect.stringContaining('100') } });
    expect(await get('/rows?dataset=small&split=train')).toMatchObject({ status: 422, code: 'MissingRequiredParameter' });
    expect(await get(at('typo'))).toMatchObject({ status: 401, code: 'ExternalUnauthenticatedError' });
    expect(await get(at('typo'), { authorization })).toMatchObject({ status: 404, code: 'ExternalAuthenticatedError' });
    expect((await get(at('closed'))).status).toBe(401);
    expect((await get(at('closed'), { authorization })).status).toBe(200);
    expect((await get(at('busy'))).status).toBe(429);
    expect(await get(at('broken'))).toMatchObject({ status: 500, code: 'ResponseNotReady' });
  });
});
