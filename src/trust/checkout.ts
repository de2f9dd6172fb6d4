import { lstat, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { Repository } from './commit.ts';
import { closedEnv, gitLine, type Env, type Remote } from './git.ts';

export interface CheckoutOptions {
  /** Absolute folder of the job, GITHUB_WORKSPACE. */
  workspace: string;
  env: Env;
  remote: Remote;
}

export interface Checkout {
  repository: Repository;
  /** Of the repository in the workspace: `''`, or `app` for `path: app`. */
  folder: string;
  /** The commit that is checked out. */
  head: string;
}

/**
 * Opens the repository that holds the configuration. Its objects are read through an empty
 * repository of ours, so that none of its settings counts and nothing is written into it. Ours
 * stays in RUNNER_TEMP, which the runner empties.
 *
 * @param config - path from the workspace
 * @throws ConfigError without a checkout
 */
export async function openCheckout(config: string, options: CheckoutOptions): Promise<Checkout> {
  const { workspace, env, remote } = options;
  const folder = await repositoryOf(config, workspace);
  const own = await mkdtemp(path.join(env['RUNNER_TEMP'] || tmpdir(), 'sensitivity-git-'));
  const gitDir = path.join(workspace, folder, '.git');
  const there = { cwd: own, env: closedEnv(env, gitDir) };
  const head = await gitLine(there, ['rev-parse', '--verify', 'HEAD^{commit}']);
  const objects = await gitLine(there, ['rev-parse', '--git-path', 'objects']);
  const here = closedEnv(env, own, remote);
  const place = { cwd: own, env: { ...here, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects } };
  const format = head.length === 64 ? 'sha256' : 'sha1';
  const settings = `[core]
bare = true
repositoryFormatVersion = 1
[extensions]
objectFormat = ${format}
[remote "origin"]
url = ${JSON.stringify(remote.url)}
`;
  // What `git init` would write.
  for (const name of ['objects', 'refs']) await mkdir(path.join(own, name));
  await writeFile(path.join(own, 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(path.join(own, 'config'), settings);
  return { repository: new Repository(place), folder, head };
}

/** The outermost one: a submodule around the file would be chosen by the author of the head. */
async function repositoryOf(file: string, workspace: string): Promise<string> {
  const steps = path.posix.normalize(file).split('/');
  for (const end of steps.keys()) {
    const folder = steps.slice(0, end).join('/');
    if (await lstat(path.join(workspace, folder, '.git')).catch(() => undefined)) return folder;
  }
  throw new ConfigError(`There is no repository around ${quoted(file)}`, {
    where: file,
    remedy:
      'Run actions/checkout before this action. With its `path: app`, the configuration is app/.github/sensitivity.yml.',
  });
}
