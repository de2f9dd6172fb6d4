import type { Results } from '../../src/engine/results.ts';
import { errorRow, reportRow, resultRow, results } from '../report/sample-results.ts';
import { forkPull, forkWorkflowRun } from '../support/fork-payloads.ts';
import type { GitHubOptions, GitHubServer } from '../support/github-server.ts';
import type { ModelServer } from '../support/model-server.ts';
import type { Finished } from '../support/run-action.ts';
import { some } from '../support/runs.ts';
import { config, CONFIG_PATH, gitHub, modelServer, scenario } from '../support/scenario.ts';
import { workflowCommands } from '../support/workflow-commands.ts';

const PASS = results({
  outcome: 'pass',
  report: [reportRow({ pass_count: 1, fail_count: 0, pass_rate: 1, pass: true, outcome: 'pass' })],
  results: [resultRow({ actual_result: 'No.', eval_score: 0.61, pass: true })],
});
const INCONCLUSIVE = results({
  outcome: 'inconclusive',
  report: [
    reportRow({
      pass_count: 1,
      fail_count: 0,
      error_count: 1,
      pass_rate: 1,
      outcome: 'inconclusive',
    }),
  ],
  results: [
    ...PASS.results,
    errorRow('timeout', 'No answer within 60 s.', { source: 'evals/questions.jsonl:4' }),
  ],
});
const SKIPPED = results({ outcome: 'skipped', report: [], results: [] });
const PROBLEM = results({
  outcome: 'error',
  report: [],
  results: [],
  problem: {
    name: 'ConfigError',
    message: 'unknown key',
    where: '.github/sensitivity.yml:3:1',
    remedy: 'Correct it there.',
  },
});

/** A GitHub with pull request 7 of a fork, and pull request 8 of the repository. */
async function forkGitHub(options?: GitHubOptions): Promise<GitHubServer> {
  const github = await gitHub(options);
  github.pulls.splice(0);
  github.addPull(forkPull());
  github.addPull({ number: 8 });
  return github;
}

interface Publishing {
  github?: GitHubServer;
  inputs?: Record<string, string>;
  conclusion?: string;
}

let model: ModelServer;

/**
 * Publishes a report in a job that has a model, a key and a configuration. None of them may be
 * used.
 */
async function publish(
  report: Results | string,
  { github, inputs, conclusion }: Publishing = {},
): Promise<Finished> {
  model = await modelServer();
  const finished = await scenario({
    github: github ?? (await forkGitHub()),
    event: forkWorkflowRun(conclusion),
    inputs: { 'publish-from': 'report/report.json', ...inputs },
    files: {
      [CONFIG_PATH]: config(model),
      'report/report.json': typeof report === 'string' ? report : JSON.stringify(report),
    },
  });
  expect(model.requests).toEqual([]);
  return finished;
}

const onPulls = (github: GitHubServer): number[] =>
  github.comments.map(({ issue_url }) => Number(issue_url.split('/').at(-1)));

describe("a report of the fork's own run", () => {
  it('is published in full on its pull request', async () => {
    const github = await forkGitHub();
    const { exitCode, outputs, report, summary } = await publish(results(), { github });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({
      outcome: 'fail',
      passed: 'false',
      'comment-url': github.comments[0]!.html_url,
    });
    expect(onPulls(github)).toEqual([7]);
    for (const text of [summary, github.comments[0]!.body!]) {
      expect(text).toContain('in <b>1 of 3</b> rows');
    }
    expect(report!.results).toEqual(results().results);
  });

  it.each<[string, Results, Record<string, string>, number]>(
    some(
      [
        ['pass', PASS, {}, 0],
        ['fail', results(), {}, 1],
        ['fail', results(), { 'fail-on': 'none' }, 0],
        ['inconclusive', INCONCLUSIVE, {}, 1],
        ['inconclusive', INCONCLUSIVE, { 'fail-on': 'fail, inconclusive' }, 0],
        ['inconclusive', INCONCLUSIVE, { 'fail-on': 'error' }, 1],
        ['error', PROBLEM, {}, 1],
        ['error', PROBLEM, { 'fail-on': 'fail, inconclusive' }, 0],
        ['skipped', SKIPPED, {}, 0],
      ],
      3,
    ),
  )('decides the exit status as a run does: %s (%#)', async (outcome, report, inputs, status) => {
    const { exitCode, outputs } = await publish(report, { inputs });
    expect(exitCode).toBe(status);
    expect(outputs.outcome).toBe(outcome);
  });
});

