import { expect, it } from '@jest/globals';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.js';
import { oblivious } from '../support/model-server.js';

const statements = Array.from({ length: 50 }, (_, i) => `The house number ${i + 1} is red.`).join('\n');
const run = async (answer: ((prompt: string) => string) | undefined, keys: string) => {
  const model = await modelServer({ answer });
  const files = { [CONFIG_PATH]: config(model, `evaluation: { ${keys} }\n`), 'evals/statements.txt': statements };
  return { model, ...(await scenario({ files, inputs: { comment: 'never' } })) };
};

it('stops with the row that settles a pass: 35 of 50', async () => {
  const { model, outputs, report, summary } = await run(undefined, 'stop: decided');
  expect(outputs.outcome).toBe('pass');
  expect(report!.report[0]).toMatchObject({ pass_count: 35, fail_count: 0, undecided_count: 15, decided_after: 35 });
  expect(report!.report[0]).not.toHaveProperty('interval');
  expect(report!.results.filter(({ status }) => status === 'undecided')).toHaveLength(15);
  expect(model.count('/chat/completions')).toBe(70);
  expect(summary).toContain('decided after 35 of 50');
});

it('stops with the row that settles a fail: 16 of 50', async () => {
  const { model, outputs, report } = await run(oblivious, 'stop: decided');
  expect(outputs.outcome).toBe('fail');
  expect(report!.report[0]).toMatchObject({ fail_count: 16, decided_after: 16 });
  expect(model.count('/chat/completions')).toBe(32);
});

it('counts rows in error as open, and an inconclusive end asks all rows', async () => {
  const answer = (prompt: string) => {
    const n = Number(/number (\d+)/.exec(prompt)![1]);
    return n % 10 === 0 ? '' : n % 3 === 0 || !/ not /.test(prompt) ? 'Yes, right.' : 'No, wrong.';
  };
  const full = await run(answer, 'stop: full');
  const decided = await run(answer, 'stop: decided');
  expect(decided.outputs.outcome).toBe(full.outputs.outcome);
  expect(full.report!.report[0]!.error_count).toBe(5);
});
