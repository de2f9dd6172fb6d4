import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.ts';
import { attentive } from '../support/model-server.ts';
import type { Reply } from '../support/model-types.ts';
import { one } from '../support/runs.ts';

/** Each refusal lengthens the wait. */
const REFUSALS = process.env.THOROUGH ? 3 : 2;

it('a run waits for Retry-After of a 429 and then passes', async () => {
  const model = await modelServer({
    answer: attentive,
    fail: (_request, nth) =>
      nth <= REFUSALS ? { status: 429, headers: { 'retry-after': '1' } } : undefined,
  });
  const { exitCode, outputs } = await scenario({ model, inputs: { comment: 'never' } });
  expect(exitCode).toBe(0);
  expect(outputs.outcome).toBe('pass');
  // What was refused is counted too: it was sent.
  expect(Number(outputs.requests)).toBe(model.requests.length);
  // Ten may be under way at first; whatever came behind them, repeated or new, waited the second
  // that was asked for.
  const [first] = model.requests;
  for (const { at } of model.requests.slice(10)) expect(at - first!.at).toBeGreaterThanOrEqual(990);
});

const ROWS = process.env.THOROUGH ? 500 : 250;
const statements = Array.from({ length: ROWS }, (_, i) => `The house number ${i + 1} is red.`).join(
  '\n',
);

it.each(
  one<[string, Reply]>([
    ['429 and Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
    ['429 alone', { status: 429 }],
    ['503 and Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
  ]),
)(
  'no row is lost if 200 requests at once meet an endpoint that takes 20 (%s)',
  async (_, refusal) => {
    const model = await modelServer({
      answer: attentive,
      latency: 5,
      crowd: { most: 20, refusal },
    });
    const files = {
      [CONFIG_PATH]: config(model, 'concurrency: 200\n'),
      'evals/statements.txt': statements,
    };
    const { exitCode, outputs, report } = await scenario({ files, inputs: { comment: 'never' } });
    expect(report!.report[0]).toMatchObject({ pass_count: ROWS, error_count: 0 });
    expect([exitCode, outputs.outcome]).toEqual([0, 'pass']);
    expect(Number(outputs.requests)).toBe(model.requests.length);
    expect(model.requests.length).toBeLessThan(4 * ROWS);
    // Cut once for the burst, to what got in or a little less.
    const { host, changes } = report!.usage.concurrency![0]!;
    expect(host).toBe(new URL(model.url).host);
    expect(changes.slice(0, 2)).toEqual([
      { seconds: expect.any(Number), limit: 200, cause: 'start' },
      { seconds: expect.any(Number), limit: expect.any(Number), cause: String(refusal.status) },
    ]);
    expect(changes[1]!.limit).toBeLessThanOrEqual(180);
  },
  60_000,
);

it('a run without `concurrency` starts with ten requests at once and grows', async () => {
  const model = await modelServer({
    answer: attentive,
    latency: 5,
    crowd: { most: 50, refusal: { status: 429 } },
  });
  const files = { [CONFIG_PATH]: config(model), 'evals/statements.txt': statements };
  const { outputs, report } = await scenario({ files, inputs: { comment: 'never' } });
  expect([outputs.outcome, report!.report[0]!.error_count]).toEqual(['pass', 0]);
  const { changes } = report!.usage.concurrency![0]!;
  expect(changes[0]).toEqual({ seconds: expect.any(Number), limit: 10, cause: 'start' });
  expect(changes[1]).toMatchObject({ cause: 'growth' });
  expect(changes[1]!.limit).toBeGreaterThanOrEqual(20);
});
