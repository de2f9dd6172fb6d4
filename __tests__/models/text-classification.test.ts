import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createClassifier, Meter } from '../../src/models/index.js';
import type { ClassifierSettings, Connection } from '../../src/models/settings.js';
import { startModelServer, type ModelServer } from '../support/model-server.js';
import { classifierSettings, connection, refused, rejection, divertTo } from './support.js';

const TOKEN = 'hf_0123456789abcdef';

/** More labels than a server sends unasked. */
const scores = (text: string) => ({ toxic: text.length / 100, insult: 0.25, threat: 0, 'identity attack': 1 });

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ keys: [TOKEN], scores });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

function classifier(settings: Partial<ClassifierSettings> = {}, overrides: Partial<Connection> = {}, meter = new Meter()) {
  return createClassifier(classifierSettings({ base_url: server.url, ...settings }), connection(overrides), meter);
}

describe('a dedicated endpoint', () => {
  it.each(['bare', 'wrapped'] as const)('says all labels of each text, %s', async (labelShape) => {
    server.options.labelShape = labelShape;
    const meter = new Meter();
    const asked = await classifier({}, {}, meter);
    expect(asked).toMatchObject({ hub: 'huggingface', name: 'owner/classifier', batchSize: 1 });
    expect(await asked.classify(['a', 'bbb'])).toEqual(['a', 'bbb'].map(scores));
    expect(server.requests[0]).toMatchObject({ path: '/', headers: { authorization: `Bearer ${TOKEN}` } });
    expect(server.requests.map(({ body }) => body)).toEqual(['a', 'bbb'].map((inputs) => ({ inputs, parameters: { top_k: 1000 } })));
    expect(meter.requests).toBe(2);
  });

  it('may be the route of a text-embeddings server', async () => {
    expect(await (await classifier({ base_url: `${server.url}/predict` })).classify(['a'])).toEqual([scores('a')]);
    expect(server.requests[0]?.path).toBe('/predict');
  });

  it('excludes a provider', async () => {
    expect(await refused(() => classifier({ provider: 'hf-inference' }))).toMatchObject({
      name: 'ConfigError',
      where: 'classifier.provider',
    });
  });

  it('is not the input base-url, and no host that is not allowed', async () => {
    await (await classifier({}, { baseUrl: 'https://gateway.example.com' })).classify(['a']);
    expect(server.count()).toBe(1);
    const base_url = 'https://x.us-east-1.aws.endpoints.huggingface.cloud';
    expect(await refused(() => classifier({ base_url }))).toMatchObject({ name: 'ConfigError', where: 'classifier.base_url' });
    expect((await classifier({ base_url }, { allowedHosts: ['*.endpoints.huggingface.cloud'] })).hub).toBe('huggingface');
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', [], /it has no label/],
    ['an empty list', [[]], /it has no label/],
    ['two texts', [[{ label: 'a', score: 0 }], [{ label: 'a', score: 0 }]], /expected object, received array/],
    ['a logit', [{ label: 'a', score: 2.5 }], /0\.score"`: no score from 0 to 1/],
    ['a score below 0', [[{ label: 'a', score: -1 }]], /no score from 0 to 1/],
    ['null, as NaN is written', [{ label: 'a', score: null }], /no score from 0 to 1/],
    ['no label', [{ score: 0.5 }], /0\.label/],
    [
      'a label twice',
      [
        { label: 'a', score: 0.5 },
        { label: 'a', score: 0.1 },
      ],
      /two labels/,
    ],
    ['vectors', [[0.1, 0.2]], /expected object/],
    ['generated text', [{ generated_text: 'Hi' }], /0\.label/],
    ['an object', { label: 'a', score: 0.5 }, /expected array/],
  ])('says no labels with %s', async (_, body, message) => {
    server.options.fail = () => ({ status: 200, body });
    const error = await rejection((await classifier()).classify(['a']));
    expect(error).toMatchObject({
      kind: 'bad_response',
      message: expect.stringMatching(message),
      remedy: 'Check that `classifier.hub` and `base_url` go together.',
    });
  });

  it('says no labels with NaN', async () => {
    server.options.route = () => ({ status: 200, body: '[{"label":"a","score":NaN}]' });
    expect(await rejection((await classifier()).classify(['a']))).toMatchObject({ kind: 'bad_response' });
  });

  it('keeps a label that every object has', async () => {
    server.options.fail = () => ({ status: 200, body: '[{"label":"__proto__","score":0.9},{"label":"constructor","score":0.1}]' });
    const [found] = await (await classifier()).classify(['a']);
    expect(Object.entries(found!)).toEqual([
      ['__proto__', 0.9],
      ['constructor', 0.1],
    ]);
  });
});

describe('inference providers', () => {
  const divert = () => divertTo(server, 'huggingface.co');

  it.each(['bare', 'wrapped'] as const)('are looked up once, with the key, and say all labels, %s', async (labelShape) => {
    const asked = divert();
    server.options.labelShape = labelShape;
    const name = `owner/${labelShape}`;
    expect(await (await classifier({ base_url: undefined, name })).classify(['a', 'bb'])).toEqual(['a', 'bb'].map(scores));
    const place = `router.huggingface.co/hf-inference/models/${name}`;
    expect(asked).toEqual([`huggingface.co/api/models/${name}`, place, place]);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });
});
