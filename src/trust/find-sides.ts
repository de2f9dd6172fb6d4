import { ConfigError, GateError, orTell } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import type { Overrides } from '../config/config.ts';
import { readConfig } from '../config/read.ts';
import { quotedNames } from '../data/printable.ts';
import type { Files } from '../shared/files.ts';
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
  const { path, overrides } = source;
  source.sides.push(files);
  const [bytes] = await files.read([path]);
  if (!bytes) return undefined;
  const config = await readConfig({ path, bytes, files, overrides });
  return { name: files.name, commit, files, config, readRows: rowReader(files, config, source) };
}

/** A title in a sentence. A back-tick, which git allows in names, would end a quote. */
function inSentence(title: string) {
  return title.includes('`') ? quoted(title) : title;
}

/** @throws ConfigError that names the commit, for a configuration that cannot be read */
export async function readCommit(source: SideSource, commit: string, name: string) {
  try {
    return await readSide(source, source.repository.files(commit, inSentence(name)), commit);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new ConfigError(`At ${inSentence(name)}: ${cause.message}`, { ...cause, cause });
  }
}

/** The head has no configuration. */
class NoGate extends GateError {
  override readonly name = 'NoGate';
}

/** @throws NoGate */
export function requireSide(side: Side | undefined, name: string, where: string) {
  if (side) return side;
  throw new NoGate(`There is no configuration in ${inSentence(name)}`, {
    where,
    remedy:
      'Deleted or moved: put it back, the base decides by its own. A branch that is older than the file: update it. Never written: run `sensitivity init`. Elsewhere: name its path, input `config`, option --config.',
  });
}

/** The files that the head changes since it left the base, and the side at which it left. */
export async function changesSince(source: SideSource, base: string, head: Side) {
  let why = 'git knows none';
  const left = await orTell(
    async () => {
      const commit = await source.mergeBase(base, head.commit || 'HEAD');
      return commit && { commit, side: await readCommit(source, commit, 'the merge base') };
    },
    ({ message }) => {
      why = message;
    },
  );
  if (!left)
    source.notices.push(
      `The merge base cannot be read, so changes are counted from the base: ${why}.`,
    );
  const { commit = base, side: origin } = left || {};
  return { origin, changes: await source.repository.changes(commit, head.commit) };
}

export function warnNeverMerged({ path, warnings }: SideSource, name: string) {
  warnings.push(
    `Judged by rules that were never merged, and compared with nothing: ${inSentence(name)} has no ${quoted(path)}.`,
  );
}

/** An error of the base ends the run, unless the head decides, which could correct the base. */
export function unlessHeadDecides(ref: Judged['ref'], warnings: string[]) {
  return (error: GateError) => {
    if (ref !== 'head') throw error;
    warnings.push(`The base's verdict does not stand beside: ${error.message}.`);
  };
}

/**
 * Finds the commits that an event is about. The base decides about a change, and the default branch
 * about any other commit. A branch is compared with what decides about it, so that no push drops
 * what a pull request would compare.
 *
 * @throws GateError for one that cannot be read
 */
export async function findSides(source: EventSource): Promise<Sides> {
  const { event, repository, warnings } = source;
  const read = await readHead(source);
  // The default branch decides about itself.
  if (event.kind === 'default') {
    const before = await readEarlier(source, event.before, 'the commit before');
    return { head: read, ref: 'head', compared: before, origin: before };
  }
  const wanted = event.kind === 'change' ? source.configRef : 'default';
  const merged = await mergedBase(event, source.checkedOut, repository.parents);
  const tip = merged ?? (await repository.fetch(event.base.branch));
  const base = await orTell(() => readBase(source, tip), unlessHeadDecides(wanted, warnings));
  if (event.kind === 'version')
    return base ? sidesOfVersion(source, read, base) : { head: read, ref: 'head' };
  const since = merged
    ? { changes: await repository.changes(merged, read.commit) }
    : await changesSince(source, tip, read);
  // The keys of the configuration are compared one by one.
  const edited = editedWorkflows(since.changes).filter((file) => file !== source.path);
  if (edited[0])
    warnings.unshift(
      `This change edits ${quotedNames(edited)}: a workflow decides how the gate runs.`,
    );
  // A merge commit has the files of the head that it merges.
  const head = { ...read, commit: (merged && event.headSha) ?? read.commit };
  if (!base) return { head, ref: 'head' };
  return {
    head,
    base,
    compared: base,
    ...since,
    ref: wanted === 'base' && base.commit !== tip ? 'default' : wanted,
    hasPreview: event.pullNumber !== undefined,
  };
}

/** A version is compared with the release before it. */
async function sidesOfVersion(source: EventSource, head: Side, base: Side): Promise<Sides> {
  const sides: Sides = {
    head,
    base,
    changes: await source.repository.changes(base.commit, head.commit),
    ref: 'default',
  };
  if (base.config.tests.every(({ setup }) => setup.compare === 'off')) return sides;
  const release = await source.previousRelease({ commit: head.commit, tag: source.event.tag });
  if (release)
    return { ...sides, compared: await readEarlier(source, release.commit, release.name) };
  source.notices.push('No earlier release or tag is an ancestor: the rates decide alone.');
  return sides;
}

async function readHead(source: EventSource) {
  const { name, sha, headSha = sha, tag } = source.event;
  if (source.configRef === 'head' && !source.isTrusted)
    throw new ConfigError('With `config-ref: head`, an untrusted head would judge itself', {
      where: 'config-ref',
      remedy: 'Leave the input out: the base decides about forks and Dependabot.',
    });
  const commit = name === 'pull_request_target' ? headSha : source.checkedOut;
  source.warnings.push(...eventWarnings(source.event, commit));
  const title = tag ?? 'the head';
  return requireSide(await readCommit(source, commit, title), title, source.path);
}

/** The rules of a base, else of the default branch; undefined without any, with a warning. */
async function readBase(source: EventSource, tip: string) {
  const { defaultBranch, base } = source.event;
  let side = await readCommit(source, tip, base.branch);
  if (!side && base.branch !== defaultBranch) {
    const commit = await source.repository.fetch(defaultBranch);
    side = await readCommit(source, commit, defaultBranch);
  }
  if (side) return side;
  if (!source.isTrusted)
    throw new ConfigError('No rules are merged, and an untrusted head is not judged by its own', {
      where: source.path,
      remedy: 'Merge a configuration into the default branch first.',
    });
  warnNeverMerged(source, defaultBranch);
  return undefined;
}

async function readEarlier(source: SideSource, commit: string | undefined, name: string) {
  if (commit === undefined) return undefined;
  const side = await readCommit(source, commit, name);
  if (!side) source.warnings.push(`Nothing is compared: ${inSentence(name)} has no configuration.`);
  return side;
}
