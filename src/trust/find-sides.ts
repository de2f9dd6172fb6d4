import { ConfigError, GateError, tryStep } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import type { Overrides } from '../config/config.ts';
import { readConfig } from '../config/read.ts';
import type { Files } from '../shared/files.ts';
import type { Repository } from './git.ts';
import type { Ruling, RulesAndRows } from './ruling-types.ts';
import { createRowReader, type RowSources } from './rows.ts';

/** A commit or a work tree with a configuration. */
export interface Side extends RulesAndRows {
  /** The name of the side in a report: `main`, `release v1.2.0`. */
  name: string;
  /** The id of the commit; `''` for a work tree. */
  commit: string;
  files: Files;
}

/** The sides of an event: the one that is judged, and those that decide and compare. */
export interface Sides {
  head: Side;
  /**
   * The side whose rules decide; with `ref: head`, those of the preview. Absent if there is only
   * the head.
   */
  base?: Side;
  /** The side that `compare: base` asks. */
  compared?: Side;
  /** The side from which the head's changes are counted, the base by default. */
  origin?: Side;
  /**
   * The files that differ between `origin` and the head: by path, with `A` for a new file, or
   * another letter.
   */
  changes?: ReadonlyMap<string, string>;
  ref: Ruling['ref'];
  /**
   * True if the report also shows the verdict by the rules of the other side, if they differ.
   */
  hasPreview?: boolean;
}

/** The sources of all sides, and the messages about them. */
export interface SideSource extends RowSources {
  /** Path of the configuration from the root of the files. */
  path: string;
  /** The values that override each configuration. */
  overrides: Overrides;
  repository: Repository;
  /** Finds the merge base of two commits. Throws if they have none. */
  mergeBase: (base: string, head: string) => Promise<string>;
  isUntrusted: boolean;
  warnings: string[];
  notices: string[];
}

/** The facts of a workflow's event that say which commits are judged, and by which rules. */
export interface JudgedEvent {
  name: string;
  /**
   * `change`: a change that may be merged. `default`: a commit of the default branch. `version`: a
   * commit that is released or deployed. `branch`: a commit of another branch.
   */
  kind: 'change' | 'default' | 'version' | 'branch';
  defaultBranch: string;
  /** The head of a pull request. */
  headSha?: string;
  /** The branch that a change targets, or the default branch. */
  baseBranch: string;
  /** The commit before a push; absent for a new branch. */
  before?: string;
  /** The tag that is pushed or released. */
  tag?: string;
  pullNumber?: number;
  /** True if the author of the head may lack the right to push. */
  isUntrusted: boolean;
}

/** The run of a workflow. A function that asks GitHub may throw a GitHubError. */
export interface WorkflowRun {
  event: JudgedEvent;
  /** The commit that is checked out. */
  checkedOut: string;
  configRef: 'base' | 'head';
  /** The base of the merge that is checked out; absent if another commit is. */
  merged?: string;
  /** Warns of changed files that decide how the gate runs. */
  workflowWarnings: (changes: ReadonlyMap<string, string>, configPath: string) => string[];
  /** Finds the release before a version, or the nearest tag. `name`: `release v1.2.0`. */
  previousRelease: (commit: string) => Promise<{ name: string; commit: string } | undefined>;
}

/** Reads a side; undefined if it has no configuration. @throws GateError if it is unreadable */
export async function readSide(source: SideSource, files: Files, commit = '') {
  const { path, overrides } = source;
  source.sides.push(files);
  const [bytes] = await files.read([path]);
  if (!bytes) return undefined;
  const config = await readConfig({ path, bytes, files, overrides });
  return {
    name: files.name,
    commit,
    files,
    config,
    readRows: createRowReader(files, config, source),
  };
}

/** Quotes the name of a side if it has a back-tick, which would end a quote in Markdown. */
function inSentence(name: string) {
  return name.includes('`') ? quoted(name) : name;
}

/** Reads the side of a commit. @throws ConfigError that names the commit if it is unreadable */
export async function readCommit(source: SideSource, commit: string, name: string) {
  try {
    return await readSide(source, source.repository.files(commit, inSentence(name)), commit);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new ConfigError(`At ${inSentence(name)}: ${cause.message}`, { ...cause, cause });
  }
}

class NoGate extends GateError {
  override readonly name = 'NoGate';
}

/** @throws NoGate if a side has no configuration */
export function requireSide(side: Side | undefined, name: string, where: string) {
  if (side) return side;
  throw new NoGate(`There is no configuration in ${inSentence(name)}`, {
    where,
    remedy:
      'If it has another path, set the input `config` or the option --config. If it was deleted or moved, restore it: the base decides by its own. If the branch is older than the file, update the branch. If there never was one, run `sensitivity init`.',
  });
}

/**
 * Finds the files that the head changed since it left the base, and the side where it left.
 *
 * @param base - the id of its commit
 */
