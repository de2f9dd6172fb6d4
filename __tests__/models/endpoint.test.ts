import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { ModelError } from '../../src/shared/errors.ts';
import { createContext } from '../../src/models/context.ts';
import { createModel } from '../../src/models/model.ts';
import { Meter } from '../../src/models/meter.ts';
import { tryModel } from '../../src/models/try-model.ts';
import { Turns } from '../../src/models/turns.ts';
import { startModelServer } from '../support/model-server.ts';
import type { ModelServer, ModelServerOptions, RecordedRequest } from '../support/model-types.ts';
import { accessOf, context, settingsOf } from './support.ts';
import { recordsIn } from '../support/oracle.ts';
import { times } from '../support/times.ts';
import answers from './data/answers.json' with { type: 'json' };
import formatRefusals from './hubs/format-refusals.json' with { type: 'json' };

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Starts a server, and opens a model there. */
async function opened(server: ModelServerOptions, { limits = {}, settings = {} } = {}) {
  const model = await startModelServer({ answer: (prompt) => prompt, ...server });
  servers.push(model);
  const base_url = `${model.url}/v1`;
  const access = accessOf({ baseUrl: base_url, apiKey: 'key' }, limits);
  return {
    model,
    access,
    asking: await createModel(settingsOf({ base_url, ...settings }), access),
  };
}

/** Asks a server all questions at once, and returns the answers, errors and counts. */
async function ask(
  server: ModelServerOptions,
  { questions = 100, limits = {}, settings = {} } = {},
) {
  const startedAt = performance.now();
  const { model, access, asking } = await opened(server, { limits, settings });
  const asked = times(questions, (i) => asking.answer(`question ${i}`));
  const results = await Promise.allSettled(asked);
  const errors = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as ModelError] : [],
  );
  const texts = results.map((result) => result.status === 'fulfilled' && result.value.text);
  const { endpoints } = access;
  await endpoints.close();
  return {
    requests: model.requests.length,
    errors,
    texts,
    endpoints,
    ms: performance.now() - startedAt,
    model,
  };
}

it('an endpoint that lets in 20 of 200 needs little more than its answers', async () => {
  const refusal = { status: 429, headers: { 'retry-after': '0.2' }, body: { error: 'slow down' } };
  const crowd = { most: 20, refusal };
  const { requests, errors } = await ask({ crowd, latency: 10 }, { questions: 1000 });
  expect(errors).toEqual([]);
  // The first burst adds some, and more on a busy machine.
  expect(requests).toBeLessThan(1.15 * 1000);
});

it('a wrong key costs one request, and a key that is refused later few', async () => {
  const first = await ask({ keys: ['right'] });
  expect(first.requests).toBe(1);
  expect(first.errors.map(({ kind }) => kind)).toEqual(Array(100).fill('authentication'));
  // A refused key also ends the waits that the server asked for.
  for (const status of [401, 429]) {
    const firstFailures = [undefined, { status, headers: { 'retry-after': '20' } }];
    const fail = (_: unknown, nth: number) => (nth > 2 ? { status: 401 } : firstFailures[nth - 1]);
    const later = await ask({ fail });
    expect(later.requests).toBeLessThanOrEqual(11);
    expect(later.ms).toBeLessThan(8_000);
  }
});

it('a firewall that blocks a row after answers is the failure of that row', async () => {
  const blocked = { status: 403, body: '' };
  const fail = (_: unknown, nth: number) => (nth % 10 === 0 ? blocked : undefined);
  const { requests, errors } = await ask({ fail });
  expect([requests, errors.length]).toEqual([100, 10]);
  expect(errors.filter(({ isFatal }) => isFatal)).toEqual([]);
  const refused = await ask({ fail: () => blocked });
  expect(refused.requests).toBe(20);
  expect(refused.errors.at(-1)).toMatchObject({
    isFatal: true,
    remedy: expect.stringContaining('key') as string,
  });
});

it.each([429, 503])(
  'a row that alone is refused with %d is the failure of that row',
  async (status) => {
    const fail = ({ body }: RecordedRequest) =>
      JSON.stringify(body).includes('question 0"') ? { status } : undefined;
    const asked = await ask({ fail }, { limits: { firstWait: 5 } });
    expect(asked).toMatchObject({ requests: 109, errors: [{ isFatal: false }] });
  },
);

it.each(answers.refusals as [string, { status: number }][])(
  'a limit that lets no request in ends the run early, told %s',
  async (_, failure) => {
    const { requests, errors } = await ask({ fail: () => failure }, { limits: { firstWait: 5 } });
    expect(requests).toBeLessThan(20);
    expect(errors).toHaveLength(100);
    expect(errors[0]).toMatchObject({ kind: 'rate_limit', isFatal: true });
  },
);

