import { afterEach, describe, expect, it } from '@jest/globals';
import { firstTokenOf } from '../../src/models/hubs/first-token.js';
import { createModel, Meter } from '../../src/models/index.js';
import type { ModelSettings } from '../../src/models/settings.js';
import { LOGPROBS_REFUSALS } from '../support/model-errors.js';
import { startModelServer, type LogprobsRefusal, type ModelServer, type ModelServerOptions } from '../support/model-server.js';
import { connection, modelSettings, rejection } from './support.js';

let server: ModelServer;
afterEach(() => server?.close());

/** The first places of a chat completion: the token that was drawn, and how likely each was. */
const reply = (...places: [drawn: string, list: Record<string, number>][]) => ({
  choices: [
    {
      logprobs: {
        content: places.map(([token, list]) => ({
          token,
          logprob: Math.log(list[token] ?? 0.001),
          top_logprobs: Object.entries(list).map(([each, p]) => ({ token: each, logprob: Math.log(p) })),
        })),
      },
    },
  ],
});
const roundedOf = (read: Readonly<Record<string, number>> | undefined) =>
  read && Object.fromEntries(Object.entries(read).map(([label, p]) => [label, Number(p.toFixed(4))]));

describe('the first token of an answer', () => {
  it('is a letter or a number, whatever signs and blanks stand around it, and in which case', () => {
    const spellings = {
      A: 0.3,
      ' A': 0.1,
      a: 0.05,
      '(A': 0.05,
      '**A': 0.05,
      'A.': 0.05,
      '▁A': 0.05,
      ĠA: 0.05,
      Ａ: 0.05,
      '"b"': 0.02,
      '10': 0.01,
    };
    expect(roundedOf(firstTokenOf(reply(['A', spellings])))).toEqual({ A: 0.75, B: 0.02, 10: 0.01 });
    expect(roundedOf(firstTokenOf(reply(['An', { An: 0.6, A1: 0.1, '': 0.1, '<|end|>': 0.1, '100': 0.1 }])))).toEqual({});
  });

  it('is the first word behind signs that stand alone, as far as they were drawn', () => {
    const signs = reply(['**', { '**': 0.5, A: 0.25, '(': 0.25 }], ['B', { B: 0.8, A: 0.2 }], ['.', { '.': 1 }]);
    // What would have stood behind the "(" nobody knows: it is no option's.
    expect(roundedOf(firstTokenOf(signs))).toEqual({ A: 0.35, B: 0.4 });
    expect(
      roundedOf(firstTokenOf(reply(...Array.from({ length: 9 }, (): [string, Record<string, number>] => ['\n', { '\n': 0.9, A: 0.1 }])))),
    ).toEqual({
      A: 0.3439,
    });
  });

  it('was drawn though it is none of the likeliest', () => {
    expect(roundedOf(firstTokenOf(reply(['C', { A: 0.9, B: 0.05 }])))).toEqual({ A: 0.9, B: 0.05, C: 0.001 });
  });

  it('is unknown where the reply says nothing of it, or what cannot be', () => {
    const place = { token: 'A', logprob: 0, top_logprobs: [{ token: 'A', logprob: 0 }] };
    const withContent = (content: unknown) => ({ choices: [{ logprobs: { content } }] });
    expect(firstTokenOf(withContent([place]))).toEqual({ A: 1 });
    for (const odd of [
      undefined,
      {},
      { choices: [] },
      { choices: [{ logprobs: null }] },
      withContent([]),
      withContent('A'),
      withContent([null]),
      withContent([{ ...place, top_logprobs: [] }]),
      withContent([{ ...place, top_logprobs: ['A'] }]),
      withContent([{ ...place, logprob: 'A' }]),
      withContent([{ ...place, top_logprobs: [{ token: 'A', logprob: 3 }] }]),
      withContent([{ ...place, top_logprobs: [place, { token: 'B', logprob: -0.1 }] }]),
    ])
      expect(firstTokenOf(odd)).toBeUndefined();
  });
});

