import { ConfigError, GateError } from '../errors.ts';
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
  commit?: string;
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

/** What only GitHub knows. Both may throw a GitHubError. */
export interface LookUp {
  /** Undefined where two commits have none. */
  mergeBase: (base: string, head: string) => Promise<string | undefined>;
  /** The release before a version, else the nearest tag: `release v1.2.0`. */
  previousRelease: (version: {
    commit: string;
    tag?: string;
  }) => Promise<{ name: string; commit: string } | undefined>;
}

/** Where sides are read from, and what is said about them. */
export interface SideSource {
  /** Of the configuration, from the root of the files. */
  path: string;
  overrides: Overrides;
  rows: RowSources;
  repository: Repository;
  mergeBase: LookUp['mergeBase'];
  isTrusted: boolean;
  warnings: string[];
  notices: string[];
}

/** Undefined without a configuration. Absent is not unreadable, which throws. */
export async function readSide(
  { path, overrides, rows }: SideSource,
  files: Files,
): Promise<Side | undefined> {
  rows.sides.push(files);
  if (!(await files.read(path))) return undefined;
  const config = await readConfig({ path, files, overrides });
  return { name: files.name, files, config, readRows: rowReader(files, config.seed, rows) };
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
    const side = await readSide(source, files);
    return side && { ...side, name, commit };
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    const { where, remedy, others } = error;
    const message = `At ${inWords}: ${error.message}`;
    throw new ConfigError(message, { where, remedy, others, cause: error });
  }
}

/** @throws ConfigError for what is judged and has no configuration */
export function required(side: Side | undefined, name: string, { path }: SideSource): Side {
  if (side) return side;
  throw new ConfigError(`${name} has no configuration ${quoted(path)}`, {
    where: path,
    remedy:
      'Restore it, or name its path: input `config`, option --config. `sensitivity init` writes one. Update a branch that is older.',
  });
}

/** The commit from which the head's changes are counted. */
export async function originOf(
  { mergeBase, ...source }: SideSource,
  base: string,
  head: string,
): Promise<{ commit: string; side?: Side }> {
  try {
    const commit = await mergeBase(base, head);
    if (commit !== undefined)
      return { commit, side: await readCommit({ mergeBase, ...source }, commit, 'the merge base') };
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
  }
  source.notices.push('The merge base cannot be read, so changes are counted from the base.');
  return { commit: base };
}

export function neverMerged({ path, warnings }: SideSource, name: string): void {
  warnings.push(
    `Judged by rules that were never merged, and compared with nothing: ${name} has no ${quoted(path)}.`,
  );
}

interface FindOptions {
  event: GateEvent;
  /** The commit that is checked out. */
  head: string;
  configRef: 'base' | 'head';
  source: SideSource;
  previousRelease: LookUp['previousRelease'];
}

/** Finds the commits that an event is about. @throws GateError for one unread */
export async function findSides(options: FindOptions): Promise<Sides> {
  const { event, head, configRef, source } = options;
  const { kind, name, sha, headSha = sha, defaultBranch } = event;
  if (configRef === 'head' && !source.isTrusted)
    throw new ConfigError('With `config-ref: head`, an untrusted head would judge itself', {
      where: 'config-ref',
      remedy: 'Leave the input out: the base decides about forks and Dependabot.',
    });
  if (![sha, headSha].includes(head) && name !== 'pull_request_target')
    source.warnings.push(
      `The checkout holds commit ${head.slice(0, 7)}, which is judged, and the event is about ${headSha.slice(0, 7)}.`,
    );
  if (kind === 'change') return ofChange(options);
  if (kind === 'other') return ofOther(options);
  const side = required(await readCommit(source, head, defaultBranch), 'This commit', source);
  const { before } = event;
  const compared =
    before === undefined ? undefined : await earlier(source, before, 'the commit before');
  return { head: side, ref: 'head', compared, origin: compared };
}

