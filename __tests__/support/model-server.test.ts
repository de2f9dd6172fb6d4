import { InferenceClient } from '@huggingface/inference';
import OpenAI from 'openai';
import { azure, CHAT, closeAll, huggingFace, KEY, openai, rejection, start } from './model-clients.js';
import { attentive, bagOfWords, echo, oblivious, parrot, tokens } from './model-server.js';

afterEach(closeAll);

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

function cosine(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b));
}

describe('behaviours', () => {
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
  test('chat takes a response_format, or refuses it in the words of a server', async () => {
    const server = await start();
    const asked = { ...CHAT, response_format: { type: 'json_schema', json_schema: { name: 'n', strict: true, schema: {} } } } as const;
    await openai().chat.completions.create(asked);
    server.options.refusesFormat = 'llama.cpp';
    expect(await rejection(openai().chat.completions.create(asked))).toMatchObject({
      status: 500,
      message: expect.stringContaining('but got: json_schema'),
    });
    server.options.refusesFormat = 'tgi';
    expect(await rejection(huggingFace().chatCompletion(asked))).toMatchObject({ httpResponse: { status: 422 } });
    await openai().chat.completions.create(CHAT);
    expect(server.count()).toBe(4);
  });

  test('chat says what the script says, and counts it', async () => {
    const server = await start({ answer: (prompt) => `You said: ${prompt}` });
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
    const server = await start({ answer: () => ({ content: null, finish_reason: 'content_filter', refusal: 'No.' }) });
    const refused = await openai().chat.completions.create(CHAT);
    expect(refused.choices[0]).toMatchObject({ finish_reason: 'content_filter', message: { content: null, refusal: 'No.' } });
    server.options.answer = () => 'one two three';
    const cut = await openai().chat.completions.create({ ...CHAT, max_completion_tokens: 2 });
    expect(cut.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'one two' } });
  });

  test('completions echo the prompt with its log-probabilities, the first unknown', async () => {
    await start({ answer: () => ' it is', logprob: (_, before) => -before.length });
    const { choices } = await openai().completions.create({ model: 'm', prompt: 'The sky', echo: true, logprobs: 1, max_tokens: 1 });
    expect(choices[0]).toMatchObject({
      text: 'The sky it',
      logprobs: { tokens: ['The', ' sky', ' it'], token_logprobs: [null, -1, -2], text_offset: [0, 3, 7] },
    });
    const body = { model: 'm', prompt: 'The sky', prompt_logprobs: 0 };
    const vllm = await openai().post<{ choices: { prompt_logprobs: (object | null)[] }[] }>('/completions', { body });
    const ofPrompt = vllm.choices[0]?.prompt_logprobs.map((token) => token && Object.values(token));
    expect(ofPrompt).toEqual([null, [{ logprob: -1, rank: 1, decoded_token: ' sky' }]]);
  });

  test('completions of other servers know nothing of the prompt', async () => {
    const server = await start({ answer: () => ' it is', completions: 'generated-only' });
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
    expect(choices.map(({ index, text }) => [index, text])).toEqual([
      [0, 'a b'],
      [1, 'c'],
    ]);
  });

  test('embeddings are the same in base64 and in numbers, whatever their order', async () => {
    const server = await start({ shuffle: true });
    const input = ['first text', 'second text', 'third text'];
    const base64 = await openai().embeddings.create({ model: 'e', input });
    const float = await openai().embeddings.create({ model: 'e', input, encoding_format: 'float' });
    expect(server.requests).toMatchObject([{ body: { encoding_format: 'base64' } }, { body: { encoding_format: 'float' } }]);
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
    expect(found).toEqual([
      ['a', null],
      ['b', '2027-01-14'],
    ]);
    expect((await openai().models.retrieve('b')).id).toBe('b');
  });

  test('moderation flags foul words', async () => {
    await start();
    const { results } = await openai().moderations.create({ input: ['Good morning', 'Good morning, moron'] });
    expect(results.map(({ flagged, categories }) => [flagged, categories.harassment])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('moderation gives the scores that it is told, and takes lists or refuses them in the words of a server', async () => {
    const server = await start({ scores: (text) => ({ hate: text.length / 10, violence: 0 }) });
    const { results } = await openai().moderations.create({ input: ['a', 'abcdefgh'] });
    expect(results).toMatchObject([
      { flagged: false, category_scores: { hate: 0.1 } },
      { flagged: true, categories: { hate: true, violence: false } },
    ]);
    server.options.refusesLists = 'openai';
    expect(await rejection(openai().moderations.create({ input: ['a'] }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('array'),
    });
    expect((await openai().moderations.create({ input: 'a' })).results).toHaveLength(1);
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
    const { url } = await start({ models: ['m'] });
    const error = await rejection(openai().chat.completions.create({ ...CHAT, model: 'typo' }));
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'model_not_found', message: expect.stringContaining('`typo`') });
    const lost = openai({ baseURL: `${url}/v1/v1` }).chat.completions.create(CHAT);
    expect(await rejection(lost)).toMatchObject({ status: 404, message: expect.stringContaining('Invalid URL') });
  });

  test('a further route serves any other protocol', async () => {
    const server = await start({ route: ({ path, body }) => (path === '/ask' ? { status: 200, body: { said: body } } : undefined) });
    expect(await post(`${server.url}/ask`, { q: 1 })).toEqual({ said: { q: 1 } });
  });
});

