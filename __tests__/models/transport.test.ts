import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ReplyStore } from '../../src/models/store/reply-store.ts';
import { Accounts } from '../../src/models/accounts.ts';
import { Halt } from '../../src/models/halt.ts';
import { Meter } from '../../src/models/meter.ts';
import { cleaner } from '../../src/models/http/clean.ts';
import { scrubber } from '../../src/secrets.ts';
import { hubNamed } from '../../src/models/hubs/registry.ts';
import type { Clock } from '../../src/models/http/pace.ts';
import {
  createTransport,
  type SendOptions,
  type Transport,
  type TransportOptions,
} from '../../src/models/http/transport.ts';
import {
  embeddingSettings,
  KEY,
  modelSettings,
  rejection,
  serve,
  type LocalServer,
} from './support.ts';

const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function started(...args: Parameters<typeof serve>): Promise<LocalServer> {
  const server = await serve(...args);
  servers.push(server);
  return server;
}

/** A clock that jumps: nothing waits, every wait is on record. */
function jumpingClock(): Clock & { waits: number[] } {
  let now = Date.UTC(2026, 10, 21);
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    random: () => 0,
    async sleep(ms) {
      waits.push(ms);
      now += ms;
    },
  };
}

function transport({
  clock = jumpingClock(),
  meter = new Meter(),
  hub = hubNamed('openai'),
  retries = 0,
  ...overrides
}: Partial<TransportOptions> & { clock?: Clock; retries?: number } = {}) {
  const trust = { hub, trusted: [], allowedHosts: ['no-such-host.invalid'] };
  const options = {
    hub,
    settings: modelSettings({ name: 'm', retries, parameters: { max_tokens: 9 } }),
    meter: Object.assign(meter, { accounts: new Accounts({ clock }) }),
    clean: cleaner([KEY]),
    headers: [],
    seal: undefined,
    scrub: scrubber([KEY]),
    ...overrides,
  };
  let send: Transport | undefined;
  // The first address is that of the endpoint.
  return (url: string | URL, init?: SendOptions) => {
    const endpoint = new URL(url);
    send ??= createTransport({
      target: {
        endpoint,
        trust,
        isDedicated: false,
        key: KEY,
        owner: 'model',
        variables: [],
        withheld: undefined,
      },
      ...options,
    });
    return send(url, init);
  };
}

const withKey = {
  method: 'POST',
  body: '{"a":1}',
  headers: {
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
    'x-stainless-os': 'Linux',
  },
};

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));
}

const failing = (
  status: number,
  body: unknown = { error: { message: 'No.' } },
  headers: Record<string, string> = {},
) => started((_, response) => json(response, status, body, headers));

describe('a good reply', () => {
  it('arrives whole, is counted, and took only the headers it needs', async () => {
    const meter = new Meter();
    const server = await started((request, response) =>
      json(response, 200, {
        seen: request.headers,
        usage: { prompt_tokens: 5, completion_tokens: 2 },
      }),
    );
    const scrub = (text: string) => text;
    const reply = (await transport({ meter, scrub })(server.url, withKey)).json as {
      seen: Record<string, string>;
    };
    expect(Object.keys(reply.seen).filter((name) => name.startsWith('x-'))).toEqual([]);
    expect(reply.seen).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'user-agent': 'sensitivity-action',
    });
    expect(meter).toMatchObject({ requests: 1, prompt_tokens: 5, completion_tokens: 2 });
  });
});

/** OpenRouter's words. */
const FLAGGED = 'Your chosen model requires moderation and your input was flagged';

