import { expect, it } from '@jest/globals';
import { gitHub, modelServer, scenario } from '../support/scenario.js';
import { oblivious } from '../support/model-server.js';

it('fail-on: none reports everything and never fails the job', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  const { exitCode, outputs, summary, stdout } = await scenario({ model, github, inputs: { 'fail-on': 'none' } });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ outcome: 'fail', passed: 'false' });
  expect(summary).toContain('❌');
  expect(github.comments[0]!.body).toContain('❌');
  expect(stdout).not.toMatch(/^::error/m);
  expect(stdout).toMatch(/^::warning/m);
});

it('fail-on without error lets an error pass the job, but never says that the gate passed', async () => {
  const model = await modelServer({ fail: () => ({ status: 500 }) });
  const { exitCode, outputs } = await scenario({ model, inputs: { 'fail-on': 'fail, inconclusive', comment: 'never' }, haste: 20 });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ outcome: 'error', passed: 'false' });
});