it.each(answers.empty as [string, object, string, string, object][])(
  '%s in every answer is one cause, and costs 20 requests',
  async (_, message, word, end, settings) => {
    const body = { choices: [{ message, finish_reason: end }], usage: { completion_tokens: 7.5 } };
    const server = { fail: () => ({ status: 200, body }) };
    const { requests, errors, endpoints } = await ask(server, { settings });
    expect([requests, endpoints.meter.completion_tokens]).toEqual([20, 140]);
    expect(errors.at(-1)).toMatchObject({ kind: 'empty_answer', isFatal: true });
    expect([...new Set(errors.map((error) => error.describe()))]).toEqual([
      expect.stringContaining(word),
    ]);
  },
);

it('answers with nothing in them beside others are of their rows', async () => {
  const empty = { status: 200, body: { choices: [{ message: { content: '' } }] } };
  const fail = (_: unknown, nth: number) => (nth % 2 === 0 ? empty : undefined);
  const { requests, errors } = await ask({ fail });
  expect([requests, errors.filter(({ isFatal }) => isFatal).length]).toEqual([100, 0]);
});

it('rows that are refused in the same words end the run after 20 requests', async () => {
  let nth = 0;
  const fail = () => ({
    status: 400,
    body: { error: { message: `Bad thing, id ${++nth}${'abc'.slice(nth % 3)}.` } },
  });
  const { requests, errors } = await ask({ fail });
  expect(requests).toBe(20);
  expect(errors.at(-1)?.isFatal).toBe(true);
  expect(errors.at(-1)?.remedy).toContain('model.parameters');
});

it('texts that are longer than the context are shortened, however many there are', async () => {
  const logprobs = { token_logprobs: [null, -1, -3] };
  // A list may be longer than an answer.
  const text = ' '.repeat(1024 ** 2);
  const body = { choices: [{ text, logprobs }], usage: { prompt_tokens: 3 } };
  const refusal = { error: { message: 'maximum context length is 300 tokens' } };
  const fail = (request: RecordedRequest) =>
    JSON.stringify(request.body).length > 1500
      ? { status: 400, body: refusal }
      : { status: 200, body };
  const { access, asking, model } = await opened({ fail }, { settings: { api: 'completions' } });
  const texts = times(30, (i) => asking.loss!(`${i} ${'word '.repeat(500)}`));
  expect(new Set(await Promise.all(texts))).toEqual(new Set([2]));
  // The start of a text stays.
  for (const { body: sent } of model.requests)
    expect(sent).toMatchObject({ prompt: expect.stringMatching(/^\d+ word/) });
  await access.endpoints.close();
});

it('an endpoint that is down before its first answer gets few requests', async () => {
  const limits = { deadline: 2000, firstWait: 200 };
  const { requests } = await ask({ fail: () => ({ status: 500 }) }, { limits });
  expect(requests).toBeLessThan(10);
});

it('refusals in other words are of the rows', async () => {
  const fail = (request: { body: unknown }) => {
    const words = JSON.stringify(request.body).replaceAll(/\d/g, (digit) =>
      'abcdefghij'.charAt(Number(digit)),
    );
    return { status: 400, body: { error: { message: words } } };
  };
  const { requests, errors } = await ask({ fail });
  expect([requests, errors.filter(({ isFatal }) => isFatal).length]).toEqual([100, 0]);
});

it('a filter is an answer of the system, for every row', async () => {
  const fail = () => ({ status: 400, body: { error: { message: 'x', code: 'content_filter' } } });
  const { requests, errors, texts } = await ask({ fail });
  expect([requests, errors.length]).toEqual([100, 0]);
  expect(new Set(texts)).toEqual(new Set(['']));
});

it('the cap holds, and what is under way is not lost', async () => {
  const { requests, errors, endpoints } = await ask(
    { latency: 5 },
    { limits: { maxRequests: 30 } },
  );
  expect([requests, errors.length, endpoints.meter.requests]).toEqual([30, 70, 30]);
  expect(errors[0]?.kind).toBe('budget');
  expect(endpoints.endMessage).toContain('30');
});

it.each([429, 502])(
  'a deadline ends all requests, and tells the last failure (%i)',
  async (status) => {
    const fail = (_: unknown, nth: number) => (nth > 5 ? { status } : undefined);
    const more = { limits: { deadline: 2000 }, settings: { retries: 99 } };
    const { errors, ms, endpoints } = await ask({ fail }, more);
    expect(errors).toHaveLength(95);
    expect(new Set(errors.map(({ kind }) => kind))).toEqual(new Set(['deadline']));
    expect(errors[0]?.message).toContain(String(status));
    expect(endpoints.endMessage).toContain(String(status));
    expect(ms).toBeLessThan(8_000);
  },
);

