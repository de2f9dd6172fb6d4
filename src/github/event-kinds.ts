/** What GitHub's events can do: the one place where they are told apart by their names. */

/** What an event is by its name alone. */
interface Kind {
  /** Whose files a job checks out by default: the change's own, or those of the branch that it goes to. */
  checkout: 'head' | 'base';
  /** Anybody can start it, and it runs with the base's rights and secrets. */
  privileged: boolean;
  /** It is about a pull request, so that one that cannot be read may be a stranger's. */
  aboutPull: boolean;
  /** What passes is merged. */
  merges: boolean;
  /** The token of a fork's run can be given the right to write. */
  forkMayWrite: boolean;
  /** Where the commit to compare with comes from: `pushed` before by the same author, so that nobody may have reviewed it. */
  base: 'reviewed' | 'pushed';
  /** The payload says which commit is proposed, and on which pull request. */
  names: { head: boolean; pull: boolean };
  /** Whether a run on the default branch is about what was merged there: always, or where the branch that it runs on is that one. */
  settled: 'always' | 'on-default-branch' | 'never';
}

/** Rules and rights of a push are those of whoever may push. */
const PLAIN: Kind = {
  checkout: 'head',
  privileged: false,
  aboutPull: false,
  merges: false,
  forkMayWrite: true,
  base: 'reviewed',
  names: { head: true, pull: true },
  // Whoever is not known may run on the default branch for somebody else's sake.
  settled: 'never',
};
const PULL: Kind = { ...PLAIN, aboutPull: true, forkMayWrite: false };
const PRIVILEGED: Kind = { ...PLAIN, checkout: 'base', privileged: true };

const KINDS = new Map<string, Kind>([
  ['push', { ...PLAIN, base: 'pushed', settled: 'on-default-branch' }],
  ['workflow_dispatch', { ...PLAIN, settled: 'on-default-branch' }],
  // GitHub starts it on the default branch only, and does not always say which that is.
  ['schedule', { ...PLAIN, settled: 'always' }],
  ['merge_group', { ...PLAIN, merges: true }],
  ['pull_request_target', { ...PRIVILEGED, aboutPull: true }],
  ['workflow_run', { ...PRIVILEGED, aboutPull: true, names: { head: true, pull: false } }],
  ['issue_comment', { ...PRIVILEGED, names: { head: false, pull: true } }],
]);

/** pull_request, pull_request_review and whatever else is said of one run as it does. */
export function kindOf(name: string): Kind {
  return KINDS.get(name) ?? (name.startsWith('pull_request') ? PULL : PLAIN);
}

/** What is known of the event that started this run. */
interface Happened {
  name: string;
  pullNumber?: number | undefined;
  isFork: boolean;
  isDependabot: boolean;
  /** The one that it runs on. */
  branch?: string | undefined;
  defaultBranch?: string | undefined;
}

/** Whether anybody at all may have written the head. */
export function isStrangers({ name, isFork, isDependabot }: Happened): boolean {
  return kindOf(name).privileged || isFork || isDependabot;
}

/** Whether the event is about a change that somebody wants to have merged. */
export function proposes({ name, pullNumber }: Happened): boolean {
  return pullNumber !== undefined || kindOf(name).merges;
}

/** Whether `permissions:` can give the token the right to write. */
export function mayWrite({ name, isFork }: Happened): boolean {
  return !isFork || kindOf(name).forkMayWrite;
}

/** Whether the run is the repository's own, about what its default branch holds. */
export function isSettled({ name, isFork, branch, defaultBranch }: Omit<Happened, 'isDependabot'>): boolean {
  const { settled } = kindOf(name);
  if (isFork || branch === undefined) return false;
  return settled === 'always' || (settled === 'on-default-branch' && branch === defaultBranch);
}
