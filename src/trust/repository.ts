// Reads the commits of a repository. Nothing is checked out, and no link is followed.

import path from 'node:path';
import type { Files } from '../shared/files.ts';
import { entryOf } from '../shared/json.ts';
import { leadsOut } from '../shared/path-safety.ts';
import { fileError, refusePointer } from './file-errors.ts';
import { git, gitLine, type GitContext } from './git.ts';

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
    let listing = await gitLine(this.local, [...compared, '-z', '--name-status', '--relative']);
    // `git diff` omits untracked files.
    if (!to) {
      const untracked = ['ls-files', '-z', '--others', '--exclude-standard'];
      const files = await gitLine(this.local, untracked);
      listing += `A\0${files.replaceAll('\0', '\0A\0')}`;
    }
    const changes = listing.matchAll(/(\w)\0([^\0]+)\0/gy);
    return new Map(Array.from(changes, ([, letter = '', file = '']) => [file, letter]));
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

async function listEntries(context: GitContext, sha: string) {
  const listing = await git(context, ['ls-tree', '-r', '-z', sha]);
  const entries = listing.toString().matchAll(/(\d+) \w+ (\w+)\t([^\0]+)\0/gy);
  return new Map(Array.from(entries, ([, mode = '', id = '', file = '']) => [file, { mode, id }]));
}

/** Entries that are not files, by mode. */
const OTHER_MODES = {
  120000: 'a link',
  160000: 'a submodule',
};

/** The object id of a file; `''` if there is none. @throws ConfigError for a path through a link */
function blobIdOf(file: string, entries: Entries, name: string) {
  const inside = path.posix.normalize(file);
  if (leadsOut(inside)) throw fileError(file, name, 'leads out of the repository');
  for (let above = inside; above !== '.'; above = path.posix.dirname(above)) {
    const kind = entryOf(OTHER_MODES, entries.get(above)?.mode ?? '');
    if (kind) throw fileError(file, name, `is ${kind}, or behind one`);
  }
  return entries.get(inside)?.id ?? '';
}