it('a signal ends the run', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 200);
  const { errors, ms } = await ask(
    { fail: () => 'hang' },
    { limits: { signal: controller.signal } },
  );
  expect(errors.map(({ kind }) => kind)).toEqual(Array(100).fill('interrupted'));
  expect(ms).toBeLessThan(8_000);
});

it.each([
  ['a limit of a day', { status: 429, body: { error: { message: '50 per 86400s' } } }],
  ['a wait of an hour', { status: 429, headers: { 'retry-after': '3600' } }],
  [
    'a wait of an hour in a reply that breaks off',
    {
      status: 429,
      headers: { 'retry-after': '3600', 'content-length': '999', connection: 'close' },
    },
  ],
  ['no such model', { status: 404 }],
  ['a redirect', { status: 307, headers: { location: 'https://evil.example/v1?k=1' } }],
  ['a page', 'html'],
  ['a reply of 2 MB', { status: 200, body: { choices: 'x'.repeat(2 * 1024 ** 2) } }],
] as const)('%s costs one request', async (_, failure) => {
  const { requests, errors } = await ask({ fail: () => failure }, { questions: 1 });
  expect([requests, errors.length]).toEqual([1, 1]);
});

it.each(['hang', 'stall', 'cut'] as const)(
  'a server that sends `%s` is retried',
  async (failure) => {
    const fail = (_: unknown, nth: number) => (nth === 1 ? failure : undefined);
    const { errors } = await ask({ fail }, { questions: 3, settings: { timeout: 0.3 } });
    expect(errors).toEqual([]);
  },
);

it('retries are those of the settings, and the error tells them', async () => {
  const messages = new Set<string | undefined>();
  for (const retries of [0, 1]) {
    const server = { fail: () => ({ status: 500 }) };
    const { requests, errors } = await ask(server, { questions: 1, settings: { retries } });
    expect(requests).toBe(retries + 1);
    expect(errors[0]).toMatchObject({ kind: 'server', isTransient: true, isFatal: false });
    // Each server has a port of its own.
    messages.add(errors[0]?.message.replaceAll(/\d/g, ''));
  }
  expect(messages.size).toBe(2);
});

it('the limit is one, then ten, and grows to the configured number; single refusals leave it', async () => {
  const few = await ask({ latency: 20 }, { limits: { concurrency: 4 } });
  expect(few.model.maxInFlight).toBe(4);
  const refusal = { status: 429, headers: { 'retry-after': '0.5' } };
  const fail = (_: unknown, nth: number) => (nth % 60 === 0 ? refusal : undefined);
  const many = await ask({ latency: 150, fail }, { questions: 400 });
  expect([many.requests, many.errors.length]).toEqual([406, 0]);
  expect(many.model.maxInFlight).toBeGreaterThan(40);
  // A burst halves it, and it grows only after some time.
  const burst = (_: unknown, nth: number) => (nth > 1 && nth < 12 ? refusal : undefined);
  const after = await ask({ latency: 5, fail: burst }, { questions: 300 });
  expect(after.model.maxInFlight).toBeLessThan(15);
});

it('the limit stays for its time after a pause', async () => {
  const turns = new Turns(100);
  // The end of a run ends every wait.
  for (let i = 0; i < 2; i++) await turns.take(AbortSignal.abort());
  turns.growsFrom = Infinity;
  for (let i = 0; i < 11; i++) turns.noteAnswer(0);
  expect(turns.limit).toBe(10);
  turns.growsFrom = 0;
  turns.noteAnswer(0);
  expect(turns.limit).toBe(20);
  // A burst that is refused halves it once, and it then grows by one.
  for (let i = 0; i < 9; i++) turns.halve(0);
  expect(turns.limit).toBe(10);
  for (const limit of [...Array<number>(9).fill(10), 11]) {
    turns.noteAnswer(1);
    expect(turns.limit).toBe(limit);
  }
});

it('a defect of ours is no failure of the endpoint', async () => {
  const defect = new TypeError('x is not a function');
  const url = new URL('https://m.example');
  const sign = () => Promise.reject(defect);
  const request = { url, headers: {}, body: '', isReply: () => true, sign };
  const route = { ...context, ending: new AbortController() };
  const sent = accessOf().endpoints.endpointFor(url.origin).send(request, route);
  await expect(sent).rejects.toBe(defect);
});

