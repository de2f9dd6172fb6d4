import { z } from 'zod';
import { ConfigError } from '../shared/errors.ts';
import { asRecord, quoted, quotedName } from '../shared/json.ts';

/** The event of a run, as the runner and the payload give it. */
export interface GateEvent {
  name: string;
  /**
   * `change`: what may be merged. `default`: a commit of the default branch. `version`: what is
   * released or deployed. `branch`: a commit of another branch.
   */
  kind: 'change' | 'default' | 'version' | 'branch';
  repository: { owner: string; repo: string };
  defaultBranch: string;
  /** GITHUB_SHA. For a pull request, the merge of head and base. */
  sha: string;
  /** The commit that a change proposes. */
  headSha?: string;
  /** The branch that a change is proposed for, else the default one; its commit, if it is known. */
  base: { branch: string; sha?: string };
  /** The commit before a push; absent for a new branch. */
  before?: string;
  /** The tag that is pushed or released. */
  tag?: string;
  pullNumber?: number;
  /** The head is in another repository, which may be deleted. */
  isFork: boolean;
  /** The author of the head may lack the right to push. */
  isUntrusted: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const EVENTS = [
  'pull_request',
  'pull_request_target',
  'merge_group',
  'push',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'release',
  'deployment',
];
const DEPENDABOT = 'dependabot[bot]';

/** SHA-1 or SHA-256; git writes zeros for none. */
const shaSchema = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);
const repositorySchema = z.object({ id: z.int().optional(), full_name: z.string() });
const payloadSchema = z.object({
  GITHUB_SHA: shaSchema,
  repository: z.object({ default_branch: z.string().min(1) }).optional(),
  pull_request: z
    .object({
      number: z.int().positive(),
      user: z.object({ login: z.string() }).nullish(),
      head: z.object({ sha: shaSchema, repo: repositorySchema.nullish() }),
      base: z.object({ sha: shaSchema, ref: z.string().min(1), repo: repositorySchema }),
    })
    .optional(),
  merge_group: z
    .object({ head_sha: shaSchema, base_sha: shaSchema, base_ref: z.string().min(1) })
    .optional(),
  before: shaSchema.optional(),
  release: z.object({ tag_name: z.string().min(1) }).optional(),
});
type Payload = z.infer<typeof payloadSchema>;

/**
 * Reads the event of a workflow.
 *
 * @throws ConfigError for an event that cannot be gated, and for a payload that is not GitHub's
 */
export function readEvent(name: string, payload: unknown, env: Env): GateEvent {
  if (!EVENTS.includes(name))
    throw new ConfigError(`The event ${quoted(name)} cannot be gated`, {
      where: 'GITHUB_EVENT_NAME',
      remedy: `Use one of these events in \`on:\` of the workflow: ${EVENTS.join(', ')}.`,
    });
  const read = payloadSchema.safeParse({ ...asRecord(payload), GITHUB_SHA: env['GITHUB_SHA'] });
  if (!read.success) throw payloadError(name, read.error.issues[0]?.path.join('.'));
  const [, branch] = /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '') ?? [];
  // A schedule runs on the default branch only, and its payload has no repository.
  const scheduled = name === 'schedule' ? branch : undefined;
  const defaultBranch = read.data.repository?.default_branch ?? scheduled;
  if (defaultBranch === undefined) throw payloadError(name, 'repository');
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  const event: GateEvent = {
    name,
    // Events that ship a version, even from the tip of the default branch.
    kind: ['release', 'deployment'].includes(name) ? 'version' : 'branch',
    repository: { owner, repo },
    defaultBranch,
    base: { branch: defaultBranch },
    sha: read.data.GITHUB_SHA,
    isFork: false,
    isUntrusted: false,
  };
  if (name.startsWith('pull_request')) return ofPullRequest(event, read.data, env);
  if (name === 'merge_group') return ofMergeGroup(event, read.data);
  if (branch === defaultBranch && event.kind === 'branch') event.kind = 'default';
  else event.isUntrusted = isByDependabot(env);
  return withOrigin(event, read.data, env);
}

