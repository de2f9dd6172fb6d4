import path from 'node:path';
import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import { LFS_POINTER } from '../../limits.ts';
import { leadsOut } from '../../path-safety.ts';
import type { Files } from '../files.ts';
import { git, gitLine, type GitPlace } from './git.ts';

/** Mode and object id of each entry of a commit, by path. */
type Entries = ReadonlyMap<string, { mode: string; id: string }>;

/** The commits of a repository, and those that are fetched from its server. */
export class Repository {
  private readonly place: GitPlace;
  private readonly hasServer: boolean;
  private wanted = new Set<string>();
  private batch: Promise<ReadonlyMap<string, Buffer>> | undefined;

  constructor(place: GitPlace, hasServer: boolean) {
    this.place = place;
    this.hasServer = hasServer;
  }

  /** @throws ConfigError for a commit that is not here and cannot be fetched */
  async fetchMissing(sha: string): Promise<string> {
    // What the server promised does not count.
    const env = { ...this.place.env, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
    const probe = git({ ...this.place, env }, ['cat-file', '-e', `${sha}^{commit}`]);
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
    const lines = listing
      .split('\0')
      .slice(0, -1)
      .map((line) => /^(\d+) \w+ (\w+)\t(.+)$/s.exec(line) ?? []);
    return new Map(lines.map(([, mode = '', id = '', file = '']) => [file, { mode, id }]));
  }

  /** Content by id. What is wanted at one time is read by one process. */
  async blob(id: string): Promise<Buffer | undefined> {
    this.wanted.add(id);
    this.batch ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const ids = [...this.wanted].map((one) => `${one}\n`).join('');
      this.wanted = new Set();
      this.batch = undefined;
      return this.read(ids);
    });
    return (await this.batch).get(id);
  }

  private async read(ids: string): Promise<Map<string, Buffer>> {
    // Asks nothing of the server where all are here.
    if (this.hasServer)
      await git(this.place, [...FETCH, '--no-write-fetch-head', '--stdin', 'origin'], ids);
    const output = await git(this.place, ['cat-file', '--batch'], ids);
    const blobs = new Map<string, Buffer>();
    // `ID blob SIZE`, a line break, the bytes, a line break; and so on.
    for (let position = 0; position < output.length; position += 1) {
      const headerEnd = output.indexOf('\n', position);
      const [id = '', , size] = output.toString('latin1', position, headerEnd).split(' ');
      position = headerEnd + 1 + Number(size ?? 0);
      blobs.set(id, output.subarray(headerEnd + 1, position));
    }
    return blobs;
  }
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
      const bytes = entry && (await repository.blob(entry.id));
      if (bytes?.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER)
        throw refuse('is kept in Git LFS: the commit has only a pointer to it');
      return bytes;
    },
  };
}
