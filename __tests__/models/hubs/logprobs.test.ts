// Losses of prompts and distributions of next tokens.
import { opened, type Answer } from './fake-endpoint.ts';

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
  expect(error).toMatch(/^[^.`]*`"echo is not supported\."`[^.`]*\.$/);
});

it('chats give no loss', async () => {
  const { model } = await opened(() => '');
  expect(model.loss).toBeUndefined();
});

/** vLLM knows four tokens; the second prompt of a request makes the first one less likely. */
const SHARES = [0.5, 0.3, 0, 0.2];
const LOGPROBS = SHARES.map((share) => (share === 0 ? -9999 : Math.log(share)));

/** The reply to `prompt_logprobs`. */
function promptList(listed: number) {
  const list = LOGPROBS.slice(0, listed).map((logprob, id) => [id, { logprob }]);
  return { choices: [{ prompt_logprobs: [null, Object.fromEntries(list)] }] };
}

/** A vLLM that lists at most so many of its tokens. */
const vllm =
  (listed: number): Answer =>
  ({ url, body }) => {
    if (url.endsWith('/tokenize')) return { tokens: [1, 2], count: 2 };
    if ('prompt_logprobs' in body) {
      const message = `Requested prompt logprobs of -1, which is greater than max allowed: ${listed}`;
      return listed === LOGPROBS.length ? promptList(listed) : [400, { message }];
    }
    const choices = [...(body.prompt as string[]).keys()].map((index) => {
      const [first, ...others] = LOGPROBS;
      const logprobs = [index === 0 ? first : Math.log(0.25), ...others];
      const list = logprobs.map((logprob, id) => [`token_id:${id}`, logprob]);
      const named = Object.fromEntries(list.slice(0, Number(body.logprobs)));
      return { index, logprobs: { top_logprobs: [named] } };
    });
    return { choices: choices.reverse() };
  };

it.each([LOGPROBS.length, 3])('next tokens of vLLM that lists %i', async (listed) => {
  const baseURL = 'http://127.0.0.1:8000/v1';
  const { model, endpoint } = await opened(vllm(listed), {}, { baseURL });
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

/** [server, its reply to all or its list of next tokens, kind of the error] */
const NO_NEXT_TOKENS: [string, { reply?: unknown; list?: object }, kind: string][] = [
  ['a chat server', { reply: [404, { error: { message: 'not found' } }] }, 'no_logprobs'],
  ['no lists', { reply: { choices: [{ text: 'x' }] } }, 'no_logprobs'],
  ['tokens by their text', { list: { a: -1 } }, 'bad_response'],
  ['more than all', { list: { 'token_id:0': 0, 'token_id:1': 0 } }, 'bad_response'],
];

it.each(NO_NEXT_TOKENS)('no next tokens: %s', async (_name, { reply, list }, kind) => {
  const lists = { choices: [{ index: 0, logprobs: { top_logprobs: [list] } }] };
  const { model } = await opened(
    ({ body }) => reply ?? ('prompt_logprobs' in body ? promptList(2) : lists),
  );
  const { behind } = await model.nextTokens!();
  await expect(behind(['x'])).rejects.toMatchObject({ kind });
});

it('no tokens of a server without /tokenize', async () => {
  const { model } = await opened(({ url }) =>
    url.endsWith('/tokenize') ? [404, ''] : promptList(2),
  );
  const { tokenize } = await model.nextTokens!();
  await expect(tokenize('x', true)).rejects.toMatchObject({ kind: 'no_logprobs' });
});
