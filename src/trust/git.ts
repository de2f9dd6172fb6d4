import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
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
 * @throws ConfigError with the first line that git says
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
    const said = (typeof stderr === 'string' ? stderr : '').split('\n');
    const reason = said.find((line) => line.startsWith('fatal:')) ?? (said[0] || code || signal);
    throw new ConfigError(`git ${args[0]} failed: ${quoted(reason)}`, {
      where: '.git',
      remedy: REMEDY,
      cause,
    });
  }
}

const REMEDY =
  'Run actions/checkout before this action, with git on the PATH and `permissions: { contents: read }`. With `fetch-depth: 0` nothing is fetched later.';

export async function gitLine(place: GitPlace, args: readonly string[]): Promise<string> {
  return (await git(place, args)).toString().trim();
}

/** What git needs of the machine: its program, proxies and certificates. */
const FROM_ENV =
  'PATH Path SystemRoot TEMP SSL_CERT_FILE SSL_CERT_DIR GIT_SSL_CAINFO http_proxy https_proxy HTTPS_PROXY no_proxy NO_PROXY';

/** A server of git. */
export interface Remote {
  /** Of the repository, from the runner: `https://github.com/OWNER/REPO`. */
  url: string;
  token?: string;
}

/** An environment in which no setting of the machine counts, and only this server is asked. */
export function closedEnv(env: Env, gitDir: string, remote?: Remote): Env {
  const closed: Record<string, string | undefined> = {
    GIT_DIR: gitDir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: remote ? new URL(remote.url).protocol.slice(0, -1) : 'none',
  };
  for (const name of FROM_ENV.split(' ')) closed[name] = env[name];
  if (!remote?.token) return closed;
  const basic = Buffer.from(`x-access-token:${remote.token}`).toString('base64');
  return {
    ...closed,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${remote.url}.extraHeader`,
    GIT_CONFIG_VALUE_0: `authorization: basic ${basic}`,
  };
}