export async function changesSince(source: SideSource, base: string, head: Side) {
  const branchPoint = await tryStep(
    async () => {
      const commit = await source.mergeBase(base, head.commit || 'HEAD');
      return { commit, side: await readCommit(source, commit, 'the merge base') };
    },
    ({ message }) =>
      source.notices.push(
        `The merge base cannot be read, so changes are counted from the base: ${message}.`,
      ),
  );
  return {
    origin: branchPoint?.side,
    changes: await source.repository.changes(branchPoint?.commit ?? base, head.commit),
  };
}

export function warnNeverMerged({ path, warnings }: SideSource, name: string) {
  warnings.push(
    `Judged by rules that were never merged, and not compared: ${inSentence(name)} has no ${quoted(path)}.`,
  );
}

/**
 * Makes a handler for errors of the base. An error ends the run unless the head decides. Then it is
 * a warning, since the head may be the change that fixes the base.
 */
export function unlessHeadDecides(ref: Ruling['ref'], warnings: string[]) {
  return (error: GateError) => {
    if (ref !== 'head') throw error;
    warnings.push(`There is no verdict by the base's rules: ${error.message}.`);
  };
}

/**
 * Finds the sides of an event. The base decides about a change, and the default branch about any
 * other commit. A pushed branch is compared with the default branch, as a pull request is with its
 * base: so a push cannot avoid the comparison.
 *
 * @throws GateError for a side that cannot be read
 */
export async function findSides(run: WorkflowRun, source: SideSource): Promise<Sides> {
  const { event, merged } = run;
  const { repository, warnings } = source;
  const tested = await readHead(run, source);
  // Reports name the commit that was pushed, not the merge commit that is checked out.
  const head = { ...tested, commit: (merged && event.headSha) ?? tested.commit };
  // A commit of the default branch is judged by its own rules.
  if (event.kind === 'default') {
    const before = await readEarlier(source, event.before, 'the commit before');
    return { head, ref: 'head', compared: before, origin: before };
  }
  const wantedRef = event.kind === 'change' ? run.configRef : 'default';
  const tip = merged ?? (await repository.fetch(event.baseBranch));
  const base = await tryStep(
    () => readBase(event, source, tip),
    unlessHeadDecides(wantedRef, warnings),
  );
  if (event.kind === 'version') {
    if (!base) return { head, ref: 'head' };
    const changes = await repository.changes(base.commit, head.commit);
    const compared = await readRelease(run, source, base);
    return { head, base, compared, changes, ref: 'default' };
  }
  const since = merged
    ? { changes: await repository.changes(merged, tested.commit) }
    : await changesSince(source, tip, head);
  warnings.unshift(...run.workflowWarnings(since.changes, source.path));
  if (!base) return { head, ref: 'head' };
  return {
    head,
    base,
    compared: base,
    ...since,
    // A base without a configuration is judged by that of the default branch.
    ref: wantedRef === 'base' && base.commit !== tip ? 'default' : wantedRef,
    hasPreview: Boolean(event.pullNumber),
  };
}

/** Reads the release before a version; undefined if the rules compare nothing, or without one. */
async function readRelease(run: WorkflowRun, source: SideSource, { config }: Side) {
  if (config.tests.every(({ setup }) => setup.compare === 'off')) return undefined;
  const release = await run.previousRelease(run.checkedOut);
  if (release) return readEarlier(source, release.commit, release.name);
  source.notices.push('No earlier release or tag is an ancestor, so only the rates decide.');
  return undefined;
}

async function readHead({ event, configRef, checkedOut }: WorkflowRun, source: SideSource) {
  if (configRef === 'head' && event.isUntrusted)
    throw new ConfigError(
      'With `config-ref: head`, an untrusted head would be judged by its own rules',
      {
        where: 'config-ref',
        remedy: 'Remove the input: the base decides about forks and Dependabot.',
      },
    );
  const { name, headSha, tag = 'the head' } = event;
  // For `pull_request_target`, the base is checked out, not the head.
  const commit = (name === 'pull_request_target' && headSha) || checkedOut;
  return requireSide(await readCommit(source, commit, tag), tag, source.path);
}

/** Reads the base, or else the default branch. Warns if neither has a configuration. */
async function readBase(event: JudgedEvent, source: SideSource, tip: string) {
  const { defaultBranch, baseBranch } = event;
  let side = await readCommit(source, tip, baseBranch);
  if (baseBranch !== defaultBranch)
    side ??= await readCommit(source, await source.repository.fetch(defaultBranch), defaultBranch);
  if (side) return side;
  if (event.isUntrusted)
    throw new ConfigError('No rules are merged, and an untrusted head is not judged by its own', {
      where: source.path,
      remedy: 'Merge a configuration into the default branch first.',
    });
  warnNeverMerged(source, defaultBranch);
  return undefined;
}

/** Reads a commit to compare with; undefined without a commit or its configuration. */
async function readEarlier(source: SideSource, commit: string | undefined, name: string) {
  if (!commit) return undefined;
  const side = await readCommit(source, commit, name);
  if (!side)
    source.warnings.push(`Nothing was compared: ${inSentence(name)} has no configuration.`);
  return side;
}
