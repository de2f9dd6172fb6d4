import { createModel, Meter } from '../../src/models/index.ts';
import { readError } from '../../src/models/http/server-error.ts';
import { startModelServer, type ModelFailure } from '../support/model-server.ts';
import { connection, modelSettings, rejection } from './support.ts';

/** The words of servers that refuse, and the remedies that fit them. */

const LONG = 'x'.repeat(290);

describe('an error body', () => {
  it.each<[string, unknown, string]>([
    ['an object', { error: { message: 'No.' } }, 'No.'],
    ['a text in `error`', { error: 'No.' }, 'No.'],
    ['a list of one, as Google sends it', [{ error: { code: 400, message: 'No.' } }], 'No.'],
    ['errors, each an object', { errors: [{ message: 'No.' }] }, 'No.'],
    ['errors, each a text', { errors: ['No.'] }, 'No.'],
    ['msg', { code: 1211, msg: 'No.' }, 'No.'],
    ['error_msg', { error_code: 1, error_msg: 'No.' }, 'No.'],
    ['detail', { detail: 'No.' }, 'No.'],
    ['detail as a list', { detail: [{ loc: ['body', 'n'], msg: 'No.' }] }, 'body.n: No.'],
    ['detail as an object', { detail: { message: 'No.' } }, 'No.'],
    ['message', { message: 'No.' }, 'No.'],
  ])('%s', (_, body, words) => {
    expect(readError(JSON.stringify(body)).words).toBe(words);
  });

  it.each([
    ['a text', 'No.', 'No.'],
    ['a web page', '<!doctype html><title>502 Bad Gateway</title><p>', '502 Bad Gateway'],
    ['a web page without a title', '<p>Sign in</p>', ''],
  ])('%s', (_, body, words) => {
    expect(readError(body).words).toBe(words);
  });
});

async function refusedWith(failure: ModelFailure, parameters: Record<string, unknown> = {}) {
  const server = await startModelServer({ fail: () => failure });
  try {
    const settings = modelSettings({ base_url: `${server.url}/v1`, retries: 2, parameters });
    const model = await createModel(settings, connection(), new Meter());
    const errors = [];
    for (let row = 0; row < 4; row += 1) errors.push(await rejection(model.answer(`row ${row}`)));
    return { errors, requests: server.count() };
  } finally {
    await server.close();
  }
}

describe('a remedy', () => {
  it('stands beside the first 300 characters of the words', async () => {
    const { errors } = await refusedWith({ status: 400, body: { error: { message: LONG } } });
    expect(errors[0]!.message).toContain(LONG);
  });

  it.each([
    ['Unrecognized request argument supplied: max_completion_tokens', 'max_completion_tokens'],
    ["Unsupported parameter: 'top_k' is not supported with this model.", 'top_k'],
    ['generation_config.top_k: Extra inputs are not permitted', 'top_k'],
  ])('names the key of ours that is refused: %s', async (message, name) => {
    const parameters = { [name]: 5 };
    const failure = { status: 400, body: { error: { message } } };
    const { errors, requests } = await refusedWith(failure, parameters);
    expect(errors[0]).toMatchObject({
      fatal: true,
      remedy: `Change or remove \`model.parameters.${name}\`, which the endpoint refuses.`,
    });
    expect(requests).toBe(4);
  });

  it('is not the prompt where all rows are refused in the same words', async () => {
    const failure = { status: 400, body: { error: { message: 'Bad argument supplied.' } } };
    const { errors } = await refusedWith(failure);
    expect(errors.map(({ remedy }) => remedy)).toEqual([
      expect.stringContaining('leave the row out'),
      expect.stringContaining('leave the row out'),
      expect.stringMatching(/Change `model\.name`, `model\.api` or `model\.parameters`/),
      expect.stringMatching(/Change `model\.name`, `model\.api` or `model\.parameters`/),
    ]);
    expect(errors[2]!.message).toContain('so the prompt is not the cause');
  });

  it.each([
    'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock more requests a day.',
    'You have reached your daily limit.',
    'You exceeded your current quota, please check your plan.',
  ])('ends at once for a limit that is not over in minutes: %s', async (message) => {
    const { errors, requests } = await refusedWith({ status: 429, body: { error: { message } } });
    expect(errors[0]).toMatchObject({ kind: 'rate_limit', fatal: true });
    expect(errors[0]!.message).toContain(message);
    expect(requests).toBe(4);
  });

  it('is none of a filter that answers in place of the model', async () => {
    const error = {
      code: 'content_filter',
      message: 'The response was filtered.',
      innererror: { code: 'ResponsibleAIPolicyViolation' },
    };
    const { errors } = await refusedWith({ status: 400, body: { error } });
    expect(errors.map(({ kind }) => kind)).toEqual(Array(4).fill('filtered'));
  });
});
