/** Temporary folders and git repositories. The same files give the same commits. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startRepository, writeCommit, writeGitFile, writeTree } from './git-writer.ts';
import { afterEveryTest } from './jest/after-every-test.mjs';

/** Files by path; null deletes one, `{ link }` is a link. */
export type Tree = Readonly<Record<string, string | Buffer | null | { link: string }>>;

export function git(folder: string, ...words: string[]): string {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  const date = '2026-01-01T00:00:00Z';
  return execFileSync('git', [...author, ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { PATH: process.env.PATH, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  }).trim();
}

export function put(folder: string, tree: Tree): void {
  for (const [name, content] of Object.entries(tree)) {
    const file = path.join(folder, name);
    rmSync(file, { force: true });
    if (content === null) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, file);
    else writeFileSync(file, content);
  }
}

const folders: string[] = [];
afterEveryTest(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files. It is removed after the test. */
export function temporaryFolder(files: Tree = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sensitivity-'));
  folders.push(folder);
  put(folder, files);
  return folder;
}

/** All files below a folder, by path. */
export function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), readFileSync(file, 'utf8')];
    }),
  );
}

/** Makes a repository whose branch `main` has one commit of these files. */
export function createRepository(folder: string, files: Tree): string {
  put(folder, files);
  startRepository(folder);
  const id = writeCommit(folder, writeTree(folder), [], 'base');
  writeGitFile(folder, 'refs/heads/main', `${id}\n`);
  return id;
}

/** Commits changed files on the current branch. */
export function commit(folder: string, changes: Tree, message: string): string {
  put(folder, changes);
  git(folder, 'add', '--all', '--force');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
  return git(folder, 'rev-parse', 'HEAD');
}

export interface PullCommits {
  base: string;
  head: string;
  /** The merge of both, which actions/checkout checks out. */
  merge: string;
}

/** Commits `base` to `main` and the head's changes to `change`, and checks out their merge. */
export function createPullCommits(folder: string, base: Tree, changes: Tree): PullCommits {
  const baseCommit = createRepository(folder, base);
  put(folder, changes);
  const tree = writeTree(folder);
  const head = writeCommit(folder, tree, [baseCommit], 'change');
  const merge = writeCommit(folder, tree, [baseCommit, head], 'merge');
  writeGitFile(folder, 'refs/heads/change', `${head}\n`);
  writeGitFile(folder, 'HEAD', `${merge}\n`);
  return { base: baseCommit, head, merge };
}
