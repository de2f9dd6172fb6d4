import { lstat, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { eventWarnings, mergedBase, workflowWarnings, type GateEvent } from '../github/event.ts';
import { closedEnv, git, gitLine, Repository } from '../trust/git.ts';
import { ruleOnChange, type ChangeOptions } from '../trust/ruling.ts';

/** A change whose repository actions/checkout has left in the workspace. */
export interface CheckoutOptions extends Omit<
  ChangeOptions,
  'repository' | 'folder' | 'checkedOut' | 'merged' | 'workflowWarnings'
> {
  event: GateEvent;
  env: NodeJS.ProcessEnv;
  /** Address of the repository on GitHub, from the runner: `https://github.com/OWNER/REPO`. */
  remote: { url: string; token?: string };
}

/**
 * Rules on the repository that holds the configuration.
 *
 * @throws ConfigError without a checkout; GateError as `ruleOnChange`
 */
export async function ruleOnCheckout(options: CheckoutOptions) {
  const { config, event, workspace } = options;
  const folder = await repositoryAround(config, workspace);
  const { checkedOut, repository } = await openCheckout(folder, options);
  const merged = await mergedBase(event, checkedOut, repository.parents);
  const ruling = await ruleOnChange({
    ...options,
    repository,
    folder,
    checkedOut,
    merged,
    workflowWarnings,
  });
  return { ...ruling, warnings: [...ruling.warnings, ...eventWarnings(event, ruling.commit)] };
}

/**
 * Reads the objects of a checkout through a second, empty repository, so that the settings of the
 * checkout do not count and nothing is written into it. The second repository stays in RUNNER_TEMP,
 * which the runner empties.
 */
async function openCheckout(folder: string, { workspace, env, remote }: CheckoutOptions) {
  const cwd = await mkdtemp(path.join(env['RUNNER_TEMP'] || tmpdir(), 'sensitivity-git-'));
  const checkout = { cwd, env: closedEnv(env, path.join(workspace, folder, '.git')) };
  const lines = await gitLine(checkout, ['rev-parse', 'HEAD^{commit}', '--git-path', 'objects']);
  const [checkedOut = '', objects] = lines.split('\n');
  const offline = {
    ...closedEnv(env, cwd),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
    // All repositories of GitHub use SHA-1.
    GIT_DEFAULT_HASH: 'sha1',
  };
  const place = { cwd, env: offline };
  await git(place, ['init', '--quiet', '--bare', '--template=']);
  const { url, token = '' } = remote;
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const online = {
    ...offline,
    GIT_ALLOW_PROTOCOL: new URL(url).protocol.slice(0, -1),
    GIT_CONFIG_COUNT: token ? '2' : '1',
    GIT_CONFIG_KEY_0: 'remote.origin.url',
    GIT_CONFIG_VALUE_0: url,
    GIT_CONFIG_KEY_1: `http.${url}.extraHeader`,
    GIT_CONFIG_VALUE_1: `authorization: basic ${basic}`,
  };
  return { checkedOut, repository: new Repository(place, { cwd, env: online, url }) };
}

/**
 * Finds the outermost repository around the file. An inner one may be a submodule that the author
 * of the head has put there.
 */
async function repositoryAround(file: string, workspace: string) {
  const names = path.posix.normalize(file).split('/');
  for (const depth of names.keys()) {
    const folder = names.slice(0, depth).join('/');
    if (await lstat(path.join(workspace, folder, '.git')).catch(() => undefined)) return folder;
  }
  throw new ConfigError(`There is no repository around ${quoted(file)}`, {
    where: file,
    remedy:
      'Run actions/checkout before this action. With its `path: app`, the configuration is app/.github/sensitivity.yml.',
  });
}
