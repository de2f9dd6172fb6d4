import { createModel, Meter } from '../../src/models/index.ts';
import { lossOfEcho, lossOfStart } from '../../src/models/hubs/logprobs.ts';
import { describeRealModel } from '../support/lm-server.ts';
import { startModelServer, tokens, type ModelServerOptions } from '../support/model-server.ts';
import { connection, modelSettings, rejection } from './support.ts';
import { errorLike } from '../support/error-like.ts';

async function lossFrom(
  options: ModelServerOptions,
  prompt: string,
  api: 'chat' | 'completions' = 'completions',
): Promise<number> {
  const server = await startModelServer(options);
  try {
    const model = await createModel(
      modelSettings({ base_url: `${server.url}/v1`, api }),
      connection(),
      new Meter(),
    );
    return await model.loss!(prompt);
  } finally {
    await server.close();
  }
}

describe('loss by echo', () => {
  const prompt = 'The heart is a muscular organ that pumps blood.';

  it('is the mean over the tokens of the prompt, the first not predicted', async () => {
    const logprob = (_: string, before: string[]): number => -before.length;
    const count = tokens(prompt).length;
    const mean =
      Array.from({ length: count - 1 }, (_, i) => i + 1).reduce((sum, value) => sum + value, 0) /
      (count - 1);
    expect(await lossFrom({ logprob }, prompt)).toBeCloseTo(mean, 10);
  });

  it('sends what asks for it, and no parameter of the user', async () => {
    const server = await startModelServer();
    const model = await createModel(
      modelSettings({
        base_url: `${server.url}/v1`,
        api: 'completions',
        parameters: { top_p: 1 },
        system_prompt: 'Be brief.',
      }),
      connection(),
      new Meter(),
    );
    await model.loss!(prompt);
    expect(server.requests[0]?.body).toEqual({
      model: 'test-model',
      prompt,
      echo: true,
      logprobs: 1,
      max_tokens: 1,
      temperature: 0,
    });
    await server.close();
  });

  it('counts at most 128 tokens', async () => {
    const long = Array.from({ length: 200 }, (_, i) => `w${i}`).join(' ');
    const logprob = (_: string, before: string[]): number => (before.length < 128 ? -1 : -1000);
    expect(await lossFrom({ logprob }, long)).toBeCloseTo(1, 10);
  });

  it('cuts a text that is longer than the context, and gives the same loss', async () => {
    const long = Array.from({ length: 5_000 }, (_, i) => `w${i}`).join(' ');
    const logprob = (_: string, before: string[]): number => (before.length < 128 ? -1 : -1000);
    const sizes: number[] = [];
    const fail: ModelServerOptions['fail'] = ({ body }) => {
      const size = tokens((body as { prompt: string }).prompt).length;
      sizes.push(size);
      const message = `This model's maximum context length is 200 tokens. However, you requested ${size} tokens.`;
      return size > 200
        ? {
            status: 400,
            body: { error: { message, type: 'BadRequestError', param: null, code: 400 } },
          }
        : undefined;
    };
    expect(await lossFrom({ logprob, fail }, long)).toBeCloseTo(1, 10);
    expect(sizes.at(-1)).toBeGreaterThan(128);
    expect(sizes.length).toBeLessThan(6);
    expect(
      await rejection(
        lossFrom(
          { fail: () => ({ status: 400, body: { error: { message: 'too many tokens' } } }) },
          long,
        ),
      ),
    ).toMatchObject({
      kind: 'bad_request',
    });
  });

  it.each(['generated-only', 'llama.cpp', 'refuses-echo'] as const)(
    'is an error where the server is %s, never 0',
    async (completions) => {
      const error = await rejection(lossFrom({ completions }, prompt));
      expect(error).toMatchObject({
        kind: 'no_logprobs',
        fatal: true,
        remedy: expect.stringMatching(/`api: completions`.*vLLM, SGLang or Together/),
      });
    },
  );

  it.each([
    ['an early space does not', `你好 ${'长'.repeat(30)}`, `你好 ${'长'.repeat(17)}`],
    ['white space at the beginning does not', ` ${'x'.repeat(30)}`, ` ${'x'.repeat(19)}`],
    ['the last space does', 'one two three four five six', 'one two three four'],
    ['no surrogate pair is cut', `x${'🎉'.repeat(11)}`, `x${'🎉'.repeat(9)}`],
  ])('cuts a long text: %s', async (_, text, expected) => {
    const starts: string[] = [];
    await lossOfStart(text, async (start) => starts.push(start), 20);
    expect(starts).toEqual([expected]);
  });

  it('is an error for chat, and nothing is sent', async () => {
    const error = await rejection(lossFrom({}, prompt, 'chat'));
    expect(error).toMatchObject({
      kind: 'no_logprobs',
      remedy: expect.stringContaining('`api: completions`'),
    });
  });

  const echo = (token_logprobs: (number | null)[], rest: object = {}, usage?: object) => ({
    choices: [{ text: 'a b c', logprobs: { token_logprobs, ...rest } }],
    usage,
  });

  it.each([
    [
      'counts of the server',
      echo([null, -1, -3, -50], {}, { prompt_tokens: 3, completion_tokens: 1 }),
    ],
    [
      'a token for the beginning',
      echo([null, -1, -3, -50], {}, { prompt_tokens: 4, completion_tokens: 1 }),
    ],
    ['offsets, without counts', echo([null, -1, -3, -50], { text_offset: [0, 1, 3, 5] })],
    [
      'a number for the first token',
      echo([-9, -1, -3, -50], {}, { prompt_tokens: 3, completion_tokens: 1 }),
    ],
  ])('reads %s', (_, reply) => {
    expect(lossOfEcho(reply, 'a b c', 'here')).toBe(2);
  });

  it('counts the offsets of Python servers in code points', () => {
    const offsets = { text_offset: [0, 1, 3, 5] };
    const reply = {
      choices: [{ text: '🎉 b c.', logprobs: { token_logprobs: [null, -1, -3, -50], ...offsets } }],
    };
    expect(lossOfEcho(reply, '🎉 b c', 'here')).toBe(2);
  });

  it.each([
    ['a hole', echo([null, -1, null, -3, -50], {}, { prompt_tokens: 4, completion_tokens: 1 })],
    ['too few entries', echo([null, -1, -50], {}, { prompt_tokens: 30, completion_tokens: 1 })],
    [
      'an echo that is not there',
      {
        choices: [
          { text: 'z', logprobs: { token_logprobs: [-1, -2, -3], text_offset: [0, 1, 2] } },
        ],
      },
    ],
    ['neither counts nor offsets', echo([null, -1, -3])],
    ['no entries', echo([], {}, { prompt_tokens: 2, completion_tokens: 0 })],
    ['null', echo([], {}, undefined)],
  ])('refuses %s', (_, reply) => {
    expect(() => lossOfEcho(reply, 'a b c', 'here')).toThrow(
      errorLike({ kind: 'no_logprobs', fatal: true }),
    );
  });

  it('has none for one token, which is no fault of the server', () => {
    const reply = echo([null, -1], {}, { prompt_tokens: 1, completion_tokens: 1 });
    expect(() => lossOfEcho(reply, 'a', 'here')).toThrow(
      errorLike({ kind: 'bad_request', fatal: false }),
    );
  });
});

describeRealModel('loss of a real language model', (address) => {
  it.each([
    ['Once upon a time there was a little girl.', 0.7675],
    ['girl a was. upon little Once time there a', 8.2886],
  ])('%s', async (prompt, expected) => {
    const model = await createModel(
      modelSettings({ base_url: `${address()}/v1`, api: 'completions', timeout: 60 }),
      connection(),
      new Meter(),
    );
    expect(Math.abs((await model.loss!(prompt)) - expected)).toBeLessThan(1e-3);
  });

  it('answers, too', async () => {
    const model = await createModel(
      modelSettings({
        base_url: `${address()}/v1`,
        api: 'completions',
        timeout: 60,
        parameters: { max_tokens: 8, temperature: 0 },
      }),
      connection(),
      new Meter(),
    );
    expect((await model.answer('Once upon a time')).text).toMatch(/\w/);
    expect(await rejection(model.answer('word '.repeat(600)))).toMatchObject({
      kind: 'bad_request',
      fatal: false,
    });
  });
});
