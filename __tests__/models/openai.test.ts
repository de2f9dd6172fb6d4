import { Accounts, createEmbedder, createModel, Meter } from '../../src/models/index.ts';
import type { ModelSettings } from '../../src/models/settings.ts';
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
  serve,
  divertTo,
} from './support.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(options);
  servers.push(server);
  return server;
}

function model(
  server: ModelServer,
  settings: Partial<ModelSettings> = {},
  overrides: Parameters<typeof connection>[0] = {},
  meter = new Meter(),
) {
  return createModel(
    modelSettings({ base_url: `${server.url}/v1`, ...settings }),
    connection(overrides),
    meter,
  );
}

describe('chat', () => {
  it('sends the model, the messages and the parameters as written, and nothing else', async () => {
    const server = await start({ keys: [KEY] });
    const meter = new Meter();
    const asked = await model(
      server,
      { system_prompt: 'Be brief.', parameters: { temperature: 0, custom: { a: [1] } } },
      {},
      meter,
    );
    const { text } = await asked.answer('Is water wet?');
    expect(text).toMatch(/\w/);
    expect(asked).toMatchObject({ hub: 'openai', name: 'test-model' });
    expect(server.requests[0]?.body).toEqual({
      model: 'test-model',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Is water wet?' },
      ],
      temperature: 0,
      custom: { a: [1] },
    });
    const { headers } = server.requests[0]!;
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(Object.keys(headers).filter((name) => /stainless|openai/.test(name))).toEqual([]);
    expect(meter.requests).toBe(1);
    expect(meter.completion_tokens).toBeGreaterThan(0);
  });

  it('reads nothing from the environment', async () => {
    const server = await start();
    const before = { ...process.env };
    const alien = {
      OPENAI_API_KEY: 'sk-alien',
      OPENAI_ADMIN_KEY: 'sk-alien',
      OPENAI_BASE_URL: 'https://evil.example',
      OPENAI_ORG_ID: 'alien',
      OPENAI_PROJECT_ID: 'alien',
      OPENAI_LOG: 'debug',
      OPENAI_CUSTOM_HEADERS: 'authorization: alien\napi-key: alien\nx-alien: 1',
    };
    Object.assign(process.env, alien);
    try {
      await (await model(server, {}, { keys: {} })).answer('Hello');
      await (await model(server)).answer('Hello');
    } finally {
      for (const name of Object.keys(alien))
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
    }
    expect(JSON.stringify(server.requests.map(({ headers }) => headers))).not.toContain('alien');
  });

  it('asks OpenAI itself where no endpoint is named', async () => {
    const server = await start({ keys: [KEY] });
    const asked = divertTo(server, 'api.openai.com');
    await (await createModel(modelSettings(), connection(), new Meter())).answer('Hello');
    expect(asked).toEqual(['api.openai.com/v1/chat/completions']);
  });

  it.each(['model', 'messages', 'prompt', 'stream'])('refuses the parameter %s', async (name) => {
    const error = await refused(() =>
      createModel(modelSettings({ parameters: { [name]: 'x' } }), connection(), new Meter()),
    );
    expect(error).toMatchObject({ name: 'ConfigError', where: `model.parameters.${name}` });
  });

  describe('answers', () => {
    const answerOf = async (options: ModelServerOptions) =>
      (await model(await start(options))).answer('Hello');

    it.each([
      [
        'a refusal',
        { content: null, refusal: 'I cannot help with that.' },
        { text: 'I cannot help with that.' },
      ],
      ['an empty text that the model chose', { content: '', finish_reason: 'stop' }, { text: '' }],
      [
        'a text that was cut',
        { content: 'The first', finish_reason: 'length' },
        { text: 'The first', isCut: true },
      ],
      [
        'the words of a filter',
        { content: '', finish_reason: 'content_filter' },
        { text: '', filter: expect.stringMatching(/content filter .*finish_reason/) },
      ],
    ])('takes %s', async (_, spoken, answer) => {
      expect(await answerOf({ answer: () => spoken })).toEqual(answer);
    });

    it.each([
      [
        { content: null, reasoning_content: 'Water is wet.' },
        'stop',
        /`content` is null, and the text is in `reasoning_content`/,
        /reasoning parser/,
      ],
      [
        { content: '', reasoning: 'Water is wet.' },
        'stop',
        /`content` is empty, and the text is in `reasoning`/,
        /thinking/,
      ],
      [
        { content: '', reasoning_content: 'Water' },
        'length',
        /the text is in `reasoning_content`/,
        /Raise `max_tokens`/,
      ],
      [
        { content: null, tool_calls: [{ function: { name: 'look_up' } }] },
        'tool_calls',
        /called the tool `"look_up"`/,
        /tool_choice: none/,
      ],
    ])(
      'names what came in place of an answer: %j',
      async (message, finish_reason, what, remedy) => {
        const body = { choices: [{ message, finish_reason }] };
        const error = await rejection(answerOf({ route: () => ({ status: 200, body }) }));
        expect(error).toMatchObject({
          kind: 'empty_answer',
          message: expect.stringMatching(what),
          remedy: expect.stringMatching(remedy),
        });
      },
    );

    it.each([
      ['nothing', { content: null, finish_reason: 'stop' }, /sends no text/],
      ['a cut before the first word', { content: '', finish_reason: 'length' }, /reasoning models/],
      ['blanks before the cut', { content: ' \n', finish_reason: 'length' }, /max_tokens/],
    ])('takes no %s for an answer', async (_, spoken, remedy) => {
      const error = await rejection(answerOf({ answer: () => spoken }));
      expect(error).toMatchObject({
        kind: 'empty_answer',
        fatal: false,
        remedy: expect.stringMatching(remedy),
      });
    });

    it.each([
      [{ choices: [{ finish_reason: 'stop' }] }, /choices\.0\.message/],
      [{ hello: 1 }, /choices/],
      [null, /all/],
      [{ choices: [{ message: { content: [1] } }] }, /choices\.0\.message\.content/],
      [
        { error: { message: `No such thing\n${KEY}`, code: 404 } },
        /knows no such model .*: `"No such thing \*\*\*"`\.$/,
        'not_found',
      ],
      [
        { error: 'Unexpected endpoint or method. (POST /chat/completions)' },
        /an error with status 200\): `"Unexpected endpoint or method/,
        'not_found',
      ],
      [
        { code: 1211, msg: 'the model does not exist', success: false },
        /`"the model does not exist"`/,
        'not_found',
      ],
      ['data: {"choices":[]}\n\ndata: [DONE]\n\n', /a stream of events/],
      ['<html><title>Sign in</title></html>', /the web page `"Sign in"`/],
    ])('names what is wrong with %j', async (body, message, kind = 'bad_response') => {
      const error = await rejection(answerOf({ fail: () => ({ status: 200, body }) }));
      expect(error).toMatchObject({
        kind,
        message: expect.stringMatching(message),
      });
    });

    it.each([
      [
        { error: { message: 'Busy', code: '502' }, choices: [] },
        'server',
        /failed \(an error with status 200\): `"Busy"`/,
      ],
      [{ error: `Upstream is down ${KEY}` }, 'server', /Upstream is down \*\*\*/],
      [{ choices: [{ message: { content: 'B' }, finish_reason: 'error' }] }, 'server', /failed/],
      [{ choices: [] }, 'bad_response', /without an answer: `choices` is empty\./],
      [
        { choices: [{ message: null, finish_reason: 'stop' }] },
        'bad_response',
        /`choices\.0\.message` is null/,
      ],
    ])('takes %j for the failure that it is', async (body, kind, message) => {
      const error = await rejection(answerOf({ fail: () => ({ status: 200, body }) }));
      expect(error).toMatchObject({
        kind,
        transient: true,
        message: expect.stringMatching(message),
      });
    });

    it('takes an error beside an answer for none', async () => {
      const body = {
        error: { code: 500 },
        choices: [{ message: { content: 'B' }, finish_reason: 'stop' }],
      };
      expect(await answerOf({ fail: () => ({ status: 200, body }) })).toEqual({ text: 'B' });
    });
  });

  it('shares the room of its account with all that a run asks there', async () => {
    const server = await start({ gathers: 3, latency: 10 });
    const meter = new Meter(undefined, new Accounts({ maximum: 3 }));
    const judge = await model(server, { section: 'judge' }, {}, meter);
    const embedder = await createEmbedder(
      embeddingSettings({ base_url: `${server.url}/v1` }),
      connection(),
      meter,
    );
    const asked = await model(server, {}, {}, meter);
    await Promise.all(
      ['a', 'b', 'c', 'd'].flatMap((text): Promise<unknown>[] => [
        asked.answer(text),
        judge.answer(text),
        embedder.embed([text]),
      ]),
    );
    expect(server.maxInFlight).toBe(3);
  });
});

describe('completions', () => {
  it('sends bare text, the system prompt before it', async () => {
    const server = await start();
    const asked = await model(server, {
      api: 'completions',
      system_prompt: 'Be brief.',
      parameters: { max_tokens: 8 },
    });
    expect((await asked.answer('Once upon')).text).toMatch(/\w/);
    expect(server.requests[0]?.body).toEqual({
      model: 'test-model',
      prompt: 'Be brief.\n\nOnce upon',
      max_tokens: 8,
    });
  });

  it('names the field that holds no text', async () => {
    const body = { choices: [{ text: null, finish_reason: 'stop' }] };
    const server = await start({ route: () => ({ status: 200, body }) });
    const asked = await model(server, { api: 'completions' });
    expect(await rejection(asked.answer('Once upon'))).toMatchObject({
      kind: 'empty_answer',
      message: expect.stringContaining('`text` is null'),
    });
  });
});

describe('embeddings', () => {
  const embedder = (server: ModelServer, meter = new Meter()) =>
    createEmbedder(embeddingSettings({ base_url: `${server.url}/v1` }), connection(), meter);

  it.each([
    ['in that order', {}],
    ['in another order', { shuffle: true }],
  ])('come back in the order of the texts, %s', async (_, options) => {
    const texts = ['one', 'two words', 'three more words'];
    const meter = new Meter();
    const made = await embedder(await start(options), meter);
    expect(await made.embed(texts)).toEqual(texts.map(bagOfWords));
    expect(made).toMatchObject({ hub: 'openai', name: 'test-embedder', batchSize: 256 });
    expect(meter).toMatchObject({ requests: 1, prompt_tokens: 6 });
  });

  it.each([
    ['too few', { data: [{ index: 0, embedding: [1, 2] }] }],
    [
      'of two lengths',
      {
        data: [
          { index: 0, embedding: [1, 2] },
          { index: 1, embedding: [1] },
        ],
      },
    ],
    [
      'empty',
      {
        data: [
          { index: 0, embedding: [] },
          { index: 1, embedding: [] },
        ],
      },
    ],
    [
      'no numbers',
      {
        data: [
          { index: 0, embedding: ['a'] },
          { index: 1, embedding: ['b'] },
        ],
      },
    ],
    ['absent', { ok: true }],
  ])('that are %s are an error', async (_, body) => {
    const made = await embedder(await start({ fail: () => ({ status: 200, body }) }));
    expect(await rejection(made.embed(['a', 'b']))).toMatchObject({ kind: 'bad_response' });
  });

  it('are refused text by text: an error of the request is not fatal', async () => {
    expect(await rejection((await embedder(await start())).embed(['a', '']))).toMatchObject({
      kind: 'bad_request',
      fatal: false,
    });
  });
});

it('accepts a server that calls its JSON text', async () => {
  const server = await serve((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end('{"choices":[{"message":{"content":"Hi"}}]}');
  });
  const asked = await createModel(
    modelSettings({ base_url: server.url }),
    connection(),
    new Meter(),
  );
  expect(await asked.answer('Hello')).toEqual({ text: 'Hi' });
  await server.close();
});
