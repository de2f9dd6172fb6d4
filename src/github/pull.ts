import type { Octokit } from '@octokit/rest';
import type { EventContext } from './event.js';
import { explain } from './explain.js';

type ListedPull = Awaited<ReturnType<Octokit['rest']['pulls']['list']>>['data'][number];

/**
 * The open pull request whose head is exactly the commit under test, for events that do not name it: GitHub leaves a fork's
 * pull request out of `workflow_run`. It is looked up by what GitHub says of the run, never by what the run itself says.
 * Undefined where the pull request has moved on or is closed, and where several fit, since a comment on the wrong one would
 * mislead. Throws GitHubError.
 */
export async function findPullNumber(client: Octokit, event: EventContext): Promise<number | undefined> {
  if (event.pullNumber !== undefined || event.name !== 'workflow_run') return event.pullNumber;
  try {
    const fitting = (await candidates(client, event)).filter((pull) => isHeadOf(pull, event));
    return fitting.length === 1 ? fitting[0]!.number : undefined;
  } catch (error) {
    throw explain(error, `let us look for the pull request of commit ${event.headSha}`, event);
  }
}

/** The commit that a pull request proposes: a comment's event does not say it. Throws GitHubError. */
export async function findHeadSha(client: Octokit, event: EventContext): Promise<string> {
  if (event.name !== 'issue_comment' || event.pullNumber === undefined) return event.headSha;
  try {
    const { data } = await client.rest.pulls.get({ ...event.repository, pull_number: event.pullNumber });
    return data.head.sha;
  } catch (error) {
    throw explain(error, `let us read pull request ${event.pullNumber}`, event);
  }
}

async function candidates(client: Octokit, { repository, headOwner, headBranch, headSha, isFork }: EventContext): Promise<ListedPull[]> {
  const page = { ...repository, per_page: 100 };
  if (headOwner !== undefined && headBranch !== undefined) {
    return client.paginate(client.rest.pulls.list, { ...page, state: 'open', head: `${headOwner}:${headBranch}` });
  }
  // A stranger may push our commit to a fork: by the commit alone, that fork's run would find our pull request.
  if (isFork) return [];
  return client.paginate(client.rest.repos.listPullRequestsAssociatedWithCommit, { ...page, commit_sha: headSha });
}

/** Everything once more: GitHub passes over a `head` that it cannot read, and then lists all that are open. */
function isHeadOf({ state, head, base }: ListedPull, { headOwner, headBranch, headSha }: EventContext): boolean {
  const comesFrom =
    headOwner === undefined || headBranch === undefined
      ? head.repo?.id === base.repo.id
      : head.ref === headBranch && head.user?.login.toLowerCase() === headOwner.toLowerCase();
  return state === 'open' && head.sha === headSha && comesFrom;
}
