// Runs git, without settings of the machine that could start a program or send a token.

import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { GateError } from '../shared/errors.ts';
import { asRecord, quoted } from '../shared/json.ts';

/** The folder and the environment in which git runs. */
export interface GitContext {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Address of the server that git fetches from. */
  url?: string;
}

/**
 * Settings for every git command. They override those that could start a program, or send a token
 * to another server.
 */
const SETTINGS = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'core.askPass=',
  'credential.helper=',
  'http.followRedirects=false',
  'fetch.negotiationAlgorithm=noop',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

/** A command of git failed, or the server that it fetches from did not answer. */
export class GitError extends GateError {
  override readonly name = 'GitError';
}

/**
 * Runs one command of git.
 *
 * @throws GitError with the line in which git says why it failed
 */
export async function git({ cwd, env, url }: GitContext, args: readonly string[], input = '') {
  const running = promisify(execFile)('git', ['--no-pager', ...SETTINGS, ...args], {
    cwd,
    env: { ...env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
    encoding: 'buffer',
    // Enough to list a million files, or for the data of a run.
    maxBuffer: 256 * 1024 ** 2,
    timeout: 120_000,
  });
  // If git exits early, it closes its input. The error of the command says why it exited.
  running.child.stdin?.on('error', () => undefined).end(input);
  try {
    return (await running).stdout;
  } catch (cause) {
    const { stderr, code, signal } = asRecord(cause);
    const reason = /^fatal:.*/m.exec(String(stderr))?.[0] ?? code ?? signal;
    throw new GitError(`git ${args[0]} failed: ${quoted(reason)}`, {
      // Leaves out a name and a password in the address.
      where: url?.replace(/\/\/[^/]*@/, '//') ?? '.git',
      remedy:
        'Run actions/checkout before this action, with git on the PATH and `permissions: { contents: read }`. With `fetch-depth: 0`, less is left to fetch. If the branch or commit was deleted or renamed, or is in another repository, start a run for one that exists. If git reports dubious ownership, add the folder to its `safe.directory`.',
      cause,
    });
  }
}

export async function gitLine(context: GitContext, args: readonly string[]) {
  return (await git(context, args)).toString().trimEnd();
}

/** The variables of the machine that git needs to find its program, proxies and certificates. */
const FROM_ENV =
  'PATH Path SystemRoot TEMP SSL_CERT_FILE SSL_CERT_DIR GIT_SSL_CAINFO http_proxy https_proxy HTTPS_PROXY no_proxy NO_PROXY';

/** An environment in which git ignores the settings of the machine, and contacts no server. */
export function closedEnv(env: NodeJS.ProcessEnv, gitDir: string) {
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
