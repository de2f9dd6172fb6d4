/** A limit of an endpoint costs time, and no row. */
import { deskConfig, deskFiles, deskModel, largeDesk, mostlyRight } from '../support/desk.ts';
import { gate, modelServer } from '../support/gate.ts';
import type { Reply } from '../support/model-types.ts';

const FILES = deskFiles();

it('a run waits as long as the endpoint asks for, and then passes', async () => {
  const refusal = { status: 429, headers: { 'retry-after': '1' } };
  const fail = (_request: unknown, nth: number) => (nth === 1 ? refusal : undefined);
  const model = await modelServer({ ...deskModel(), fail });
  const { outputs } = await gate({ base: FILES, model });
  expect([outputs.outcome, outputs.requests]).toEqual(['pass', String(model.requests.length)]);
  const [first, second] = model.requests.map(({ at }) => at);
  expect(second! - first!).toBeGreaterThanOrEqual(990);
});

const CONFIG = deskConfig({ more: 'concurrency: 100\n' }).replace('0.8', '0.75');

const REFUSALS: [string, Reply][] = [
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '0.3' } }],
  ['429 alone', { status: 429 }],
  ['503 with Retry-After', { status: 503, headers: { 'retry-after': '0.3' } }],
];
it.each(REFUSALS)('no row is lost where 10 of 100 at once are let in: %s', async (_, refusal) => {
  const model = await modelServer({ ...mostlyRight, latency: 5, crowd: { most: 10, refusal } });
  const { outputs, report } = await gate({ base: largeDesk(150, CONFIG), model });
  expect(report.results.filter(({ error }) => error)).toEqual([]);
  expect(model.requests.length).toBeLessThan(400);
  expect(outputs.outcome).not.toBe('error');
  expect(Number(outputs.requests)).toBe(model.requests.length);
});
