import { quoted } from '../json.ts';
import type { Client } from './client.ts';
import { eventKind } from './event-kinds.ts';
import type { EventContext, ListedPull } from './event.ts';
import { explainFailure, ifFound } from './request-error.ts';

type ApiPull = Awaited<ReturnType<Client['rest']['pulls']['list']>>['data'][number];

export interface CommentTarget {
  pullNumber?: number;
  notice?: string;
}

/**
 * Finds the pull request of the tested commit. The event may be outdated or forged by the pull
 * request, so only GitHub's facts count.
 * @throws GitHubError
 */
export async function findCommentTarget(
  client: Client,
  event: EventContext,
): Promise<CommentTarget> {
  const { headSha, listedPulls = [] } = event;
  const doing = `look for the pull request of commit ${headSha}`;
  return explainFailure({ doing }, event, async () => {
    const heads = (await candidatePulls(client, event)).filter((pull) => isHeadOf(pull, event));
    // A pull request with a new base branch has other rules than the run.
    const listedHeads = heads.filter((pull) =>
      listedPulls.some(
        ({ number, baseRef = pull.base.ref }) =>
          pull.number === number && pull.base.ref === baseRef,
      ),
    );
    const matchingPulls = listedPulls.length === 0 ? heads : listedHeads;
    const [pull] = matchingPulls;
    if (pull !== undefined && matchingPulls.length === 1 && listedPulls.length <= 1)
      return { pullNumber: pull.number };
    return {
      notice: `No comment was written: ${whyNoTarget(headSha, { matchingPulls, listedPulls })}.`,
    };
  });
}

function whyNoTarget(
  headSha: string,
  {
    matchingPulls,
    listedPulls,
  }: { matchingPulls: readonly ApiPull[]; listedPulls: readonly ListedPull[] },
): string {
  const commit = `commit ${headSha.slice(0, 7)}, which was tested,`;
  const numbers = (pulls: readonly { number: number }[]) =>
    pulls.map(({ number }) => `#${number}`).join(' and ');
  if (matchingPulls.length > 0) {
    const several = numbers(listedPulls.length > 1 ? listedPulls : matchingPulls);
    return `${commit} belongs to the pull requests ${several}, and the event does not say which of them the run tested`;
  }
  if (listedPulls.length === 0) return `${commit} is not the head of an open pull request`;
  return `${commit} is no longer the head of ${numbers(listedPulls)}, or that pull request is closed or has a new base branch`;
}

/**
 * Returns the head commit of the event's pull request, which a comment's event does not name.
 * @throws GitHubError
 */
export async function findHeadSha(client: Client, event: EventContext): Promise<string> {
  if (eventKind(event.name).names.head || event.pullNumber === undefined) return event.headSha;
  const request = { ...event.repository, pull_number: event.pullNumber };
  const doing = `read pull request ${event.pullNumber}`;
  const { data } = await explainFailure({ doing }, event, () => client.rest.pulls.get(request));
  return data.head.sha;
}

async function candidatePulls(
  client: Client,
  { repository, headOwner, headBranch, headSha, isFork }: EventContext,
): Promise<ApiPull[]> {
  const page = { ...repository, per_page: 100 };
  if (headOwner !== undefined && headBranch !== undefined) {
    return client.paginate(client.rest.pulls.list, {
      ...page,
      state: 'open',
      head: `${headOwner}:${headBranch}`,
    });
  }
  // Anyone can push the commit of a pull request to a fork, so the commit alone does not identify
  // it.
  if (isFork) return [];
  return client.paginate(client.rest.repos.listPullRequestsAssociatedWithCommit, {
    ...page,
    commit_sha: headSha,
  });
}

/**
 * True for an open pull request whose head was tested. GitHub lists all open ones if it cannot
 * parse `head`. A deleted fork is null.
 */
function isHeadOf(
  { state, head, base }: ApiPull,
  { headOwner, headBranch, headSha }: EventContext,
): boolean {
  const comesFrom =
    headOwner === undefined || headBranch === undefined
      ? (head.repo as typeof head.repo | null)?.id === base.repo.id
      : head.ref === headBranch && head.user?.login.toLowerCase() === headOwner.toLowerCase();
  return state === 'open' && head.sha === headSha && comesFrom;
}

export interface CheckoutBase {
  /** The commit whose rules and rows count; absent: the tip of the default branch. */
  sha: string | undefined;
  /** The commit at which the branch left its base; absent if that is `sha`, or not known. */
  mergeBase?: string;
}

/**
 * Returns the first parent of a merge commit, since `base.sha` may be hours older. For a checkout
 * of the head, returns the tip of the base branch, or the merge base without one. Else `base.sha`.
 */
export async function baseOfCheckout(
  client: Client,
  event: EventContext,
  checkedOut: string | undefined,
): Promise<CheckoutBase> {
  const { baseSha, baseRef, runSha, headSha, pullNumber, repository } = event;
  if (checkedOut === undefined) return { sha: baseSha };
  if (pullNumber !== undefined && checkedOut === runSha && runSha !== headSha) {
    const doing = `read the merge commit ${runSha}`;
    const { data } = await explainFailure({ doing }, event, () =>
      client.rest.git.getCommit({ ...repository, commit_sha: runSha }),
    );
    const [baseParent, headParent] = data.parents;
    if (baseParent && headParent) return { sha: baseParent.sha };
  }
  if (checkedOut !== headSha || baseRef === undefined) return { sha: baseSha };
  const tip = await tipOf(client, event, baseRef);
  const base = tip ?? baseSha;
  if (base === undefined) return { sha: undefined };
  // The first page would list all files.
  const request = { ...repository, basehead: `${base}...${headSha}`, per_page: 1, page: 2 };
  const doing = `compare ${headSha} with its base`;
  const { data } = await explainFailure({ doing }, event, () =>
    client.rest.repos.compareCommitsWithBasehead(request),
  );
  const mergeBase = data.merge_base_commit.sha;
  return tip === undefined ? { sha: mergeBase } : { sha: tip, mergeBase };
}

/** Returns the last commit of a branch; undefined if there is no such branch. */
async function tipOf(
  client: Client,
  event: EventContext,
  branch: string,
): Promise<string | undefined> {
  const doing = `read the branch ${quoted(branch)}`;
  const reference = await explainFailure({ doing }, event, () =>
    ifFound(async () => client.rest.git.getRef({ ...event.repository, ref: `heads/${branch}` })),
  );
  return reference?.data.object.sha;
}
