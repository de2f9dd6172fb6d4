import { expect, it } from '@jest/globals';
import { modelServer, scenario } from '../support/scenario.js';
import { attentive } from '../support/model-server.js';

it('429 with Retry-After is waited for, and the run is as if nothing had been', async () => {
  const model = await modelServer({ answer: attentive, fail: (_request, nth) => (nth <= 3 ? { status: 429, headers: { 'retry-after': '1' } } : undefined) });
  const { exitCode, outputs } = await scenario({ model, inputs: { comment: 'never' } });
  expect(exitCode).toBe(0);
  expect(outputs.outcome).toBe('pass');
  // What was refused is counted too: it was sent.
  expect(Number(outputs.requests)).toBe(model.requests.length);
  // Eight were under way at once; whatever came behind them, repeated or new, waited the second that was asked for.
  const [first] = model.requests;
  for (const { at } of model.requests.slice(8)) expect(at - first!.at).toBeGreaterThanOrEqual(990);
});

it('429 without end: an error that names the limit', async () => {
  const model = await modelServer({ fail: () => ({ status: 429, headers: { 'retry-after': '0' } }) });
  const { exitCode, outputs, report } = await scenario({ model, inputs: { comment: 'never' } });
  expect(exitCode).toBe(1);
  expect(outputs.outcome).toBe('error');
  expect(report!.results[0]!.error).toMatchObject({ kind: 'rate_limit' });
});
