import { expect, it } from '@jest/globals';
import { estimatedTokens, mostAnswerTokens, mostPromptTokens } from '../../src/models/ledger.js';
import type { ModelSettings } from '../../src/models/settings.js';

const settings = (parameters: Record<string, unknown>, more: object = {}): ModelSettings => ({
  hub: 'openai',
  name: 'm',
  api: 'chat',
  parameters,
  timeout: 1,
  retries: 0,
  ...more,
});

it('an answer takes no more than its bound, by whatever name, times the draws', () => {
  expect(mostAnswerTokens(settings({}))).toBeUndefined();
  expect(mostAnswerTokens(settings({ max_tokens: 'many' }))).toBeUndefined();
  expect(mostAnswerTokens(settings({ max_tokens: 10 }))).toBe(10);
  expect(mostAnswerTokens(settings({ max_new_tokens: 12 }))).toBe(12);
  expect(mostAnswerTokens(settings({ max_tokens: 10, max_completion_tokens: 30, n: 2 }))).toBe(60);
  expect(mostAnswerTokens(settings({}, { hub: 'http', body: { prompt: '{prompt}', max_tokens: 7 } }))).toBe(7);
  expect(mostAnswerTokens({ hub: 'openai', name: 'e', timeout: 1, retries: 0 })).toBe(0);
  expect(mostAnswerTokens({ section: 'moderation', hub: 'openai', name: 'e', timeout: 1, retries: 0 })).toBe(0);
});

/** Tokens of OpenAI's o200k_base and cl100k_base, as gpt-tokenizer 4.0.0 counts them. The last one has as many as it has bytes. */
const COUNTED: [text: string, o200k: number, cl100k: number][] = [
  ['The sky is not blue.', 6, 6],
  ['空は青くない。', 6, 8],
  ['👩‍👩‍👧‍👦🧑🏽‍🚀🏳️‍🌈', 25, 38],
  ['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢', 53, 54],
];

it('a prompt takes no more than the bytes that are sent, and about a quarter of them', () => {
  for (const [text, ...tokens] of COUNTED) {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] });
    expect(mostPromptTokens(body)).toBeGreaterThanOrEqual(Math.max(...tokens) + 64);
  }
  expect(mostPromptTokens('日本')).toBe(6 + 64);
  expect(mostPromptTokens(null)).toBe(64);
  expect(estimatedTokens({ bytes: 401, messages: 2 })).toBe(101 + 8);
});
