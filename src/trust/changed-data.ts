import { createHash, hash } from 'node:crypto';
import { cp, readFile, readlink, realpath } from 'node:fs/promises';
import type { Config } from '../config/config.js';
import { readsOfData } from '../config/keys/asking.js';
import { findFiles } from '../data/files.js';
import { loadSamples, type DataOptions } from '../data/index.js';
import type { RowsChange, RuleChange } from '../engine/results.js';
import { DataError, orProblem } from '../errors.js';
import type { TreeEntry } from '../github/files.js';
import { canonical, quoted } from '../json.js';
import type { Checkout } from './checkout.js';
import { isFileOfTheRepository, materialise, type Commit } from './sides.js';
import type { Sample } from '../engine/sample.js';
import path from 'node:path';

interface ChangedData {
  rows: RowsChange[];
  files: RuleChange[];
  /** Absolute folder with the base's data: the checkout itself where nothing differs. */
  root: string;
}

interface Sides {
  base: Commit;
  rules: Config;
  workspace: string;
  /** The input `baseline`, which may name a file that the job made. */
  baseline: string | undefined;
  scratch: string;
  checkout: Pick<Checkout, 'isTracked' | 'headOf' | 'blobsAtHead'>;
}

/**
 * Compares data by content: object ids first, then rows, so that line endings do not count. @throws
 * GateError
 */
export async function changedData(sides: Sides): Promise<ChangedData> {
  const { base, rules, workspace, scratch } = sides;
  const unchanged = { rows: [], files: [], root: workspace };
  if (base.patterns.length === 0) return unchanged;
  const tree = await base.files.tree();
  const differing = new Set<string>();
  const same: string[] = [];
  for (const pattern of base.patterns) {
    const files = await sameFiles(pattern, tree, sides);
    if (files === undefined) differing.add(pattern);
    else same.push(...files);
  }
  if (differing.size === 0) return unchanged;

  const folder = await materialise(base.files, [...differing], scratch);
  for (const file of same) await cp(path.join(workspace, file), path.join(folder, file));
  const rows: RowsChange[] = [];
  for (const { test, data, asking } of rules.tests) {
    if (!differing.has(data.source) || rows.some(({ source }) => source === data.source)) continue;
    const below = (root: string) => ({
      ...data,
      ...readsOfData({ test, asking }),
      limit: undefined,
      root,
      within: root,
      seed: 0,
    });
    const change = compareRows(
      await rowsOfBase(below(folder)),
      (await orNone(rowsIn(below(workspace)))) ?? [],
    );
    if (change) rows.push({ source: data.source, ...change });
  }
  const named = rules.tests.flatMap(({ compare }) => compare?.report ?? []);
  const files: RuleChange[] = [];
  for (const file of new Set(
    named.filter((one) => differing.has(one) && isFileOfTheRepository(one)),
  )) {
    files.push({
      path: file,
      old: await digestOf(file, folder),
      new: await digestOf(file, workspace),
    });
  }
  return rows.length + files.length === 0 ? unchanged : { rows, files, root: folder };
}

/**
 * Returns the files of a source in the checkout if they are the base's or made by the job;
 * undefined if they may differ.
 */
async function sameFiles(
  pattern: string,
  tree: ReadonlyMap<string, TreeEntry>,
  sides: Sides,
): Promise<string[] | undefined> {
  const { workspace, checkout, rules, baseline } = sides;
  const source = path.posix.normalize(pattern);
  const found = await orNone(
    findFiles({
      source: pattern,
      root: workspace,
      within: workspace,
      isTracked: checkout.isTracked,
      seed: 0,
    }),
  );
  const ours = found?.files.map(({ name }) => name) ?? [];
  const ways = [...tree].filter(
    ([at, { type, isLink }]) => (type === 'commit' || isLink) && leadsTo(at, source),
  );
  for (const way of ways) {
    if (way[1].type === 'commit') await checkSubmodule(way, ours, sides);
    else await checkLink(way, workspace);
  }
  if (ways.some(([, { type }]) => type === 'commit')) return ours;
  const theirs = [...tree.keys()].filter(
    (file) => file === source || path.posix.matchesGlob(file, source),
  );
  if (
    theirs.length === 0 &&
    (pattern === baseline ||
      rules.tests.some(({ data }) => data.source === pattern && data.overridden))
  )
    return ours;
  if (theirs.length !== ours.length) return undefined;
  for (const file of ours) {
    const entry = tree.get(file);
    if (!entry || entry.isLink || !(await isSameFile(file, entry, sides))) return undefined;
  }
  return ours;
}

/** True if files of a source may lie behind a link or a submodule at `at`. */
function leadsTo(at: string, source: string): boolean {
  if (source.startsWith(`${at}/`)) return true;
  const folders = source.split('/').slice(0, -1);
  const open = source.split('/').findIndex((part) => /[*?[\]{}]/.test(part));
  const fixed = open === -1 ? undefined : folders.slice(0, open).join('/');
  return (
    fixed !== undefined &&
    (fixed === '' || at.startsWith(`${fixed}/`)) &&
    !path.posix.matchesGlob(at, source)
  );
}

