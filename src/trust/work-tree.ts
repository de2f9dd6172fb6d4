import { createHash, hash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { findFiles } from '../data/files.ts';
import type { EventContext } from '../github/event.ts';
import type { Tree } from '../github/files.ts';
import { quoted } from '../json.ts';
import { wayInside } from '../path-safety.ts';
import type { Checkout } from './checkout.ts';
import { patternsOf } from './rules-reader.ts';

/** The commit of a checkout, and how it differs from the commit of the event. */
export interface WorkTree {
  /** The commit that is checked out; for a pull request, the head that its merge commit tests. */
  commit: string | undefined;
  /** The difference as a sentence; undefined without one, or if it is not known. */
  difference?: string;
  /** A sentence on files that were not compared; undefined if all were. */
  uncompared?: string;
}

interface WorkTreeInput {
  workspace: string;
  event: Pick<EventContext, 'headSha' | 'runSha'>;
  checkout: Checkout;
}

const MAX_NAMES = 5;

/**
 * Adds the data files of the head's configuration to the files that it names.
 * @throws DataError for a file that cannot be found
 */
export async function shippedFiles(
  named: ReadonlySet<string>,
  config: Config,
  root: string,
): Promise<Set<string>> {
  const files = new Set(named);
  for (const source of patternsOf(config)) {
    const found = await findFiles({ source, root, seed: 0 });
    for (const { path: file } of found.files) files.add(path.relative(root, file));
  }
  return files;
}

/** @param files those that the run read, by their paths from the workspace */
export async function compareWorkTree(
  files: ReadonlySet<string>,
  { workspace, event, checkout }: WorkTreeInput,
): Promise<WorkTree> {
  const folder = await checkout.home();
  const head = folder === undefined ? undefined : await checkout.headOf(folder);
  if (folder === undefined || head === undefined) return { commit: undefined };
  if (head !== event.headSha && head !== event.runSha) {
    const difference = `The checkout holds commit ${short(head)}, and the event is about ${short(event.headSha)}: the verdict is about ${short(head)}.`;
    return { commit: head, difference };
  }
  const commit = event.headSha || head;
  const tree = await checkout.treeAtHead(folder).catch(() => undefined);
  if (tree === undefined) return { commit };
  const { changedFiles, otherFiles } = await compareFiles(files, {
    workspace,
    checkout,
    folder,
    tree,
  });
  const workTree: WorkTree = { commit };
  if (changedFiles.length > 0)
    workTree.difference = `These files are not those of commit ${short(commit)}: ${listedNames(changedFiles)}. The verdict is about the files of the checkout.`;
  if (otherFiles.length > 0)
    workTree.uncompared = `These files are of another repository, such as a submodule, and were not compared with commit ${short(commit)}: ${listedNames(otherFiles)}.`;
  return workTree;
}

function listedNames(files: readonly string[]): string {
  const names = files.slice(0, MAX_NAMES).map(quoted).join(', ');
  const moreCount = files.length - MAX_NAMES;
  return moreCount > 0 ? `${names} and ${moreCount} more` : names;
}

interface CommittedTree {
  workspace: string;
  checkout: Checkout;
  /** Absolute folder of the repository. */
  folder: string;
  /** The commit that is checked out there. */
  tree: Tree;
}

interface ComparedFiles {
  /** The files that are not as committed. */
  changedFiles: string[];
  /** The files of another repository, whose commit is not that of the event. */
  otherFiles: string[];
}

/** Compares the files that a run read with the commit. */
async function compareFiles(
  files: ReadonlySet<string>,
  { workspace, checkout, folder, tree }: CommittedTree,
): Promise<ComparedFiles> {
  const root = await realpath(workspace);
  const changedFiles: string[] = [];
  const otherFiles: string[] = [];
  for (const name of files) {
    const real = await realpath(path.resolve(root, name)).catch(() => undefined);
    if (real === undefined) {
      changedFiles.push(name);
      continue;
    }
    // The workflow may name files that the job made.
    if (wayInside(root, real) === undefined || (await checkout.isTracked(real)) === false) continue;
    if ((await checkout.repositoryOf(real)) !== folder) {
      otherFiles.push(name);
      continue;
    }
    const id = tree.get(wayInside(folder, real) ?? '')?.sha;
    if (!(await isAsCommitted(real, id))) changedFiles.push(name);
  }
  return { changedFiles, otherFiles };
}

const short = (commit: string): string => (commit === '' ? 'no commit' : commit.slice(0, 7));

/** True if git would store the file under this id. */
async function isAsCommitted(file: string, id: string | undefined): Promise<boolean> {
  const bytes = await readFile(file).catch(() => undefined);
  if (id === undefined || bytes === undefined) return false;
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${hash('sha256', bytes)}\nsize ${bytes.length}\n`;
  // A checkout on Windows has other line endings, and Git LFS commits a pointer to the file.
  const unix = bytes.toString('latin1').replaceAll('\r\n', '\n');
  const forms = [bytes, Buffer.from(unix, 'latin1'), Buffer.from(pointer)];
  return forms.some((form) => blobId(form, id.length) === id);
}

/** Returns the id that git gives a file; `digits` tells SHA-1 from SHA-256. */
function blobId(bytes: Buffer, digits: number): string {
  return createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}
