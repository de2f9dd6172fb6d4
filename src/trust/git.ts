import { execFile } from 'node:child_process';
import { lstat, mkdtemp } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../errors.ts';
import type { Files } from '../files.ts';
import { asRecord, quoted } from '../json.ts';
import { LFS_POINTER } from '../limits.ts';
import { leadsOut } from '../path-safety.ts';

/** A folder and the settings of git there. */
export interface GitPlace {
  cwd: string;
  env: NodeJS.ProcessEnv;
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
].flatMap((setting) => ['-c', setting]);

/**
 * Runs one command of git.
 *
 * @throws ConfigError with the line in which git says why it failed
 */
export async function git(place: GitPlace, args: readonly string[], input = ''): Promise<Buffer> {
  const running = promisify(execFile)('git', ['--no-pager', ...SETTINGS, ...args], {
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
  env: NodeJS.ProcessEnv;
  /** Of the repository on GitHub, from the runner: `https://github.com/OWNER/REPO`. */
  remote: { url: string; token?: string };
}

/**
 * Opens the repository that holds the configuration. Its objects are read through an empty
 * repository of ours, so that none of its settings counts and nothing is written into it. Ours
 * stays in RUNNER_TEMP, which the runner empties.
 *
 * @param config - path from the workspace
 * @returns `repository`, with a way to GitHub; `folder`: of the repository in the workspace, `''`,
 *   or `app` for `path: app`; `checkedOut`: the commit that is checked out
 * @throws ConfigError without a checkout
 */
export async function openCheckout(
  config: string,
  { workspace, env, remote: { url, token = '' } }: CheckoutOptions,
) {
  const folder = await repositoryOf(config, workspace);
  const cwd = await mkdtemp(path.join(env['RUNNER_TEMP'] || tmpdir(), 'sensitivity-git-'));
  const there = { cwd, env: closedEnv(env, path.join(workspace, folder, '.git')) };
  const asked = ['rev-parse', 'HEAD^{commit}', '--git-path', 'objects'];
  const [head = '', objects] = (await gitLine(there, asked)).split('\n');
  const own = {
    ...closedEnv(env, cwd),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
    GIT_DEFAULT_HASH: head.length === 64 ? 'sha256' : 'sha1',
  };
  const place = { cwd, env: own };
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
  return { repository: new Repository(place, { cwd, env: withServer }), folder, checkedOut: head };
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
function closedEnv(env: NodeJS.ProcessEnv, gitDir: string) {
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

/** Mode and object id of each entry of a commit, by path. */
type Entries = Awaited<ReturnType<typeof list>>;

/** Files come when they are read. */
const FETCH = ['fetch', '--quiet', '--no-tags', '--filter=blob:none'];

/** The commits of a repository, and those that are fetched from its server. */
export class Repository {
  private readonly place: GitPlace;
  private readonly server: GitPlace | undefined;
  private readonly listings: Record<string, Promise<Entries>> = {};
  /** Head and base have most of their files in common. */
  private readonly known = new Map<string, Buffer>();

  /** @param server - absent for a developer's repository, which no shallow fetch may change */
  constructor(place: GitPlace, server?: GitPlace) {
    this.place = place;
    this.server = server;
  }

  private async fetchFrom(args: readonly string[], input?: string): Promise<void> {
    if (this.server) await git(this.server, [...FETCH, ...args], input);
  }

  /** Fetches the commit that a name of the server stands for. */
  async fetch(name: string) {
    await this.fetchFrom(['--depth=1', 'origin', name]);
    return gitLine(this.place, ['rev-parse', 'FETCH_HEAD^{commit}']);
  }

  /** As the commit names them: a shallow clone hides them from other commands. */
  async parents(sha: string) {
    const [header = ''] = String((await this.blobs([sha])).get(sha)).split('\n\n');
    return Array.from(header.matchAll(/^parent (\w+)$/gm), ([, parent = '']) => parent);
  }

  /**
   * Below the folder in which git runs.
   *
   * @throws ConfigError for a commit that is not here and cannot be fetched
   */
  entries(sha: string): Promise<Entries> {
    return (this.listings[sha] ??= list(this.place, sha).catch(async () => {
      await this.fetch(sha);
      return list(this.place, sha);
    }));
  }

  /**
   * The files of a commit: its blobs. Nothing is checked out, and no link is followed.
   *
   * @param name - in a sentence: `main`
   */
  files(sha: string, name: string): Files {
    return {
      name,
      list: async () => [...(await this.entries(sha)).keys()],
      read: async (files) => {
        const entries = await this.entries(sha);
        const ids = files.map((file) => idOf(file, entries, name));
        const blobs = await this.blobs(ids.filter(Boolean), sha);
        return files.map((file, i) => {
          const bytes = blobs.get(ids[i] ?? '');
          if (!bytes && ids[i]) throw noFile(file, name, 'cannot be read');
          if (bytes?.lastIndexOf(LFS_POINTER, 0) === 0)
            throw noFile(file, name, 'is kept in Git LFS: the commit has only a pointer to it');
          return bytes;
        });
      },
    };
  }

  /** Contents by id, read by one process, and that of the commit with them. */
  private async blobs(ids: readonly string[], commit = '') {
    const missing = () => ids.filter((id) => !this.known.has(id)).join('\n');
    // A repository that was fetched from asks its server for what is missing, which is closed here.
    if (missing()) await this.readBlobs(`${commit}\n${missing()}`).catch(() => undefined);
    if (missing()) {
      await this.fetchFrom(['--no-write-fetch-head', '--stdin', 'origin'], missing());
      await this.readBlobs(missing());
    }
    return this.known;
  }

  /** Those that are there. */
  private async readBlobs(ids: string): Promise<void> {
    const output = await git(this.place, ['cat-file', '--batch'], ids);
    let position = 0;
    while (position < output.length) {
      // `ID blob SIZE`, a line break, the bytes, a line break; or `ID missing`.
      const start = output.indexOf('\n', position) + 1;
      const [id = '', , size] = output.toString('latin1', position, start).split(' ');
      position = start;
      if (size === undefined) continue;
      this.known.set(id, output.subarray(start, start + Number(size)));
      position += Number(size) + 1;
    }
  }
}

async function list(place: GitPlace, sha: string) {
  const listing = (await git(place, ['ls-tree', '-r', '-z', sha])).toString();
  const entries = listing.matchAll(/(\d+) \w+ (\w+)\t([^\0]+)\0/gy);
  return new Map(Array.from(entries, ([, mode = '', id = '', file = '']) => [file, { mode, id }]));
}

/** Entries that are no files, by mode. */
const NO_FILES: Readonly<Record<string, string>> = {
  '120000': 'a link',
  '160000': 'a submodule',
};

/** Empty where there is no such file. @throws ConfigError for a link, and a path behind one */
function idOf(file: string, entries: Entries, name: string): string {
  const inside = path.posix.normalize(file);
  if (leadsOut(inside)) throw noFile(file, name, 'leads out of the repository');
  for (let above = inside; above !== '.'; above = path.posix.dirname(above)) {
    const kind = NO_FILES[entries.get(above)?.mode ?? ''];
    if (kind !== undefined) throw noFile(file, name, `is ${kind}, or behind one`);
  }
  return entries.get(inside)?.id ?? '';
}

/** @param name - of the files, in a sentence */
export function noFile(file: string, name: string, fault: string): ConfigError {
  return new ConfigError(`${quoted(file)} of ${name} ${fault}`, {
    where: file,
    remedy: 'Name or commit a regular file of this repository: only such files are judged.',
  });
}
