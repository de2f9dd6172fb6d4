/** What the event that started the run says. Pure; the payload comes from outside, so each value's type is checked. */
import type { context } from '@actions/github';
import { isMapping } from '../json.js';
import { kindOf } from './event-kinds.js';

/** What @actions/github knows of the run. */
export type Context = typeof context;

export interface EventContext {
  /** `pull_request`, `push` … */
  name: string;
  /** The repository that the workflow runs in: a pull request's base. */
  repository: { owner: string; repo: string };
  /** Name of its default branch, where the event says it. */
  defaultBranch?: string | undefined;
  /** The branch that the workflow runs on; absent for a tag, and for a pull request's own ref. */
  branch?: string | undefined;
  pullNumber?: number | undefined;
  /** The commit under test; `issue_comment` does not say it, and names the default branch's instead. */
  headSha: string;
  /** The commit that the runner checks out by default (GITHUB_SHA): for a pull request, its merge into the base. */
  runSha?: string | undefined;
  /** Owner and branch of the run that a `workflow_run` follows, by which a fork's pull request is found. */
  headOwner?: string | undefined;
  headBranch?: string | undefined;
  /** The pull requests of this repository that GitHub lists for that run, each with the branch that it went to. */
  listedPulls?: readonly ListedPull[] | undefined;
  /** The commit that it is compared with, where the event says one. */
  baseSha?: string | undefined;
  /** Name of the branch that a pull request goes to. */
  baseRef?: string | undefined;
  /** The commit under test comes from another repository, or from one that the event does not tell. */
  isFork: boolean;
  isDependabot: boolean;
  runUrl?: string | undefined;
  apiUrl: string;
  serverUrl: string;
  workflow: string;
  /** `OWNER/REPO/.github/workflows/FILE`: two workflows may have one name, but not one file. */
  workflowFile?: string | undefined;
  job: string;
  /** Something about the event that the reader should know. */
  notice?: string | undefined;
}

export interface ListedPull {
  number: number;
  baseRef?: string | undefined;
}

/** What one kind of payload says about the commit under test. */
interface Subject extends Pick<EventContext, 'pullNumber' | 'headOwner' | 'headBranch' | 'listedPulls' | 'baseSha' | 'baseRef' | 'isFork'> {
  headSha?: string | undefined;
  /** Login of whoever wrote the change. */
  author?: unknown;
}

type Env = NodeJS.ProcessEnv;

const DEPENDABOT = 'dependabot[bot]';

/** Never throws: what is not readable is left out. `env` says what the context does not. */
export function readEvent(context: Context, env: Env): EventContext {
  const { apiUrl, serverUrl } = context;
  const payload: unknown = context.payload;
  const name = text(context.eventName) ?? '';
  const runSha = sha(context.sha);
  const branch = branchOf(context.ref);
  const known =
    fromPullRequest(payload) ??
    fromWorkflowRun(payload, runSha) ??
    fromIssueComment(payload, runSha) ??
    fromMergeGroup(payload) ??
    fromPush(name, payload);
  const { aboutPull } = kindOf(name);
  // Trust depends on this: a payload that cannot be read must not turn a stranger's pull request into our own.
  const { author, headSha = runSha ?? '', ...subject }: Subject = known ?? { isFork: aboutPull };

  return {
    name,
    repository: repositoryOf(context),
    // A scheduled run is always on it, and its payload has no repository.
    defaultBranch: text(at(payload, 'repository', 'default_branch')) ?? (kindOf(name).settled === 'always' ? branch : undefined),
    branch,
    ...subject,
    headSha,
    runSha,
    isDependabot: [context.actor, env['GITHUB_TRIGGERING_ACTOR'], author].includes(DEPENDABOT),
    runUrl: runUrlOf(context, env),
    apiUrl,
    serverUrl,
    workflow: text(context.workflow) ?? '',
    workflowFile: workflowFile(env['GITHUB_WORKFLOW_REF']),
    job: text(context.job) ?? '',
    notice:
      aboutPull && known === undefined
        ? `The payload of the event ${name} is not readable, so the run goes on as one without a pull request.`
        : undefined,
  };
}

/** pull_request, pull_request_target, pull_request_review … */
function fromPullRequest(payload: unknown): Subject | undefined {
  const pullNumber = positive(at(payload, 'pull_request', 'number'));
  if (pullNumber === undefined) return undefined;
  const pull = at(payload, 'pull_request');
  return {
    pullNumber,
    headSha: sha(at(pull, 'head', 'sha')),
    baseSha: sha(at(pull, 'base', 'sha')),
    baseRef: text(at(pull, 'base', 'ref')),
    // `head.repo` is null once the fork has been deleted.
    isFork: !sameRepository(at(pull, 'head', 'repo'), at(pull, 'base', 'repo')),
    author: at(pull, 'user', 'login'),
  };
}

