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

it.each(
  recordsIn<[message: string, next: string, after?: number]>('__tests__/models/data/limits.jsonl'),
)('429 %s: %s, with a wait of %s ms', (message, next, after) => {
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
  [{ 'retry-after': 'Thu, 01 Jan 2170 00:00:00 GMT' }, Date.UTC(2170)],
  [{ 'retry-after': 'Wed, 31 Dec 1969 00:00:00 GMT' }, 0],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after-ms': '90', 'retry-after': '1' }, 90],
])('the headers %j', (headers, wait) => {
  expect(retryAfter(headers, 0)).toBe(wait);
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

// The name of a proxy may spell another code. A 502 of a proxy passes, as that of a gateway does:
// the host may answer again soon.
it.each([
  [Object.assign(new Error('x'), { cause: { code: 'ECONNRESET' } }), 'network', 'retry'],
  ...recordsIn<[error: object, kind: string, next: string]>(
    '__tests__/models/data/broken-connections.jsonl',
  ),
])('%j is %s, %s', (error, kind, next) => {
  expect(describeConnectionFailure(error, context)).toMatchObject({
    kind,
    next,
    message: expect.not.stringContaining('(HTTP'),
  });
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

it('a long text of a server is cut at its end, and shows no part of a key', () => {
  const failure = describeFailure(
    { status: 400, body: `Why sk-a****z ${'x'.repeat(400)}` },
    context,
  );
  expect(failure.words).toMatch(/^Why \*{3} x{291}…$/);
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