it('two models at one origin end apart', async () => {
  const { model, access, asking: good } = await opened({ models: ['m'] });
  const settings = settingsOf({ base_url: `${model.url}/v1`, name: 'other' });
  const bad = await createModel(settings, { ...access, section: 'judge' });
  await expect(bad.answer('x')).rejects.toMatchObject({ kind: 'not_found', isFatal: true });
  await expect(bad.answer('y')).rejects.toMatchObject({ kind: 'not_found' });
  expect((await good.answer('x')).text).not.toBe('');
  expect(model.requests).toHaveLength(2);
  await access.endpoints.close();
});

it.each(formatRefusals as [number, unknown][])(
  'a format that is refused with %i %j is left out from then on',
  async (status, body) => {
    const refused = { status, body };
    const fail = ({ body: sent }: RecordedRequest) =>
      'response_format' in (sent as object) ? refused : undefined;
    const { model, access, asking } = await opened({ fail });
    const format = { name: 'verdict', schema: { type: 'object' } };
    for (let i = 0; i < 5; i++) await asking.answer(`q ${i}`, { format });
    expect(model.requests).toHaveLength(6);
    await access.endpoints.close();
  },
);

it.each(
  recordsIn<[number, Record<string, unknown>, boolean]>('__tests__/models/data/cut-prompts.jsonl'),
)('a server that cuts the prompt is said: %i characters, %j', (length, reply, isCut) => {
  const meter = new Meter();
  meter.note(reply, { host: 'h', length });
  expect(meter.truncationWarning !== undefined).toBe(isCut);
});

it('a server that sends `100 Continue` unasked is named', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'));
    socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const access = accessOf({ baseUrl: base_url });
  const model = await createModel(settingsOf({ base_url }), access);
  await expect(model.answer('x')).rejects.toThrow('100 Continue');
  await access.endpoints.close();
  server.close();
});

it.each(answers.limits as [string, object][])(
  'an answer without text names the limit to raise: %s of %j',
  async (name, settings) => {
    const chat = { choices: [{ finish_reason: 'length', message: { content: '' } }] };
    const responses = { object: 'response', status: 'incomplete', output: [] };
    const body = { ...chat, ...responses, incomplete_details: { reason: 'max_output_tokens' } };
    const route = () => ({ status: 200, body });
    const { errors } = await ask({ route }, { questions: 1, settings });
    expect(errors[0]?.describe()).toContain(`\`${name}\``);
  },
);

it('a sender knows the limit of OpenAI, and sends to its own origin only', async () => {
  const base_url = 'https://api.openai.com';
  const { endpoints, ...access } = accessOf({ baseUrl: base_url, apiKey: 'key' });
  endpoints.endpointFor(base_url, 'key').send = async (_, { lengthParameter }) => ({
    lengthParameter,
  });
  const { send } = await createContext(settingsOf({ base_url }), { endpoints, ...access });
  const request = { headers: {}, body: '', isReply: () => true };
  expect(await send(base_url, request)).toEqual({ lengthParameter: 'max_completion_tokens' });
  const remedy = expect.any(String);
  await expect(send('https://evil.example', request)).rejects.toMatchObject({ remedy });
});

it('progress tells the number of requests once', async () => {
  const lines: string[] = [];
  const progress = { say: (line: string) => lines.push(line), pause: 10 };
  await ask({ latency: 200 }, { questions: 1, limits: { progress } });
  expect(lines).toEqual([expect.stringMatching(/\b1\b/)]);
});

it('a refusal among answers delays its row alone', async () => {
  const fail = (_: unknown, nth: number) => (nth % 30 === 0 ? { status: 429 } : undefined);
  const limits = { concurrency: 4, firstWait: 60_000, deadline: 3000 };
  expect((await ask({ fail }, { limits })).errors).toHaveLength(3);
});

it('embeddings are tried with one request', async () => {
  const { model, access } = await opened({});
  const settings = settingsOf({ base_url: `${model.url}/v1` });
  const tried = await tryModel({ section: 'embeddings', settings }, access);
  expect([tried, model.requests.length]).toEqual([{ answer: '', isUsable: true }, 1]);
  await access.endpoints.close();
});

it('a server that is down for 20 s ends the run', async () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 25_000));
  const server = { fail: () => ({ status: 500 }) };
  const { requests, errors } = await ask(server, { questions: 3, settings: { retries: 0 } });
  clock.mockRestore();
  expect([requests, errors.filter(({ isFatal }) => isFatal).length]).toEqual([2, 2]);
});
