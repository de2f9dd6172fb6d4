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

/** The sides that were found for a ruling, before any of them gets its part. */
export interface FoundSides {
  /** The side that is judged. */
  head: Side;
  /** The side that has merged rules; absent if there is none, or on the default branch. */
  base?: Side;
  /** The commit before a push, or the release before a version. */
  earlier?: Side;
  /** The side where the head left its base. */
  branchPoint?: Side;
  /** The files that the head changed: by path, with `A` for a new file, or another letter. */
  changedFiles?: ReadonlyMap<string, string>;
  kind: JudgedEvent['kind'];
  /** Whose rules decide. */
  ref: Ruling['ref'];
  isUntrusted?: boolean;
  /** Messages about sides that are missing, or cannot be read. */
  warnings?: readonly string[];
  notices?: readonly string[];
}

/** The sources from which all sides of a ruling are read. */
export interface SideSource extends RowSources {
  /** Path of the configuration from the root of the files. */
  path: string;
  /** The values that override each configuration. */
  overrides: Overrides;
  repository: Repository;
  /** Finds the merge base of two commits. Throws if they have none. */
  mergeBase: (base: string, head: string) => Promise<string>;
}

/** The facts of a workflow's event that say which commits are judged, and by which rules. */
export interface JudgedEvent {
  name: string;
  /**
   * `change`: a change under review, such as a pull request. `queue`: a group of changes in a merge
   * queue. `default`: a commit of the default branch. `version`: a commit that is released or
   * deployed. `branch`: a commit of another branch.
   */
  kind: 'change' | 'queue' | 'default' | 'version' | 'branch';
  defaultBranch: string;
  /** The head of a pull request. */
  headSha?: string;
  /** The branch that a change targets, or the default branch. */
  baseBranch: string;
  /** The commit before a push; absent for a new branch. */
  before?: string;
  /** The tag that is pushed or released. */
  tag?: string;
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

/** Quotes the name of a side if it has a back-tick, which would end a quote in Markdown. */
function inSentence(name: string) {
  return name.includes('`') ? quoted(name) : name;
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

/** Reads the side of a commit. @throws ConfigError that names the commit if it is unreadable */
export async function readCommit(source: SideSource, commit: string, name: string) {
  const files = source.repository.files(commit, inSentence(name));
  try {
    return await readSide(source, files, commit);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new ConfigError(`At ${files.name}: ${cause.message}`, { ...cause, cause });
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
 * Finds the side where the head left its base, and the files that it changed since.
 *
 * @param base - the id of its commit
 */
export async function findBranchPoint(source: SideSource, base: string, head: Side) {
  const notices: string[] = [];
  const found = await tryStep(
    async () => {
      const commit = await source.mergeBase(base, head.commit || 'HEAD');
      return { commit, side: await readCommit(source, commit, 'the merge base') };
    },
    ({ message }) =>
      notices.push(
        `The merge base cannot be read, so changes are counted from the base: ${message}.`,
      ),
  );
  return {
    branchPoint: found?.side,
    changedFiles: await source.repository.changes(found?.commit ?? base, head.commit),
    notices,
  };
}

/** The warning that a base without a configuration neither judges nor is compared. */
export function neverMerged(name: string, path: string) {
  return `Judged by rules that were never merged, and not compared: ${inSentence(name)} has no ${quoted(path)}.`;
}

/** The warning that the head is judged by its own rules alone. */
export function withoutBase({ message }: GateError) {
  return `There is no verdict by the base's rules: ${message}.`;
}

/**
 * Finds the sides of an event. The base decides about a change, and the default branch about any
 * other commit.
 *
 * @throws GateError for a side that cannot be read
 */
export async function findSides(run: WorkflowRun, source: SideSource): Promise<FoundSides> {
  const { event, merged } = run;
  const { kind, isUntrusted } = event;
  const judged = await readHead(run, source);
  // Reports name the commit that was pushed, not the merge commit that is checked out.
  const head = { ...judged, commit: (merged && event.headSha) ?? judged.commit };
  const found: FoundSides = { head, kind, isUntrusted, ref: 'head' };
  // A commit of the default branch is judged by its own rules.
  if (kind === 'default')
    return { ...found, ...(await readEarlier(source, 'the commit before', event.before)) };
  const tip = merged ?? (await source.repository.fetch(event.baseBranch));
  const decisive = await readBase(run, source, tip);
  const { base, warnings = [] } = decisive;
  if (kind === 'version') {
    if (!base) return { ...found, warnings };
    const changedFiles = await source.repository.changes(base.commit, head.commit);
    return { ...found, changedFiles, ...decisive, ...(await readRelease(run, source, base)) };
  }
  const since = merged
    ? { changedFiles: await source.repository.changes(merged, judged.commit) }
    : await findBranchPoint(source, tip, head);
  return {
    ...found,
    ...since,
    ...decisive,
    warnings: [...run.workflowWarnings(since.changedFiles, source.path), ...warnings],
  };
}

/** Reads the release before a version, unless the rules compare nothing. */
async function readRelease(run: WorkflowRun, source: SideSource, { config }: Side) {
  if (config.tests.every(({ setup }) => setup.compare === 'off')) return {};
  const release = await run.previousRelease(run.checkedOut);
  if (release) return readEarlier(source, release.name, release.commit);
  return { notices: ['No earlier release or tag is an ancestor, so only the rates decide.'] };
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

/**
 * Reads the base, or else the default branch, and says whose rules decide. If neither branch has
 * rules, the head decides, and a warning says why.
 */
async function readBase({ event, configRef }: WorkflowRun, source: SideSource, tip: string) {
  const { kind, defaultBranch, baseBranch } = event;
  const wantedRef: Ruling['ref'] = ['change', 'queue'].includes(kind) ? configRef : 'default';
  try {
    let base = await readCommit(source, tip, baseBranch);
    if (baseBranch !== defaultBranch)
      base ??= await readCommit(
        source,
        await source.repository.fetch(defaultBranch),
        defaultBranch,
      );
    const ref = wantedRef === 'base' && base?.commit !== tip ? 'default' : wantedRef;
    if (base) return { base, ref };
  } catch (error) {
    // A head that decides may be the change that corrects the base.
    if (!(error instanceof GateError) || wantedRef !== 'head') throw error;
    return { warnings: [withoutBase(error)] };
  }
  if (event.isUntrusted)
    throw new ConfigError('No rules are merged, and an untrusted head is not judged by its own', {
      where: source.path,
      remedy: 'Merge a configuration into the default branch first.',
    });
  return { warnings: [neverMerged(defaultBranch, source.path)] };
}

/** Reads an earlier commit, if there is one. Warns if it has no configuration. */
async function readEarlier(source: SideSource, name: string, commit?: string) {
  if (!commit) return {};
  const earlier = await readCommit(source, commit, name);
  if (earlier) return { earlier };
  return { warnings: [`Nothing was compared: ${inSentence(name)} has no configuration.`] };
}
