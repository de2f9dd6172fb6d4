import { expect, it } from '@jest/globals';
import { gitHub, KEY, modelServer, scenario } from '../support/scenario.js';

it('401: the remedy names the input, and nothing more is sent', async () => {
  const [model, github] = [await modelServer({ keys: ['another-key'] }), await gitHub()];
  const { exitCode, outputs, summary, report } = await scenario({ model, github });
  expect(exitCode).toBe(1);
  expect(outputs.outcome).toBe('error');
  expect(summary).toContain('api-key');
  expect(report!.results[0]!.error).toMatchObject({ kind: 'authentication' });
  expect(model.requests.length).toBeLessThanOrEqual(8);
  // The endpoint quotes the key's ends in its message, as OpenAI does; not even those get through.
  expect(summary).not.toContain(KEY.slice(-4));
});

it('no key at all: fails before anything is sent, or skips in plain sight', async () => {
  const github = await gitHub();
  const files = {
    '.github/sensitivity.yml':
      'model: { hub: openai, name: m }\ndata: { source: evals/statements.txt }\ntests: { sensitivity: { add_negation: { method: pair } } }\n',
  };
  const failed = await scenario({ github, files, inputs: { 'api-key': '' } });
  expect(failed.exitCode).toBe(1);
  expect(failed.outputs.outcome).toBe('error');
  expect(failed.stdout).toContain('OPENAI_API_KEY');

  const skipped = await scenario({ github, files, inputs: { 'api-key': '', 'missing-key': 'skip' } });
  expect(skipped.exitCode).toBe(0);
  expect(skipped.outputs).toMatchObject({ outcome: 'skipped', passed: 'false', requests: '0' });
  expect(skipped.summary).toContain('no key');
  expect(skipped.stdout).toMatch(/^::notice/m);
});
