/** Git repositories of tests: commits of given files, the same for the same files. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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

/** Makes a repository whose branch `main` has one commit of these files. */
export function createRepository(folder: string, files: Tree): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--template=', '--initial-branch=main');
  return commit(folder, files, 'base');
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
  /** What actions/checkout checks out: the merge of both. */
  merge: string;
}

/** A branch `change` with the head's changes, and its merge with `main`, which is checked out. */
export function createPullCommits(folder: string, base: Tree, changes: Tree): PullCommits {
  const baseCommit = createRepository(folder, base);
  git(folder, 'checkout', '--quiet', '-b', 'change');
  const head = commit(folder, changes, 'change');
  git(folder, 'checkout', '--quiet', '--detach', baseCommit);
  git(folder, 'merge', '--quiet', '--no-ff', '--message', 'merge', head);
  return { base: baseCommit, head, merge: git(folder, 'rev-parse', 'HEAD') };
}