/** An error without the text of the payload, which may hold secrets. */
function payloadError(name: string, field = 'the payload') {
  return new ConfigError(`The payload of the event ${name} cannot be read: ${quoted(field)}`, {
    where: 'GITHUB_EVENT_PATH',
    remedy: 'The runner writes it. Run the action as a step of a workflow on GitHub.',
  });
}

function ofPullRequest(event: GateEvent, { pull_request: pull }: Payload, env: Env): GateEvent {
  if (!pull) throw payloadError(event.name, 'pull_request');
  const { head, base, number, user } = pull;
  // An id outlives a new name; a deleted fork has neither.
  const isFork = (head.repo?.id ?? head.repo?.full_name) !== (base.repo.id ?? base.repo.full_name);
  const isPrivileged = event.name === 'pull_request_target';
  return {
    ...event,
    kind: 'change',
    headSha: head.sha,
    base: { branch: base.ref, sha: base.sha },
    pullNumber: number,
    isFork,
    isUntrusted: isFork || isPrivileged || isByDependabot(env, user?.login),
  };
}

function isByDependabot(env: Env, author?: string) {
  return [env['GITHUB_ACTOR'], env['GITHUB_TRIGGERING_ACTOR'], author].includes(DEPENDABOT);
}

/** Not untrusted: only people who may merge put a change into the queue. */
function ofMergeGroup(event: GateEvent, { merge_group: group }: Payload): GateEvent {
  if (!group) throw payloadError(event.name, 'merge_group');
  const branch = group.base_ref.replace(/^refs\/heads\//, '');
  const base = { branch, sha: group.base_sha };
  return { ...event, kind: 'change', headSha: group.head_sha, base };
}

function withOrigin(event: GateEvent, { before, release }: Payload, env: Env): GateEvent {
  const [, pushedTag] = /^refs\/tags\/(.+)$/.exec(env['GITHUB_REF'] ?? '') ?? [];
  const tag = release?.tag_name ?? pushedTag;
  if (tag !== undefined) return { ...event, kind: 'version', tag };
  // The commit that a tag named before it was moved is no earlier version.
  const hasBefore = event.name === 'push' && before !== undefined && !/^0+$/.test(before);
  return hasBefore ? { ...event, before } : event;
}

/** The base of a checked-out merge commit; undefined for any other commit. */
export async function mergedBase(
  { name, sha, headSha, base }: GateEvent,
  checkedOut: string,
  parentsOf: (sha: string) => Promise<string[]>,
): Promise<string | undefined> {
  if (name === 'merge_group') return base.sha;
  if (name !== 'pull_request' || checkedOut !== sha) return undefined;
  const [first, second] = await parentsOf(sha);
  return second === headSha ? first : undefined;
}

/** Warnings about the commit that is judged, and the branch that decides about it. */
export function eventWarnings(
  { sha, headSha = sha, base, defaultBranch }: GateEvent,
  commit: string,
): string[] {
  const warnings: string[] = [];
  if (base.branch !== defaultBranch)
    warnings.push(
      `The base is ${quotedName(base.branch)}, and not the default branch ${quotedName(defaultBranch)}.`,
    );
  if (![sha, headSha].includes(commit))
    warnings.push(
      `The checkout holds commit ${commit.slice(0, 7)}, which is judged. The event is about ${headSha.slice(0, 7)}.`,
    );
  return warnings;
}

/**
 * Changed files below `.github/`, and actions in any folder: GitHub runs the workflow of the head.
 * Files that may run now come first, so that new ones do not hide them.
 *
 * @param changes - by path `A` for a new file, else another letter
 */
export function editedWorkflows(changes: ReadonlyMap<string, string>) {
  const rank = (file: string) =>
    (/^\.github\/(?!workflows\/|actions\/)/.test(file) ? 2 : 0) + Number(changes.get(file) === 'A');
  return [...changes.keys()]
    .filter((file) => /^\.github\/|(?:^|\/)action\.ya?ml$/.test(file))
    .sort((a, b) => rank(a) - rank(b));
}
