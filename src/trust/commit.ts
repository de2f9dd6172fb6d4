import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { LFS_POINTER } from '../limits.ts';
import { leadsOut } from '../path-safety.ts';
import type { Files } from '../files.ts';
import { git, gitLine, type GitPlace } from './git.ts';

/** Mode and object id of each entry of a commit, by path. */
type Entries = ReadonlyMap<string, { mode: string; id: string }>;

/** The commits of a repository, and those that are fetched from its server. */
export class Repository {
  private readonly place: GitPlace;
  /** The same without the server: what it promised does not count as here. */
  private readonly offline: GitPlace;
  private readonly blobs = new Map<string, Promise<Buffer | undefined>>();
  private wanted: string[] = [];
  private batch: Promise<ReadonlyMap<string, Buffer>> | undefined;

  constructor({ cwd, env }: GitPlace) {
    this.place = { cwd, env };
    this.offline = { cwd, env: { ...env, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' } };
  }

  /** @throws ConfigError for a commit that is not here and cannot be fetched */
  async fetchMissing(sha: string): Promise<string> {
    const probe = git(this.offline, ['cat-file', '-e', `${sha}^{commit}`]);
    return probe.then(
      () => sha,
      () => this.fetchTip(sha),
    );
  }

  /** The commit that a ref of the server names. */
  async fetchTip(ref: string): Promise<string> {
    await git(this.place, [...FETCH, '--depth=1', 'origin', ref]);
    return gitLine(this.place, ['rev-parse', 'FETCH_HEAD^{commit}']);
  }

  /** As the commit names them: a shallow clone hides them from other commands. */
  async parents(sha: string): Promise<string[]> {
    const [header = ''] = (await gitLine(this.place, ['cat-file', 'commit', sha])).split('\n\n');
    return Array.from(header.matchAll(/^parent (\w+)$/gm), ([, parent = '']) => parent);
  }

  /** Below the folder in which git runs. */
  async entries(sha: string): Promise<Entries> {
    const listing = (await git(this.place, ['ls-tree', '-r', '-z', sha])).toString();
    const lines = listing.split('\0').slice(0, -1);
    const parts = lines.map((line) => /^(\d+) \w+ (\w+)\t(.+)$/s.exec(line) ?? []);
    return new Map(parts.map(([, mode = '', id = '', file = '']) => [file, { mode, id }]));
  }

  /** Content by id, read once. What is wanted at one time is read by one process. */
  blob(id: string): Promise<Buffer | undefined> {
    const known = this.blobs.get(id) ?? this.inBatch(id);
    this.blobs.set(id, known);
    return known;
  }

  private async inBatch(id: string): Promise<Buffer | undefined> {
    this.wanted.push(id);
    this.batch ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const ids = this.wanted;
      this.wanted = [];
      this.batch = undefined;
      return this.readAll(ids);
    });
    return (await this.batch).get(id);
  }

  private async readAll(ids: readonly string[]): Promise<Map<string, Buffer>> {
    const here = await readBlobs(this.offline, ids).catch(() => new Map<string, Buffer>());
    const missing = ids.filter((id) => !here.has(id));
    if (missing.length === 0) return here;
    const args = [...FETCH, '--no-write-fetch-head', '--stdin', 'origin'];
    await git(this.place, args, missing.join('\n'));
    return new Map([...here, ...(await readBlobs(this.place, missing))]);
  }
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

/** Files come when they are read. */
const FETCH = ['fetch', '--quiet', '--no-tags', '--filter=blob:none'];

/** Entries that are no files, by mode. */
const NO_FILES: Readonly<Record<string, string>> = {
  '120000': 'a link',
  '160000': 'a submodule',
};

/** The files of a commit: its blobs. Nothing is checked out, and no link is followed. */
export interface CommitFiles extends Files {
  entries(): Promise<Entries>;
}

/** @param name - in a sentence: `main (commit 1a2b3c4)` */
export function commitFiles(repository: Repository, sha: string, name: string): CommitFiles {
  let known: Promise<Entries> | undefined;
  const entries = () => (known ??= repository.entries(sha));
  return {
    name,
    entries,
    async list() {
      return [...(await entries()).keys()];
    },
    async read(file) {
      const refuse = (fault: string) =>
        new ConfigError(`${quoted(file)} of ${name} ${fault}`, {
          where: file,
          remedy: 'Commit it as a regular file of this repository: only such files are judged.',
        });
      const inside = path.posix.normalize(file);
      if (leadsOut(inside)) throw refuse('leads out of the repository');
      const all = await entries();
      const steps = inside.split('/');
      for (const end of steps.keys()) {
        const kind = NO_FILES[all.get(steps.slice(0, end + 1).join('/'))?.mode ?? ''];
        if (kind !== undefined) throw refuse(`is ${kind}, or behind one`);
      }
      const entry = all.get(inside);
      if (!entry) return undefined;
      const bytes = await repository.blob(entry.id);
      if (!bytes) throw refuse('cannot be read');
      if (bytes.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER)
        throw refuse('is kept in Git LFS: the commit has only a pointer to it');
      return bytes;
    },
  };
}
