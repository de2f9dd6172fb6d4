import { readConfigFile } from '../config/load.js';
import { promptsBelow, type PromptReader } from '../config/prompt-files.js';
import { readRules, type Rules } from '../config/rules.js';
import { filesAt, type CommitFiles } from '../github/files.js';
import { findHeadSha } from '../github/pull.js';
import { dataFilesOf, materialise } from './repository-data.js';
import type { TrustOptions } from './trust-inputs.js';

/** The two sides of a change. Whatever is asked of them is read once, however many ask. */
export interface Sides {
  head: Head;
  /** A commit, or the tip of the default branch. @throws GitHubError where GitHub does not let us look. */
  commitAt: (sha: string | undefined) => Promise<Commit>;
}

export interface Head {
  rules: () => Promise<Rules>;
}

export interface Commit {
  /** How the reader knows it: `base commit 1a2b3c4`. */
  name: string;
  rules: Rules;
  files: CommitFiles;
  /** Paths and globs of the data that its rules read; none where they cannot be used. */
  patterns: readonly string[];
  /** Absolute folder of our own with that data. */
  folder: () => Promise<string>;
}

/** @param headIsCheckedOut else the checkout is not the head's, so that its files come through the API. */
export function sidesOf({ inputs, event, client, scratch, checkout: { isTracked } }: TrustOptions, headIsCheckedOut: boolean): Sides {
  const { config: file, workspace } = inputs;
  const rulesFrom = (read: () => Promise<string | undefined>, readPrompt: PromptReader) =>
    readRules({ read, readPrompt, file, overrides: inputs });
  const headFiles = once(async (): Promise<CommitFiles> => {
    const octokit = await client();
    return filesAt(octokit, event, await findHeadSha(octokit, event));
  });
  const readHead = headIsCheckedOut
    ? () => readConfigFile({ root: workspace, file, confined: true, isTracked })
    : async () => (await headFiles()).read(file);
  const head: Head = {
    rules: once(() =>
      rulesFrom(readHead, headIsCheckedOut ? promptsBelow(workspace, isTracked) : async (at) => (await headFiles()).read(at)),
    ),
  };

  const commits = new Map<string | undefined, Promise<Commit>>();
  async function read(sha: string | undefined): Promise<Commit> {
    const files = filesAt(await client(), event, sha);
    const rules = await rulesFrom(
      () => files.read(file),
      (at) => files.read(at),
    );
    const patterns = 'config' in rules ? dataFilesOf(rules.config) : [];
    return {
      name: sha === undefined ? `default branch${event.defaultBranch === undefined ? '' : ` ${event.defaultBranch}`}` : nameOf(sha),
      rules,
      files,
      patterns,
      folder: once(() => materialise(files, patterns, scratch)),
    };
  }
  const commitAt = (sha: string | undefined) => {
    const commit = commits.get(sha) ?? read(sha);
    commits.set(sha, commit);
    return commit;
  };
  return { head, commitAt };
}

export function nameOf(sha: string): string {
  return `base commit ${sha.slice(0, 7)}`;
}

/** Made when it is first asked for, and never again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
