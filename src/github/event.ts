import { z } from 'zod';
import { ConfigError } from '../shared/errors.ts';
import { quotedNames } from '../data/printable.ts';
import { asRecord, quoted, quotedName } from '../shared/json.ts';
import type { JudgedEvent } from '../trust/find-sides.ts';

/** The event of a run, as the runner and the payload give it. */
export interface GateEvent extends JudgedEvent {
  repository: { owner: string; repo: string };
  /** GITHUB_SHA. For a pull request, the merge of head and base. */
  sha: string;
  pullNumber?: number;
  /** The commit of the base, which a merge group names. */
  baseSha?: string;
  /** The head is in another repository, which may be deleted. */
  isFork: boolean;
}

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
  repository: z.object({ default_branch: z.string() }).optional(),
  pull_request: z
    .object({
      number: z.int().positive(),
      user: z.object({ login: z.string() }).nullish(),
      head: z.object({ sha: shaSchema, repo: repositorySchema.nullish() }),
      base: z.object({ ref: z.string(), repo: repositorySchema }),
    })
    .optional(),
  merge_group: z.object({ base_sha: shaSchema, base_ref: z.string() }).optional(),
  before: shaSchema.optional(),
  release: z.object({ tag_name: z.string() }).optional(),
});
type Payload = z.infer<typeof payloadSchema>;

/**
 * Reads the event of a workflow.
 *
 * @throws ConfigError for an event that cannot be gated, and for a payload that is not GitHub's
 */
export function readEvent(name: string, payload: unknown, env: NodeJS.ProcessEnv) {
  if (!EVENTS.includes(name))
    throw new ConfigError(`The event ${quoted(name)} cannot be gated`, {
      where: 'GITHUB_EVENT_NAME',
      remedy: `Use one of these events in \`on:\` of the workflow: ${EVENTS.join(', ')}.`,
    });
  const sha = shaSchema.safeParse(env.GITHUB_SHA);
  if (!sha.success) throw eventError(name, 'GITHUB_SHA', 'GITHUB_SHA');
  const read = payloadSchema.safeParse(asRecord(payload));
  if (!read.success) throw eventError(name, read.error.issues[0]?.path.join('.'));
  const [, branch] = /^refs\/heads\/(.+)$/.exec(env.GITHUB_REF ?? '') ?? [];
  // A schedule runs on the default branch only, and its payload has no repository.
  const scheduled = name === 'schedule' ? branch : undefined;
  const defaultBranch = read.data.repository?.default_branch ?? scheduled;
  if (defaultBranch === undefined) throw eventError(name, 'repository');
  const [owner = '', repo = ''] = (env.GITHUB_REPOSITORY ?? '').split('/');
  const event = { name, repository: { owner, repo }, defaultBranch, sha: sha.data };
  if (name.startsWith('pull_request')) return addPullRequest(event, read.data, env);
  if (name === 'merge_group') return addMergeGroup(event, read.data);
  return addCommit(event, read.data, env);
}

/** An error without the text of the payload, which may hold secrets. */
function eventError(name: string, field = 'the payload', where = 'GITHUB_EVENT_PATH') {
  return new ConfigError(`The event ${name} cannot be read: ${quoted(field)}`, {
    where,
    remedy: 'The runner provides it. Run the action as a step of a workflow on GitHub.',
  });
}

/** The facts that every event has. */
type AnyEvent = Pick<GateEvent, 'name' | 'repository' | 'defaultBranch' | 'sha'>;

function addPullRequest(
  event: AnyEvent,
  { pull_request: pull }: Payload,
  env: NodeJS.ProcessEnv,
): GateEvent {
  if (!pull) throw eventError(event.name, 'pull_request');
  const { head, base, number, user } = pull;
  // A repository keeps its id under a new name. A deleted fork has neither id nor name.
  const isFork = (head.repo?.id ?? head.repo?.full_name) !== (base.repo.id ?? base.repo.full_name);
  return {
    ...event,
    kind: 'change',
    headSha: head.sha,
    baseBranch: base.ref,
    pullNumber: number,
    isFork,
    isUntrusted: isFork || event.name === 'pull_request_target' || isByDependabot(env, user?.login),
  };
}

