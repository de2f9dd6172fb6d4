/** After another run: its pull request may have changed since the run judged it. */
import { FORK_HEAD, forkPull, forkWorkflowRun } from '../support/fork-payloads.ts';
import type { GitHubOptions, GitHubServer, Pull } from '../support/github-server.ts';
import { oblivious } from '../support/model-server.ts';
import type { Finished } from '../support/run-action.ts';
import {
  BASE,
  config,
  gitHub,
  HEAD,
  MODEL_KEY,
  modelServer,
  putAt,
  scenario,
} from '../support/scenario.ts';

const HOME = {
  id: 17_273_051,
  full_name: 'octo-org/octo-repo',
  name: 'octo-repo',
  owner: { login: 'octo-org' },
  fork: false,
};
/** The default branch's commit, which the run of a `workflow_run` has. */
const MAIN = 'a'.repeat(40);

const listed = (number: number, base = 'main') => ({
  number,
  head: { ref: 'feature', sha: HEAD, repo: { id: HOME.id } },
  base: { ref: base, sha: BASE, repo: { id: HOME.id } },
});

/** The end of a run of the repository's own branch `feature`. */
function run(...pull_requests: unknown[]) {
  const workflow_run = {
    id: 1,
    event: 'pull_request',
    head_branch: 'feature',
    head_sha: HEAD,
    pull_requests,
    actor: { login: 'octocat' },
    repository: HOME,
    head_repository: HOME,
  };
  return { name: 'workflow_run', payload: { action: 'completed', workflow_run, repository: HOME } };
}

async function withPulls(...pulls: Partial<Pull>[]): Promise<GitHubServer> {
  return withPullsBeside({}, ...pulls);
}

async function withPullsBeside(
  options: GitHubOptions,
  ...pulls: Partial<Pull>[]
): Promise<GitHubServer> {
  const github = await gitHub(options);
  github.pulls.splice(0);
  for (const pull of pulls) github.addPull(pull);
  return github;
}

/** Judges the run's commit by the rules of the default branch. The verdict is a fail. */
async function judge(
  github: GitHubServer,
  event: { name: string; payload: unknown },
  inputs: Record<string, string> = {},
): Promise<Finished> {
  const model = await modelServer({ answer: oblivious });
  for (const sha of ['main', MAIN, HEAD]) putAt(github, config(model), { sha });
  return scenario({
    github,
    event,
    inputs: { 'api-key': MODEL_KEY, 'fail-on': 'none', ...inputs },
  });
}

const commented = (github: GitHubServer) =>
  github.comments.map(({ issue_url }) => Number(issue_url.split('/').at(-1)));

/** Expects the results in the summary alone, with the reason. */
function expectNoComment(
  { exitCode, outputs, summary, stdout }: Finished,
  github: GitHubServer,
  why: RegExp,
): void {
  expect(exitCode).toBe(0);
  expect(outputs['comment-url']).toBeUndefined();
  expect(github.comments).toEqual([]);
  expect(summary).toContain('❌');
  expect(summary.replaceAll(/<\/?code>/g, '')).toMatch(why);
  expect(stdout).toMatch(/^::notice.*No comment was written/m);
}

describe('a verdict after another run', () => {
  it('is a comment on the listed pull request if it still has the commit', async () => {
    const github = await withPulls({ number: 7 });
    const { summary } = await judge(github, run(listed(7)));
    expect(commented(github)).toEqual([7]);
    expect(summary).not.toContain('No comment was written');
  });

  it.each<[string, Partial<Pull>]>([
    ['has moved on', { head: { ref: 'feature', sha: 'd'.repeat(40) } }],
    ['is closed', { state: 'closed' }],
    ['goes to another branch', { base: { ref: 'release', sha: 'e'.repeat(40) } }],
  ])('is in the summary alone if its pull request %s', async (_what, change) => {
    const github = await withPulls({ number: 7, ...change });
    expectNoComment(
      await judge(github, run(listed(7))),
      github,
      /No comment was written: commit bbbbbbb, which was tested, is no longer the head of #7, or that pull request is closed/,
    );
  });

  it('is in the summary alone if two pull requests have the commit', async () => {
    const two = [{ number: 7 }, { number: 8, base: { ref: 'release', sha: 'e'.repeat(40) } }];
    for (const event of [run(listed(7), listed(8, 'release')), run()]) {
      const github = await withPulls(...two);
      expectNoComment(
        await judge(github, event),
        github,
        /belongs to the pull requests #[78] and #[78], and the event does not say which of them the run tested/,
      );
    }
  });

  it("is in the summary alone if a fork's pull request has moved on", async () => {
    const github = await withPulls(
      forkPull({ head: { ref: 'patch', sha: 'd'.repeat(40), repository: 'a-stranger/octo-repo' } }),
    );
    expectNoComment(
      await judge(github, forkWorkflowRun()),
      github,
      /is not the head of an open pull request/,
    );
    const present = await withPulls(forkPull());
    await judge(present, forkWorkflowRun());
    expect(commented(present)).toEqual([7]);
    expect(FORK_HEAD).toBe(HEAD);
  });

  it('has no notice with comment: never', async () => {
    const github = await withPulls();
    const { summary } = await judge(github, run(listed(7)), { comment: 'never' });
    expect(summary).not.toContain('No comment');
    expect(github.comments).toEqual([]);
  });

  it('is a warning with the permissions to add if the token may not list pull requests', async () => {
    const github = await withPullsBeside({ forbid: ['pulls'] }, forkPull());
    const { exitCode, stdout } = await judge(github, forkWorkflowRun());
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^::warning::.*look for the pull request.*pull-requests: write/m);
  });
});

it('a judgement after a run with two pull requests comments on neither and uses neither base', async () => {
  const model = await modelServer({ answer: oblivious });
  const github = await withPulls(
    { number: 7 },
    { number: 8, base: { ref: 'release', sha: 'e'.repeat(40) } },
  );
  putAt(github, config(model).replace('0.70', '0'));
  for (const sha of [MAIN, HEAD]) putAt(github, config(model), { sha });
  const finished = await scenario({
    github,
    event: run(listed(7, 'weak'), listed(8, 'release')),
    inputs: { 'api-key': MODEL_KEY, 'fail-on': 'none' },
  });
  expect(finished.outputs.outcome).toBe('fail');
  expect(finished.report).toMatchObject({
    config: { ref: 'split' },
    report: [{ minimum_pass_rate: 0.7 }],
  });
  expectNoComment(finished, github, /belongs to the pull requests #7 and #8/);
});
