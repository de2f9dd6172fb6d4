import { createHash, hash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { EventContext } from '../github/event.ts';
import type { Tree } from '../github/files.ts';
import { quoted } from '../json.ts';
import { wayInside } from '../path-safety.ts';
import type { Checkout } from './checkout.ts';

/** The commit of a checkout, and whether the files that a run read are those of its event. */
interface WorkTree {
  /** The commit that is checked out; for a pull request, the head that its merge commit tests. */
  commit: string | undefined;
  /** True if the files are known to be those of the event's commit. */
  isClean: boolean;
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

/** @param files SHA-256 of what the run read, by path from the workspace */
export async function compareWorkTree(
  files: ReadonlyMap<string, string>,
  { workspace, event, checkout }: WorkTreeInput,
): Promise<WorkTree> {
  const folder = await checkout.home();
  const head = folder === undefined ? undefined : await checkout.headOf(folder);
  if (folder === undefined || head === undefined) return { commit: undefined, isClean: false };
  if (head !== event.headSha && head !== event.runSha) {
    const difference = `The checkout holds commit ${short(head)}, and the event is about ${short(event.headSha)}: the verdict is about ${short(head)}.`;
    return { commit: head, isClean: false, difference };
  }
  const commit = event.headSha || head;
  // A repository whose objects git cannot read is not known to be clean.
  const tree = await checkout.treeAtHead(folder).catch(() => undefined);
  if (tree === undefined) return { commit, isClean: false };
  const { changedFiles, otherFiles } = await compareFiles(files, {
    workspace,
    checkout,
    folder,
    tree,
  });
  const workTree: WorkTree = {
    commit,
    isClean: changedFiles.length + otherFiles.length === 0,
  };
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
  files: ReadonlyMap<string, string>,
  { workspace, checkout, folder, tree }: CommittedTree,
): Promise<ComparedFiles> {
  const root = await realpath(workspace);
  const changedFiles: string[] = [];
  const otherFiles: string[] = [];
  for (const [name, sha256] of files) {
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
    if (!(await isAsCommitted(real, sha256, id))) changedFiles.push(name);
  }
  return { changedFiles, otherFiles };
}

const short = (commit: string): string => (commit === '' ? 'no commit' : commit.slice(0, 7));

/** True if a file still holds what was read, and git would store it under this id. */
async function isAsCommitted(
  file: string,
  sha256: string,
  id: string | undefined,
): Promise<boolean> {
  const bytes = await readFile(file).catch(() => undefined);
  if (id === undefined || bytes === undefined || hash('sha256', bytes) !== sha256) return false;
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${bytes.length}\n`;
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
