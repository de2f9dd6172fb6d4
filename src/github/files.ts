import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitHubError } from '../errors.ts';
import { quoted } from '../json.ts';
import { LFS_POINTER, MOST_DATA_BYTES } from '../limits.ts';
import { leadsOut, utf8Text } from '../path-safety.ts';
import type { Client } from './client.ts';
import type { EventContext } from './event.ts';
import { explainFailure, ifFound } from './request-error.ts';

/**
 * Files of the repository at one commit, or on the default branch, from GitHub's API: a pull
 * request cannot change them.
 */
export interface CommitFiles {
  /** Absent for the default branch. */
  sha?: string;
  /** Returns the text with its byte order mark, so that its digest is that of the file. */
  read(file: string): Promise<string | undefined>;
  /**
   * Writes the files of a path or glob below `folder`, under their own paths. Skips what the commit
   * does not have.
   */
  download(pattern: string, folder: string): Promise<void>;
  /**
   * All entries of the commit by path.
   * @throws GitHubError also for a tree that is too large for GitHub to list
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
  return new FilesFromApi(client, event, sha);
}

class FilesFromApi implements CommitFiles {
  readonly sha: string | undefined;
  private readonly client: Client;
  private readonly event: EventContext;
  /** Ends a sentence on a file: `at commit 1a2b3c`. */
  private readonly commitInWords: string;
  private knownTree: Promise<Tree> | undefined;

  constructor(client: Client, event: EventContext, sha: string | undefined) {
    this.client = client;
    this.event = event;
    this.sha = sha;
    this.commitInWords = sha === undefined ? 'on the default branch' : `at commit ${sha}`;
  }

  async read(file: string): Promise<string | undefined> {
    const bytes = await this.readBytes(file);
    return bytes && utf8Text(bytes, { label: quoted(file), place: file });
  }

  async download(pattern: string, folder: string): Promise<void> {
    const files = await matchingFiles(pattern, () => this.tree());
    await writeCommittedFiles(files, folder, {
      pattern,
      commit: this.commitInWords,
      readBytes: (file) => this.readBytes(file),
    });
  }

  tree(): Promise<Tree> {
    this.knownTree ??= this.readTree();
    return this.knownTree;
  }

  /** Returns the bytes as they were committed, so that their digests are those of the commit. */
  private readBytes(file: string): Promise<Buffer | undefined> {
    return this.request(file, async () => {
      const { data, headers } = await this.client.rest.repos.getContent({
        ...this.event.repository,
        // Without a ref GitHub takes the default branch; its name could also be a tag's.
        ref: this.sha,
        path: file,
        mediaType: { format: 'raw' },
        request: { parseSuccessResponseBody: false },
      });
      // For a folder GitHub returns a list as JSON even for `raw`.
      if (/^application\/json\b/.test(headers['content-type'] ?? '')) return undefined;
      // Octokit's types do not know of a body that is not parsed.
      const body: unknown = data;
      if (!(body instanceof ReadableStream)) return Buffer.alloc(0);
      return Buffer.from(await new Response(body).arrayBuffer());
    });
  }

  private async readTree(): Promise<Tree> {
    const request = {
      ...this.event.repository,
      tree_sha: this.sha ?? this.event.defaultBranch ?? 'HEAD',
      recursive: 'true',
    };
    const reply = await this.request('/', () => this.client.rest.git.getTree(request));
    const { tree = [], truncated = false } = reply?.data ?? {};
    if (truncated) {
      const remedy =
        'List the data files by name instead of by a glob. A comparison of all files needs a smaller repository.';
      throw new GitHubError(
        `The repository has too many files ${this.commitInWords}: GitHub lists only a part of them`,
        { remedy },
      );
    }
    const entries = tree.filter(({ type }) => type !== 'tree');
    return new Map(
      entries.map((entry) => [entry.path, { kind: kindOfMode(entry.mode), sha: entry.sha }]),
    );
  }

  private request<T>(file: string, ask: () => Promise<T>): Promise<T | undefined> {
    const doing = `read ${quoted(file)} ${this.commitInWords}`;
    return explainFailure({ doing }, this.event, () => ifFound(ask));
  }
}

/** Returns the files of a path or glob below the root of a commit; none for another path. */
export async function matchingFiles(pattern: string, tree: () => Promise<Tree>): Promise<string[]> {
  const normalPattern = path.posix.normalize(pattern);
  // A commit holds no file outside of the repository.
  if (leadsOut(normalPattern)) return [];
  if (!GLOB.test(normalPattern)) return [normalPattern];
  return [...(await tree())].flatMap(([file, { kind }]) =>
    kind !== 'submodule' && path.posix.matchesGlob(file, normalPattern) ? [file] : [],
  );
}

interface CommittedFiles {
  /** The path or glob, for errors. */
  pattern: string;
  /** Ends a sentence on a file: `at commit 1a2b3c`. */
  commit: string;
  readBytes: (file: string) => Promise<Buffer | undefined>;
}

/**
 * Writes files of a commit below `folder`, under their own paths.
 * @throws GitHubError for a file of Git LFS, and for more bytes than data may have
 */
export async function writeCommittedFiles(
  files: readonly string[],
  folder: string,
  { pattern, commit, readBytes }: CommittedFiles,
): Promise<void> {
  let totalBytes = 0;
  for (const file of files) {
    const bytes = await readBytes(file);
    if (bytes === undefined) continue;
    if (bytes.subarray(0, LFS_POINTER.length).toString('latin1') === LFS_POINTER)
      throw new GitHubError(
        `${quoted(file)} ${commit} lies in Git LFS, of which only a pointer can be read`,
        { remedy: 'Keep the data of the gate outside of Git LFS.' },
      );
    totalBytes += bytes.length;
    if (totalBytes > MOST_DATA_BYTES)
      throw new GitHubError(
        `The data files of ${quoted(pattern)} are larger than ${MOST_DATA_BYTES} bytes`,
        { remedy: 'Use smaller files, or a data set of Hugging Face (`hf:`).' },
      );
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
}
