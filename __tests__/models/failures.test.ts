import { readFileSync } from 'node:fs';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import meanings from '../../src/models/failures.json' with { type: 'json' };
import { readReply } from '../../src/models/exchange.ts';
import { describeConnectionFailure, describeFailure } from '../../src/models/failures.ts';
import { readServerError } from '../../src/models/server-error.ts';
import { retryAfter } from '../../src/shared/retry-after.ts';
import { context } from './support.ts';
import { recordsIn } from '../support/oracle.ts';

/** The failure in a reply of status 2xx. */
function failureInside(text: string, inContext = context) {
  const outcome = readReply(text, { isReply: () => true }, inContext);
  return 'reply' in outcome ? undefined : outcome;
}

/** [status, body, kind, what the run does next, a pattern of the remedy] */
const BODIES: [status: number, body: unknown, kind: string, next?: string, remedy?: RegExp][] =
  JSON.parse(readFileSync(new URL('failures-table.json', import.meta.url), 'utf8')).map(
    ([status, body, kind, next, remedy]: [number, unknown, string, string?, string?]) => [
      status,
      body,
      kind,
      next || undefined,
      remedy && new RegExp(remedy),
    ],
  );

it('the table has the bodies of at least 60 failures', () => {
  expect(BODIES.length).toBeGreaterThanOrEqual(60);
});

it.each(BODIES)('%i %j is %s %s', (status, body, kind, next, remedy = /./) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const failure =
    status === 200 ? failureInside(text) : describeFailure({ status, body: text }, context);
  expect(failure).toMatchObject({ kind, next });
  expect(failure?.remedy).toMatch(remedy);
});

it.each(recordsIn<[string, object]>('__tests__/models/data/no-failures.jsonl'))(
  '%s is no failure',
  (_, reply) => {
    expect(failureInside(JSON.stringify(reply))).toBeUndefined();
  },
);

it('a service of its own may answer with `error`', () => {
  const free = { ...context, isFreeForm: true };
  expect(failureInside('{"error":"none","answer":"x"}', free)).toBeUndefined();
  expect(failureInside('{"error":{"code":429}}', free)).toMatchObject({ next: 'pause' });
});

it.each([
  ['You exceeded your current quota', 1000, 'pause'],
  ['You exceeded your current quota', 11 * 60_000, 'end'],
  ['insufficient_quota', undefined, 'end'],
  ['insufficient_quota', 1000, 'end'],
  ['50 per 86400s', undefined, 'end'],
  ['slow down', undefined, 'pause'],
])('429 %s with a wait of %s ms: %s', (message, after, next) => {
  const body = JSON.stringify({ error: { message } });
  expect(describeFailure({ status: 429, body, after }, context).next).toBe(next);
});

it.each(Object.entries({ gzipSync, deflateSync, brotliCompressSync, zstdCompressSync }))(
  'a reply that is compressed though it should not be is named: %s',
  (_name, compress) => {
    const reply = '{"choices":[{"message":{"content":"It is so, and more."}}]}';
    const failure = failureInside(new TextDecoder().decode(compress(reply)));
    expect(failure?.message).toContain('compressed');
  },
);

it.each([
  ['Thu, 01 Jan 2170 00:00:00 GMT', Date.UTC(2170)],
  ['-5', undefined],
])('the header retry-after: %s', (value, wait) => {
  expect(retryAfter({ 'retry-after': value }, 0)).toBe(wait);
});

it('retry-after-ms comes before retry-after', () => {
  expect(retryAfter({ 'retry-after-ms': '90', 'retry-after': '1' })).toBe(90);
});

it('a wait stands in the details of Google, for a limit that is not of a day', () => {
  const details = (quotaId: string) =>
    JSON.stringify([
      {
        error: {
          code: 429,
          message: 'quota',
          details: [{ violations: [{ quotaId }] }, { retryDelay: '34s' }],
        },
      },
    ]);
  expect(readServerError(details('RequestsPerMinute')).wait).toBe(34_000);
  expect(readServerError(details('RequestsPerDay')).wait).toBeUndefined();
});