describe('Azure OpenAI', () => {
  test('chat, completions and embeddings go to deployments', async () => {
    const server = await start({ keys: [KEY], models: ['prod'], answer: () => 'fine' });
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
    const server = await start({ answer: echo, models: ['known'] });
    const chat = await huggingFace().chatCompletion({ messages: CHAT.messages });
    expect(chat.choices[0]?.message.content).toBe('Is the sky blue?');
    const generated = await huggingFace().textGeneration({ inputs: 'one two three', parameters: { max_new_tokens: 2 } });
    expect(generated).toEqual({ generated_text: 'one two' });
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/completions']);
  });

  test('the client drops the prompt tokens that a text generation server would give', async () => {
    const server = await start({ logprob: (_, before) => -before.length, answer: () => ' it' });
    const parameters = { details: true, decoder_input_details: true, max_new_tokens: 1 };
    expect(await huggingFace().textGeneration({ inputs: 'The sky', parameters })).toEqual({ generated_text: ' it' });
    const bare = {
      generated_text: ' it',
      details: {
        finish_reason: 'eos_token',
        generated_tokens: 1,
        seed: null,
        prefill: [
          { id: expect.any(Number), text: 'The', logprob: null },
          { id: expect.any(Number), text: ' sky', logprob: -1 },
        ],
        tokens: [{ id: expect.any(Number), text: ' it', logprob: -2, special: false }],
      },
    };
    expect(await post(`${server.url}/generate`, { inputs: 'The sky', parameters })).toEqual(bare);
    expect(await post(`${server.url}/`, { inputs: 'The sky', parameters })).toEqual([bare]);
    server.options.prefill = false;
    expect(await post(`${server.url}/generate`, { inputs: 'The sky', parameters })).toMatchObject({ details: { prefill: [] } });
  });

  test('feature extraction gives a vector a text', async () => {
    const server = await start({ features: true });
    const inputs = ['first', 'second'];
    const expected = inputs.map(bagOfWords);
    expect(await huggingFace().featureExtraction({ inputs })).toEqual(expected);
    expect(await huggingFace('hf_test', '/pipeline/feature-extraction').featureExtraction({ inputs })).toEqual(expected);
    server.options.featureShape = 'flat';
    expect(await huggingFace().featureExtraction({ inputs: 'first' })).toEqual(expected[0]);
    server.options.featureShape = 'tokens';
    expect(await huggingFace().featureExtraction({ inputs: 'first second' })).toEqual([expected]);
  });

  test('text classification gives the best label, and more of them to whoever wants more', async () => {
    const server = await start({ scores: () => ({ neutral: 0.2, toxic: 0.8 }) });
    const labels = [
      { label: 'toxic', score: 0.8 },
      { label: 'neutral', score: 0.2 },
    ];
    expect(await post(`${server.url}/`, { inputs: 'x' })).toEqual(labels.slice(0, 1));
    expect(await post(`${server.url}/predict`, { inputs: 'x', parameters: { top_k: 5 } })).toEqual(labels);
    const bare = await rejection(huggingFace().textClassification({ inputs: 'x', parameters: { top_k: 5 } }));
    expect(bare.message).toContain('malformed');
    server.options.labelShape = 'wrapped';
    expect(await huggingFace().textClassification({ inputs: 'x', parameters: { top_k: 5 } })).toEqual(labels);
  });

  test('a provider is looked up on the hub and asked through the router', async () => {
    const server = await start({ features: true });
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
