import { readConfigFile, readRules, type Rules } from '../config/rules.js';
import { readPromptFile, promptsBelow, type PromptReader } from '../config/prompts.js';
import type { HeadPrompts } from '../config/subject.js';
import { filesAt, type CommitFiles } from '../github/files.js';
import { findHeadSha } from '../github/pull.js';
import { mkdtemp } from 'node:fs/promises';
import { promptFilesOf, type Config, type Overrides } from '../config/config.js';
import type { Client } from '../github/client.js';
import type { EventContext } from '../github/event.js';
import type { Checkout } from './checkout.js';
import path from 'node:path';

export interface HeadAndCommits {
  head: {
    rules: () => Promise<Rules>;
    /** Texts of the prompts that were read, by path. */
    prompts: ReadonlyMap<string, string>;
    /** Reads the files from which other rules take prompts. @throws ConfigError */
    promptsUnder: (rules: Config) => Promise<HeadPrompts>;
  };
  /** Reads a commit, or the tip of the default branch. @throws GitHubError */
  commitAt: (sha: string | undefined) => Promise<Commit>;
}

export interface Commit {
  name: string;
  rules: Rules;
  prompts: ReadonlyMap<string, string>;
  files: CommitFiles;
  /**
   * Paths and globs of the data that its rules read, and of the reports to compare with; none for
   * unusable rules.
   */
  patterns: readonly string[];
  folder: () => Promise<string>;
}

/** @param headIsCheckedOut false if the head's files must come through GitHub's API */
export function sidesOf(
  { inputs, event, client, scratch, checkout: { isTracked } }: TrustOptions,
  headIsCheckedOut: boolean,
): HeadAndCommits {
  const { config: file, workspace } = inputs;
  const headFiles = once(async (): Promise<CommitFiles> => {
    const octokit = await client();
    return filesAt(octokit, event, await findHeadSha(octokit, event));
  });
  const readHead = headIsCheckedOut
    ? () => readConfigFile({ root: workspace, file, confined: true, isTracked })
    : async () => (await headFiles()).read(file);
  const prompts = new Map<string, string>();
  const readPrompt = keptIn(
    prompts,
    headIsCheckedOut
      ? promptsBelow(workspace, isTracked)
      : async (at) => (await headFiles()).read(at),
  );
  async function promptsUnder(rules: Config): Promise<HeadPrompts> {
    const found = new Map<string, string>();
    for (const at of promptFilesOf(rules)) {
      const text = await readPromptFile(at, readPrompt, `${file} of the base`);
      if (text !== undefined) found.set(at, text);
    }
    return found;
  }
  const headRules = once(() =>
    readRules({
      read: readHead,
      readPrompt,
      file,
      overrides: inputs,
      root: headIsCheckedOut ? workspace : undefined,
    }),
  );
  const head = { rules: headRules, prompts, promptsUnder };

  const commits = new Map<string | undefined, Promise<Commit>>();
  async function read(sha: string | undefined): Promise<Commit> {
    const files = filesAt(await client(), event, sha);
    const texts = new Map<string, string>();
    const rules = await readRules({
      read: () => files.read(file),
      readPrompt: keptIn(texts, (at) => files.read(at)),
      file,
      overrides: inputs,
    });
    const tests = 'config' in rules ? rules.config.tests : [];
    const named = new Set<string>();
    for (const { data, compare } of tests) {
      named.add(data.source);
      if (compare?.report !== undefined) named.add(compare.report);
    }
    const patterns = [...named].filter(isFileOfTheRepository);
    const { defaultBranch } = event;
    const branch =
      defaultBranch === undefined ? 'default branch' : `default branch ${defaultBranch}`;
    return {
      name: sha === undefined ? branch : baseCommitName(sha),
      rules,
      prompts: texts,
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

function keptIn(texts: Map<string, string>, read: PromptReader): PromptReader {
  return async (file, where) => {
    const text = await read(file, where);
    if (text !== undefined) texts.set(file, text);
    return text;
  };
}

export const baseCommitName = (sha: string): string => `base commit ${sha.slice(0, 7)}`;

export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/**
 * True if a source names files of the repository, and not a built-in set, a set on the Hub or a
 * file of the job.
 */
export function isFileOfTheRepository(source: string): boolean {
  const normal = path.posix.normalize(source);
  return (
    !/^(builtin|hf):/.test(source) &&
    !path.posix.isAbsolute(normal) &&
    !path.isAbsolute(source) &&
    normal.split('/')[0] !== '..'
  );
}

export async function materialise(
  files: CommitFiles,
  patterns: readonly string[],
  scratch: string,
): Promise<string> {
  const folder = await mkdtemp(path.join(scratch, 'sensitivity-commit-'));
  for (const pattern of patterns) await files.download(pattern, folder);
  return folder;
}

export interface TrustInputs extends Overrides {
  config: string;
  configRef: 'head' | 'base' | 'split' | 'auto';
  githubToken?: string | undefined;
  workspace: string;
}

export interface TrustOptions {
  inputs: TrustInputs;
  event: EventContext;
  client: () => Promise<Client>;
  scratch: string;
  checkout: Pick<Checkout, 'isTracked' | 'headOf' | 'tree'>;
}
