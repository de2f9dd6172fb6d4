import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { LFS_POINTER } from '../limits.ts';
import { leadsOut } from '../path-safety.ts';
import type { Files } from '../files.ts';
import { git, gitLine, type GitPlace } from './git.ts';

/** Mode and object id of each entry of a commit, by path. */
type Entries = ReadonlyMap<string, { mode: string; id: string }>;
type Blobs = ReadonlyMap<string, Buffer>;

/** Files come when they are read. */
const FETCH = ['fetch', '--quiet', '--no-tags', '--filter=blob:none'];

/** The commits of a repository, and those that are fetched from its server. */
export class Repository {
  private readonly place: GitPlace;
  /** The same without the server: what it promised does not count as here. */
  private readonly offline: GitPlace;
  private readonly isOurs: boolean;
  private readonly listings: Record<string, Promise<Entries>> = {};
  private readonly blobs: Record<string, Promise<Buffer | undefined>> = {};
  private wanted: string[] = [];
  private batch: Promise<Blobs> | undefined;

  /** @param isOurs - false for a developer's, which no shallow fetch may change */
  constructor({ cwd, env }: GitPlace, isOurs: boolean) {
    this.place = { cwd, env };
    this.offline = { cwd, env: { ...env, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' } };
    this.isOurs = isOurs;
  }

  /** Fetches the commit that a name of the server stands for. */
  async fetch(name: string): Promise<string> {
    await git(this.place, [...FETCH, '--depth=1', 'origin', name]);
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
    return (this.listings[sha] ??= list(this.offline, sha).catch(async () => {
      if (this.isOurs) await this.fetch(sha);
      return list(this.place, sha);
    }));
  }

  /** Content by id, read once. What is wanted at one time is read by one process. */
  blob(id: string): Promise<Buffer | undefined> {
    return (this.blobs[id] ??= this.inBatch(id));
  }

  private async inBatch(id: string): Promise<Buffer | undefined> {
    this.wanted.push(id);
    this.batch ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const ids = this.wanted;
      this.wanted = [];
      this.batch = undefined;
      return this.read(ids);
    });
    return (await this.batch).get(id);
  }

  private async read(ids: readonly string[]): Promise<Blobs> {
    const here = await readBlobs(this.offline, ids).catch(() => new Map<string, Buffer>());
    if (ids.every((id) => here.has(id))) return here;
    const args = [...FETCH, '--no-write-fetch-head', '--stdin', 'origin'];
    await git(this.place, args, ids.join('\n'));
    return readBlobs(this.place, ids);
  }
}

async function list(place: GitPlace, sha: string): Promise<Entries> {
  const listing = (await git(place, ['ls-tree', '-r', '-z', sha])).toString();
  const entries = listing.matchAll(/(\d+) \w+ (\w+)\t([^\0]+)\0/gy);
  return new Map(Array.from(entries, ([, mode = '', id = '', file = '']) => [file, { mode, id }]));
}

/** Those that are there. */
async function readBlobs(place: GitPlace, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const output = await git(place, ['cat-file', '--batch'], ids.join('\n'));
  const blobs = new Map<string, Buffer>();
  let position = 0;
  while (position < output.length) {
    // `ID blob SIZE`, a line break, the bytes, a line break; or `ID missing`.
    const start = output.indexOf('\n', position) + 1;
    const [id = '', , size] = output.toString('latin1', position, start).split(' ');
    position = start;
    if (size === undefined) continue;
    blobs.set(id, output.subarray(start, start + Number(size)));
    position += Number(size) + 1;
  }
  return blobs;
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
  return {
    name,
    async list() {
      return [...(await repository.entries(sha)).keys()];
    },
    async read(file) {
      const refuse = (fault: string) =>
        new ConfigError(`${quoted(file)} of ${name} ${fault}`, {
          where: file,
          remedy: 'Commit it as a regular file of this repository: only such files are judged.',
        });
      const inside = path.posix.normalize(file);
      if (leadsOut(inside)) throw refuse('leads out of the repository');
      const entries = await repository.entries(sha);
      const steps = inside.split('/');
      for (const end of steps.keys()) {
        const kind = NO_FILES[entries.get(steps.slice(0, end + 1).join('/'))?.mode ?? ''];
        if (kind !== undefined) throw refuse(`is ${kind}, or behind one`);
      }
      const { id } = entries.get(inside) ?? {};
      if (id === undefined) return undefined;
      const bytes = await repository.blob(id);
      if (!bytes) throw refuse('cannot be read');
      if (bytes.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER)
        throw refuse('is kept in Git LFS: the commit has only a pointer to it');
      return bytes;
    },
  };
}
