import { expect, it } from '@jest/globals';
import { modelServer, scenario } from '../support/scenario.js';

it('404: names the model and where to correct it', async () => {
  const model = await modelServer({ models: ['another-model'] });
  const { exitCode, outputs, summary, report } = await scenario({ model, inputs: { comment: 'never' } });
  expect(exitCode).toBe(1);
  expect(outputs.outcome).toBe('error');
  expect(report!.results[0]!.error!.kind).toBe('not_found');
  expect(summary).toContain('model.name');
  expect(model.requests.length).toBeLessThanOrEqual(10); // As many as a run begins with.
});
