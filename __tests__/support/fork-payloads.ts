/** What GitHub sends for a fork's pull request, cut to the parts that say who, where and which commit. */
import type { ActionRun } from './run-action.js';
import type { Pull } from './github-state.js';

type Event = NonNullable<ActionRun['event']>;

export const HEAD = 'b'.repeat(40);
export const BASE = 'c'.repeat(40);
export const FORK = 'a-stranger/octo-repo';

const API = 'https://api.github.com/repos';

function user(login: string, id: number, type = 'User') {
  return { login, id, node_id: `U_${id}`, html_url: `https://github.com/${login}`, type, site_admin: false };
}

const STRANGER = user('a-stranger', 5_550_123);

function repositoryOf(owner: ReturnType<typeof user>, id: number, fork: boolean) {
  const full_name = `${owner.login}/octo-repo`;
  return {
    id,
    node_id: `R_${id}`,
    name: 'octo-repo',
    full_name,
    private: false,
    owner,
    html_url: `https://github.com/${full_name}`,
    url: `${API}/${full_name}`,
    fork,
    default_branch: 'main',
    visibility: 'public',
  };
}

const HOME = repositoryOf(user('octo-org', 6_811_672, 'Organization'), 17_273_051, false);
const THEIRS = repositoryOf(STRANGER, 900_100_200, true);

/** The same pull request for the local GitHub: `github.addPull(forkPull())`. */
export function forkPull(over: Partial<Pull> = {}): Partial<Pull> {
  return {
    number: 7,
    login: STRANGER.login,
    head: { ref: 'patch', sha: HEAD, repository: FORK },
    base: { ref: 'main', sha: BASE },
    ...over,
  };
}

function pullRequest() {
  return {
    id: 1_700_000_007,
    node_id: 'PR_1700000007',
    number: 7,
    state: 'open',
    locked: false,
    title: 'A better prompt',
    user: STRANGER,
    body: null,
    html_url: 'https://github.com/octo-org/octo-repo/pull/7',
    head: { label: 'a-stranger:patch', ref: 'patch', sha: HEAD, user: STRANGER, repo: THEIRS },
    base: { label: 'octo-org:main', ref: 'main', sha: BASE, user: HOME.owner, repo: HOME },
    author_association: 'FIRST_TIME_CONTRIBUTOR',
    draft: false,
    merged: false,
    merge_commit_sha: 'd'.repeat(40),
    maintainer_can_modify: true,
  };
}

/** Runs on the merge of head and base: a token that may only read, and no secrets. */
export function forkPullRequest(): Event {
  const payload = {
    action: 'opened',
    number: 7,
    pull_request: pullRequest(),
    repository: HOME,
    organization: HOME.owner,
    sender: STRANGER,
  };
  return { name: 'pull_request', payload };
}

/** The same payload in the base's name: a token that may write, and secrets. */
export function forkPullRequestTarget(): Event {
  return { ...forkPullRequest(), name: 'pull_request_target' };
}

/** The end of the fork's run. GitHub names the head's repository, branch and commit, and lists no pull request. */
export function forkWorkflowRun(conclusion = 'failure'): Event {
  const workflow = { id: 161_335, name: 'sensitivity', path: '.github/workflows/sensitivity.yml', state: 'active' };
  const workflow_run = {
    id: 30_433_642,
    name: 'sensitivity',
    display_title: 'A better prompt',
    path: workflow.path,
    workflow_id: workflow.id,
    run_number: 562,
    run_attempt: 1,
    event: 'pull_request',
    status: 'completed',
    conclusion,
    head_branch: 'patch',
    head_sha: HEAD,
    head_commit: {
      id: HEAD,
      tree_id: 'e'.repeat(40),
      message: 'A better prompt',
      timestamp: '2026-11-21T08:00:00Z',
      author: { name: 'A Stranger', email: 'stranger@example.com' },
    },
    pull_requests: [],
    actor: STRANGER,
    triggering_actor: STRANGER,
    html_url: 'https://github.com/octo-org/octo-repo/actions/runs/30433642',
    repository: HOME,
    head_repository: THEIRS,
  };
  return {
    name: 'workflow_run',
    payload: { action: 'completed', workflow_run, workflow, repository: HOME, organization: HOME.owner, sender: STRANGER },
  };
}