/** The run that this one follows. GitHub lists its pull requests only where they come from the same repository. */
function fromWorkflowRun(payload: unknown, runSha: string | undefined): Subject | undefined {
  const run = at(payload, 'workflow_run');
  const headSha = sha(at(run, 'head_sha'));
  if (headSha === undefined) return undefined;
  const pulls = at(run, 'pull_requests');
  const repositoryId = at(payload, 'repository', 'id');
  // A run in a fork of ours lists the upstream's pull requests too: those are not ours to comment on.
  const ours: unknown[] = Array.isArray(pulls)
    ? pulls.filter((entry) => repositoryId !== undefined && at(entry, 'base', 'repo', 'id') === repositoryId)
    : [];
  // Of several with one head, each of another base, the run may be anyone's.
  const pull = ours.length === 1 ? ours[0] : undefined;
  return {
    pullNumber: positive(at(pull, 'number')),
    headSha,
    headOwner: text(at(run, 'head_repository', 'owner', 'login')),
    headBranch: text(at(run, 'head_branch')),
    listedPulls: ours.flatMap((entry) => {
      const number = positive(at(entry, 'number'));
      return number === undefined ? [] : [{ number, baseRef: text(at(entry, 'base', 'ref')) }];
    }),
    // Where it is not one pull request that is listed: the default branch, whose commit such a run has.
    baseSha: sha(at(pull, 'base', 'sha')) ?? runSha,
    isFork: !sameRepository(at(run, 'head_repository'), at(payload, 'repository')),
    author: at(run, 'actor', 'login'),
  };
}

/**
 * A comment on a pull request runs on the default branch, and names neither the head nor where it comes from: the head
 * is taken to be a stranger's, and compared with the default branch.
 */
function fromIssueComment(payload: unknown, runSha: string | undefined): Subject | undefined {
  const pullNumber = positive(at(payload, 'issue', 'number'));
  if (pullNumber === undefined || !isMapping(at(payload, 'issue', 'pull_request'))) return undefined;
  return { pullNumber, baseSha: runSha, isFork: true, author: at(payload, 'issue', 'user', 'login') };
}

/** The merge queue runs in the base repository, for people who may merge there. */
function fromMergeGroup(payload: unknown): Subject | undefined {
  const group = at(payload, 'merge_group');
  if (!isMapping(group)) return undefined;
  return { headSha: sha(at(group, 'head_sha')), baseSha: sha(at(group, 'base_sha')), isFork: false };
}

/** `before` is all zeros where the push makes a branch, which leaves nothing to compare with. */
function fromPush(name: string, payload: unknown): Subject | undefined {
  return kindOf(name).base === 'pushed' ? { baseSha: sha(at(payload, 'before')), isFork: false } : undefined;
}

function branchOf(ref: unknown): string | undefined {
  return /^refs\/heads\/(.+)$/.exec(text(ref) ?? '')?.[1];
}

/** GITHUB_WORKFLOW_REF without the ref at its end, which is another for each pull request. */
function workflowFile(workflowRef = ''): string | undefined {
  const [file] = workflowRef.split('@refs/');
  return file || undefined;
}

/** The context's own `repo` throws where neither the environment nor the payload says it. */
function repositoryOf(context: Context): EventContext['repository'] {
  try {
    const { owner, repo } = context.repo;
    return { owner: text(owner) ?? '', repo: text(repo) ?? '' };
  } catch {
    return { owner: '', repo: '' };
  }
}

function runUrlOf({ runId, runAttempt, serverUrl }: Context, { GITHUB_REPOSITORY: repository }: Env): string | undefined {
  if (!repository || runId <= 0) return undefined;
  return `${serverUrl}/${repository}/actions/runs/${runId}${runAttempt > 1 ? `/attempts/${runAttempt}` : ''}`;
}

/** By id, which outlives a renaming; by name where a payload leaves the id out. Unknown is not the same. */
function sameRepository(one: unknown, other: unknown): boolean {
  const ids = [positive(at(one, 'id')), positive(at(other, 'id'))];
  if (ids[0] !== undefined && ids[1] !== undefined) return ids[0] === ids[1];
  const name = text(at(one, 'full_name'));
  return name !== undefined && name === text(at(other, 'full_name'));
}

/** The value at a path of own properties, or undefined where the path leads nowhere. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((here, key) => (isMapping(here) && Object.hasOwn(here, key) ? here[key] : undefined), value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** SHA-1 or SHA-256 in hexadecimal; all zeros is git's way to say "none". */
function sha(value: unknown): string | undefined {
  return typeof value === 'string' && /^(?!0+$)[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(value) ? value : undefined;
}