describe('replies that are not repeated', () => {
  it.each([
    [
      401,
      { error: { message: 'Incorrect API key.' } },
      'authentication',
      true,
      /refuses the key \(HTTP 401\): `"Incorrect API key\."`\.$/,
    ],
    [
      403,
      { error: 'Forbidden for you' },
      'authentication',
      true,
      /\(HTTP 403\): `"Forbidden for you"`\.$/,
    ],
    [
      403,
      { error: 'Your account was flagged. Its content is under review.' },
      'authentication',
      true,
      /account was flagged/,
    ],
    [
      403,
      { error: { code: 403, message: FLAGGED } },
      'filtered',
      false,
      /refuses the text \(HTTP 403\): `"Your chosen model/,
    ],
    [
      403,
      {
        error: { message: 'No.', metadata: { reasons: ['violence'], flagged_input: 'They kill' } },
      },
      'filtered',
      false,
      /: `"No\."`\.$/,
    ],
    [
      403,
      { code: 'x', error: 'Content violates usage guidelines. Failed check: SAFETY_CHECK' },
      'filtered',
      false,
      /violates/,
    ],
    [
      403,
      { error: { code: 'content_filter', message: 'Filtered' } },
      'filtered',
      false,
      /Filtered/,
    ],
    [402, { error: 'Credits exceeded' }, 'rate_limit', true, /no credit left/],
    [
      404,
      { error: { message: 'The model `x` does not exist', code: 'model_not_found' } },
      'not_found',
      true,
      /does not exist/,
    ],
    [410, { message: 'Gone' }, 'not_found', true, /Gone/],
    [
      429,
      { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } },
      'rate_limit',
      true,
      /quota/,
    ],
    [
      400,
      { error: { message: 'Too long', code: 'context_length_exceeded', param: 'messages' } },
      'bad_request',
      false,
      /Too long/,
    ],
    [
      400,
      { error: { message: 'Filtered', code: 'content_filter', param: 'prompt' } },
      'filtered',
      false,
      /Filtered/,
    ],
    [
      400,
      {
        error: {
          message: 'Use max_completion_tokens',
          code: 'unsupported_parameter',
          param: 'max_tokens',
        },
      },
      'bad_request',
      true,
      /Use/,
    ],
    [
      400,
      { error: { message: 'Only 1', code: 'unsupported_value', param: 'temperature' } },
      'bad_request',
      true,
      /Only 1/,
    ],
    [
      400,
      { error: { message: 'Out of range', code: null, param: 'temperature' } },
      'bad_request',
      true,
      /range/,
    ],
    [
      400,
      { error: { message: 'No such model', code: 'model_not_found', param: 'model' } },
      'bad_request',
      true,
      /No such/,
    ],
    [
      422,
      { detail: [{ loc: ['body'], msg: 'field required' }] },
      'bad_request',
      false,
      /field required/,
    ],
  ])('%i %j', async (status, body, kind, fatal, message) => {
    const server = await failing(status, body);
    const error = await rejection(transport({ retries: 3 })(server.url, withKey));
    expect(error).toMatchObject({
      kind,
      fatal,
      message: expect.stringMatching(message),
      where: `${server.url}/`,
    });
    expect(server.count()).toBe(1);
  });

  it('names the input and the variable of the hub’s key', async () => {
    const server = await failing(401);
    for (const [hub, variable] of [
      ['openai', 'OPENAI_API_KEY'],
      ['azure-openai', 'AZURE_OPENAI_API_KEY'],
      ['huggingface', 'HF_TOKEN'],
    ] as const) {
      const { remedy } = await rejection(transport({ hub: hubNamed(hub) })(server.url, withKey));
      expect(remedy).toContain('`api-key`');
      expect(remedy).toContain(variable);
    }
    expect(await rejection(transport()(server.url))).toMatchObject({
      message: expect.stringContaining('needs a key'),
      remedy: expect.stringContaining('Set the key'),
    });
  });

  it.each<[string, Partial<TransportOptions>, Parameters<ReturnType<typeof createTransport>>[1]]>([
    ['embeddings', { settings: embeddingSettings() }, {}],
    ['log-probabilities', {}, { method: 'POST', body: '{"prompt":"x","top_logprobs":20}' }],
  ])('reads more than 1 MB of %s', async (_what, options, init) => {
    const text = JSON.stringify('x'.repeat(2_000_000));
    const server = await started((_, response) => void response.writeHead(200).end(text));
    expect((await transport(options)(server.url, init)).text).toBe(text);
  });

  it('takes a prompt that speaks of log-probabilities for no request for them', async () => {
    const server = await started(
      (_, response) => void response.writeHead(200).end(JSON.stringify('x'.repeat(2_000_000))),
    );
    const body = JSON.stringify({ prompt: '"logprobs":' });
    expect((await rejection(transport()(server.url, { method: 'POST', body }))).message).toContain(
      'more than 1 MB',
    );
  });
});

describe('hosts and redirects', () => {
  it('bears a redirect to nowhere', async () => {
    const server = await started(
      (_, response) => void response.writeHead(302, { location: 'http://[' }).end(),
    );
    expect((await rejection(transport()(server.url))).message).toContain('an unnamed place');
  });
});

describe('repeating', () => {
  it.each([408, 409, 425, 500, 502, 503, 504, 529])(
    'repeats after %i with growing waits',
    async (status) => {
      const clock = jumpingClock();
      const meter = new Meter();
      const server = await started((_, response, nth) =>
        json(response, nth < 4 ? status : 200, { ok: true }),
      );
      await transport({ clock, meter, retries: 3 })(server.url, withKey);
      expect(clock.waits).toEqual([500, 1000, 2000]);
      expect(meter.requests).toBe(4);
    },
  );

  it('gives up and says how often it asked', async () => {
    const server = await failing(500);
    const error = await rejection(transport({ retries: 2 })(server.url, withKey));
    expect(error).toMatchObject({
      kind: 'server',
      fatal: false,
      message: expect.stringMatching(/\(HTTP 500\): `"No\."`\. Asked 3 times\.$/),
    });
    expect(server.count()).toBe(3);
  });

  it('sends the body again', async () => {
    const bodies: string[] = [];
    const server = await started((request, response, nth) => {
      bodies.push(String(request.headers['content-length']));
      json(response, nth === 1 ? 503 : 200, {});
    });
    await transport({ retries: 1 })(server.url, withKey);
    expect(bodies).toEqual(['7', '7']);
  });

  it.each([
    ['seconds', () => '7'],
    ['an HTTP date', (now: number) => new Date(now + 7000).toUTCString()],
  ])('waits as long as the server asks, in %s', async (_, header) => {
    const clock = jumpingClock();
    const server = await started((__, response, nth) =>
      json(
        response,
        nth === 1 ? 429 : 200,
        {},
        nth === 1 ? { 'retry-after': header(clock.now()) } : {},
      ),
    );
    await transport({ clock, retries: 1 })(server.url, withKey);
    expect(clock.waits).toEqual([7000]);
  });

  /** Google's error of a used up quota, with its details. */
  const ofGoogle = (quotaId: string, retryDelay?: unknown) => ({
    error: {
      code: 429,
      message: 'You exceeded your current quota, please check your plan and billing details.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay },
      ],
    },
  });
  const MINUTE = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier';

  it.each([
    ['a limit a minute', [ofGoogle(MINUTE, '33.4s')], [33_400]],
    ['a wait that is none', [ofGoogle(MINUTE, '-5s')], [500]],
    ['a wait of another kind', [ofGoogle(MINUTE, 1e300)], [500]],
    [
      'the name of a limit alone',
      { error: { message: 'Quota exceeded for aiplatform/generate_requests_per_minute.' } },
      [500],
    ],
  ])('waits as long as Google asks in the body: %s', async (_, body, waits) => {
    const clock = jumpingClock();
    const server = await started((__, response, nth) =>
      json(response, nth === 1 ? 429 : 200, nth === 1 ? body : {}),
    );
    await transport({ clock, retries: 1 })(server.url, withKey);
    expect(clock.waits).toEqual(waits);
  });

  it.each([
    ['a limit a day', ofGoogle('GenerateRequestsPerDayPerProjectPerModel', '12s')],
    ['a wait without end', ofGoogle(MINUTE, '999999999s')],
  ])('ends at once for %s in the body', async (_, body) => {
    const clock = jumpingClock();
    const server = await failing(429, [body]);
    const error = await rejection(transport({ clock, retries: 1 })(server.url, withKey));
    expect(error).toMatchObject({ kind: 'rate_limit', fatal: true });
    expect(clock.waits).toEqual([]);
  });

  it('pauses the other requests even where this one gives up', async () => {
    const clock = jumpingClock();
    const server = await started((_, response, nth) =>
      json(response, nth === 1 ? 500 : 200, {}, nth === 1 ? { 'retry-after': '7' } : {}),
    );
    const send = transport({ clock });
    await rejection(send(server.url));
    expect(clock.waits).toEqual([]);
    await send(server.url);
    expect(clock.waits).toEqual([7000]);
  });

  it('pauses all requests while a server wants silence', async () => {
    const jumping = jumpingClock();
    const isPaused = Promise.withResolvers<undefined>();
    const silence = Promise.withResolvers<undefined>();
    const clock: Clock = {
      ...jumping,
      sleep: async (ms) => {
        isPaused.resolve(undefined);
        await silence.promise;
        await jumping.sleep(ms);
      },
    };
    const arrivals: number[] = [];
    const server = await started((_, response, nth) => {
      arrivals.push(clock.now());
      json(response, nth === 1 ? 429 : 200, {}, nth === 1 ? { 'retry-after-ms': '300' } : {});
    });
    const send = transport({ clock, retries: 1 });
    const first = send(server.url);
    await isPaused.promise;
    const others = Array.from({ length: 20 }, () => send(server.url));
    // Time for a request that should not have been sent to arrive.
    await new Promise((resolve) => setTimeout(resolve, 50));
    silence.resolve(undefined);
    await Promise.all([first, ...others]);
    expect(arrivals).toHaveLength(22);
    expect(Math.min(...arrivals.slice(1)) - arrivals[0]!).toBeGreaterThanOrEqual(300);
  });

  it('repeats after JSON that breaks off, when the server says', async () => {
    const clock = jumpingClock();
    const server = await started(
      (_, response, nth) =>
        void response
          .writeHead(200, { 'retry-after': '3' })
          .end(nth === 1 ? '{"a": [1, 2' : '{"a":1}'),
    );
    expect((await transport({ clock, retries: 1 })(server.url)).json).toEqual({ a: 1 });
    expect(clock.waits).toEqual([3000]);
    const broken = await started((_, response) => void response.writeHead(200).end('{"a": [1, 2'));
    expect(await rejection(transport()(broken.url))).toMatchObject({
      kind: 'bad_response',
      message: expect.stringContaining('breaks off'),
    });
  });

  it('repeats after a body that is cut off', async () => {
    const server = await started((_, response, nth) => {
      if (nth > 1) return json(response, 200, { whole: true });
      response
        .writeHead(200, { 'content-length': '100' })
        .write('{"half":', () => response.destroy());
    });
    expect((await transport({ retries: 1 })(server.url)).json).toEqual({ whole: true });
  });

  it('counts an empty reply as none', async () => {
    const server = await started((_, response) => void response.writeHead(204).end());
    expect((await rejection(transport()(server.url))).message).toContain('nothing');
  });
});

describe('refusals for the rate', () => {
  it.each([429, 503])('use up no try (%i), and the waits between them grow', async (status) => {
    const clock = jumpingClock();
    const meter = new Meter();
    const server = await started((_, response, nth) => json(response, nth < 9 ? status : 200, {}));
    await transport({ clock, meter, retries: 0 })(server.url, withKey);
    expect(clock.waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    // Each was sent, so each is counted: the cap is one on what is sent.
    expect(meter.requests).toBe(9);
  });

  it('leave the tries to other failures', async () => {
    const server = await started((_, response, nth) =>
      json(response, [429, 500, 429, 500, 429, 500][nth - 1] ?? 200, {}),
    );
    expect(await rejection(transport({ retries: 2 })(server.url))).toMatchObject({
      kind: 'server',
      transient: true,
      message: expect.stringContaining('Asked 6 times.'),
    });
  });

  it.each([429, 503])('end after ten minutes without an answer, for all (%i)', async (status) => {
    const clock = jumpingClock();
    const server = await failing(status);
    const send = transport({ clock, retries: 0 });
    const error = await rejection(send(server.url, withKey));
    expect(error).toMatchObject({
      kind: 'rate_limit',
      fatal: true,
      transient: false,
      where: `${server.url}/`,
      message: expect.stringMatching(/refused everything for \d+ s; the maximum wait is 600 s\.$/),
    });
    const waited = clock.waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThan(560_000);
    expect(waited).toBeLessThanOrEqual(600_000);
    const asked = server.count();
    expect(await rejection(send(server.url, withKey))).toBe(error);
    expect(server.count()).toBe(asked);
  });

  it('with Retry-After: 0 are no reason to ask without a pause', async () => {
    const clock = jumpingClock();
    const server = await failing(429, {}, { 'retry-after': '0' });
    await rejection(transport({ clock })(server.url));
    expect(server.count()).toBeLessThan(40);
  });

  it('of one request, while others are answered, end the patience of all requests', async () => {
    const clock = jumpingClock();
    let inVain = 0;
    const server = await started((request, response) =>
      json(response, request.url === '/never' ? (inVain++, 429) : 200, {}),
    );
    const send = transport({ clock, retries: 1 });
    const stop = { now: false };
    const others = (async () => {
      while (!stop.now) await send(`${server.url}/fine`);
    })();
    const never = () => rejection(send(`${server.url}/never`));
    expect(await never()).toMatchObject({ kind: 'rate_limit', fatal: false, transient: true });
    const before = inVain;
    expect(await never()).toMatchObject({ kind: 'rate_limit', fatal: false, transient: true });
    expect(inVain - before).toBe(2);
    stop.now = true;
    await others;
  }, 60_000);

  it('are not waited for where the server says so, or that the request itself is too large', async () => {
    const final = await failing(429, {}, { 'x-should-retry': 'false' });
    expect(await rejection(transport({ retries: 3 })(final.url))).toMatchObject({
      kind: 'rate_limit',
      fatal: false,
      transient: false,
    });
    const large = await failing(429, {
      error: {
        message:
          'Request too large for gpt-4o on tokens per min (TPM): Limit 10000, Requested 12345.',
        code: 'rate_limit_exceeded',
      },
    });
    expect(await rejection(transport({ retries: 3 })(large.url))).toMatchObject({
      kind: 'bad_request',
      fatal: false,
      transient: false,
    });
    expect([final.count(), large.count()]).toEqual([1, 1]);
  });
});

describe('networks', () => {
  it('says that no server listens', async () => {
    const server = await serve(() => undefined);
    await server.close();
    const error = await rejection(transport({ retries: 1 })(server.url, withKey));
    expect(error).toMatchObject({
      kind: 'network',
      fatal: true,
      message: expect.stringContaining(`\`"${new URL(server.url).host}"\` (ECONNREFUSED)`),
    });
  });

  it('says that a name is unknown', async () => {
    const error = await rejection(transport()('https://no-such-host.invalid/v1', withKey));
    expect(error).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('no-such-host.invalid'),
    });
  });

  it('says that TLS failed', async () => {
    const server = await failing(200);
    const error = await rejection(
      transport({ retries: 2 })(server.url.replace('http:', 'https:'), withKey),
    );
    expect(error).toMatchObject({
      kind: 'network',
      fatal: true,
      message: expect.stringContaining('SSL'),
    });
    expect(error.remedy).toContain('NODE_EXTRA_CA_CERTS');
  });
});

