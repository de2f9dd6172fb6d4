import { expect, it } from '@jest/globals';
import { gitHub, modelServer, scenario } from '../support/scenario.js';

/** Before they ask again runs wait. */
const haste = 20;

it('a run in which every call failed is never green', async () => {
  const [model, github] = [await modelServer({ fail: () => ({ status: 500 }) }), await gitHub()];
  const { exitCode, outputs, report, summary } = await scenario({ model, github, haste });
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ outcome: 'error', passed: 'false', 'pass-rates': '{"add_negation":null}' });
  expect(report!.report[0]).toMatchObject({ error_count: 5, pass_count: 0, fail_count: 0, pass_rate: null, pass: false });
  expect(report!.results.every(({ status, pass, error }) => status === 'error' && pass === null && error!.kind === 'server')).toBe(true);
  expect(summary).toContain('500');
  expect(github.comments[0]!.body).not.toContain('✅');
});
