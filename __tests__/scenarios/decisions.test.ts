import { expect, it } from '@jest/globals';
import { CONFIG_PATH, scenario } from '../support/scenario.js';

/** The scripted model `flaky` passes 44 of these 60 rows from its seed, every time. */
const run = (evaluation: string, inputs: Record<string, string> = {}) =>
  scenario({
    files: {
      [CONFIG_PATH]: `data: { source: "builtin:statements", limit: 60 }\nevaluation: ${evaluation}\ntests: { sensitivity: { add_negation: { min_pass_rate: 0.74 } } }\n`,
    },
    inputs: { comment: 'never', hub: 'reference', model: 'flaky', ...inputs },
  });

it("point: LangTest's verdict", async () => {
  const { exitCode, outputs, report } = await run('{}');
  expect(exitCode).toBe(1);
  expect(outputs.outcome).toBe('fail');
  expect(report!.report[0]).toMatchObject({ pass_count: 44, fail_count: 16, decision: 'point' });
});

it('confident: too close to decide, with the interval, and the rows that would decide it where the data have them', async () => {
  const { exitCode, outputs, report, summary } = await run('{ decision: confident }');
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ outcome: 'inconclusive', passed: 'false' });
  expect(report!.report[0]).toMatchObject({
    decision: 'confident',
    pass: false,
    interval: { method: 'wilson', confidence: 0.95 },
  });
  // Thousands of rows would; the data have some hundreds.
  expect(report!.report[0]).not.toHaveProperty('rows_to_decide');
  expect(summary).toContain('too close to tell');
  expect(summary).toContain('add more of them to the data');
  expect(summary).toContain('Wilson');
  expect((await run('{ decision: confident }', { 'on-error': 'warn' })).exitCode).toBe(0);
  expect((await run('{ decision: confident }', { 'on-inconclusive': 'warn' })).exitCode).toBe(0);
  expect((await run('{}', { 'on-inconclusive': 'warn' })).exitCode).toBe(1);
});

it('the nearest wins, and a confidence below one half makes no sense', async () => {
  const { report } = await run('{ decision: confident, confidence: 0.4 }');
  expect(report!.problem!.message).toMatch(/confidence.*too small.*at least 0\.5/);
});
