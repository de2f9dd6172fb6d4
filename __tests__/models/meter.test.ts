import fc from 'fast-check';
import { ModelError } from '../../src/errors.ts';
import { Accounts } from '../../src/models/accounts.ts';
import { Halt } from '../../src/models/halt.ts';
import { costOf, Meter, priceOf, type Caps, type Tokens } from '../../src/models/meter.ts';
import { estimatedTokens, maxAnswerTokens, maxPromptTokens } from '../../src/models/tokens.ts';
import type { ModelSettings } from '../../src/models/settings.ts';
import { runs } from '../support/runs.ts';
import { errorLike } from '../support/error-like.ts';

const meterWith = (caps: Caps) => new Meter(undefined, new Accounts(), { halt: new Halt(), caps });
const most = (prompt: number, completion: number): Tokens => ({ prompt, completion });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A request of a run: the most it may take, the share it takes, and its end. */
const request = fc.record({
  prompt: fc.nat(50),
  completion: fc.nat(50),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  end: fc.constantFrom('said', 'said', 'unknown', 'nothing'),
});

describe('the caps on tokens and cost', () => {
  it('never admit a request that could pass a cap, at any concurrency, and refuse none that fits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { maxLength: 40 }),
        fc.nat(1500),
        fc.integer({ min: 1, max: 12 }),
        async (all, cap, atATime) => {
          const meter = meterWith({ max_tokens: cap });
          const queue = all.values();
          let [taken, refused] = [0, 0];
          const work = async () => {
            for (const one of queue) {
              const { prompt, completion, share, end } = one;
              const reserved = await meter
                .reserve('m', most(prompt, completion))
                .catch((error: unknown) => {
                  refused += 1;
                  expect(error).toMatchObject({ kind: 'budget', fatal: true });
                  expect(taken + prompt + completion).toBeGreaterThan(cap);
                });
              if (!reserved) continue;
              await settled();
              const took = most(Math.floor(prompt * share), Math.floor(completion * share));
              taken +=
                end === 'nothing'
                  ? 0
                  : end === 'unknown'
                    ? prompt + completion
                    : took.prompt + took.completion;
              meter.settle(
                reserved,
                end === 'said' ? took : end === 'unknown' ? 'unknown' : 'nothing',
              );
              expect(taken).toBeLessThanOrEqual(cap);
            }
          };
          await Promise.all(Array.from({ length: atATime }, work));
          const needed = all.reduce((sum, { prompt, completion }) => sum + prompt + completion, 0);
          if (needed <= cap) expect(refused).toBe(0);
        },
      ),
      { numRuns: runs(200), seed: 12 },
    );
  }, 60_000);

  it('make a request wait for those under way, and refuse it only if there are none', async () => {
    const meter = meterWith({ max_tokens: 100 });
    const first = await meter.reserve('m', most(40, 40));
    let second: unknown;
    const waiting = meter.reserve('m', most(40, 40)).then((reserved) => (second = reserved));
    await settled();
    expect(second).toBeUndefined();
    meter.settle(first, most(10, 5));
    await waiting;
    expect(second).toBeDefined();
    meter.settle(second as never, most(40, 40));
    await expect(meter.reserve('m', most(4, 2))).rejects.toMatchObject({
      kind: 'budget',
      message: 'The cap of 100 tokens is reached: the next request could exceed it.',
      remedy: expect.stringContaining('`budget.max_tokens`'),
    });
  });

  it('count the cost by model, which is unknown as soon as a model has no price', async () => {
    const prices = { a: { input: 2, output: 10 }, b: { input: 1 } };
    const meter = meterWith({ max_cost: 1, prices });
    meter.settle(await meter.reserve('a', most(100_000, 50_000)), most(100_000, 20_000));
    meter.settle(await meter.reserve('b', most(100_000, 0)), most(100_000, 0));
    expect(meter.cost).toBeCloseTo(0.5);
    await expect(meter.reserve('a', most(0, 60_000))).rejects.toMatchObject({
      remedy: expect.stringContaining('`budget.max_cost`'),
    });
    meter.settle(await meter.reserve('c', most(5, 0)), most(5, 0));
    expect(meter.cost).toBeUndefined();
    expect(new Meter().cost).toBeUndefined();
    expect(costOf(most(1_000_000, 1_000_000), prices.a)).toBe(12);
    expect(priceOf({}, 'constructor')).toBeUndefined();
  });

  it('admit every request without a cap, and count replies without usage', async () => {
    const meter = new Meter();
    meter.settle(await meter.reserve('m', most(Infinity, Infinity)), 'unknown');
    expect(meter).toMatchObject({ hasCaps: false, unreported: 1 });
    // An answer without a limit fits no cap.
    await expect(
      meterWith({ max_tokens: 1_000_000 }).reserve('m', most(1, Infinity)),
    ).rejects.toMatchObject({ kind: 'budget' });
  });
});

