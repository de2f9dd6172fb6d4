/** Properties of an event by its name. No other file compares names of events. */
interface Kind {
  /**
   * Anyone can start it; it runs with the base's rights and secrets, and a job checks out the base
   * by default.
   */
  privileged: boolean;
  /** True for an event of a pull request. An unreadable payload then counts as a fork's. */
  aboutPull: boolean;
  /** True if a change that passes is merged. */
  merges: boolean;
  /** `permissions:` can give the token of a fork's run the right to write. */
  forkMayWrite: boolean;
  /** The payload names the commit before, which only the default branch has reviewed. */
  pushes: boolean;
  /** True if the payload names the proposed commit and the pull request. */
  names: { head: boolean; pull: boolean };
  /** True if the run tests a commit that was merged into the default branch. */
  settled: 'always' | 'on-default-branch' | 'never';
  /** True if the event ships a version, even if GITHUB_REF names no tag. */
  ships: boolean;
  /** A run of the same commit and rules repeats the verdict of the last one. */
  repeats: boolean;
  /** Only a person who may write starts it. */
  byHand: boolean;
}

/** The default: only people who may push can start it. */
const PLAIN: Kind = {
  privileged: false,
  aboutPull: false,
  merges: false,
  forkMayWrite: true,
  pushes: false,
  names: { head: true, pull: true },
  // An unknown event may run on the default branch for another purpose.
  settled: 'never',
  ships: false,
  repeats: false,
  byHand: false,
};
const PULL: Kind = { ...PLAIN, aboutPull: true, forkMayWrite: false, repeats: true };
const PRIVILEGED: Kind = { ...PLAIN, privileged: true };

const KINDS = new Map<string, Kind>([
  ['push', { ...PLAIN, pushes: true, settled: 'on-default-branch' }],
  ['workflow_dispatch', { ...PLAIN, settled: 'on-default-branch', byHand: true }],
  // Runs on the default branch only, whose name GitHub does not always send.
  ['schedule', { ...PLAIN, settled: 'always' }],
  ['merge_group', { ...PLAIN, merges: true, repeats: true }],
  ...['release', 'deployment', 'deployment_status'].map(
    (name) => [name, { ...PLAIN, ships: true }] as const,
  ),
  ['pull_request_target', { ...PRIVILEGED, aboutPull: true, repeats: true }],
  ['workflow_run', { ...PRIVILEGED, aboutPull: true, names: { head: true, pull: false } }],
  ['issue_comment', { ...PRIVILEGED, names: { head: false, pull: true } }],
]);

/** Unknown `pull_request…` events, such as pull_request_review, count as pull_request. */
export function eventKind(name: string): Kind {
  return KINDS.get(name) ?? (name.startsWith('pull_request') ? PULL : PLAIN);
}

interface TrustFacts {
  name: string;
  pullNumber?: number;
  isFork: boolean;
  isDependabot: boolean;
  branch?: string;
  defaultBranch?: string;
  tag?: string;
}

/** True if the author of the head may lack the right to push. */
export function isUntrusted({ name, isFork, isDependabot }: TrustFacts): boolean {
  return eventKind(name).privileged || isFork || isDependabot;
}

export function proposes({ name, pullNumber }: TrustFacts): boolean {
  return pullNumber !== undefined || eventKind(name).merges;
}

/** True for a release, a deployment, and any run on a tag. */
export function ships({ name, tag }: Pick<TrustFacts, 'name' | 'tag'>): boolean {
  return tag !== undefined || eventKind(name).ships;
}

export function mayWrite({ name, isFork }: TrustFacts): boolean {
  return !isFork || eventKind(name).forkMayWrite;
}

export function isNightly({ name }: Pick<TrustFacts, 'name'>): boolean {
  return eventKind(name).settled === 'always';
}

/** True for a run of the repository itself on its default branch. */
export function isSettled({
  name,
  isFork,
  branch,
  defaultBranch,
}: Omit<TrustFacts, 'isDependabot'>): boolean {
  const { settled } = eventKind(name);
  if (isFork || branch === undefined) return false;
  return settled === 'always' || (settled === 'on-default-branch' && branch === defaultBranch);
}
