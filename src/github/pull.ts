import type { Client } from './client.js';
import type { EventContext, ListedPull } from './event.js';
import { kindOf } from './event-kinds.js';
import { explained } from './explain.js';

type ApiPull = Awaited<ReturnType<Client['rest']['pulls']['list']>>['data'][number];

/** The pull request that a comment belongs on, or why none gets one. */
export interface Addressee {
  pullNumber?: number | undefined;
  notice?: string;
}

/**
 * The open pull request whose present head is the commit that was tested, for the end of another run: by then the pull request may
 * have moved on, and GitHub leaves a fork's out of the event. It is looked up by what GitHub says of the run, never by what the run
 * itself says. None where several fit, since a comment on the wrong one would mislead. Throws GitHubError.
 */
export async function findAddressee(client: Client, event: EventContext): Promise<Addressee> {
  const { headSha, listedPulls = [] } = event;
  return explained(`let us look for the pull request of commit ${headSha}`, event, async () => {
    const heads = (await candidates(client, event)).filter((pull) => isHeadOf(pull, event));
    const fitting = listedPulls.length === 0 ? heads : heads.filter((pull) => listedPulls.some((listed) => isSamePull(pull, listed)));
    const [pull] = fitting;
    if (pull !== undefined && fitting.length === 1 && listedPulls.length <= 1) return { pullNumber: pull.number };
    return { notice: `No comment was written: ${whyNone(headSha, { fitting, listedPulls })}.` };
  });
}

/** One that goes to another branch by now is under other rules than those of the run. */
function isSamePull({ number, base }: ApiPull, listed: ListedPull): boolean {
  return number === listed.number && (listed.baseRef === undefined || base.ref === listed.baseRef);
}

function whyNone(headSha: string, { fitting, listedPulls }: { fitting: readonly ApiPull[]; listedPulls: readonly ListedPull[] }): string {
  const commit = `commit ${headSha.slice(0, 7)}, which was judged,`;
  const numbers = (pulls: readonly { number: number }[]) => pulls.map(({ number }) => `#${number}`).join(' and ');
  if (fitting.length > 0) {
    const several = numbers(listedPulls.length > 1 ? listedPulls : fitting);
    return `${commit} belongs to the pull requests ${several}, and which of them the run was about cannot be told`;
  }
  if (listedPulls.length === 0) return `${commit} is not the present head of an open pull request`;
  return `${commit} is no longer the head of ${numbers(listedPulls)}, or that is closed or goes to another branch by now`;
}

/** The commit that a pull request proposes: a comment's event does not say it. Throws GitHubError. */
export async function findHeadSha(client: Client, event: EventContext): Promise<string> {
  if (kindOf(event.name).names.head || event.pullNumber === undefined) return event.headSha;
  const asked = { ...event.repository, pull_number: event.pullNumber };
  const { data } = await explained(`let us read pull request ${event.pullNumber}`, event, () => client.rest.pulls.get(asked));
  return data.head.sha;
}

async function candidates(client: Client, { repository, headOwner, headBranch, headSha, isFork }: EventContext): Promise<ApiPull[]> {
  const page = { ...repository, per_page: 100 };
  if (headOwner !== undefined && headBranch !== undefined) {
    return client.paginate(client.rest.pulls.list, { ...page, state: 'open', head: `${headOwner}:${headBranch}` });
  }
  // A stranger may push our commit to a fork: by the commit alone, that fork's run would find our pull request.
  if (isFork) return [];
  return client.paginate(client.rest.repos.listPullRequestsAssociatedWithCommit, { ...page, commit_sha: headSha });
}

/** Everything once more: GitHub passes over a `head` that it cannot read, and then lists all that are open. A fork that is gone is null. */
function isHeadOf({ state, head, base }: ApiPull, { headOwner, headBranch, headSha }: EventContext): boolean {
  const comesFrom =
    headOwner === undefined || headBranch === undefined
      ? (head.repo as typeof head.repo | null)?.id === base.repo.id
      : head.ref === headBranch && head.user?.login.toLowerCase() === headOwner.toLowerCase();
  return state === 'open' && head.sha === headSha && comesFrom;
}
