import { expect, it } from '@jest/globals';
import { modelServer, scenario } from '../support/scenario.js';

it.each([
  ['half', 'bad_response'],
  ['cut', 'network'],
  ['html', 'bad_response'],
  ['reset', 'network'],
] as const)('%s: an error of the row, never a score', async (failure, kind) => {
  const model = await modelServer({ fail: ({ path }) => (path.endsWith('/chat/completions') ? failure : undefined) });
  const { exitCode, outputs, report } = await scenario({ model, inputs: { comment: 'never' } });
  expect(exitCode).toBe(1);
  expect(outputs.outcome).toBe('error');
  expect(report!.results.map(({ error }) => error!.kind)).toEqual(Array(5).fill(kind));
});

it('vectors of zeros: errors of the rows, with the answers kept', async () => {
  const model = await modelServer({ embed: () => Array(8).fill(0) as number[] });
  const { outputs, report } = await scenario({ model, inputs: { comment: 'never' } });
  expect(outputs.outcome).toBe('error');
  expect(report!.results[0]).toMatchObject({
    error: { kind: 'embedding' },
    expected_result: expect.any(String),
    actual_result: expect.any(String),
    eval_score: null,
  });
});
