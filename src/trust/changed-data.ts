import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { rowReadsOf } from '../config/keys/methods.ts';
import { findFiles } from '../data/files.ts';
import { loadSamples, type DataOptions } from '../data/index.ts';
import type { RowsChange } from '../engine/results.ts';
import type { Sample } from '../engine/sample.ts';
import { DataError, orProblem } from '../errors.ts';
import type { Tree, TreeEntry } from '../github/files.ts';
import { canonical, quoted } from '../json.ts';
import type { Checkout } from './checkout.ts';
import type { TrustOptions } from './chosen-rules.ts';
import { downloadFiles, type CommitRules } from './rules-reader.ts';

interface ChangedData {
  rows: RowsChange[];
  /** Absolute folder with the base's data. It is the checkout itself if nothing differs. */
  root: string;
}

interface ComparedData {
  inputs: Pick<TrustOptions['inputs'], 'workspace'>;
  base: Pick<CommitRules, 'files' | 'patterns'>;
  rules: Config;
  scratch: string;
  checkout: Pick<Checkout, 'tree'> & { isTracked: Checkout['isTracked'] | undefined };
}

/**
 * Compares data by content: object ids first, then rows, so that line endings do not count.
 * @throws GateError
 */
export async function changedData(comparedData: ComparedData): Promise<ChangedData> {
  const { base, rules } = comparedData;
  const { workspace } = comparedData.inputs;
  const unchanged = { rows: [], root: workspace };
  if (base.patterns.length === 0) return unchanged;
  const baseTree = await base.files.tree();
  const headTree = await comparedData.checkout.tree();
  const differingSources = new Set(
    base.patterns.filter((pattern) => !headTree || !isSameData(pattern, baseTree, headTree)),
  );
  if (differingSources.size === 0) return unchanged;
  for (const pattern of differingSources) refuseUnreadable(pattern, baseTree);

  const folder = await folderOfBase(differingSources, comparedData);
  const rows = await changedRows(differingSources, { rules, workspace, folder });
  return rows.length === 0 ? unchanged : { rows, root: folder };
}

/** Returns a folder with all data of the base. Files with equal ids come from the checkout. */
async function folderOfBase(
  differingSources: ReadonlySet<string>,
  comparedData: ComparedData,
): Promise<string> {
  const { base, scratch, checkout } = comparedData;
  const { workspace } = comparedData.inputs;
  const folder = await downloadFiles(base.files, [...differingSources], scratch);
  for (const source of base.patterns.filter((pattern) => !differingSources.has(pattern))) {
    const { isTracked } = checkout;
    const options = { source, root: workspace, confinedTo: workspace, isTracked, seed: 0 };
    const foundFiles = await ifReadable(findFiles(options));
    for (const { name } of foundFiles?.files ?? [])
      await cp(path.join(workspace, name), path.join(folder, name));
  }
  return folder;
}

async function changedRows(
  differingSources: ReadonlySet<string>,
  { rules, workspace, folder }: { rules: Config; workspace: string; folder: string },
): Promise<RowsChange[]> {
  const rows: RowsChange[] = [];
  for (const { test, data, asking } of rules.tests) {
    if (!differingSources.has(data.source) || rows.some(({ source }) => source === data.source))
      continue;
    const optionsBelow = (root: string): DataOptions => ({
      ...data,
      reads: rowReadsOf({ test, asking }),
      limit: undefined,
      root,
      confinedTo: root,
      seed: 0,
    });
    const change = compareRows(
      await rowsOfBase(optionsBelow(folder)),
      (await ifReadable(rowsIn(optionsBelow(workspace)))) ?? [],
    );
    if (change) rows.push({ source: data.source, ...change });
  }
  return rows;
}

/**
 * True if a source has the same object ids in two trees. A submodule's id is its commit, a file of
 * Git LFS has the id of its pointer. A link's id says nothing about the file behind it.
 */
export function isSameData(pattern: string, baseTree: Tree, headTree: Tree): boolean {
  const [baseEntries, headEntries] = [entriesOf(pattern, baseTree), entriesOf(pattern, headTree)];
  if (baseEntries.length !== headEntries.length) return false;
  return baseEntries.every(
    ([entryPath, { kind, sha }]) => kind !== 'link' && headTree.get(entryPath)?.sha === sha,
  );
}

