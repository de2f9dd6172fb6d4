import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { LFS_POINTER } from '../limits.ts';
import { leadsOut } from '../path-safety.ts';
import type { Files } from '../files.ts';
import { git, gitLine, type GitPlace } from './git.ts';

/** Mode and object id of each entry of a commit, by path. */
type Entries = ReadonlyMap<string, { mode: string; id: string }>;

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
  async fetch(name: string): Promise<string> {
    await this.fetchFrom(['--depth=1', 'origin', name]);
    return gitLine(this.place, ['rev-parse', 'FETCH_HEAD^{commit}']);
  }

  /** As the commit names them: a shallow clone hides them from other commands. */
  async parents(sha: string): Promise<string[]> {
    const [header = ''] = (await gitLine(this.place, ['cat-file', 'commit', sha])).split('\n\n');
    return Array.from(header.matchAll(/^parent (\w+)$/gm), ([, parent = '']) => parent);
  }

  /**
   * Below the folder in which git runs.
   *
   * @throws ConfigError for a commit that is not here and cannot be fetched
   */
  entries(sha: string): Promise<Entries> {
    return (this.listings[sha] ??= list(this.place, sha).catch(async () => {
      await this.fetchFrom(['--depth=1', 'origin', sha]);
      return list(this.place, sha);
    }));
  }

  /** Contents by id, read by one process. */
  async blobs(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const missing = () => ids.filter((id) => !this.known.has(id)).join('\n');
    if (missing()) await this.readBlobs(missing()).catch(() => undefined);
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

async function list(place: GitPlace, sha: string): Promise<Entries> {
  const listing = (await git(place, ['ls-tree', '-r', '-z', sha])).toString();
  const entries = listing.matchAll(/(\d+) \w+ (\w+)\t([^\0]+)\0/gy);
  return new Map(Array.from(entries, ([, mode = '', id = '', file = '']) => [file, { mode, id }]));
}

/** Entries that are no files, by mode. */
const NO_FILES: Readonly<Record<string, string>> = {
  '120000': 'a link',
  '160000': 'a submodule',
};

/**
 * The files of a commit: its blobs. Nothing is checked out, and no link is followed.
 *
 * @param name - in a sentence: `main (commit 1a2b3c4)`
 */
export function commitFiles(repository: Repository, sha: string, name: string): Files {
  const refuse = (file: string, fault: string) =>
    new ConfigError(`${quoted(file)} of ${name} ${fault}`, {
      where: file,
      remedy: 'Commit it as a regular file of this repository: only such files are judged.',
    });
  const idOf = (file: string, entries: Entries) => {
    const inside = path.posix.normalize(file);
    if (leadsOut(inside)) throw refuse(file, 'leads out of the repository');
    const steps = inside.split('/');
    for (const end of steps.keys()) {
      const kind = NO_FILES[entries.get(steps.slice(0, end + 1).join('/'))?.mode ?? ''];
      if (kind !== undefined) throw refuse(file, `is ${kind}, or behind one`);
    }
    return entries.get(inside)?.id ?? '';
  };
  return {
    name,
    async list() {
      return [...(await repository.entries(sha)).keys()];
    },
    async read(files) {
      const entries = await repository.entries(sha);
      const ids = files.map((file) => idOf(file, entries));
      const blobs = await repository.blobs(ids.filter(Boolean));
      return files.map((file, i) => {
        const bytes = blobs.get(ids[i] ?? '');
        if (!bytes && ids[i]) throw refuse(file, 'cannot be read');
        if (bytes?.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER)
          throw refuse(file, 'is kept in Git LFS: the commit has only a pointer to it');
        return bytes;
      });
    },
  };
}
