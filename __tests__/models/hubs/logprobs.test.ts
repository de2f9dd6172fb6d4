// Losses of prompts and distributions of next tokens.
import { NEXT_TOKENS } from './vllm.ts';
import { opened } from './fake-endpoint.ts';

const COMPLETIONS = { api: 'completions' } as const;

function echo(prompt: string, logprobs: (number | null)[], tokens?: number) {
  const usage = tokens && { prompt_tokens: tokens, completion_tokens: 1 };
  return { choices: [{ text: `${prompt}!`, logprobs: { token_logprobs: logprobs } }], usage };
}

/** The reply to a prompt of three tokens, and its loss or the kind of its error. */
const LOSSES: [string, (prompt: string) => unknown, number | string][] = [
  ['vLLM', (prompt) => echo(prompt, [null, -1, -3, -9], 3), 2],
  ['no counts of tokens', (prompt) => echo(prompt, [null, -1, -3, -9]), 'no_logprobs'],
  ['an echo that is ignored', () => echo('', [-0.1], 3), 'no_logprobs'],
  ['holes', (prompt) => echo(prompt, [null, null, -3, -9], 3), 'no_logprobs'],
  ['no log-probabilities', () => ({ choices: [{ text: 'x' }] }), 'no_logprobs'],
  ['a refusal', () => [400, { error: { message: 'echo is not supported' } }], 'no_logprobs'],
  ['one token', (prompt) => echo(prompt, [null, -9], 1), 'bad_request'],
];

it.each(LOSSES)('the loss of a prompt: %s', async (_name, reply, expected) => {
  const { model } = await opened(({ body }) => reply(String(body.prompt)), COMPLETIONS);
  const loss = model.loss!('a b c').catch((error: { kind: string }) => error.kind);
  expect(await loss).toEqual(expected);
});

it('a refusal of log-probabilities is quoted within one sentence', async () => {
  const refusal = [400, { error: { message: 'echo is not supported.' } }];
  const { model } = await opened(() => refusal, COMPLETIONS);
  const error = await model.loss!('a b c').catch(({ message }: Error) => message);
  expect(
    String(error)
      .replace(/`[^`]*`/g, '')
      .match(/\./g),
  ).toHaveLength(1);
});

it('a text that is longer than the context is shortened', async () => {
  const { model, endpoint } = await opened(({ body }) => {
    const prompt = String(body.prompt);
    if (prompt.length > 1000)
      return [400, { error: { message: 'maximum context length is 300 tokens' } }];
    return echo(prompt, [null, -1, -9], 2);
  }, COMPLETIONS);
  expect(await model.loss!('word '.repeat(2000))).toBe(1);
  expect(endpoint.sent.length).toBeGreaterThan(2);
  expect(endpoint.sent.every(({ body }) => String(body.prompt).startsWith('word word'))).toBe(true);
});

it('chats give no loss', async () => {
  const { model } = await opened(() => '');
  expect(model.loss).toBeUndefined();
});

it.each([NEXT_TOKENS.size, 3])('next tokens of vLLM that lists %i', async (listed) => {
  const server = { url: 'http://127.0.0.1:8000/v1', answer: NEXT_TOKENS.answer(listed) };
  const { model, endpoint } = await opened(server.answer, {}, { baseURL: server.url });
  const { tokenize, behind } = await model.nextTokens!();
  const tokens = await tokenize('a b', true);
  expect(tokens).toEqual([1, 2]);
  const [first, second] = await behind([tokens, 'x']);
  expect(first!.size).toBe(listed);
  expect(first!.get('0')).toBeCloseTo(Math.log(0.5));
  expect(first!.get('2')).toBe(-Infinity);
  expect(second!.get('0')).toBeCloseTo(Math.log(0.25));
  expect(endpoint.sent.map(({ url }) => new URL(url).pathname)).toEqual([
    '/v1/completions',
    '/tokenize',
    '/v1/completions',
  ]);
  expect(await tokenize('a b', true)).toEqual([1, 2]);
  expect(endpoint.sent).toHaveLength(3);
});

/** What the server replies, or the list of next tokens that it gives. */
const NO_NEXT_TOKENS: [string, { reply?: unknown; list?: object }, kind: string][] = [
  ['a chat server', { reply: [404, { error: { message: 'not found' } }] }, 'no_logprobs'],
  ['no lists', { reply: { choices: [{ text: 'x' }] } }, 'no_logprobs'],
  ['tokens by their text', { list: { a: -1 } }, 'bad_response'],
  ['more than all', { list: { 'token_id:0': 0, 'token_id:1': 0 } }, 'bad_response'],
];

it.each(NO_NEXT_TOKENS)('no next tokens: %s', async (_name, { reply, list }, kind) => {
  const lists = { choices: [{ index: 0, logprobs: { top_logprobs: [list] } }] };
  const { model } = await opened(
    ({ body }) => reply ?? ('prompt_logprobs' in body ? NEXT_TOKENS.lists(2) : lists),
  );
  const { behind } = await model.nextTokens!();
  await expect(behind(['x'])).rejects.toMatchObject({ kind });
});

it('no tokens of a server without /tokenize', async () => {
  const { model } = await opened(({ url }) =>
    url.endsWith('/tokenize') ? [404, ''] : NEXT_TOKENS.lists(2),
  );
  const { tokenize } = await model.nextTokens!();
  await expect(tokenize('x', true)).rejects.toMatchObject({ kind: 'no_logprobs' });
});