/** @throws DataError for rows behind a link or in a submodule, which GitHub's API does not read */
function refuseUnreadable(pattern: string, base: Tree): void {
  const source = path.posix.normalize(pattern);
  const unreadableEntry = entriesOf(pattern, base).find(
    ([entryPath, { kind }]) =>
      kind === 'submodule' || (kind === 'link' && leadsThroughLink(entryPath, source)),
  );
  if (unreadableEntry === undefined) return;
  const [entryPath, { kind }] = unreadableEntry;
  const fault = `${quoted(entryPath)} is a ${kind}, which GitHub's API does not read`;
  throw new DataError(`the rows of ${quoted(pattern)} at the base are not known: ${fault}`, {
    where: entryPath,
    remedy:
      'Name the files themselves in the configuration. Change a submodule in a pull request of its own.',
  });
}

/** Returns the files of a source, and the links and submodules in which it may have some. */
function entriesOf(pattern: string, tree: Tree): [string, TreeEntry][] {
  const source = path.posix.normalize(pattern);
  return [...tree].filter(([entryPath, { kind }]) => {
    if (entryPath === source || path.posix.matchesGlob(entryPath, source)) return true;
    if (kind === 'submodule') return mayHold(entryPath, source);
    return kind === 'link' && leadsThroughLink(entryPath, source);
  });
}

/** True if a source may name a file below a folder. */
function mayHold(folder: string, source: string): boolean {
  const steps = source.split('/');
  const globIndex = steps.findIndex((step) => /[*?[\]{}]/.test(step));
  const literalStart =
    globIndex === -1
      ? source
      : steps
          .slice(0, globIndex)
          .map((step) => `${step}/`)
          .join('');
  return (
    source.startsWith(`${folder}/`) ||
    (literalStart !== source && `${folder}/`.startsWith(literalStart))
  );
}

/** True if a source goes through a link. Node follows none that a `*` matches. */
function leadsThroughLink(link: string, source: string): boolean {
  const steps = source.split('/').slice(0, link.split('/').length);
  const linkStart = steps.join('/');
  if (linkStart === source || (/[*?[]/.test(linkStart) && !linkStart.includes('{'))) return false;
  return linkStart === link || path.posix.matchesGlob(link, linkStart);
}

async function rowsIn(options: DataOptions): Promise<SampledRow[]> {
  return (await loadSamples(options)).samples.map(({ source, id: _, ...row }) => ({
    source,
    row,
  }));
}

/** @throws DataError that names the source and not our folder. */
async function rowsOfBase(options: DataOptions): Promise<SampledRow[]> {
  const rows = await ifReadable(rowsIn(options));
  if (rows) return rows;
  const remedy = 'Correct the data or its path on the base branch first.';
  throw new DataError(`the rows of ${quoted(options.source)} cannot be read at the base`, {
    where: options.source,
    remedy,
  });
}

/** Resolves with undefined if the user has to correct the data. */
async function ifReadable<T extends object>(reading: Promise<T>): Promise<T | undefined> {
  const outcome = await orProblem(() => reading);
  return 'problem' in outcome ? undefined : outcome;
}

type SampledRow = { source: string; row: Omit<Sample, 'source'> };

/**
 * Counts rows that were added, removed and changed; undefined if nothing differs. A changed row has
 * the same text and options, or the same place.
 */
export function compareRows(
  base: readonly SampledRow[],
  head: readonly SampledRow[],
): Omit<RowsChange, 'source'> | undefined {
  const contentKey = ({ row }: SampledRow) => canonical(row);
  const textKey = ({ row: { text, options } }: SampledRow) => canonical([text, options]);
  const placeKey = ({ source }: SampledRow) => source;
  const sameRows = matchRows(base, head, contentKey);
  const sameText = matchRows(sameRows.base, sameRows.head, textKey);
  const samePlace = matchRows(sameText.base, sameText.head, placeKey);
  const change = {
    added: samePlace.head.length,
    removed: samePlace.base.length,
    changed: sameText.count + samePlace.count,
    common: sameRows.count,
  };
  return change.added + change.removed + change.changed === 0 ? undefined : change;
}

/** Pairs the rows that have the same key. Returns the number of pairs, and the other rows. */
function matchRows(
  base: readonly SampledRow[],
  head: readonly SampledRow[],
  keyOf: (row: SampledRow) => string,
) {
  const baseRowsByKey = Map.groupBy(base, keyOf);
  const unmatched = head.filter((row) => baseRowsByKey.get(keyOf(row))?.pop() === undefined);
  return {
    count: head.length - unmatched.length,
    base: [...baseRowsByKey.values()].flat(),
    head: unmatched,
  };
}