const HUBS: [string, (url: string) => Partial<ModelSettings>][] = [
  ['openai', (url) => ({ hub: 'openai', base_url: `${url}/v1` })],
  ['azure-openai', (url) => ({ hub: 'azure-openai', base_url: url, api_version: '2024-10-21' })],
];
const REFUSALS = Object.keys(LOGPROBS_REFUSALS) as LogprobsRefusal[];

async function model(options: ModelServerOptions, of = HUBS[0]![1], over: Partial<ModelSettings> = {}) {
  server = await startModelServer({ answer: () => 'B', firstToken: () => ({ A: 0.75, ' B': 0.25 }), ...options });
  return createModel(modelSettings({ ...of(server.url), ...over }), connection(), new Meter());
}

const sent = (): unknown[] => server.requests.map(({ body }) => (body as Record<string, unknown>).top_logprobs);

describe.each(HUBS)('how likely it was, of %s', (_, of) => {
  it('comes with the answer that asks for it, and no other asks', async () => {
    const asked = await model({}, of);
    const { text, first } = await asked.answerWithChances!('Which?', false);
    expect([text, roundedOf(first)]).toEqual(['B', { A: 0.75, B: 0.25 }]);
    expect(await asked.answer('Which?')).toEqual({ text: 'B' });
    expect(sent()).toEqual([20, undefined]);
    expect(server.requests[1]!.body).not.toHaveProperty('logprobs');
  });

  it.each(REFUSALS)('is asked for once where that is refused in the words of %s, and no answer is lost', async (refusesLogprobs) => {
    const asked = await model({ refusesLogprobs }, of);
    // At once: the others wait for what the first finds out.
    const answers = await Promise.all([0, 1, 2, 3].map((i) => asked.answerWithChances!(`Which ${i}?`, false)));
    expect(answers).toEqual(Array(4).fill({ text: 'B' }));
    expect(sent()).toEqual([20, undefined, undefined, undefined, undefined]);
  });

  it.each(REFUSALS)('ends the asking where it is needed, and refused in the words of %s', async (refusesLogprobs) => {
    const asked = await model({ refusesLogprobs }, of);
    const error = await rejection(asked.answerWithChances!('Which?', true));
    expect(sent()).toEqual([20]);
    const isTold = refusesLogprobs !== 'router' && refusesLogprobs !== 'gateway';
    if (isTold) expect(error).toMatchObject({ kind: 'no_logprobs', fatal: true, remedy: expect.stringContaining('readings: answers') });
  });
});

it('an endpoint that ignores the wish answers all the same, unless it is needed', async () => {
  const asked = await model({ refusesLogprobs: 'ignores' });
  expect(await asked.answerWithChances!('Which?', false)).toEqual({ text: 'B' });
  expect(await rejection(asked.answerWithChances!('Which?', true))).toMatchObject({ kind: 'no_logprobs', fatal: true });
  expect(server.count()).toBe(2);
});

it('a request that is refused for something else fails as it would without, and the next is asked for it again', async () => {
  const asked = await model({ fail: (_request, nth) => (nth <= 2 ? { status: 400 } : undefined) });
  expect(await rejection(asked.answerWithChances!('Too long?', false))).toMatchObject({ kind: 'bad_request' });
  expect((await asked.answerWithChances!('Which?', false)).first).toBeDefined();
  server.options.fail = () => ({ status: 400 });
  // They came before: what is refused now is refused for something else, and asked once.
  expect(await rejection(asked.answerWithChances!('Too long?', false))).toMatchObject({ kind: 'bad_request' });
  expect(sent()).toEqual([20, undefined, 20, 20]);
});

it('the user’s own wish goes as it is, and what comes of it is read', async () => {
  const asked = await model({}, HUBS[0]![1], { parameters: { logprobs: true, top_logprobs: 1 } });
  expect(roundedOf((await asked.answerWithChances!('Which?', false)).first)).toEqual({ A: 0.75, B: 0.25 });
  expect(sent()).toEqual([1]);
});

it('completions of bare text do not tell it', async () => {
  expect(await model({}, HUBS[0]![1], { api: 'completions' })).not.toHaveProperty('answerWithChances');
});
