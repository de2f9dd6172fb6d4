import { expect, it } from '@jest/globals';
import { gitHub, modelServer, scenario } from '../support/scenario.js';
import { attentive } from '../support/model-server.js';

it('a token that may not comment: the exact permissions to add, and the verdict unchanged', async () => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub({ forbid: ['comments'] })];
  const { exitCode, outputs, stdout, summary } = await scenario({ model, github });
  expect(exitCode).toBe(0);
  expect(outputs.outcome).toBe('pass');
  expect(outputs['comment-url']).toBeUndefined();
  expect(summary).toContain('✅');
  expect(stdout).toMatch(/^::warning::.*permissions:%0A {2}contents: read%0A {2}pull-requests: write/m);
});

it('a token that GitHub does not know', async () => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub({ token: 'another' })];
  const { exitCode, stdout } = await scenario({ model, github });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^::warning::.*github-token/m);
});
