// Losses of prompts and distributions of next tokens.
import tables from './data/logprobs.json' with { type: 'json' };
import requests from './data/requests.json' with { type: 'json' };
import { opened, type Answer } from './fake-endpoint.ts';

const COMPLETIONS = { api: 'completions' } as const;

it.each(tables.losses as [string, unknown, unknown][])(
  'the loss of a prompt of three tokens: %s',
  async (_, reply, expected) => {
    const { model, endpoint } = await opened(() => reply, COMPLETIONS);
    const loss = model.loss!('a b c').catch((error: { kind: string }) => error.kind);
    expect(await loss).toEqual(expected);
    expect(endpoint.sent.map(({ body }) => body)).toEqual([requests.loss]);
  },
);

it.each(tables.words as [string, unknown][])(
  'the words of %s without log-probabilities are quoted in one sentence',
  async (_, reply) => {
    const { model } = await opened(() => reply, COMPLETIONS);
    const error = await model.loss!('a b c').catch(({ message }: Error) => message);
    expect(error).toMatch(/^[^.`]*`"echo is not supported\."`[^.`]*\.$/);
  },
);

it('a refusal of a long prompt for another reason is not sent again with a shorter one', async () => {
  const refusal = { error: { message: 'temperature is not allowed' } };
  const { model, endpoint } = await opened(() => [400, refusal], COMPLETIONS);
  await expect(model.loss!('a '.repeat(1000))).rejects.toMatchObject({ kind: 'bad_request' });
  expect(endpoint.sent).toHaveLength(1);
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
  expect(endpoint.sent).toMatchObject(requests.nextTokens);
  expect(await tokenize('a b', true)).toEqual([1, 2]);
  expect(endpoint.sent).toHaveLength(3);
});

it.each(tables.noNextTokens as [string, object, unknown, string][])(
  'no next tokens: %s',
  async (_, list, reply, kind) => {
    const lists = { choices: [{ index: 0, logprobs: { top_logprobs: [list] } }] };
    const { model } = await opened(
      ({ body }) => reply ?? ('prompt_logprobs' in body ? promptList(2) : lists),
    );
    const { behind } = await model.nextTokens!();
    await expect(behind(['x'])).rejects.toMatchObject({ kind });
  },
);

it('no tokens of a server without /tokenize', async () => {
  const { model } = await opened(({ url }) =>
    url.endsWith('/tokenize') ? [404, ''] : promptList(2),
  );
  const { tokenize } = await model.nextTokens!();
  await expect(tokenize('x', true)).rejects.toMatchObject({ kind: 'no_logprobs' });
});
