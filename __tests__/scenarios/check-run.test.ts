import { attentive, oblivious } from '../support/model-server.ts';
import { gitHub, HEAD, modelServer, scenario, TOKEN } from '../support/scenario.ts';

const INPUTS = { check: 'true', comment: 'never' };

it('a check run has the verdict of the job', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  const failed = await scenario({ model, github, inputs: INPUTS });
  expect(github.checkRuns).toMatchObject([
    {
      name: 'sensitivity verdict',
      head_sha: HEAD,
      status: 'completed',
      conclusion: 'failure',
      output: { title: 'The model keeps its answers in spite of a "not" too often' },
    },
  ]);
  expect(github.checkRuns[0]!.output.summary).toContain('What to do next');
  expect(failed.stdout).not.toContain('::warning::');
});

it('a check of a failed gate that may merge is neutral', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  await scenario({ model, github, inputs: { ...INPUTS, 'fail-on': 'none' } });
  expect(github.checkRuns).toMatchObject([{ conclusion: 'neutral' }]);
});

it('a further run updates its check in place', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  await scenario({ model, github, inputs: INPUTS });
  model.options.answer = attentive;
  await scenario({ model, github, inputs: INPUTS });
  expect(github.checkRuns).toMatchObject([{ conclusion: 'success' }]);
});

it('another comment-key has a separate check', async () => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
  await scenario({ model, github, inputs: INPUTS });
  await scenario({ model, github, inputs: { ...INPUTS, 'comment-key': 'nightly' } });
  expect(github.checkRuns.map(({ name }) => name)).toEqual([
    'sensitivity verdict',
    'sensitivity verdict (nightly)',
  ]);
});

it('a missing permission is a warning with the line to add, and the verdict stands', async () => {
  const [model, github] = [
    await modelServer({ answer: attentive }),
    await gitHub({ token: TOKEN, forbid: ['checks'] }),
  ];
  const { exitCode, stdout } = await scenario({
    model,
    github,
    inputs: INPUTS,
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
