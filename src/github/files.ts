import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitHubError } from '../errors.js';
import { MOST_DATA_BYTES, MOST_DIRECTORY_ENTRIES } from '../facts.js';
import { quoted } from '../json.js';
import type { Client } from './client.js';
import type { EventContext } from './event.js';
import { explained } from './explain.js';
import { ifThere } from './failure.js';

/**
 * Files of the repository as they stand at one commit, or at the tip of its default branch, read through GitHub's API: no checkout, so
 * nothing that a pull request put there.
 */
export interface CommitFiles {
  /** Absent for the default branch. */
  sha?: string | undefined;
  /** The text of a file; undefined where the commit has none. */
  read(file: string): Promise<string | undefined>;
  /** Writes the files that a path or glob names below `folder`, under their own paths. What the commit does not have is left out. */
  download(pattern: string, folder: string): Promise<void>;
}

const GLOB = /[*?[\]{}]/;

/** @throws GitHubError where GitHub does not answer; a file that is not there is no error. */
export function filesAt(client: Client, event: EventContext, sha?: string): CommitFiles {
  const commit = sha === undefined ? 'on the default branch' : `at commit ${sha}`;
  const request = <T>(file: string, ask: () => Promise<T>): Promise<T | undefined> =>
    explained(`let us read ${quoted(file)} ${commit}`, event, () => ifThere(ask));
  // Without a ref GitHub takes the default branch, which by its name could be taken for a tag.
  const content = { ...event.repository, ...(sha !== undefined && { ref: sha }) };

  const read = (file: string) =>
    request(file, async () => {
      // The types know nothing of `raw`.
      const { data }: { data: unknown } = await client.rest.repos.getContent({ ...content, path: file, mediaType: { format: 'raw' } });
      // For a folder GitHub answers with a list in spite of `raw`.
      return typeof data === 'string' ? data : undefined;
    });

  async function list(folder: string): Promise<string[]> {
    const entries = await request(folder || '/', async () => (await client.rest.repos.getContent({ ...content, path: folder })).data);
    if (!Array.isArray(entries)) return [];
    if (entries.length >= MOST_DIRECTORY_ENTRIES) {
      throw new GitHubError(`GitHub lists only the first ${MOST_DIRECTORY_ENTRIES} entries of ${quoted(folder)}`, {
        remedy: 'Name the data files one by one, or keep fewer files in one folder.',
      });
    }
    const below = await Promise.all(
      entries.map(async ({ type, path: at }) => (type === 'dir' ? list(at) : type === 'file' || type === 'symlink' ? [at] : [])),
    );
    return below.flat();
  }

  /** A pattern's files; the listing starts at the deepest folder that holds no sign of a glob. */
  async function matching(pattern: string): Promise<string[]> {
    if (!GLOB.test(pattern)) return [pattern];
    const parts = pattern.split('/');
    const open = parts.findIndex((part) => GLOB.test(part));
    return (await list(parts.slice(0, open).join('/'))).filter((file) => path.posix.matchesGlob(file, pattern));
  }

  return {
    sha,
    read,
    async download(pattern, folder) {
      const normal = path.posix.normalize(pattern);
      // Outside of the repository there is nothing at a commit.
      if (path.posix.isAbsolute(normal) || normal.startsWith('..')) return;
      let bytes = 0;
      for (const file of await matching(normal)) {
        const text = await read(file);
        if (text === undefined) continue;
        bytes += Buffer.byteLength(text);
        if (bytes > MOST_DATA_BYTES) {
          throw new GitHubError(`the data files of ${quoted(pattern)} are larger than ${MOST_DATA_BYTES} bytes`, {
            remedy: 'Keep them smaller, or name a hf: data set.',
          });
        }
        const target = path.join(folder, file);
        await mkdir(path.dirname(target), { recursive: true });
        await writeFile(target, text);
      }
    },
  };
}

/** GitHub lists no more files of a pull request (docs.github.com/rest/pulls/pulls#list-pull-requests-files). */
export const MOST_CHANGED_FILES = 3_000;

/** Paths that a pull request changes, those included that it moves away. With MOST_CHANGED_FILES of them it may change others too. */
export async function changedFiles(client: Client, event: EventContext): Promise<string[]> {
  const asked = { ...event.repository, pull_number: event.pullNumber!, per_page: 100 };
  const list = () => client.paginate(client.rest.pulls.listFiles, asked);
  const files = await explained('list the files that the pull request changes', event, list);
  return files.flatMap(({ filename, previous_filename }) => (previous_filename ? [filename, previous_filename] : [filename]));
}
