// Runs git, and reads files: those of a commit, of which nothing is checked out, or of a work tree.
// No link is followed.

import { execFile } from 'node:child_process';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ConfigError, GateError } from '../shared/errors.ts';
import { tooLarge } from '../data/files.ts';
import type { Files } from '../shared/files.ts';
import { asRecord, quoted } from '../shared/json.ts';
import { LFS_POINTER, MAX_DATA_BYTES } from '../shared/limits.ts';
import { leadsOut, pathInside } from '../shared/path-safety.ts';

interface GitContext {
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
class GitError extends GateError {
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

/** The mode and the object id of each entry of a commit, by path. */
type Entries = Awaited<ReturnType<typeof listEntries>>;

/** The commits of a repository. Missing ones are fetched from its server. */
export class Repository {
  private readonly local: GitContext;
  private readonly server?: GitContext;
  private readonly listings: Record<string, Promise<Entries>> = {};

  /** @param server - absent for a developer's repository, which no shallow fetch may change */
  constructor(local: GitContext, server?: GitContext) {
    this.local = local;
    this.server = server;
  }

  /** Fetches the tip of a branch of the server. @returns its id */
  async fetch(branch: string) {
    await this.fetchFrom(['--depth=1', `refs/heads/${branch}`]);
    return gitLine(this.local, ['rev-parse', 'FETCH_HEAD^{commit}']);
  }

  /**
   * The files that differ between two commits, or a commit and the work tree: by path, with `A`
   * for a new file, or another letter of `git diff --name-status`.
   */
  async changes(from: string, to?: string) {
    const compared = to ? ['diff-tree', '-r', from, to] : ['diff', '--no-renames', from];
    const listing = await gitLine(this.local, [...compared, '-z', '--name-status', '--relative']);
    const changes = new Map(
      listing.matchAll(/(\w)\0([^\0]+)\0/gy).map(([, letter = '', file = '']) => [file, letter]),
    );
    if (to) return changes;
    // `git diff` omits untracked files, and calls a file deleted that is only missing in the index.
    for (const file of await listFiles(this.local, '--others', '--exclude-standard'))
      changes.set(file, changes.has(file) ? 'M' : 'A');
    return changes;
  }

  /**
   * The parents of a commit, read from the commit itself: a shallow clone hides them elsewhere.
   */
  readonly parents = async (sha: string) => {
    const [header = ''] = (await gitLine(this.local, ['cat-file', 'commit', sha])).split('\n\n');
    return header.match(/(?<=^parent )\w+$/gm) ?? [];
  };

  /** @param name - the name of the commit in a sentence: `main` */
  files(sha: string, name: string): Files {
    return {
      name,
      list: async () => [...(await this.entries(sha)).keys()],
      read: async (files) => {
        const entries = await this.entries(sha);
        const ids = files.map((file) => blobIdOf(file, entries, name));
        const blobs = await this.blobs(ids.filter(Boolean));
        return files.map((file, i) => {
          const bytes = blobs.get(ids[i] ?? '');
          if (!bytes && ids[i]) throw fileError(file, name, 'cannot be read');
          return bytes && refusePointer(bytes, file, name);
        });
      },
    };
  }

  /**
   * Lists the files below the folder in which git runs.
   *
   * @throws GitError for a commit that is not here and cannot be fetched
   */
  private entries(sha: string) {
    return (this.listings[sha] ??= listEntries(this.local, sha).catch(async () => {
      await this.fetchFrom(['--depth=1', sha]);
      return listEntries(this.local, sha);
    }));
  }

  /** Reads contents by id, and fetches those that are missing. */
  private async blobs(ids: readonly string[]) {
    // In a partial clone, git would fetch missing contents. Here it may not, so the command fails.
    const here = await readBlobs(this.local, ids).catch(() => new Map<string, Buffer>());
    const missing = ids.filter((id) => !here.has(id));
    if (missing.length === 0) return here;
    await this.fetchFrom(['--no-write-fetch-head', '--stdin'], missing.join('\n'));
    return readBlobs(this.local, ids);
  }