/** The rules and rows of the base decide about the subject of the head. */
async function ofChange(options: FindOptions): Promise<Sides> {
  const { event, configRef, source } = options;
  const { name, headSha = options.head } = event;
  const { sha, isMerged } = await baseCommit(options);
  const commit = name === 'pull_request_target' ? headSha : options.head;
  const base = await baseSide(options, sha);
  const head = required(await readCommit(source, commit, 'the head'), 'The head', source);
  const origin = isMerged ? { commit: sha, side: base } : await originOf(source, sha, commit);
  await nameWorkflows(source, origin.commit, commit);
  if (isMerged) head.commit = headSha;
  if (!base) return { head, ref: 'head' };
  const ref = configRef === 'base' && base.commit !== sha ? 'default' : configRef;
  const hasPreview = name !== 'merge_group';
  return { head, base, compared: base, origin: origin.side, ref, hasPreview };
}

/** `isMerged`: the commit that is checked out is the head's merge with this one. */
async function baseCommit({
  event: { name, sha, headSha, base, defaultBranch },
  head,
  source: { repository, warnings },
}: FindOptions): Promise<{ sha: string; isMerged: boolean }> {
  const branch = base?.branch ?? defaultBranch;
  if (branch !== defaultBranch)
    warnings.push(
      `The base is ${quotedName(branch)}, and not the default branch ${quotedName(defaultBranch)}.`,
    );
  if (name === 'merge_group' && base) return { sha: base.sha, isMerged: true };
  const isMerge = name === 'pull_request' && head === sha && sha !== headSha;
  const [first, second] = isMerge ? await repository.parents(sha) : [];
  if (first !== undefined && second === headSha) return { sha: first, isMerged: true };
  return { sha: await repository.fetch(`refs/heads/${branch}`), isMerged: false };
}

/** The base, else the default branch; undefined where neither has rules. */
async function baseSide(
  { event, configRef, source }: FindOptions,
  sha: string,
): Promise<Side | undefined> {
  const { base, defaultBranch } = event;
  const branch = base?.branch ?? defaultBranch;
  return ifBeside(configRef, source.warnings, async () => {
    const side = await readCommit(source, sha, branch);
    return side ?? defaultSide(source, defaultBranch, branch === defaultBranch);
  });
}

/** What a base cannot do is an error, unless the head decides: so that a base can be corrected. */
export async function ifBeside<T>(
  ref: Judged['ref'],
  warnings: string[],
  step: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (ref !== 'head' || !(error instanceof GateError)) throw error;
    warnings.push(`The base's verdict does not stand beside: ${error.message}.`);
    return undefined;
  }
}

/** The tip of the default branch; undefined where it has no rules yet, which is said. */
async function defaultSide(
  source: SideSource,
  defaultBranch: string,
  isAbsent = false,
): Promise<Side | undefined> {
  const { path, repository, isTrusted } = source;
  const side = isAbsent
    ? undefined
    : await readCommit(
        source,
        await repository.fetch(`refs/heads/${defaultBranch}`),
        defaultBranch,
      );
  if (side) return side;
  if (!isTrusted)
    throw new ConfigError('No rules are merged, and an untrusted head is not judged by its own', {
      where: path,
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
async function ofOther(options: FindOptions): Promise<Sides> {
  const { event, source } = options;
  const { tag, name } = event;
  const isShipped = tag !== undefined || name === 'deployment';
  const side = await readCommit(source, options.head, tag ?? 'the head');
  const head = required(side, tag === undefined ? 'The head' : quotedName(tag), source);
  const base = await defaultSide(source, event.defaultBranch);
  if (!base) return { head, ref: 'head' };
  const sides: Sides = { head, base, ref: 'default' };
  if (isShipped) return { ...sides, compared: await previousRelease(options, base) };
  const origin = await originOf(source, base.commit ?? '', options.head);
  return { ...sides, origin: origin.side, compared: base };
}

async function previousRelease(
  { event, head, source, ...options }: FindOptions,
  { config }: Side,
): Promise<Side | undefined> {
  if (config.tests.every(({ compare }) => compare === undefined)) return undefined;
  const release = await options.previousRelease({ commit: head, tag: event.tag });
  if (release) return earlier(source, release.commit, release.name);
  source.notices.push('No earlier release or tag is an ancestor: the rates decide alone.');
  return undefined;
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
