import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCheckout } from '../../src/trust/checkout.ts';
import { compareWorkTree } from '../../src/trust/work-tree.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'sensitivity-work-tree-')));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const SETTINGS = ['user.name=t', 'user.email=t@example.com', 'protocol.file.allow=always'];

function git(folder: string, ...words: string[]): string {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const options = { cwd: path.join(root, folder), stdio: 'pipe', encoding: 'utf8' } as const;
  return execFileSync('git', [...settings, ...words], options).trim();
}

async function makeRepository(folder: string, file: string): Promise<void> {
  const target = path.join(root, folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, 'x');
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'x');
}

async function comparedFiles(...names: string[]) {
  const workspace = path.join(root, 'work');
  const commit = git('work', 'rev-parse', 'HEAD');
  return compareWorkTree(new Set(names), {
    workspace,
    event: { headSha: commit, runSha: commit },
    checkout: openCheckout({ workspace, config: 'gate.yml', env: process.env }),
  });
}

it('a file of a submodule is not compared, and is no difference', async () => {
  await makeRepository('rows', 'q.txt');
  await makeRepository('work', 'gate.yml');
  git('work', 'submodule', '--quiet', 'add', path.join(root, 'rows'), 'evals');
  git('work', 'commit', '--quiet', '--message', 'rows');
  expect(await comparedFiles('gate.yml')).toEqual({ commit: git('work', 'rev-parse', 'HEAD') });

  const workTree = await comparedFiles('gate.yml', 'evals/q.txt');
  expect(workTree.difference).toBeUndefined();
  expect(workTree.uncompared).toMatch(/not compared with commit [\da-f]{7}: `"evals\/q\.txt"`\.$/);

  await writeFile(path.join(root, 'work/gate.yml'), 'y');
  const changed = await comparedFiles('gate.yml', 'evals/q.txt');
  expect(changed.difference).toMatch(/not those of commit [\da-f]{7}: `"gate\.yml"`\./);
  expect(changed.uncompared).toContain('evals/q.txt');
});