  /** Fetches commits without the contents of files, which are fetched when they are read. */
  private async fetchFrom(args: readonly string[], input?: string) {
    const command = ['fetch', '--quiet', '--no-tags', '--filter=blob:none', 'origin', ...args];
    if (this.server) await git(this.server, command, input);
  }
}

/** Reads the contents that are in the repository, in one process of git. */
async function readBlobs(context: GitContext, ids: readonly string[]) {
  const output = await git(context, ['cat-file', '--batch'], ids.join('\n'));
  const blobs = new Map<string, Buffer>();
  let position = 0;
  while (position < output.length) {
    // Git writes `ID blob SIZE`, a line break, the bytes and a line break; or `ID missing`.
    const start = output.indexOf('\n', position) + 1;
    const [id = '', , size] = output.toString('latin1', position, start).split(' ');
    position = start;
    if (!size) continue;
    blobs.set(id, output.subarray(start, start + Number(size)));
    position += Number(size) + 1;
  }
  return blobs;
}

/** Lists files by `git ls-files`, each once: in a merge conflict, it is in the index thrice. */
async function listFiles(context: GitContext, ...flags: readonly string[]) {
  const listing = await gitLine(context, ['ls-files', '-z', ...flags]);
  return new Set(listing.split('\0').filter(Boolean));
}

async function listEntries(context: GitContext, sha: string) {
  const listing = await git(context, ['ls-tree', '-r', '-z', sha]);
  const entries = listing.toString().matchAll(/(\d+) \w+ (\w+)\t([^\0]+)\0/gy);
  return new Map(entries.map(([, mode = '', id = '', file = '']) => [file, { mode, id }]));
}

/** Matches the modes of a link and of a submodule. */
const NO_FILE = /^1[26]0000$/;

/** The object id of a file; `''` if there is none. @throws ConfigError for a path through a link */
function blobIdOf(file: string, entries: Entries, name: string) {
  const inside = path.posix.normalize(file);
  if (leadsOut(inside)) throw fileError(file, name, 'leads out of the repository');
  for (let above = inside; above !== '.'; above = path.posix.dirname(above))
    if (NO_FILE.test(entries.get(above)?.mode ?? ''))
      throw fileError(file, name, 'is a link or a submodule, or behind one');
  return entries.get(inside)?.id ?? '';
}

/** @param name - the place of the file in a sentence: `the work tree` */
function fileError(file: string, name: string, fault: string) {
  return new ConfigError(`${quoted(file)} of ${name} ${fault}`, {
    where: file,
    remedy: 'Name a regular file of this repository, and commit it: only such files are judged.',
  });
}

function refusePointer(bytes: Buffer, file: string, name: string) {
  if (bytes.lastIndexOf(LFS_POINTER, 0) !== 0) return bytes;
  throw fileError(file, name, 'is kept in Git LFS: only a pointer to it is here');
}

/**
 * The files of a developer's folder. Lists the files that git does not ignore, or without a
 * repository, all. Reads any file below the folder.
 */
export function workTreeFiles(root: string, context?: GitContext): Files {
  return {
    name: 'the work tree',
    async list() {
      const listed =
        context &&
        (await listFiles(context, '--cached', '--others', '--exclude-standard').catch(
          undefinedWithoutRepository,
        ));
      if (!listed) return filesBelow(root);
      // The index still has files that were deleted, or moved without `git mv`.
      return [...listed.difference(await listFiles(context, '--deleted'))].sort();
    },
    read: (files) => Promise.all(files.map((file) => readInside(root, file))),
  };
}

/** Gives undefined if git is missing, or finds no repository. @throws any other error of git */
function undefinedWithoutRepository(error: GitError) {
  const { code, stderr } = asRecord(error.cause);
  if (code !== 'ENOENT' && !/^fatal: not a git repository/m.test(String(stderr))) throw error;
}

async function readInside(root: string, file: string) {
  const refuse = (fault: string) => fileError(file, 'the work tree', fault);
  const folder = await realpath(root);
  const wanted = path.resolve(folder, file);
  if (pathInside(folder, wanted) === undefined)
    throw refuse('lies outside this folder, or in .git');
  const real = await realpath(wanted).catch(() => undefined);
  if (!real) return undefined;
  if (real !== wanted) throw refuse('is a link, or behind one');
  const stats = await stat(real);
  if (stats.isDirectory()) return undefined;
  if (!stats.isFile()) throw refuse('is no regular file');
  if (stats.size > MAX_DATA_BYTES) throw tooLarge(file, file);
  return refusePointer(await readFile(real), file, 'the work tree');
}

async function filesBelow(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => pathInside(root, path.join(parentPath, name)) ?? [])
    .sort();
}
