import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { openPromptPull, CHANGED, LINES, PROMPT } from './support/changed-prompt.ts';
import { attentive, oblivious } from './support/model-server.ts';
import { gitHub, modelServer, scenario } from './support/scenario.ts';

/**
 * The committed bundle in processes of its own, as GitHub and `npx` start it. Every other test runs
 * the sources.
 */

const dist = path.resolve('dist');

it.each([
  ['passes an attentive model', attentive, 0, 'pass', '✅'],
  ['fails an oblivious model', oblivious, 1, 'fail', '❌'],
])('dist/index.js %s', async (_name, answer, exitCode, outcome, sign) => {
  const [model, github] = [await modelServer({ answer }), await gitHub()];
  const finished = await scenario({ model, github, dist, fresh: true });
  expect(finished).toMatchObject({ exitCode, stderr: '', outputs: { outcome, requests: '11' } });
  expect(finished.summary).toContain(sign);
  expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining(sign)]);
});

it('dist/index.js comments once on the line that broke the model, and removes the comment after a fix', async () => {
  const { github, push, run } = await openPromptPull({ dist });
  expect([run.outputs.outcome, run.report!.attribution!.kind]).toEqual(['fail', 'one']);
  await push(CHANGED);
  expect(github.reviews.filter(({ body }) => body !== '')).toHaveLength(1);
  expect(github.reviewComments).toMatchObject([
    {
      path: PROMPT,
      original_line: 5,
      body: expect.stringMatching(/```suggestion\nUse the map\.\n```$/),
    },
  ]);
  const applied = await push(CHANGED.with(4, LINES[4]!), 'd'.repeat(40));
  expect([applied.outputs.outcome, github.reviewComments]).toEqual(['pass', []]);
});

it('dist/cli.js demo ends as expected', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(dist, 'cli.js'), 'demo'],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('As expected: attentive passes, oblivious and parrot fail.');
});
