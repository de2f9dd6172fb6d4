import { createEmbedder, createModel, Meter } from '../../src/models/index.ts';
import type { Connection } from '../../src/models/connection.ts';
import type { ModelSettings } from '../../src/models/settings.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import {
  connection,
  embeddingSettings,
  KEY,
  modelSettings,
  refused,
  rejection,
} from './support.ts';

let server: ModelServer;
let reply: unknown;
beforeEach(async () => {
  reply = { answer: 'Yes.' };
  server = await startModelServer({ route: () => ({ status: 200, body: reply }) });
});
afterEach(() => server.close());

const model = (settings: Partial<ModelSettings> = {}, overrides: Partial<Connection> = {}) =>
  createModel(
    modelSettings({ hub: 'http', name: 'bot', url: `${server.url}/ask?v=1`, ...settings }),
    connection(overrides),
    new Meter(),
  );

describe('http', () => {
  it('posts the prompt and reads the answer', async () => {
    expect(await (await model()).answer('Is it?')).toEqual({ text: 'Yes.' });
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/ask',
      query: { v: '1' },
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    expect(server.requests[0]?.body).toEqual({ prompt: 'Is it?' });
  });

  it('fills the template at any depth, in one pass, and leaves quotes to JSON', async () => {
    const prompt = 'Say "{name}"\n\\ $& {prompt} {other}';
    const asked = await model({
      system_prompt: 'Be brief.',
      body: {
        messages: [
          { role: 'system', content: '{system_prompt}' },
          { role: 'user', content: 'Q: {prompt} / {prompt}' },
        ],
        bot: '{name}',
        deep: [1, null, true, '{other}'],
      },
      parameters: { temperature: 0, other: { messages: [] } },
    });
    await asked.answer(prompt);
    expect(server.requests[0]?.body).toEqual({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: `Q: ${prompt} / ${prompt}` },
      ],
      bot: 'bot',
      deep: [1, null, true, '{other}'],
      temperature: 0,
      other: { messages: [] },
    });
  });

  it.each([
    [{ messages: [] }, 'messages'],
    [{ temperature: 0, Messages: [] }, 'Messages'],
    [JSON.parse('{"__proto__": 1}') as Record<string, unknown>, '__proto__'],
  ])("lets no parameter override the body's: %j", async (parameters, name) => {
    const body = JSON.parse('{"messages": ["{prompt}"], "__proto__": 0}') as Record<
      string,
      unknown
    >;
    for (const section of ['model', 'judge'] as const) {
      expect(await refused(() => model({ section, body, parameters }))).toMatchObject({
        name: 'ConfigError',
        where: `${section}.parameters.${name}`,
        remedy: expect.stringContaining(`${section}.body`),
      });
    }
    expect(await refused(() => model({ parameters: { prompt: 'x' } }))).toMatchObject({
      where: 'model.parameters.prompt',
    });
  });

  it('leaves the place of a system prompt that is not there empty', async () => {
    await (await model({ body: { system: '{system_prompt}', q: '{prompt}' } })).answer('Hi');
    expect(server.requests[0]?.body).toEqual({ system: '', q: 'Hi' });
  });

  it.each([
    ['/choices/0/text', { choices: [{ text: 'A' }] }, 'A'],
    ['/a~1b/m~0n', { 'a/b': { 'm~n': 'B' } }, 'B'],
    ['', 'C', 'C'],
    ['/', { '': 'D' }, 'D'],
    ['/0', ['E'], 'E'],
    ['/answer', { answer: '' }, ''],
  ])('reads the answer at %j', async (answer, body, expected) => {
    // A bare string would go out as it stands, without its quotes.
    reply = typeof body === 'string' ? JSON.stringify(body) : body;
    expect((await (await model({ answer })).answer('Hi')).text).toBe(expected);
  });

  it.each([
    [
      '/answer',
      { result: 'A', 'ev\nil': 1 },
      /no text at `"\/answer"`; its keys are: `"result, ev il"`\./,
    ],
    ['/answer', { answer: 42 }, /keys are: `"answer"`/],
    ['/answer', { answer: null }, /keys are: `"answer"`/],
    ['/answer', {}, /keys are: `""`/],
    ['/constructor/name', {}, /\/constructor/],
    ['/__proto__/a', {}, /__proto__/],
    ['/length', ['a'], /keys are: `"0"`/],
    ['/01', ['a', 'b'], /\/01/],
    ['', { a: 1 }, /no text at `""`/],
  ])('says that there is no text at %j in %j', async (answer, body, message) => {
    reply = body;
    expect(await rejection((await model({ answer })).answer('Hi'))).toMatchObject({
      kind: 'bad_response',
      message: expect.stringMatching(message),
    });
  });

  it.each(['answer', '/a~2', '/a~'])('refuses the pointer %j', async (answer) => {
    expect(await refused(() => model({ answer }))).toMatchObject({
      name: 'ConfigError',
      where: 'model.answer',
    });
  });

  it('asks allowed hosts only, and takes the input base-url', async () => {
    expect(await refused(() => model({ url: 'https://evil.example/ask' }))).toMatchObject({
      name: 'ConfigError',
      where: 'model.url',
    });
    expect(await refused(() => model({ url: undefined }))).toMatchObject({
      name: 'ConfigError',
      where: 'model.url',
    });
    await (
      await model({ url: 'https://evil.example/ask' }, { baseUrl: `${server.url}/trusted` })
    ).answer('Hi');
    expect(server.requests[0]?.path).toBe('/trusted');
  });

  it('has no embeddings and no loss', async () => {
    expect(await model()).not.toHaveProperty('loss');
    const error = await refused(() =>
      createEmbedder(embeddingSettings({ hub: 'http' }), connection(), new Meter()),
    );
    expect(error).toMatchObject({
      name: 'ConfigError',
      where: 'embeddings.hub',
      remedy: expect.stringContaining('huggingface'),
    });
  });
});
