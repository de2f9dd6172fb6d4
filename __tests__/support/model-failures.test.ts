import { InferenceClient } from '@huggingface/inference';
import OpenAI from 'openai';
import { hasten } from './haste.mjs';
import { CHAT, closeAll, huggingFace, openai, rejection, start } from './model-clients.js';
import type { Failure } from './model-server.js';

afterEach(closeAll);
afterEach(() => hasten(1));

describe('failures', () => {
  const once = (failure: Failure) => (_: unknown, nth: number) => (nth === 1 ? failure : undefined);

  test.each([
    ['seconds', () => ({ 'retry-after': '1' }), 900],
    ['milliseconds', () => ({ 'retry-after-ms': '500' }), 450],
    // A date has no fractions of a second: two ahead are at least one.
    ['a date', () => ({ 'retry-after': new Date(Date.now() + 2_000).toUTCString() }), 900],
  ])('429 with retry-after in %s, then an answer', async (_, headers, least) => {
    hasten(10);
    const server = await start({ fail: once({ status: 429, headers: headers() }) });
    await openai({ maxRetries: 1 }).chat.completions.create(CHAT);
    const [first, second] = server.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(least / 10);
    expect(server.count()).toBe(2);
  });

  test('503, which the Hugging Face client repeats without a wait or an end unless told not to', async () => {
    const server = await start({ fail: (_, nth) => (nth <= 20 ? { status: 503, headers: { 'retry-after': '60' } } : undefined) });
    expect(await rejection(huggingFace().chatCompletion(CHAT))).toMatchObject({ httpResponse: { status: 503 } });
    await new InferenceClient('hf_test', { endpointUrl: server.url }).chatCompletion(CHAT);
    expect(server.count()).toBe(21);
  });

  test('429 and 500 without a body of their own have the usual one', async () => {
    await start({ fail: (_, nth) => ({ status: nth === 1 ? 429 : 500 }) });
    const limited = await rejection(openai().chat.completions.create(CHAT));
    expect(limited).toBeInstanceOf(OpenAI.RateLimitError);
    expect(limited).toMatchObject({ code: 'rate_limit_exceeded' });
    expect(await rejection(openai().chat.completions.create(CHAT))).toBeInstanceOf(OpenAI.InternalServerError);
    const busy = await rejection(huggingFace().chatCompletion({ messages: CHAT.messages }));
    expect(busy.httpResponse).toMatchObject({ body: { error: expect.stringContaining('server had an error') } });
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
    const server = await start({ fail: (_, nth) => (nth === 1 ? 'hang' : 'stall') });
    const hung = await rejection(openai({ timeout: 100 }).chat.completions.create(CHAT));
    expect(hung).toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
    const stalled = await rejection(openai({ timeout: 100 }).chat.completions.create(CHAT));
    expect(stalled).toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
    expect(server.count()).toBe(2);
  });

  test('a reset connection', async () => {
    await start({ fail: () => 'reset' });
    const error = await rejection(openai().chat.completions.create(CHAT));
    expect(error).toBeInstanceOf(OpenAI.APIConnectionError);
    expect(error).toMatchObject({ cause: { cause: { code: 'ECONNRESET' } } });
  });

  test('a redirect to another host, which the client follows with the prompt unless told not to', async () => {
    const elsewhere = await start();
    await start({ fail: () => ({ status: 307, headers: { location: `${elsewhere.url}/v1/chat/completions` } }) });
    await openai().chat.completions.create(CHAT);
    expect(elsewhere.requests).toMatchObject([{ body: CHAT }]);
    expect(elsewhere.requests[0]?.headers).not.toHaveProperty('authorization');
    const manual = openai({ fetchOptions: { redirect: 'manual' } }).chat.completions.create(CHAT);
    expect(await rejection(manual)).toMatchObject({ status: 307 });
    expect(elsewhere.count()).toBe(1);
  });

  test('a script that throws is not retried', async () => {
    const server = await start({
      answer: () => {
        throw new Error('typo in a test');
      },
    });
    const error = await rejection(openai({ maxRetries: 2 }).chat.completions.create(CHAT));
    expect(error.message).toContain('typo in a test');
    expect(server.count()).toBe(1);
  });
});

describe('the server itself', () => {
  test('counts requests that are under way at once', async () => {
    const server = await start({ latency: 40 });
    await Promise.all([1, 2, 3].map(() => openai().chat.completions.create(CHAT)));
    await openai().chat.completions.create(CHAT);
    expect(server.maxInFlight).toBe(3);
    const second = await start();
    for (let i = 0; i < 5; i++) await openai().chat.completions.create(CHAT);
    expect(second.maxInFlight).toBe(1);
  });

  test('closes at once, with requests that hang or wait', async () => {
    const server = await start({ latency: 60_000, fail: (_, nth) => (nth === 1 ? 'hang' : undefined) });
    const lost = [1, 2].map(() => rejection(openai().chat.completions.create(CHAT)));
    while (server.count() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const began = Date.now();
    await server.close();
    expect(Date.now() - began).toBeLessThan(200);
    await Promise.all(lost);
  });
});
