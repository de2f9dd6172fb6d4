import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitHubError } from '../errors.js';
import { LFS_POINTER, MOST_DATA_BYTES } from '../limits.js';
import { quoted } from '../json.js';
import type { Client } from './client.js';
import type { EventContext } from './event.js';
import { explained, ifThere } from './request-error.js';

/**
 * Files of the repository at one commit, or on the default branch, from GitHub's API: a pull
 * request cannot change them.
 */
export interface CommitFiles {
  /** Absent for the default branch. */
  sha?: string;
  read(file: string): Promise<string | undefined>;
  /**
   * Writes the files of a path or glob below `folder`, under their own paths. Skips what the commit
   * does not have.
   */
  download(pattern: string, folder: string): Promise<void>;
  /**
   * All entries of the commit by path. @throws GitHubError also for a tree that is too large for
   * GitHub to list
   */
  tree(): Promise<Tree>;
}

/** An entry of a git tree, with its object id: the commit of a submodule, else that of a blob. */
export interface TreeEntry {
  kind: 'file' | 'link' | 'submodule';
  sha: string;
}

export type Tree = ReadonlyMap<string, TreeEntry>;

export function kindOfMode(mode: string): TreeEntry['kind'] {
  if (mode === '160000') return 'submodule';
  return mode === '120000' ? 'link' : 'file';
}

const GLOB = /[*?[\]{}]/;

export function filesAt(client: Client, event: EventContext, sha?: string): CommitFiles {
  const commit = sha === undefined ? 'on the default branch' : `at commit ${sha}`;
  const request = <T>(file: string, ask: () => Promise<T>): Promise<T | undefined> =>
    explained(`read ${quoted(file)} ${commit}`, event, () => ifThere(ask));
  // Without a ref GitHub takes the default branch; its name could also be a tag's.
  const content = { ...event.repository, ref: sha };

  const read = (file: string) =>
    request(file, async () => {
      // Octokit's types do not cover `raw`.
      const { data }: { data: unknown } = await client.rest.repos.getContent({
        ...content,
        path: file,
        mediaType: { format: 'raw' },
      });
      // For a folder GitHub returns a list even for `raw`.
      return typeof data === 'string' ? data : undefined;
    });

  let listed: Promise<Tree> | undefined;
  const tree = () => (listed ??= readTree());

  async function readTree(): Promise<Tree> {
    const tree = {
      ...event.repository,
      tree_sha: sha ?? event.defaultBranch ?? 'HEAD',
      recursive: 'true',
    };
    const data = await request('/', async () => (await client.rest.git.getTree(tree)).data);
    if (data?.truncated) {
      const remedy =
        'List the data files by name instead of by a glob. A comparison of all files needs a smaller repository.';
      throw new GitHubError(
        `The repository has too many files ${commit}: GitHub lists only a part of them`,
        { remedy },
      );
    }
    const entries = (data?.tree ?? []).filter(({ type }) => type !== 'tree');
    return new Map(
      entries.map(({ path: at, mode, sha: id }) => [at, { kind: kindOfMode(mode), sha: id }]),
    );
  }

  return { sha, read, tree, download: downloader({ read, tree }, commit) };
}

/**
 * Returns `download` of a commit's files. @param commit `at commit SHA`, for errors of the file
 * @throws GitHubError for files of Git LFS, and for more bytes than data may have
 */
export function downloader(
  { read, tree }: Pick<CommitFiles, 'read' | 'tree'>,
  commit: string,
): CommitFiles['download'] {
  async function matching(pattern: string): Promise<string[]> {
    if (!GLOB.test(pattern)) return [pattern];
    return [...(await tree())].flatMap(([file, { kind }]) =>
      kind !== 'submodule' && path.posix.matchesGlob(file, pattern) ? [file] : [],
    );
  }

  return async (pattern, folder) => {
    const normal = path.posix.normalize(pattern);
    // A commit holds no file outside of the repository.
    if (path.posix.isAbsolute(normal) || normal.startsWith('..')) return;
    let bytes = 0;
    for (const file of await matching(normal)) {
      const text = await read(file);
      if (text === undefined) continue;
      if (text.startsWith(LFS_POINTER))
        throw new GitHubError(
          `${quoted(file)} ${commit} lies in Git LFS, of which only a pointer can be read`,
          { remedy: 'Keep the data of the gate outside of Git LFS.' },
        );
      bytes += Buffer.byteLength(text);
      if (bytes > MOST_DATA_BYTES)
        throw new GitHubError(
          `The data files of ${quoted(pattern)} are larger than ${MOST_DATA_BYTES} bytes`,
          { remedy: 'Use smaller files, or a data set of Hugging Face (`hf:`).' },
        );
      const target = path.join(folder, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
  };
}