it.each([
  [Object.assign(new Error('x'), { cause: { code: 'ECONNRESET' } }), 'network', 'retry'],
  [{ code: 'ENOTFOUND' }, 'network', 'end'],
  [{ code: 'ECONNREFUSED' }, 'network', 'end'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'network', 'end'],
  [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'network', 'end'],
  // The name of a proxy may spell another code.
  [{ code: 'UND_ERR_SOCKET at the proxy tls-cert.example.com:80' }, 'network', 'retry'],
  [{ code: 'ECONNREFUSED at the proxy timeout.example.com:80' }, 'network', 'end'],
  [{ message: 'Proxy response (302) !== 200 when HTTP Tunneling' }, 'network', 'end'],
  [{ name: 'TimeoutError', code: 23 }, 'timeout', 'retry'],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'timeout', 'retry'],
  [{ message: 'Proxy response (407) !== 200 when HTTP Tunneling' }, 'network', 'end'],
  // A 502 of a proxy passes, as that of a gateway does: the host may answer again soon.
  [{ message: 'Proxy response (502) !== 200 when HTTP Tunneling' }, 'network', 'retry'],
])('%j is %s, %s', (error, kind, next) => {
  expect(describeConnectionFailure(error, context)).toMatchObject({ kind, next });
});

it.each([400, 401, 403])(
  'a key that is refused, and one that is not there, differ: %i',
  (status) => {
    const body = status === 400 ? '{"error":"API key not valid"}' : '{"error":"no"}';
    const [refused, missing] = [true, false].map((hasKey) =>
      describeFailure({ status, body }, { ...context, hasKey }),
    );
    const { message, remedy } = missing!;
    expect(refused).toEqual({
      ...missing,
      message: expect.any(String),
      remedy: expect.any(String),
    });
    expect([message, remedy]).not.toContain(refused?.message);
    expect(remedy).toContain('SENSITIVITY_ALLOWED_HOSTS');
  },
);

it('a parameter that is refused is named where the configuration sets it', () => {
  const remedyOf = (name: string) =>
    describeFailure({ status: 400, body: `unsupported parameter: ${name}` }, context).remedy;
  expect(remedyOf('logit_bias')).toContain('`model.parameters.logit_bias`');
  expect(remedyOf('tools')).toContain('`model.parameters`');
  const outOfRange = { status: 400, body: 'temperature must be less than 2' };
  expect(describeFailure(outOfRange, context).remedy).toContain('`model.parameters.temperature`');
});

it('every line of the table of meanings is used by a body', () => {
  const used = new Set(
    BODIES.map(([status, body]) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return status === 200 ? '' : describeFailure({ status, body: text }, context).message;
    }),
  );
  const unused = meanings
    .filter(({ status }) => /[45]/.test(status))
    .filter(({ does }) => ![...used].some((text) => text.includes(does)));
  expect(unused).toEqual([]);
});

it('no text of a server takes long to read', () => {
  const worst = [
    'a',
    ' ',
    'content ',
    'model ',
    'system prompt ',
    'guardrail ',
    '<title',
    '{"a":[',
  ];
  for (const part of worst) {
    const body = part.repeat(200_000 / part.length);
    const start = process.cpuUsage();
    for (const status of [400, 403, 429, 500]) describeFailure({ status, body }, context);
    failureInside(body);
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  }
  describeFailure({ status: 400, body: `[${'0,'.repeat(200_000)}0]` }, context);
});

it('any body of any status has a meaning', () => {
  const bodies = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({ error: fc.anything() })
      .map(
        (one) =>
          JSON.stringify(one, (_, value: unknown) => (typeof value === 'bigint' ? 1 : value)) ?? '',
      ),
  );
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 599 }), bodies, (status, body) => {
      const failure = describeFailure({ status, body }, context);
      expect(failure.remedy).not.toContain('SECTION');
      failureInside(body);
    }),
  );
});