/**
 * GitHub's API follows no link to a folder, so the link must be the base's. @throws DataError if it
 * differs
 */
async function checkLink([at, { sha }]: [string, TreeEntry], workspace: string): Promise<void> {
  const target = await readlink(path.join(workspace, at)).catch(() => undefined);
  if (target !== undefined && blobId(Buffer.from(target), sha.length) === sha) return;
  throw new DataError(`${quoted(at)} is a link at the base, and another one or none here`, {
    where: at,
    remedy: 'Change links to data in a pull request of their own, or name the files themselves.',
  });
}

/** A link in the checkout leads to a file that the tree names elsewhere. */
async function isSameFile(
  file: string,
  { sha, size }: TreeEntry,
  { workspace, base }: Sides,
): Promise<boolean> {
  const absolute = path.join(await realpath(workspace), file);
  if ((await realpath(absolute)) !== absolute) return false;
  const bytes = await readFile(absolute);
  if (blobId(bytes, sha.length) === sha) return true;
  const pointer =
    size !== undefined && size <= LONGEST_POINTER
      ? LFS_POINTER.exec((await base.files.read(file)) ?? '')
      : null;
  if (!pointer) return false;
  if (hash('sha256', bytes) === pointer[1]) return true;
  throw new DataError(`${quoted(file)} lies in Git LFS, where the base's version cannot be read`, {
    where: file,
    remedy:
      'Keep the data of the gate outside of Git LFS, so that a pull request can be judged by the rows of its base.',
  });
}

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md: at most 1,024 bytes. */
const LONGEST_POINTER = 1024;
const LFS_POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([\da-f]{64})\n/;

/**
 * GitHub's API reads no file of a submodule, so its commit and files must be the base's. @throws
 * DataError if they differ
 */
async function checkSubmodule(
  [at, { sha }]: [string, TreeEntry],
  ours: readonly string[],
  { workspace, checkout }: Sides,
): Promise<void> {
  const folder = path.join(workspace, at);
  if ((await checkout.headOf(folder)) === sha) {
    const blobs = await checkout.blobsAtHead(folder);
    const ids = await Promise.all(
      ours.map(
        async (file) =>
          [file, blobId(await readFile(path.join(workspace, file)), sha.length)] as const,
      ),
    );
    if (ids.length > 0 && ids.every(([file, id]) => blobs.get(file.slice(at.length + 1)) === id))
      return;
  }
  throw new DataError(`${quoted(at)} is a submodule at another commit than at the base`, {
    where: at,
    remedy:
      "Change the submodule in a pull request of its own, or keep the data of the gate in the repository: the base's rows cannot be read.",
  });
}

/** Returns the id that git gives a file; `digits` tells SHA-1 from SHA-256. */
export function blobId(bytes: Buffer, digits: number): string {
  return createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

async function rowsIn(options: DataOptions): Promise<SampledRow[]> {
  return (await loadSamples(options)).samples.map(({ source, ...row }) => ({ source, row }));
}

/** @throws DataError that names the source and not our folder. */
async function rowsOfBase(options: DataOptions): Promise<SampledRow[]> {
  const rows = await orNone(rowsIn(options));
  if (rows) return rows;
  const remedy = 'Correct the data or its path on the base branch first.';
  throw new DataError(`the rows of ${quoted(options.source)} cannot be read at the base`, {
    where: options.source,
    remedy,
  });
}

async function digestOf(source: string, root: string): Promise<string | null> {
  const found = await orNone(findFiles({ source, root, within: root, seed: 0 }));
  return found ? `sha256 ${hash('sha256', await readFile(found.files[0]!.path))}` : null;
}

async function orNone<T extends object>(read: Promise<T>): Promise<T | undefined> {
  const found = await orProblem(() => read);
  return 'problem' in found ? undefined : found;
}

type SampledRow = { source: string; row: Omit<Sample, 'source'> };

/**
 * Counts rows added, removed and changed (same text and options, or same place); undefined where
 * nothing differs.
 */
export function compareRows(
  base: readonly SampledRow[],
  head: readonly SampledRow[],
): Omit<RowsChange, 'source'> | undefined {
  const byAll = ({ row }: SampledRow) => canonical(row);
  const byText = ({ row: { text, options } }: SampledRow) => canonical([text, options]);
  const byPlace = ({ source }: SampledRow) => source;
  const whole = matched(base, head, byAll);
  const sameText = matched(whole.base, whole.head, byText);
  const samePlace = matched(sameText.base, sameText.head, byPlace);
  const change = {
    added: samePlace.head.length,
    removed: samePlace.base.length,
    changed: sameText.count + samePlace.count,
    common: whole.count,
  };
  return change.added + change.removed + change.changed === 0 ? undefined : change;
}

/**
 * Pairs rows that are alike in something. @returns the number of pairs, and the rows that are left.
 */
function matched(
  base: readonly SampledRow[],
  head: readonly SampledRow[],
  by: (row: SampledRow) => string,
) {
  const waiting = Map.groupBy(base, by);
  const left = head.filter((row) => waiting.get(by(row))?.pop() === undefined);
  return { count: head.length - left.length, base: [...waiting.values()].flat(), head: left };
}