describe('the cap on requests', () => {
  it('counts requests, and tokens that a server reports', async () => {
    const meter = new Meter(2);
    meter.countRequest();
    meter.countRequest();
    meter.settle(await meter.reserve('m', most(9, 9)), most(12, 3));
    meter.settle(await meter.reserve('m', most(9, 9)), 'nothing');
    expect(meter).toMatchObject({
      requests: 2,
      prompt_tokens: 12,
      completion_tokens: 3,
      unreported: 0,
    });
  });

  it('refuses the next request, and says how to raise the cap', () => {
    const meter = new Meter(1);
    meter.countRequest();
    const refused = () => meter.countRequest();
    expect(refused).toThrow(ModelError);
    expect(refused).toThrow('The cap of 1 requests is reached.');
    expect(refused).toThrow(
      errorLike({
        kind: 'budget',
        fatal: true,
        remedy: expect.stringMatching(/`budget\.max_requests`.*`max-requests`/),
      }),
    );
    expect(meter.requests).toBe(1);
    expect(() => new Meter(0).countRequest()).toThrow('cap of 0');
  });
});

const settings = (parameters: Record<string, unknown>, more: object = {}): ModelSettings => ({
  hub: 'openai',
  name: 'm',
  api: 'chat',
  parameters,
  timeout: 1,
  retries: 0,
  ...more,
});

it('an answer takes at most its limit, under any of its names, times the number of draws', () => {
  expect(maxAnswerTokens(settings({}))).toBeUndefined();
  expect(maxAnswerTokens(settings({ max_tokens: 'many' }))).toBeUndefined();
  expect(maxAnswerTokens(settings({ max_tokens: 10 }))).toBe(10);
  expect(maxAnswerTokens(settings({ max_new_tokens: 12 }))).toBe(12);
  expect(maxAnswerTokens(settings({ max_tokens: 10, max_completion_tokens: 30, n: 2 }))).toBe(60);
  expect(
    maxAnswerTokens(settings({}, { hub: 'http', body: { prompt: '{prompt}', max_tokens: 7 } })),
  ).toBe(7);
  expect(maxAnswerTokens({ hub: 'openai', name: 'e', timeout: 1, retries: 0 })).toBe(0);
});

/**
 * Tokens of OpenAI's o200k_base and cl100k_base, as gpt-tokenizer 4.0.0 counts them. The last one
 * has as many as it has bytes.
 */
const COUNTED: [text: string, o200k: number, cl100k: number][] = [
  ['The sky is not blue.', 6, 6],
  ['空は青くない。', 6, 8],
  ['👩‍👩‍👧‍👦🧑🏽‍🚀🏳️‍🌈', 25, 38],
  ['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢', 53, 54],
];

it('a prompt takes at most as many tokens as bytes, and about a quarter of that', () => {
  for (const [text, ...tokens] of COUNTED) {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] });
    expect(maxPromptTokens(body)).toBeGreaterThanOrEqual(Math.max(...tokens) + 64);
  }
  expect(maxPromptTokens('日本')).toBe(6 + 64);
  expect(estimatedTokens({ bytes: 401, messages: 2 })).toBe(101 + 8);
});
