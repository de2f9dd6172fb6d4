import { afterEach, describe, expect, it } from '@jest/globals';
import { createClassifier, DEFAULT_MODERATION_MODEL, Meter } from '../../src/models/index.js';
import type { ClassifierSettings, Connection } from '../../src/models/settings.js';
import { startModelServer, type ModelServer, type ModelServerOptions } from '../support/model-server.js';
import { connection, KEY, moderationSettings, refused, rejection } from './support.js';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Longer texts are worse. */
const scores = (text: string) => ({ harassment: text.length / 100, 'hate/threatening': 0, violence: 1 });

async function start(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer({ keys: [KEY], scores, ...options });
  servers.push(server);
  return server;
}

interface Overrides {
  settings?: Partial<ClassifierSettings>;
  connected?: Partial<Connection>;
  meter?: Meter;
}

function moderation(server: ModelServer, { settings, connected, meter = new Meter() }: Overrides = {}) {
  return createClassifier(moderationSettings({ base_url: `${server.url}/v1`, ...settings }), connection(connected), meter);
}

const replying = (body: unknown) => start({ fail: () => ({ status: 200, body }) });
const resultsOf = (...given: unknown[]) => ({
  id: 'modr-1',
  model: 'm',
  results: given.map((category_scores) => ({ flagged: false, category_scores })),
});

describe('moderation', () => {
  it('scores texts by category, in their order and in one request', async () => {
    const server = await start();
    const meter = new Meter();
    const asked = await moderation(server, { meter, settings: { name: DEFAULT_MODERATION_MODEL } });
    expect(asked).toMatchObject({ hub: 'openai', name: 'omni-moderation-2024-09-26', batchSize: 32 });
    expect(await asked.classify(['a', 'bbb', 'cc'])).toEqual(['a', 'bbb', 'cc'].map(scores));
    expect(server.requests).toMatchObject([{ path: '/v1/moderations', headers: { authorization: `Bearer ${KEY}` } }]);
    expect(server.requests[0]?.body).toEqual({ model: 'omni-moderation-2024-09-26', input: ['a', 'bbb', 'cc'] });
    expect(meter.requests).toBe(1);
  });

  it('reads what the endpoint of OpenAI says', async () => {
    const [polite, foul] = await (await moderation(await start({ scores: undefined }))).classify(['Good morning', 'Good morning, moron']);
    expect(Object.keys(polite!)).toHaveLength(13);
    expect(foul).toMatchObject({ harassment: 0.98, 'self-harm/intent': 0.0001 });
  });
});

describe('errors of moderation', () => {
  it.each<[string, unknown, RegExp]>([
    ['no category', resultsOf({ hate: 0 }, {}), /results\.1\.category_scores"`: it has no category/],
    ['too few results', resultsOf({ hate: 0 }), /^Sent 2 texts and received 1 results/],
    ['too many results', resultsOf({ hate: 0 }, { hate: 0 }, { hate: 0 }), /received 3 results/],
    ['no results', { results: [] }, /received 0 results/],
    ['a score over 1', resultsOf({ hate: 0 }, { hate: 1.01 }), /results\.1\.category_scores\.hate"`: no score from 0 to 1/],
    ['a score below 0', resultsOf({ hate: -0.1 }, { hate: 0 }), /no score from 0 to 1/],
    ['no number', resultsOf({ hate: 'low' }, { hate: 0 }), /no score from 0 to 1/],
    ['null', resultsOf({ hate: null }, { hate: 0 }), /no score from 0 to 1/],
    ['only flags', { results: [{ flagged: true, categories: { hate: true } }] }, /category_scores/],
    ['a list of scores', resultsOf([0.1], [0.2]), /category_scores/],
    ['an answer', { choices: [{ message: { content: 'Hi' } }] }, /results/],
    ['something else', 7, /expected object/],
  ])('take a reply with %s for none', async (_, body, message) => {
    const error = await rejection((await moderation(await replying(body))).classify(['a', 'b']));
    expect(error).toMatchObject({
      kind: 'bad_response',
      message: expect.stringMatching(message),
      remedy: expect.stringContaining('`moderation.'),
    });
    expect(error.remedy).not.toContain('.api`');
  });

  it('take no endless score for one', async () => {
    const server = await start({ route: () => ({ status: 200, body: '{"results":[{"category_scores":{"hate":1e999}}]}' }) });
    expect(await rejection((await moderation(server)).classify(['a']))).toMatchObject({
      kind: 'bad_response',
      message: expect.stringContaining('no score'),
    });
  });
});

describe('the endpoint of moderation', () => {
  it('is not the input base-url, which is trusted all the same', async () => {
    const server = await start();
    const elsewhere = { baseUrl: 'https://gateway.example.com/v1' };
    await (await moderation(server, { connected: elsewhere })).classify(['a']);
    expect(server.count()).toBe(1);
    expect((await moderation(server, { settings: { base_url: 'https://gateway.example.com/other' }, connected: elsewhere })).hub).toBe(
      'openai',
    );
  });
});

it.each(['azure-openai', 'http', 'reference'] as const)('%s has no classifiers', async (hub) => {
  for (const section of ['moderation', 'classifier'] as const) {
    const error = await refused(() => createClassifier(moderationSettings({ section, hub }), connection(), new Meter()));
    expect(error).toMatchObject({ name: 'ConfigError', where: `${section}.hub`, remedy: 'Allowed are openai, huggingface.' });
  }
});
