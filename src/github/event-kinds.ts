/** Properties of an event by its name. No other file compares names of events. */
interface EventKind {
  /**
   * True if anyone can start the event and it runs with the rights and secrets of the base. A job
   * then checks out the base by default.
   */
  privileged: boolean;
  /** True for an event of a pull request. An unreadable payload then counts as a fork's. */
  aboutPull: boolean;
  /** True if a change that passes is merged. */
  merges: boolean;
  /** True if `permissions:` can let the token of a fork's run write. */
  forkMayWrite: boolean;
  /** True if the payload names the commit before, which is reviewed on the default branch only. */
  pushes: boolean;
  /** True if the payload names the proposed commit and the pull request. */
  names: { head: boolean; pull: boolean };
  /** True if it runs on the default branch only, whose name GitHub does not always send. */
  isOnDefaultBranch: boolean;
  /** True if the event ships a version, even if GITHUB_REF names no tag. */
  ships: boolean;
  /**
   * True if the verdict on a subject stands for later runs of the pull request. A merge group has
   * its own cache, and the cache of `pull_request_target` is read-only.
   */
  hasStandingVerdict: boolean;
}

/** The default: only people who may push can start it. */
const DEFAULT_KIND: EventKind = {
  privileged: false,
  aboutPull: false,
  merges: false,
  forkMayWrite: true,
  pushes: false,
  names: { head: true, pull: true },
  isOnDefaultBranch: false,
  ships: false,
  hasStandingVerdict: false,
};
const PULL_REQUEST_KIND: EventKind = {
  ...DEFAULT_KIND,
  aboutPull: true,
  forkMayWrite: false,
  hasStandingVerdict: true,
};
const PRIVILEGED_KIND: EventKind = { ...DEFAULT_KIND, privileged: true };

const KINDS = new Map<string, EventKind>([
  ['push', { ...DEFAULT_KIND, pushes: true }],
  ['schedule', { ...DEFAULT_KIND, isOnDefaultBranch: true }],
  ['merge_group', { ...DEFAULT_KIND, merges: true }],
  ...['release', 'deployment', 'deployment_status'].map(
    (name) => [name, { ...DEFAULT_KIND, ships: true }] as const,
  ),
  ['pull_request_target', { ...PRIVILEGED_KIND, aboutPull: true }],
  ['workflow_run', { ...PRIVILEGED_KIND, aboutPull: true, names: { head: true, pull: false } }],
  ['issue_comment', { ...PRIVILEGED_KIND, names: { head: false, pull: true } }],
]);

/** Unknown `pull_request…` events, such as pull_request_review, count as pull_request. */
export function eventKind(name: string): EventKind {
  return KINDS.get(name) ?? (name.startsWith('pull_request') ? PULL_REQUEST_KIND : DEFAULT_KIND);
}

interface EventOrigin {
  name: string;
  pullNumber?: number;
  isFork: boolean;
  isDependabot: boolean;
  tag?: string;
}

/** True if the author of the head may lack the right to push. */
export function isUntrusted({ name, isFork, isDependabot }: EventOrigin): boolean {
  return eventKind(name).privileged || isFork || isDependabot;
}

/** True if a change that passes may be merged. */
export function proposes({ name, pullNumber }: EventOrigin): boolean {
  return pullNumber !== undefined || eventKind(name).merges;
}

/** True for a release, a deployment, and any run on a tag. */
export function ships({ name, tag }: Pick<EventOrigin, 'name' | 'tag'>): boolean {
  return tag !== undefined || eventKind(name).ships;
}

export function mayWrite({ name, isFork }: EventOrigin): boolean {
  return !isFork || eventKind(name).forkMayWrite;
}
