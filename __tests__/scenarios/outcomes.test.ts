/**
 * One run of each outcome: exit status, outputs, summary, comment, annotations and report agree.
 */
import type { GitHubOptions } from '../support/github-server.ts';
import { attentive, oblivious } from '../support/model-server.ts';
import { gitHub, modelServer, scenario, STATEMENTS } from '../support/scenario.ts';

it('an attentive model passes, in every output', async () => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
  const { exitCode, outputs, summary, report, stdout } = await scenario({
    model,
    github,
    fresh: true,
  });
  const comment = github.comments[0]!;
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({
    outcome: 'pass',
    passed: 'true',
    'pass-rates': '{"add_negation":1}',
    requests: '11',
    'comment-url': comment.html_url,
  });
  expect(stdout).not.toMatch(/^::(error|warning)/m);
  // The log says the result once.
  expect(stdout.match(/5 of 5 rows/g)).toHaveLength(1);
  expect(summary).toContain('✅');
  expect(github.comments).toHaveLength(1);
  expect(comment.body).toMatch(
    /^<!-- sensitivity-action:[0-9a-f]{16} --><!-- sensitivity-subjects: [0-9a-f]{12}\+ -->\n.*✅/s,
  );
  // The summary lists passing rows, the comment does not.
  expect(comment.body).not.toContain(STATEMENTS[0]);
  expect(summary).toContain(STATEMENTS[0]);
  expect(report).toMatchObject({
    schema_version: 2,
    outcome: 'pass',
    model: { hub: 'openai', name: 'scenario-model' },
    config: {
      path: '.github/sensitivity.yml',
      ref: 'head',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    usage: { requests: 11 },
  });
  expect(report!.results[0]).toMatchObject({
    source: 'evals/statements.txt:1',
    test_case: 'The sky is not blue.',
    status: 'scored',
  });
});

it('a run whose log is closed goes on, and exits by its verdict', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  const finished = await scenario({ model, github, closedLog: true });
  expect(finished).toMatchObject({
    exitCode: 1,
    outputs: { outcome: 'fail' },
    report: { outcome: 'fail' },
  });
  expect(github.comments).toHaveLength(1);
});

it('a model that ignores "not" fails; the next run updates the comment in place', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  const { exitCode, outputs, summary, stdout, report } = await scenario({ model, github });
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({
    outcome: 'fail',
    passed: 'false',
    'pass-rates': '{"add_negation":0}',
  });
  const first = { ...github.comments[0]! };
  for (const text of [summary, first.body!]) {
    expect(text).toContain('❌');
    expect(text).toContain(
      'It changed its answer for the &quot;not&quot; in <b>0 of 5</b> rows (0%); <b>70%</b> are needed.',
    );
    expect(text).toContain('The sky is <b><ins>not</ins></b> blue.');
    expect(text).toContain('https://github.com/octo-org/octo-repo/actions/runs/42');
  }
  expect(stdout).toMatch(/^::error title=[^:]*,file=\.github\/sensitivity\.yml,line=10/m);
  expect(
    report!.results.every(({ pass, eval_score }) => pass === false && Math.abs(eval_score!) < 1e-9),
  ).toBe(true);

  model.options.answer = attentive;
  const next = await scenario({ model, github });
  expect(github.comments).toMatchObject([{ id: first.id, body: expect.stringContaining('✅') }]);
  expect(next.outputs['comment-url']).toBe(first.html_url);
});

it('`fail-on: none` reports a failure and does not fail the job', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  const { exitCode, outputs, summary, stdout } = await scenario({
    model,
    github,
    inputs: { 'fail-on': 'none' },
  });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ outcome: 'fail', passed: 'false' });
  for (const text of [summary, github.comments[0]!.body!]) expect(text).toContain('❌');
  expect(stdout).not.toMatch(/^::error/m);
  expect(stdout).toMatch(/^::warning/m);
});

it('a run in which every call failed never passes, whatever `fail-on` leaves out', async () => {
  const [model, github] = [await modelServer({ fail: () => ({ status: 500 }) }), await gitHub()];
  const { exitCode, outputs, summary } = await scenario({
    model,
    github,
    inputs: { 'fail-on': 'fail, inconclusive' },
    haste: 20,
  });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({
    outcome: 'error',
    passed: 'false',
    'pass-rates': '{"add_negation":null}',
  });
  expect(summary).toContain('500');
  expect(github.comments[0]!.body).not.toContain('✅');
});

it.each<[what: string, options: GitHubOptions, warning: RegExp]>([
  [
    'may not comment: the warning has the permissions to add',
    { forbid: ['comments'] },
    /permissions:%0A {2}contents: read%0A {2}pull-requests: write/,
  ],
  ['GitHub does not know: the warning names the input', { token: 'another' }, /github-token/],
])('a token that %s; the verdict stands', async (_what, options, warning) => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub(options)];
  const { exitCode, outputs, stdout, summary } = await scenario({ model, github });
  expect({ exitCode, outcome: outputs.outcome, url: outputs['comment-url'] }).toEqual({
    exitCode: 0,
    outcome: 'pass',
    url: undefined,
  });
  expect(summary).toContain('✅');
  expect(stdout).toMatch(new RegExp(`^::warning::.*${warning.source}`, 'm'));
});