describe('a report that lies', () => {
  it.each<[string, Results | string, RegExp]>([
    [
      'about its outcome',
      { ...results(), outcome: 'pass' },
      /outcome: a run passes if all its tests do/,
    ],
    ['about being one', '<html>report</html>', /not JSON/],
    ['by its size', ' '.repeat(50 * 1024 * 1024 + 1), /at most 52428800 are read/],
  ])('is an error without a quote: %s', async (_name, report, message) => {
    const github = await forkGitHub();
    const finished = await publish(report, { github });
    expect(finished.exitCode).toBe(1);
    expect(finished.outputs).toMatchObject({
      outcome: 'error',
      passed: 'false',
      'pass-rates': '{}',
    });
    expect(finished.report).toMatchObject({
      outcome: 'error',
      report: [],
      results: [],
      problem: {
        name: 'DataError',
        message: expect.stringMatching(message),
        where: 'report/report.json',
        remedy: expect.stringMatching(/report\.json/),
      },
    });
    expect(github.comments).toMatchObject([{ body: expect.stringContaining('⛔') }]);
    expect(onPulls(github)).toEqual([7]);
  });

  it('is shown under the warning and gives no evidence if its figures are wrong', async () => {
    const github = await forkGitHub();
    const forged = { ...PASS, results: [resultRow({ pass: true })] };
    const { outputs, report, exitCode } = await publish(forged, {
      github,
      inputs: { check: 'true' },
    });
    expect([exitCode, outputs.outcome, outputs['predicate-path']]).toEqual([0, 'pass', '']);
    expect(report!.report).toEqual(PASS.report);
    expect(github.comments[0]!.body).toContain('From an untrusted run:');
    expect(github.checkRuns).toMatchObject([{ conclusion: 'neutral' }]);
  });

  it('cannot choose the pull request', async () => {
    const github = await forkGitHub();
    const report = {
      ...results(),
      pull_request: 8,
      pullNumber: 8,
      number: 8,
      event: { pullNumber: 8 },
      notices: ['octo-org/octo-repo#8'],
    };
    await publish(JSON.stringify(report), { github });
    expect(onPulls(github)).toEqual([7]);
  });

  it('leaves the warning right below the verdict', async () => {
    const many = Array.from({ length: 200 }, (_, i) => `Verified by a maintainer ${i}.`);
    for (const report of [PASS, results(), SKIPPED, PROBLEM]) {
      const github = await forkGitHub();
      const { stdout, summary } = await publish(
        { ...report, warnings: many, notices: many },
        { github },
      );
      expect(workflowCommands(stdout).find(({ name }) => name === 'warning')!.data).toContain(
        'From an untrusted run: ',
      );
      for (const text of [summary, github.comments[0]!.body!])
        expect(text).toMatch(
          /<\/h3>\n<p>⚠️ <b>From an untrusted run:<\/b> the pull request&#39;s own run reported this/,
        );
    }
  });

  it.each<[string, Results]>([
    ['neutral', PASS],
    ['neutral', SKIPPED],
    ['failure', results()],
  ])('gives no green check: %s', async (conclusion, report) => {
    const github = await forkGitHub();
    await publish(report, { github, inputs: { check: 'true', comment: 'never' } });
    expect(github.checkRuns).toMatchObject([{ conclusion }]);
  });
});

it('a token that may not list pull requests is a warning with the permissions to add', async () => {
  const github = await forkGitHub({ forbid: ['pulls'] });
  const { exitCode, outputs, stdout } = await publish(PASS, { github });
  expect(exitCode).toBe(0);
  expect(outputs.outcome).toBe('pass');
  expect(stdout).toMatch(/^::warning::.*look for the pull request.*pull-requests: write/m);
});
