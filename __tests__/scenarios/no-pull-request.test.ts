import { expect, it } from '@jest/globals';
import { gitHub, modelServer, scenario } from '../support/scenario.js';
import { oblivious } from '../support/model-server.js';

const sha = 'd'.repeat(40);

it.each([
  ['push', { ref: 'refs/heads/main', after: sha }],
  ['schedule', { schedule: '0 3 * * *' }],
  ['release', { action: 'published', release: { tag_name: 'v1.0.0' } }],
  [
    'merge_group',
    {
      action: 'checks_requested',
      merge_group: { head_sha: sha, base_sha: 'c'.repeat(40), head_ref: 'refs/heads/gh-readonly-queue/main/pr-7' },
    },
  ],
  ['workflow_dispatch', { inputs: null }],
])('%s gates and summarises all the same', async (name, payload) => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  const { exitCode, outputs, summary } = await scenario({ model, github, event: { name, payload } });
  expect(exitCode).toBe(1);
  expect(outputs.outcome).toBe('fail');
  expect(outputs['comment-url']).toBeUndefined();
  expect(summary).toContain('❌');
  // The rules of a merge queue's base are looked for; nothing is written.
  expect(github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});
