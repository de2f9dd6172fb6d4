import { readFile } from 'node:fs/promises';
import type { context } from '@actions/github';
import { systemCode } from '../errors.ts';
import { isMapping, listIn } from '../json.ts';
import { eventKind, ships } from './event-kinds.ts';

type Context = typeof context;

export interface EventContext {
  name: string;
  /** The repository that the workflow runs in: a pull request's base. */
  repository: { owner: string; repo: string };
  /** The default branch; absent if the event does not name it. */
  defaultBranch?: string;
  /** The tag that the workflow runs on, or that is released. */
  tag?: string;
  pullNumber?: number;
  /** The commit under test; for `issue_comment` that of the default branch. */
  headSha: string;
  /**
   * The commit that the runner checks out by default (GITHUB_SHA): for a pull request, the merge
   * commit.
   */
  runSha?: string;
  /**
   * Owner and branch of the run that a `workflow_run` follows; they identify a fork's pull request.
   */
  headOwner?: string;
  headBranch?: string;
  /** The pull requests of this repository that GitHub lists for that run. */
  listedPulls?: readonly ListedPull[];
  /** The commit to compare with; absent if the event does not name one, or names its own branch. */
  baseSha?: string;
  /** The branch that a change is proposed for, or pushed beside. */
  baseRef?: string;
  /** True if the commit under test comes from another or an unknown repository. */
  isFork: boolean;
  isDependabot: boolean;
  runUrl?: string;
  apiUrl: string;
  serverUrl: string;
  workflow: string;
  /** `OWNER/REPO/.github/workflows/FILE`; names of workflows are not unique. */
  workflowFile?: string;
  job: string;
  notice?: string;
}

export interface ListedPull {
  number: number;
  baseRef?: string;
}

/** The commit under test, as the payload describes it. */
interface TestedChange extends Pick<
  EventContext,
  'pullNumber' | 'headOwner' | 'headBranch' | 'listedPulls' | 'baseSha' | 'baseRef' | 'isFork'
> {
  headSha?: string;
  author?: unknown;
}

const DEPENDABOT = 'dependabot[bot]';

/**
 * Reads the event from the environment. @actions/github reads the payload on import and throws for
 * a broken one, so a broken one is removed from `env` first.
 */
export async function loadEvent(env: NodeJS.ProcessEnv): Promise<EventContext> {
  const problem = await problemOf(env['GITHUB_EVENT_PATH']);
  if (problem !== undefined) delete env['GITHUB_EVENT_PATH'];
  const { context } = await import('@actions/github');
  const Context = context.constructor as new () => typeof context;
  const event = readEvent(new Context(), env);
  return problem === undefined
    ? event
    : { ...event, notice: `${problem}, so the run continues without a pull request.` };
}

async function problemOf(path: string | undefined): Promise<string | undefined> {
  if (!path) return 'GITHUB_EVENT_PATH is not set';
  try {
    JSON.parse(await readFile(path, 'utf8'));
    return undefined;
  } catch (error) {
    // Report only the kind of failure: JSON.parse quotes the payload, which may hold secrets.
    const kind = systemCode(error) ?? 'SyntaxError';
    return `The event's payload ${path} is not readable (${kind})`;
  }
}

/**
 * Reads the event. Never throws: leaves out values of another type, since the payload comes from
 * outside.
 */
export function readEvent(context: Context, env: NodeJS.ProcessEnv): EventContext {
  const { apiUrl, serverUrl } = context;
  const payload: unknown = context.payload;
  const name = textOrNone(context.eventName) ?? '';
  const runSha = shaOrNone(context.sha);
  const ref = textOrNone(context.ref) ?? '';
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  const tag =
    textOrNone(valueAt(payload, 'release', 'tag_name')) ?? /^refs\/tags\/(.+)$/.exec(ref)?.[1];
  // A scheduled run is always on the default branch, and its payload has no repository.
  const defaultBranch =
    textOrNone(valueAt(payload, 'repository', 'default_branch')) ??
    (eventKind(name).isOnDefaultBranch ? branch : undefined);
  const change = readChange(payload, { name, branch, defaultBranch, runSha });
  // Trust depends on this: a fork's pull request with an unreadable payload must not count as the
  // repository's own.
  const { aboutPull } = eventKind(name);
  const { author, headSha = runSha ?? '', ...fields } = change ?? { isFork: aboutPull };
  // The commit of a tag before it moved is not used: the default branch's rules judge what ships.
  const baseSha = ships({ name, tag }) ? undefined : fields.baseSha;

  return {
    name,
    repository: repositoryOf(context),
    defaultBranch,
    tag,
    ...fields,
    headSha,
    baseSha,
    runSha,
    isDependabot: [context.actor, env['GITHUB_TRIGGERING_ACTOR'], author].includes(DEPENDABOT),
    runUrl: runUrlOf(context, env),
    apiUrl,
    serverUrl,
    workflow: textOrNone(context.workflow) ?? '',
    // Drop the ref at the end, which differs between pull requests.
    workflowFile: env['GITHUB_WORKFLOW_REF']?.split('@refs/')[0] || undefined,
    job: textOrNone(context.job) ?? '',
    notice:
      aboutPull && change === undefined
        ? `The payload of the event ${name} is not readable, so the run continues without a pull request.`
        : undefined,
  };
}

type Ref = Pick<EventContext, 'name' | 'defaultBranch' | 'runSha'> & { branch: string | undefined };

/** Returns the change that the event is about; undefined if its payload names none. */
function readChange(payload: unknown, ref: Ref): TestedChange | undefined {
  return (
    fromPullRequest(payload) ??
    fromWorkflowRun(payload, ref) ??
    fromIssueComment(payload, ref) ??
    fromMergeGroup(payload) ??
    fromPush(payload, ref)
  );
}

