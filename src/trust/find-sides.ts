import { ConfigError, GateError, orTell } from '../errors.ts';
import { quoted, quotedName } from '../json.ts';
import type { Overrides } from '../config/config.ts';
import { readConfig } from '../config/read.ts';
import { list } from '../data/printable.ts';
import type { Files } from '../files.ts';
import type { GateEvent } from '../github/event.ts';
import { commitFiles, type Repository } from './commit.ts';
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

/** Who is judged, by whom, and what it is compared with. */
export interface Sides {
  head: Side;
  /** Decides, or stands beside with `ref: head`; absent: the head decides alone. */
  base?: Side;
  /** The side that `compare: base` asks. */
  compared?: Side;
  /** What the head's changes are counted from; absent: the base. */
  origin?: Side;
  ref: Judged['ref'];
  /** The other side's verdict may stand beside. */
  hasPreview?: boolean;
}

/** Where sides are read from, and what is said about them. */
export interface SideSource {
  /** Of the configuration, from the root of the files. */
  path: string;
  overrides: Overrides;
  rows: RowSources;
  repository: Repository;
  /** Undefined where two commits have none. */
  mergeBase: (base: string, head: string) => Promise<string | undefined>;
  isTrusted: boolean;
  warnings: string[];
  notices: string[];
}

/** The release before a version, else the nearest tag: `release v1.2.0`. */
export type PreviousRelease = (version: {
  commit: string;
  tag?: string;
}) => Promise<{ name: string; commit: string } | undefined>;

interface EventSource extends SideSource {
  event: GateEvent;
  /** The commit that is checked out. */
  checkedOut: string;
  configRef: 'base' | 'head';
  previousRelease: PreviousRelease;
}

/** Undefined without a configuration. Absent is not unreadable, which throws. */
export async function readSide(
  { path, overrides, rows }: SideSource,
  files: Files,
  { name, commit } = { name: files.name, commit: '' },
): Promise<Side | undefined> {
  rows.sides.push(files);
  const [file] = await files.read([path]);
  if (!file) return undefined;
  const config = await readConfig({ path, files, overrides });
  return { name, commit, files, config, readRows: rowReader(files, config.seed, rows) };
}

/** @throws ConfigError that names the commit, for a configuration that cannot be read */
export async function readCommit(
  source: SideSource,
  commit: string,
  name: string,
): Promise<Side | undefined> {
  const inWords = `${name} (commit ${commit.slice(0, 7)})`;
  const files = commitFiles(source.repository, commit, inWords);
  try {
    return await readSide(source, files, { name, commit });
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    const { where, remedy, others } = error;
    const message = `At ${inWords}: ${error.message}`;
    throw new ConfigError(message, { where, remedy, others, cause: error });
  }
}

/** @throws ConfigError for a head that has no configuration */
export function required(side: Side | undefined, name: string, where: string): Side {
  if (side) return side;
  throw new ConfigError(`${name} has no configuration ${quoted(where)}`, {
    where,
    remedy:
      'Restore it, or name its path: input `config`, option --config. `sensitivity init` writes one. Update a branch that is older.',
  });
}

/** The commit from which the head's changes are counted, and its side if that is not the base. */
export async function originOf(
  source: SideSource,
  base: string,
  head: string,
): Promise<{ commit: string; side?: Side }> {
  const found = await orTell(async () => {
    const commit = await source.mergeBase(base, head);
    return commit && { commit, side: await readCommit(source, commit, 'the merge base') };
  });
  if (found) return found;
  source.notices.push('The merge base cannot be read, so changes are counted from the base.');
  return { commit: base };
}

export function neverMerged({ path, warnings }: SideSource, name: string): void {
  warnings.push(
    `Judged by rules that were never merged, and compared with nothing: ${name} has no ${quoted(path)}.`,
  );
}

/** Finds the commits that an event is about. @throws GateError for one unread */
export async function findSides(source: EventSource): Promise<Sides> {
  const { event, checkedOut, configRef, isTrusted, path, warnings } = source;
  const { kind, name, sha, headSha = sha, before, tag } = event;
  if (configRef === 'head' && !isTrusted)
    throw new ConfigError('With `config-ref: head`, an untrusted head would judge itself', {
      where: 'config-ref',
      remedy: 'Leave the input out: the base decides about forks and Dependabot.',
    });
  const commit = name === 'pull_request_target' ? headSha : checkedOut;
  if (![sha, headSha].includes(commit))
    warnings.push(
      `The checkout holds commit ${commit.slice(0, 7)}, which is judged, and the event is about ${headSha.slice(0, 7)}.`,
    );
  const side = await readCommit(source, commit, tag ?? 'the head');
  const head = required(side, tag === undefined ? 'The head' : quotedName(tag), path);
  if (kind === 'change') return ofChange(source, head);
  if (kind === 'other') return ofOther(source, head);
  const compared = before && (await earlier(source, before, 'the commit before'));
  return compared ? { head, ref: 'head', compared, origin: compared } : { head, ref: 'head' };
}

