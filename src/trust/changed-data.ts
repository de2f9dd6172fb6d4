import { cp } from 'node:fs/promises';
import type { Config } from '../config/config.js';
import { readsOfData } from '../config/keys/asking.js';
import { findFiles } from '../data/files.js';
import { loadSamples, type DataOptions } from '../data/index.js';
import type { RowsChange, RuleChange } from '../engine/results.js';
import { DataError, orProblem } from '../errors.js';
import type { Tree, TreeEntry } from '../github/files.js';
import { canonical, quoted } from '../json.js';
import type { Checkout } from './checkout.js';
import type { TrustOptions } from './chosen-rules.js';
import { materialise, type CommitRules } from './rules-reader.js';
import type { Sample } from '../engine/sample.js';
import path from 'node:path';

interface ChangedData {
  rows: RowsChange[];
  files: RuleChange[];
  /** Absolute folder with the base's data: the checkout itself where nothing differs. */
  root: string;
}

interface DataSides {
  inputs: Pick<TrustOptions['inputs'], 'workspace'>;
  base: Pick<CommitRules, 'files' | 'patterns'>;
  rules: Config;
  scratch: string;
  checkout: Pick<Checkout, 'tree'> & { isTracked: Checkout['isTracked'] | undefined };
}

/**
 * Compares data by content: object ids first, then rows, so that line endings do not count. @throws
 * GateError
 */
export async function changedData(sides: DataSides): Promise<ChangedData> {
  const { base, rules } = sides;
  const { workspace } = sides.inputs;
  const unchanged = { rows: [], files: [], root: workspace };
  if (base.patterns.length === 0) return unchanged;
  const theirs = await base.files.tree();
  const ours = await sides.checkout.tree();
  const differing = new Set(
    base.patterns.filter((pattern) => !ours || !isSameData(pattern, theirs, ours)),
  );
  if (differing.size === 0) return unchanged;
  for (const pattern of differing) refuseUnreadable(pattern, theirs);

  const folder = await folderOfBase(differing, sides);
  const rows = await changedRows(differing, { rules, workspace, folder });
  const idIn = (tree: Tree | undefined, file: string) => tree?.get(file)?.sha ?? null;
  const reports = rules.tests.flatMap(({ compare }) => compare?.report ?? []);
  const files = [...new Set(reports)]
    .filter((file) => differing.has(file))
    .map((file) => ({ path: file, old: idIn(theirs, file), new: idIn(ours, file) }));
  return rows.length + files.length === 0 ? unchanged : { rows, files, root: folder };
}

/** Returns a folder with all data of the base; files of equal ids are those of the checkout. */
async function folderOfBase(differing: ReadonlySet<string>, sides: DataSides): Promise<string> {
  const { base, scratch, checkout } = sides;
  const { workspace } = sides.inputs;
  const folder = await materialise(base.files, [...differing], scratch);
  for (const source of base.patterns.filter((pattern) => !differing.has(pattern))) {
    const { isTracked } = checkout;
    const options = { source, root: workspace, within: workspace, isTracked, seed: 0 };
    const found = await orNone(findFiles(options));
    for (const { name } of found?.files ?? [])
      await cp(path.join(workspace, name), path.join(folder, name));
  }
  return folder;
}

async function changedRows(
  differing: ReadonlySet<string>,
  { rules, workspace, folder }: { rules: Config; workspace: string; folder: string },
): Promise<RowsChange[]> {
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
  return rows;
}

/**
 * True if a source has the same object ids in two trees. A submodule's id is its commit, a file of
 * Git LFS has the id of its pointer. A link's id says nothing about the file behind it.
 */
export function isSameData(pattern: string, one: Tree, other: Tree): boolean {
  const [before, now] = [entriesOf(pattern, one), entriesOf(pattern, other)];
  if (before.length !== now.length) return false;
  return before.every(([at, { kind, sha }]) => kind !== 'link' && other.get(at)?.sha === sha);
}

/** @throws DataError for rows behind a link or in a submodule, which GitHub's API does not read */
function refuseUnreadable(pattern: string, base: Tree): void {
  const source = path.posix.normalize(pattern);
  const way = entriesOf(pattern, base).find(
    ([at, { kind }]) => kind === 'submodule' || (kind === 'link' && leadsTo(at, source)),
  );
  if (way === undefined) return;
  const [at, { kind }] = way;
  const what = `${quoted(at)} is a ${kind}, which GitHub's API does not read`;
  throw new DataError(`the rows of ${quoted(pattern)} at the base are not known: ${what}`, {
    where: at,
    remedy:
      'Name the files themselves in the configuration. Change a submodule in a pull request of its own.',
  });
}

/** Returns the files of a source, and the links and submodules in which it may have some. */
function entriesOf(pattern: string, tree: Tree): [string, TreeEntry][] {
  const source = path.posix.normalize(pattern);
  return [...tree].filter(([at, { kind }]) => {
    if (at === source || path.posix.matchesGlob(at, source)) return true;
    if (kind === 'submodule') return mayHold(at, source);
    return kind === 'link' && leadsTo(at, source);
  });
}

/** True if a source may name a file below a folder. */
function mayHold(folder: string, source: string): boolean {
  const steps = source.split('/');
  const open = steps.findIndex((step) => /[*?[\]{}]/.test(step));
  const fixed =
    open === -1
      ? source
      : steps
          .slice(0, open)
          .map((step) => `${step}/`)
          .join('');
  return source.startsWith(`${folder}/`) || (fixed !== source && `${folder}/`.startsWith(fixed));
}

/** True if a source goes through a link. Node follows none that a `*` matches. */
function leadsTo(link: string, source: string): boolean {
  const steps = source.split('/').slice(0, link.split('/').length);
  const way = steps.join('/');
  if (way === source || (/[*?[]/.test(way) && !way.includes('{'))) return false;
  return way === link || path.posix.matchesGlob(link, way);
}

async function rowsIn(options: DataOptions): Promise<SampledRow[]> {
  return (await loadSamples(options)).samples.map(({ source, id: _, ...row }) => ({
    source,
    row,
  }));
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