function fromPullRequest(payload: unknown): TestedChange | undefined {
  const pullNumber = positiveOrNone(valueAt(payload, 'pull_request', 'number'));
  if (pullNumber === undefined) return undefined;
  const pull = valueAt(payload, 'pull_request');
  return {
    pullNumber,
    headSha: shaOrNone(valueAt(pull, 'head', 'sha')),
    baseSha: shaOrNone(valueAt(pull, 'base', 'sha')),
    baseRef: textOrNone(valueAt(pull, 'base', 'ref')),
    // `head.repo` is null once the fork has been deleted.
    isFork: !sameRepository(valueAt(pull, 'head', 'repo'), valueAt(pull, 'base', 'repo')),
    author: valueAt(pull, 'user', 'login'),
  };
}

/**
 * Reads the change of the run that this one follows. GitHub lists its pull requests only if they
 * come from the same repository.
 */
function fromWorkflowRun(payload: unknown, { runSha }: Ref): TestedChange | undefined {
  const run = valueAt(payload, 'workflow_run');
  const headSha = shaOrNone(valueAt(run, 'head_sha'));
  if (headSha === undefined) return undefined;
  const repositoryId = valueAt(payload, 'repository', 'id');
  // A run in a fork also lists pull requests of the upstream, which must not get a comment.
  const ours = listIn(valueAt(run, 'pull_requests')).filter(
    (entry) => repositoryId !== undefined && valueAt(entry, 'base', 'repo', 'id') === repositoryId,
  );
  // If several pull requests have this head, the run may belong to any of them.
  const pull = ours.length === 1 ? ours[0] : undefined;
  return {
    pullNumber: positiveOrNone(valueAt(pull, 'number')),
    headSha,
    headOwner: textOrNone(valueAt(run, 'head_repository', 'owner', 'login')),
    headBranch: textOrNone(valueAt(run, 'head_branch')),
    listedPulls: ours.flatMap((entry) => {
      const number = positiveOrNone(valueAt(entry, 'number'));
      return number === undefined
        ? []
        : [{ number, baseRef: textOrNone(valueAt(entry, 'base', 'ref')) }];
    }),
    // Without a single pull request, use the commit of the default branch, on which the run is.
    baseSha: shaOrNone(valueAt(pull, 'base', 'sha')) ?? runSha,
    isFork: !sameRepository(valueAt(run, 'head_repository'), valueAt(payload, 'repository')),
    author: valueAt(run, 'actor', 'login'),
  };
}

/**
 * Reads the change that a comment is on. Its run is on the default branch and does not name the
 * head, which counts as a fork's.
 */
function fromIssueComment(payload: unknown, { runSha }: Ref): TestedChange | undefined {
  const pullNumber = positiveOrNone(valueAt(payload, 'issue', 'number'));
  if (pullNumber === undefined || !isMapping(valueAt(payload, 'issue', 'pull_request')))
    return undefined;
  return {
    pullNumber,
    baseSha: runSha,
    isFork: true,
    author: valueAt(payload, 'issue', 'user', 'login'),
  };
}

/**
 * Reads the change in a merge queue, which runs in the base repository for people who may merge.
 */
function fromMergeGroup(payload: unknown): TestedChange | undefined {
  const group = valueAt(payload, 'merge_group');
  if (!isMapping(group)) return undefined;
  return {
    headSha: shaOrNone(valueAt(group, 'head_sha')),
    baseSha: shaOrNone(valueAt(group, 'base_sha')),
    isFork: false,
  };
}

/**
 * Reads the base of a push. On the default branch it is `before`, which is all zeros for a new
 * branch. On any other branch `before` is the author's last push, so the base is the default
 * branch.
 */
function fromPush(
  payload: unknown,
  { name, branch, defaultBranch }: Ref,
): TestedChange | undefined {
  if (!eventKind(name).pushes) return undefined;
  const isDefault = branch !== undefined && branch === defaultBranch;
  if (isDefault) return { baseSha: shaOrNone(valueAt(payload, 'before')), isFork: false };
  return { baseRef: defaultBranch, isFork: false };
}

/** The context's own `repo` throws if neither the environment nor the payload names it. */
function repositoryOf(context: Context): EventContext['repository'] {
  try {
    const { owner, repo } = context.repo;
    return { owner: textOrNone(owner) ?? '', repo: textOrNone(repo) ?? '' };
  } catch {
    return { owner: '', repo: '' };
  }
}

function runUrlOf(
  { runId, runAttempt, serverUrl }: Context,
  { GITHUB_REPOSITORY: repository }: NodeJS.ProcessEnv,
): string | undefined {
  if (!repository || runId <= 0) return undefined;
  return `${serverUrl}/${repository}/actions/runs/${runId}${runAttempt > 1 ? `/attempts/${runAttempt}` : ''}`;
}

/**
 * Compares by id, which outlives a renaming, or by name if an id is missing. Unknown repositories
 * are never the same.
 */
function sameRepository(ours: unknown, theirs: unknown): boolean {
  const [id, otherId] = [
    positiveOrNone(valueAt(ours, 'id')),
    positiveOrNone(valueAt(theirs, 'id')),
  ];
  if (id !== undefined && otherId !== undefined) return id === otherId;
  const name = textOrNone(valueAt(ours, 'full_name'));
  return name !== undefined && name === textOrNone(valueAt(theirs, 'full_name'));
}

function valueAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (isMapping(node) && Object.hasOwn(node, key) ? node[key] : undefined),
    value,
  );
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function positiveOrNone(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** SHA-1 or SHA-256 in hexadecimal; all zeros means "none" in git. */
function shaOrNone(value: unknown): string | undefined {
  return typeof value === 'string' && /^(?!0+$)[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(value)
    ? value
    : undefined;
}
