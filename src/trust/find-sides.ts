import { ConfigError, GateError, orTell } from '../errors.ts';
import { quoted, quotedName } from '../json.ts';
import type { Overrides } from '../config/config.ts';
import { readConfig } from '../config/read.ts';
import { quotedNames } from '../data/printable.ts';
import type { Files } from '../files.ts';
import { editedWorkflows, eventWarnings, mergedBase, type GateEvent } from '../github/event.ts';
import type { Repository } from './git.ts';
import type { Judged, Judgement } from './judged.ts';
import { rowReader, type RowSources } from './rows.ts';

/** A commit or a work tree that has a configuration. */
export interface Side extends Judgement {
  /** In a report: `main`, `release v1.2.0`. */
  name: string;
  /** Empty for a work tree. */
  commit: string;
  files: Files;
}

/** The commits of an event: the one that is judged, and those that decide and compare. */
export interface Sides {
  head: Side;
  /** Decides, or stands beside with `ref: head`; absent: the head decides alone. */
  base?: Side;
  /** The side that `compare: base` asks. */
  compared?: Side;
  /** The side from which the head's changes are counted; absent: the base. */
  origin?: Side;
  /** The files that differ from it: by path `A` for a new one, else another letter. */
  changes?: ReadonlyMap<string, string>;
  ref: Judged['ref'];
  /** The other side's verdict may stand beside. */
  hasPreview?: boolean;
}

/** Where the sides are read, and the warnings and notices about them. */
export interface SideSource extends RowSources {
  /** Path of the configuration from the root of the files. */
  path: string;
  overrides: Overrides;
  repository: Repository;
  /** Undefined where two commits have none. */
  mergeBase: (base: string, head: string) => Promise<string | undefined>;
  isTrusted: boolean;
  warnings: string[];
  notices: string[];
}

export interface EventSource extends SideSource {
  event: GateEvent;
  /** The commit that is checked out. */
  checkedOut: string;
  configRef: 'base' | 'head';
  /** The release before a version, else the nearest tag: `release v1.2.0`. */
  previousRelease: (version: {
    commit: string;
    tag?: string;
  }) => Promise<{ name: string; commit: string } | undefined>;
}

/** Undefined if the configuration is absent. @throws GateError if it cannot be read */
export async function readSide(source: SideSource, files: Files, commit = '') {
  const { path, overrides, sides } = source;
  sides.push(files);
  const [file] = await files.read([path]);
  if (!file) return undefined;
  const config = await readConfig({ path, files, overrides });
  return { name: files.name, commit, files, config, readRows: rowReader(files, config, source) };
}

/** @throws ConfigError that names the commit, for a configuration that cannot be read */
export async function readCommit(source: SideSource, commit: string, name: string) {
  try {
    return await readSide(source, source.repository.files(commit, name), commit);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new ConfigError(`At ${name}: ${cause.message}`, { ...cause, cause });
  }
}

/** The head has no configuration. */
class NoGate extends GateError {
  override readonly name = 'NoGate';
}

/** @throws NoGate */
export function requireSide(side: Side | undefined, name: string, where: string) {
  if (side) return side;
  throw new NoGate(`There is no configuration in ${name}`, {
    where,
    remedy:
      'Deleted or moved: put it back, the base decides by its own. A branch that is older than the file: update it. Never written: run `sensitivity init`. Elsewhere: name its path, input `config`, option --config.',
  });
}

/** The commit from which the head's changes are counted, and its side if that is not the base. */
export async function originOf(source: SideSource, base: string, head: string) {
  const found = await orTell(async () => {
    const commit = await source.mergeBase(base, head);
    return commit && { commit, side: await readCommit(source, commit, 'the merge base') };
  });
  if (found) return found;
  source.notices.push('The merge base cannot be read, so changes are counted from the base.');
  return { commit: base, side: undefined };
}

export function warnNeverMerged({ path, warnings }: SideSource, name: string) {
  warnings.push(
    `Judged by rules that were never merged, and compared with nothing: ${name} has no ${quoted(path)}.`,
  );
}

/** An error of the base ends the run, unless the head decides, which could correct the base. */
export function unlessHeadDecides<T>(
  ref: Judged['ref'],
  warnings: string[],
  step: () => T | Promise<T>,
) {
  return orTell(step, (error) => {
    if (ref !== 'head') throw error;
    warnings.push(`The base's verdict does not stand beside: ${error.message}.`);
  });
}

