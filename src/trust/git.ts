import { execFile } from 'node:child_process';
import { lstat, mkdtemp } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../errors.ts';
import { asRecord, quoted } from '../json.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** A folder and the settings of git there. */
export interface GitPlace {
  cwd: string;
  env: Env;
}

/** Bytes of the largest output: a listing of a million files, or the data of a run. */
const MAX_OUTPUT_BYTES = 256 * 1024 ** 2;
const TIMEOUT_MS = 120_000;

/** In place of settings that could start a program, or lead a token elsewhere. */
const SETTINGS = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'core.askPass=',
  'credential.helper=',
  'http.followRedirects=false',
  'fetch.negotiationAlgorithm=noop',
  'gc.auto=0',
  'maintenance.auto=false',
];

/**
 * Runs one command of git.
 *
 * @throws ConfigError with the line in which git says why it failed
 */
export async function git(place: GitPlace, args: readonly string[], input = ''): Promise<Buffer> {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const running = promisify(execFile)('git', ['--no-pager', ...settings, ...args], {
    cwd: place.cwd,
    env: { ...place.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
    encoding: 'buffer',
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: TIMEOUT_MS,
  });
  // A git that ends early closes its input. The error of the command says why it ended.
  running.child.stdin?.on('error', () => undefined).end(input);
  try {
    return (await running).stdout;
  } catch (cause) {
    const { stderr, code, signal } = asRecord(cause);
    const [reason = code ?? signal] = /^fatal:.*/m.exec(String(stderr)) ?? [];
    throw new ConfigError(`git ${args[0]} failed: ${quoted(reason)}`, {
      where: '.git',
      remedy:
        'Run actions/checkout before this action, with git on the PATH and `permissions: { contents: read }`. With `fetch-depth: 0` nothing is fetched later.',
      cause,
    });
  }
}

export async function gitLine(place: GitPlace, args: readonly string[]): Promise<string> {
  return (await git(place, args)).toString().trim();
}

export interface CheckoutOptions {
  /** Absolute folder of the job, GITHUB_WORKSPACE. */
  workspace: string;
  env: Env;
  /** Of the repository on GitHub, from the runner: `https://github.com/OWNER/REPO`. */
  remote: { url: string; token?: string };
}

/**
 * Opens the repository that holds the configuration. Its objects are read through an empty
 * repository of ours, so that none of its settings counts and nothing is written into it. Ours
 * stays in RUNNER_TEMP, which the runner empties.
 *
 * @param config - path from the workspace
 * @returns `place` without and `server` with a way to GitHub; `folder`: of the repository in the
 *   workspace, `''`, or `app` for `path: app`; `head`: the commit that is checked out
 * @throws ConfigError without a checkout
 */
export async function openCheckout(config: string, options: CheckoutOptions) {
  const { workspace, env } = options;
  const { url, token = '' } = options.remote;
  const folder = await repositoryOf(config, workspace);
  const cwd = await mkdtemp(path.join(env['RUNNER_TEMP'] || tmpdir(), 'sensitivity-git-'));
  const there = { cwd, env: closedEnv(env, path.join(workspace, folder, '.git')) };
  const found = await gitLine(there, ['rev-parse', 'HEAD^{commit}', '--git-path', 'objects']);
  const [head = '', objects] = found.split('\n');
  const own = {
    ...closedEnv(env, cwd),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
    GIT_DEFAULT_HASH: head.length === 64 ? 'sha256' : 'sha1',
  };
  const place: GitPlace = { cwd, env: own };
  await git(place, ['init', '--quiet', '--bare', '--template=']);
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const withServer = {
    ...own,
    GIT_ALLOW_PROTOCOL: new URL(url).protocol.slice(0, -1),
    GIT_CONFIG_COUNT: token ? '2' : '1',
    GIT_CONFIG_KEY_0: 'remote.origin.url',
    GIT_CONFIG_VALUE_0: url,
    GIT_CONFIG_KEY_1: `http.${url}.extraHeader`,
    GIT_CONFIG_VALUE_1: `authorization: basic ${basic}`,
  };
  return { place, server: { cwd, env: withServer }, folder, head };
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

/** What git needs of the machine: its program, proxies and certificates. */
const FROM_ENV =
  'PATH Path SystemRoot TEMP SSL_CERT_FILE SSL_CERT_DIR GIT_SSL_CAINFO http_proxy https_proxy HTTPS_PROXY no_proxy NO_PROXY';

/** An environment in which no setting of the machine counts, and no server is asked. */
function closedEnv(env: Env, gitDir: string): Env {
  return {
    ...Object.fromEntries(FROM_ENV.split(' ').map((name) => [name, env[name]])),
    GIT_DIR: gitDir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}
