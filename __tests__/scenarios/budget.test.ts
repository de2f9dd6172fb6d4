import { expect, it } from '@jest/globals';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.js';
import { attentive } from '../support/model-server.js';

it('a cap on requests is never passed, and what it cuts is neither passed nor failed', async () => {
  const model = await modelServer({ answer: attentive });
  const { exitCode, outputs, report } = await scenario({ model, inputs: { comment: 'never', 'max-requests': '7' } });
  expect(model.requests).toHaveLength(7);
  expect(outputs).toMatchObject({ outcome: 'inconclusive', requests: '7' });
  expect(exitCode).toBe(1);
  expect(report!.report[0]).toMatchObject({ pass_count: 3, error_count: 2 });
  expect(report!.results.at(-1)!.error).toMatchObject({ kind: 'budget' });
});

it('identical prompts are sent once', async () => {
  const model = await modelServer({ answer: attentive });
  const { report } = await scenario({
    model,
    files: { 'evals/statements.txt': 'The sky is blue.\n'.repeat(40) },
    inputs: { comment: 'never' },
  });
  expect(report!.report[0]!.pass_count).toBe(40);
  expect(model.requests).toHaveLength(3);
});

it('the input goes before the configuration', async () => {
  const model = await modelServer({ answer: attentive });
  const files = { [CONFIG_PATH]: config(model, 'budget: { max_requests: 5 }\n') };
  expect((await scenario({ files, inputs: { comment: 'never' } })).outputs.requests).toBe('5');
  expect((await scenario({ files, inputs: { comment: 'never', 'max-requests': '100' } })).outputs.requests).toBe('11');
});