/** The rules and rows of the base decide about the subject of the head. */
async function ofChange(source: EventSource, head: Side): Promise<Sides> {
  const { event, configRef, repository, warnings } = source;
  const { name, headSha, defaultBranch } = event;
  const { branch } = event.base ?? { branch: defaultBranch };
  if (branch !== defaultBranch)
    warnings.push(
      `The base is ${quotedName(branch)}, and not the default branch ${quotedName(defaultBranch)}.`,
    );
  const merged = await mergedBase(source);
  const sha = merged ?? (await repository.fetch(`refs/heads/${branch}`));
  const base = await ifBeside(configRef, warnings, async () => {
    return (await readCommit(source, sha, branch)) ?? defaultSide(source, branch);
  });
  const { commit, side } = merged ? { commit: sha } : await originOf(source, sha, head.commit);
  await nameWorkflows(source, commit, head.commit);
  if (merged && headSha) head.commit = headSha;
  if (!base) return { head, ref: 'head' };
  const ref = configRef === 'base' && base.commit !== sha ? 'default' : configRef;
  return { head, base, compared: base, origin: side, ref, hasPreview: name !== 'merge_group' };
}

/** The commit that the checked out one merges the head into; undefined for any other commit. */
async function mergedBase(source: EventSource): Promise<string | undefined> {
  const { name, sha, headSha, base } = source.event;
  if (name === 'merge_group') return base?.sha;
  if (name !== 'pull_request' || source.checkedOut !== sha || sha === headSha) return undefined;
  const [first, second] = await source.repository.parents(sha);
  return second === headSha ? first : undefined;
}

/** What a base cannot do is an error, unless the head decides: so that a base can be corrected. */
export async function ifBeside<T>(
  ref: Judged['ref'],
  warnings: string[],
  step: () => T | Promise<T>,
): Promise<T | undefined> {
  if (ref !== 'head') return step();
  return orTell(step, ({ message }) => {
    warnings.push(`The base's verdict does not stand beside: ${message}.`);
  });
}

/**
 * The tip of the default branch; undefined where it has no rules yet, which is said.
 *
 * @param read - the branch that was read, and has none
 */
async function defaultSide(source: EventSource, read?: string): Promise<Side | undefined> {
  const { event, repository, path: where, isTrusted } = source;
  const { defaultBranch } = event;
  if (read !== defaultBranch) {
    const tip = await repository.fetch(`refs/heads/${defaultBranch}`);
    const side = await readCommit(source, tip, defaultBranch);
    if (side) return side;
  }
  if (!isTrusted)
    throw new ConfigError('No rules are merged, and an untrusted head is not judged by its own', {
      where,
      remedy: 'Merge a configuration into the default branch first.',
    });
  neverMerged(source, defaultBranch);
  return undefined;
}

/** GitHub runs the workflow of the head. The configuration is compared key by key. */
async function nameWorkflows(
  { path, repository, warnings }: SideSource,
  origin: string,
  head: string,
): Promise<void> {
  const [old, now] = [await repository.entries(origin), await repository.entries(head)];
  const edited = [...new Set([...old.keys(), ...now.keys()])].filter(
    (file) =>
      file.startsWith('.github/') && file !== path && old.get(file)?.id !== now.get(file)?.id,
  );
  // Those that may run now come first: new files could push them out of the list.
  const rank = (file: string) =>
    (/^\.github\/(?:workflows|actions)\//.test(file) ? 0 : 2) + Number(!old.has(file));
  const sorted = edited.toSorted((a, b) => rank(a) - rank(b));
  if (edited.length > 0)
    warnings.unshift(`This change edits ${list(sorted)}: a workflow decides how the gate runs.`);
}

/**
 * Tags, releases, deployments and other branches are judged by the default branch's rules. A branch
 * is compared with it as well, so that no push drops what a pull request would compare.
 */
async function ofOther(source: EventSource, head: Side): Promise<Sides> {
  const { tag, name } = source.event;
  const base = await defaultSide(source);
  if (!base) return { head, ref: 'head' };
  const sides: Sides = { head, base, ref: 'default' };
  if (tag === undefined && name !== 'deployment') {
    const { side } = await originOf(source, base.commit, head.commit);
    return { ...sides, origin: side, compared: base };
  }
  if (base.config.tests.every(({ compare }) => compare === undefined)) return sides;
  const release = await source.previousRelease({ commit: head.commit, tag });
  if (release) return { ...sides, compared: await earlier(source, release.commit, release.name) };
  source.notices.push('No earlier release or tag is an ancestor: the rates decide alone.');
  return sides;
}

async function earlier(
  source: SideSource,
  commit: string,
  name: string,
): Promise<Side | undefined> {
  const side = await readCommit(source, commit, name);
  if (!side) source.warnings.push(`Nothing is compared: ${name} has no configuration.`);
  return side;
}
