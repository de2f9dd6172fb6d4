import { expect, it } from '@jest/globals';
import { attentive, oblivious } from '../support/model-server.js';
import { gitHub, modelServer, scenario, TOKEN } from '../support/scenario.js';

it('a check of its own says what the job says, is kept up to date in place, and is neutral only where the job may merge', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  const run = (inputs: Record<string, string> = {}) =>
    scenario({ model, github, inputs: { check: 'true', comment: 'never', ...inputs } });
  const failed = await run();
  expect(github.checkRuns).toMatchObject([
    {
      name: 'sensitivity verdict',
      head_sha: 'b'.repeat(40),
      status: 'completed',
      conclusion: 'failure',
      output: { title: 'The model keeps its answers in spite of a "not" too often' },
    },
  ]);
  expect(github.checkRuns[0]!.output.summary).toContain('What to do next');
  expect(failed.stdout).not.toContain('::warning::');

  await run({ 'fail-on': 'none' });
  expect(github.checkRuns).toMatchObject([{ conclusion: 'neutral' }]);
  model.options.answer = attentive;
  await run();
  expect(github.checkRuns).toMatchObject([{ conclusion: 'success' }]);

  await run({ 'comment-key': 'nightly' });
  expect(github.checkRuns.map(({ name }) => name)).toEqual([
    'sensitivity verdict',
    'sensitivity verdict (nightly)',
  ]);
});

it('without the permission the verdict stands, and a warning has the line of the workflow to write', async () => {
  const [model, github] = [
    await modelServer({ answer: attentive }),
    await gitHub({ token: TOKEN, forbid: ['checks'] }),
  ];
  const { exitCode, stdout } = await scenario({
    model,
    github,
    inputs: { check: 'true', comment: 'never' },
  });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/::warning::.*could not write the check.*checks: write/);
  expect(github.checkRuns).toEqual([]);
});

it('failing rows are marked on their lines of the data', async () => {
  const model = await modelServer({ answer: oblivious });
  const { stdout } = await scenario({ model, inputs: { comment: 'never' } });
  expect(stdout).toMatch(
    /::warning title=[^:]*this row failed,file=evals\/statements\.txt,line=1::/,
  );
  expect(stdout).not.toContain(
    '::warning title=reads negation: this row failed,file=evals/statements.txt,line=1::The sky',
  );
});