describe('the cap on requests', () => {
  it('holds for requests that run at once, and for repeated ones', async () => {
    const meter = new Meter(5);
    const server = await started((_, response) => setTimeout(() => json(response, 200, {}), 20));
    const send = transport({ meter });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => send(server.url)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(server.count()).toBe(5);
    const failingServer = await failing(500);
    expect(
      await rejection(transport({ meter: new Meter(2), retries: 5 })(failingServer.url)),
    ).toMatchObject({ kind: 'budget' });
    expect(failingServer.count()).toBe(2);
  });
});

describe('stored replies', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'replies-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const remembering = (overrides: Partial<TransportOptions> = {}) => {
    const store = new ReplyStore({ folder, key: KEY });
    store.begin({ subject: 'one' }, { resume: true });
    return transport({
      meter: new Meter(undefined, undefined, { halt: new Halt(), store }),
      seal: KEY,
      ...overrides,
    });
  };

  it('are taken first, and a failed request is sent again', async () => {
    const server = await started((_, response, nth) =>
      json(response, nth === 2 ? 400 : 200, { nth }),
    );
    const first = remembering();
    expect((await first(server.url, withKey)).json).toEqual({ nth: 1 });
    await rejection(first(server.url, withKey));
    const second = remembering();
    expect([
      (await second(server.url, withKey)).json,
      (await second(server.url, withKey)).json,
    ]).toEqual([{ nth: 1 }, { nth: 3 }]);
  });

  it('are not a reply to a request without a key', async () => {
    const server = await started((_, response) => json(response, 200, { n: 1 }));
    const send = remembering({ seal: undefined });
    expect((await send(server.url, withKey)).json).toEqual({ n: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });

  const escaped = [...KEY]
    .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  it.each([
    ['as it is', JSON.stringify({ n: `You sent ${KEY}.` })],
    ['in escapes of JSON', `{"n": "You sent ${escaped}."}`],
  ])('are not a reply that echoes the key %s, which no reader gets', async (_, body) => {
    const server = await started((__, response) => response.end(body));
    expect((await remembering()(server.url, withKey)).json).toEqual({ n: 'You sent ***.' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are not a reply that echoes a key with escaped slashes, as PHP writes them', async () => {
    const keyWithSlashes = 'sk-12/ab/34cd/56ef';
    const body = JSON.stringify({ n: `You sent ${keyWithSlashes}.` }).replaceAll('/', '\\/');
    const server = await started((_, response) => response.end(body));
    const send = remembering({ scrub: scrubber([keyWithSlashes]) });
    expect((await send(server.url, withKey)).json).toEqual({ n: 'You sent ***.' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('name no half of a key in a redirect', async () => {
    const headers = { location: `https://a.test/${KEY}` };
    const server = await started((_, response) => response.writeHead(302, headers).end());
    const { message } = await rejection(remembering()(server.url, withKey));
    expect(message).toContain('redirects to `"a.test/***"`');
  });

  it('hold no half of a key where a title is cut', async () => {
    const page = `<title>${'x'.repeat(290)}${KEY}</title>`;
    const server = await started((_, response) => response.writeHead(500).end(page));
    const { message } = await rejection(remembering()(server.url, withKey));
    expect(message).not.toContain(KEY.slice(0, 8));
  });

  it('are no errors with status 200', async () => {
    const reply = { error: { message: 'down', code: 400 } };
    const server = await started((__, response) => json(response, 200, reply));
    expect(await rejection(remembering()(server.url, withKey))).toMatchObject({
      kind: 'bad_request',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('do not replace the refusal of a host', async () => {
    const error = await rejection(remembering()('https://evil.example/v1', withKey));
    expect(error).toMatchObject({ kind: 'refused_host' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