/**
 * Finds the commits that an event is about. The rules and rows of the base decide about the subject
 * of the head, and outside of changes those of the default branch. Another branch is compared with
 * it as well, so that no push drops what a pull request would compare.
 *
 * @throws GateError for one that cannot be read
 */
export async function findSides(source: EventSource): Promise<Sides> {
  const { event, checkedOut, path, repository, configRef, warnings } = source;
  const { kind, name, before, defaultBranch, headSha } = event;
  const head = await readHead(source);
  if (kind === 'default') {
    const compared = await readEarlier(source, before, 'the commit before');
    return { head, ref: 'head', compared, origin: compared };
  }
  const branch = event.base?.branch ?? defaultBranch;
  const isVersion = kind === 'version';
  const wanted = kind === 'change' ? configRef : 'default';
  const merged = await mergedBase(event, checkedOut, (sha) => repository.parents(sha));
  const tip = merged ?? (await repository.fetch(`refs/heads/${branch}`));
  const base = await unlessHeadDecides(wanted, warnings, () => readBase(source, tip, branch));
  const isAtTip = merged !== undefined || isVersion;
  const origin = isAtTip ? undefined : await originOf(source, tip, head.commit);
  const changes = await repository.changes(origin?.commit ?? tip, head.commit);
  // The keys of the configuration are compared one by one.
  const edited = editedWorkflows(changes).filter((file) => file !== path);
  if (edited[0] && !isVersion)
    warnings.unshift(
      `This change edits ${quotedNames(edited)}: a workflow decides how the gate runs.`,
    );
  // A merge commit has the files of the head that it merges.
  const judged = { ...head, commit: (merged && headSha) ?? head.commit };
  if (!base) return { head: judged, ref: 'head' };
  const isByDefault = wanted === 'base' && base.commit !== tip;
  return {
    head: judged,
    base,
    compared: isVersion ? await readRelease(source, base, head) : base,
    origin: origin?.side,
    changes,
    ref: isByDefault ? 'default' : wanted,
    hasPreview: kind === 'change' && name !== 'merge_group',
  };
}

async function readHead(source: EventSource) {
  const { event, checkedOut, configRef, isTrusted, path, warnings } = source;
  const { name, sha, headSha = sha, tag } = event;
  if (configRef === 'head' && !isTrusted)
    throw new ConfigError('With `config-ref: head`, an untrusted head would judge itself', {
      where: 'config-ref',
      remedy: 'Leave the input out: the base decides about forks and Dependabot.',
    });
  const commit = name === 'pull_request_target' ? headSha : checkedOut;
  warnings.push(...eventWarnings(event, commit));
  const version = tag === undefined ? 'the head' : quotedName(tag);
  return requireSide(await readCommit(source, commit, version), version, path);
}

/** The rules of a base, else of the default branch; undefined without any, with a warning. */
async function readBase(source: EventSource, tip: string, branch: string) {
  const { repository, path: where, isTrusted } = source;
  const { defaultBranch } = source.event;
  let side = await readCommit(source, tip, branch);
  if (!side && branch !== defaultBranch) {
    const commit = await repository.fetch(`refs/heads/${defaultBranch}`);
    side = await readCommit(source, commit, defaultBranch);
  }
  if (side) return side;
  if (!isTrusted)
    throw new ConfigError('No rules are merged, and an untrusted head is not judged by its own', {
      where,
      remedy: 'Merge a configuration into the default branch first.',
    });
  warnNeverMerged(source, defaultBranch);
  return undefined;
}

/** The release before a version; undefined where there is none, or no rule compares with it. */
async function readRelease(source: EventSource, { config }: Side, { commit }: Side) {
  if (config.tests.every(({ setup }) => setup.compare === 'off')) return undefined;
  const release = await source.previousRelease({ commit, tag: source.event.tag });
  if (!release)
    source.notices.push('No earlier release or tag is an ancestor: the rates decide alone.');
  return readEarlier(source, release?.commit, release?.name ?? '');
}

async function readEarlier(source: SideSource, commit: string | undefined, name: string) {
  if (commit === undefined) return undefined;
  const side = await readCommit(source, commit, name);
  if (!side) source.warnings.push(`Nothing is compared: ${name} has no configuration.`);
  return side;
}
