import { ModelError } from '../../src/errors.ts';
import { Meter } from '../../src/models/meter.ts';
import { estimatedTokens, maxAnswerTokens } from '../../src/models/tokens.ts';
import type { ModelSettings } from '../../src/models/settings.ts';
import { errorLike } from '../support/error-like.ts';

describe('the cap on requests', () => {
  it('counts requests, and tokens that a server reports', () => {
    const meter = new Meter(2);
    meter.countRequest();
    meter.countRequest();
    meter.countTokens({ prompt: 12, completion: 3 });
    meter.countTokens('nothing');
    meter.countTokens('unknown');
    expect(meter).toMatchObject({
      requests: 2,
      prompt_tokens: 12,
      completion_tokens: 3,
      unreported: 1,
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

it('a prompt takes about a token for four bytes', () => {
  expect(estimatedTokens({ bytes: 401, messages: 2 })).toBe(101 + 8);
});
