/**
 * What GitHub sends for a fork's pull request, cut to the parts that say who, where and which
 * commit: fork-payloads.json.
 */
import type { ActionRun } from './run-action.ts';
import type { Pull } from './github-state.ts';
import payloads from './fork-payloads.json' with { type: 'json' };

type Event = NonNullable<ActionRun['event']>;

export const FORK_HEAD = payloads.pull_request.pull_request.head.sha;
export const FORK_BASE = payloads.pull_request.pull_request.base.sha;
const FORK = payloads.workflow_run.workflow_run.head_repository.full_name;

/** The same pull request for the local GitHub: `github.addPull(forkPull())`. */
export const forkPull = (over: Partial<Pull> = {}): Partial<Pull> => ({
  number: 7,
  login: 'a-stranger',
  head: { ref: 'patch', sha: FORK_HEAD, repository: FORK },
  base: { ref: 'main', sha: FORK_BASE },
  ...over,
});

/** Runs on the merge of head and base: a token that may only read, and no secrets. */
export const forkPullRequest = (): Event => ({
  name: 'pull_request',
  payload: payloads.pull_request,
});

/** The same payload in the base's name: a token that may write, and secrets. */
export const forkPullRequestTarget = (): Event => ({
  ...forkPullRequest(),
  name: 'pull_request_target',
});

/**
 * The end of the fork's run. GitHub names the head's repository, branch and commit, and lists no
 * pull request.
 */
export function forkWorkflowRun(conclusion = 'failure'): Event {
  const { workflow_run, ...rest } = payloads.workflow_run;
  return {
    name: 'workflow_run',
    payload: { ...rest, workflow_run: { ...workflow_run, conclusion } },
  };
}