function isByDependabot(env: NodeJS.ProcessEnv, author?: string) {
  return [env.GITHUB_ACTOR, env.GITHUB_TRIGGERING_ACTOR, author].includes(DEPENDABOT);
}

/** A merge group is trusted: only people who may merge put a change into the queue. */
function addMergeGroup(event: AnyEvent, { merge_group: group }: Payload): GateEvent {
  if (!group) throw eventError(event.name, 'merge_group');
  return {
    ...event,
    kind: 'queue',
    baseBranch: group.base_ref.replace(/^refs\/heads\//, ''),
    baseSha: group.base_sha,
    isFork: false,
    isUntrusted: false,
  };
}

function addCommit(
  event: AnyEvent,
  { before = '', release }: Payload,
  env: NodeJS.ProcessEnv,
): GateEvent {
  const [, pushedTag] = /^refs\/tags\/(.+)$/.exec(env.GITHUB_REF ?? '') ?? [];
  const tag = release?.tag_name ?? pushedTag;
  // A deployment ships a version without a tag, even from the tip of the default branch.
  const isVersion = tag !== undefined || event.name === 'deployment';
  // People who may merge put its commits on the default branch, so the actor does not matter there.
  const isMerged = !isVersion && env.GITHUB_REF === `refs/heads/${event.defaultBranch}`;
  const kind = isMerged ? 'default' : 'branch';
  return {
    ...event,
    kind: isVersion ? 'version' : kind,
    baseBranch: event.defaultBranch,
    tag,
    // A push that moves a tag also has `before`, which is no earlier version.
    before: event.name === 'push' && !isVersion && /[^0]/.test(before) ? before : undefined,
    isFork: false,
    isUntrusted: !isMerged && isByDependabot(env),
  };
}

/** The base of a checked-out merge commit; undefined for any other commit. */
export async function mergedBase(
  { name, sha, headSha, baseSha }: GateEvent,
  checkedOut: string,
  parentsOf: (sha: string) => Promise<string[]>,
) {
  if (name === 'merge_group') return baseSha;
  if (name !== 'pull_request' || checkedOut !== sha) return undefined;
  const [first, second] = await parentsOf(sha);
  return second === headSha ? first : undefined;
}

/** Warnings about the commit that is judged, and the branch that decides about it. */
export function eventWarnings(
  { sha, headSha = sha, baseBranch, defaultBranch }: GateEvent,
  commit = sha,
) {
  const warnings: string[] = [];
  if (baseBranch !== defaultBranch)
    warnings.push(
      `The base is ${quotedName(baseBranch)}, not the default branch ${quotedName(defaultBranch)}.`,
    );
  if (![sha, headSha].includes(commit))
    warnings.push(
      `The checkout holds commit ${commit.slice(0, 7)}, which is judged, but the event is about ${headSha.slice(0, 7)}.`,
    );
  return warnings;
}

/**
 * At most one warning, of changed files below `.github/` and of actions in any folder: GitHub runs
 * the workflow of the head. Files that may run now come first, so that new ones do not hide them.
 *
 * @param changes - by path, `A` for a new file, else another letter
 * @param configPath - path of the configuration, whose keys are compared one by one
 */
export function workflowWarnings(changes: ReadonlyMap<string, string>, configPath: string) {
  const rank = (file: string) =>
    2 * Number(/^\.github\/(?!workflows\/|actions\/)/.test(file)) +
    Number(changes.get(file) === 'A');
  const edited = [...changes.keys()]
    .filter((file) => /^\.github\/|(?:^|\/)action\.ya?ml$/.test(file) && file !== configPath)
    .sort((a, b) => rank(a) - rank(b));
  if (edited.length === 0) return [];
  return [`This change edits ${quotedNames(edited)}: a workflow decides how the gate runs.`];
}
