/** Reads the rules, prompts and data of the head, and of other commits through GitHub's API. */
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { promptFilesOf, type Config } from '../config/config.ts';
import { readTextOf, namedFilesBelow, type NamedFileReader } from '../config/named-files.ts';
import { readConfigFile, readRules, type Rules } from '../config/rules.ts';
import type { FileTexts } from '../config/subject-prompts.ts';
import { orProblem } from '../errors.ts';
import { eventKind } from '../github/event-kinds.ts';
import { filesAt, type CommitFiles } from '../github/files.ts';
import { findHeadSha } from '../github/pull.ts';
import { lazily } from '../github/lazily.ts';
import type { HeadRules, TrustOptions } from './chosen-rules.ts';

/**
 * Reads a commit, or the tip of the default branch, once.
 * @throws GitHubError
 */
export type ReadCommit = (sha: string | undefined) => Promise<CommitRules>;

export interface CommitRules {
  name: string;
  rules: Rules;
  files: CommitFiles;
  /** Paths and globs of the data that its rules read; none for unusable rules. */
  patterns: readonly string[];
  folder: () => Promise<string>;
}

/** Reads the head: from the checkout, or through GitHub's API where another commit is there. */
export async function readHead(options: TrustOptions): Promise<HeadRules> {
  const { config: file } = options.inputs;
  const { readConfig, readFile, root } = eventKind(options.event.name).privileged
    ? headReadersOfApi(options)
    : headReadersOfCheckout(options);
  const files = new Set([file]);
  const readNamedFile: NamedFileReader = async (namedFile, place, kind) => {
    const text = await readFile(namedFile, place, kind);
    if (text !== undefined) files.add(namedFile);
    return text;
  };
  const overrides = options.inputs;
  const rules = await orProblem(() =>
    readRules({ readConfig, readNamedFile, file, overrides, root }),
  );
  return {
    rules,
    files,
    readPromptsFor: (baseRules) => readPromptsOfRules(baseRules, readNamedFile),
  };
}

interface HeadReaders {
  readConfig: () => Promise<string | undefined>;
  readFile: NamedFileReader;
  /** Absolute folder of the files; absent if they are read through the API. */
  root?: string;
}

function headReadersOfCheckout({ inputs, checkout: { isTracked } }: TrustOptions): HeadReaders {
  const { config: file, workspace: root } = inputs;
  return {
    readConfig: () => readConfigFile({ root, file, confined: true, isTracked }),
    readFile: namedFilesBelow(root, isTracked),
    root,
  };
}

function headReadersOfApi({ inputs, event, client }: TrustOptions): HeadReaders {
  const files = lazily(async (): Promise<CommitFiles> => {
    const octokit = await client();
    return filesAt(octokit, event, await findHeadSha(octokit, event));
  });
  return {
    readConfig: async () => (await files()).read(inputs.config),
    readFile: async (file) => (await files()).read(file),
  };
}

/**
 * Reads the files from which the base's rules take prompts.
 * @throws GateError
 */
export async function readPromptsOfRules(
  rules: Config,
  readNamedFile: NamedFileReader,
): Promise<FileTexts> {
  const promptTexts = new Map<string, string>();
  const place = `${rules.origin.path} of the base`;
  for (const promptFile of promptFilesOf(rules)) {
    const text = await readTextOf(promptFile, readNamedFile, { place, kind: 'prompt' });
    if (text !== undefined) promptTexts.set(promptFile, text);
  }
  return promptTexts;
}

export function commitReader({ inputs, event, client, scratch }: TrustOptions): ReadCommit {
  const { config: file } = inputs;
  const { defaultBranch } = event;
  const branch = defaultBranch === undefined ? 'default branch' : `default branch ${defaultBranch}`;
  const commits = new Map<string | undefined, Promise<CommitRules>>();
  return (sha) => {
    const commit = commits.get(sha) ?? readCommit(sha);
    commits.set(sha, commit);
    return commit;
  };

  async function readCommit(sha: string | undefined): Promise<CommitRules> {
    const files = filesAt(await client(), event, sha);
    const rules = await readRules({
      readConfig: () => files.read(file),
      readNamedFile: (namedFile) => files.read(namedFile),
      file,
      overrides: inputs,
    });
    const patterns = 'config' in rules ? patternsOf(rules.config) : [];
    return {
      name: sha === undefined ? branch : baseCommitName(sha),
      rules,
      files,
      patterns,
      folder: lazily(() => downloadFiles(files, patterns, scratch)),
    };
  }
}

/** Paths and globs of the data that these rules read from the repository. */
export function patternsOf({ tests }: Config): string[] {
  const sources = new Set(tests.map(({ data }) => data.source));
  return [...sources].filter(isFileOfTheRepository);
}

export const baseCommitName = (sha: string): string => `base commit ${sha.slice(0, 7)}`;

/**
 * True if a source names files of the repository, and not a built-in set, a set on the Hub or a
 * file of the job.
 */
function isFileOfTheRepository(source: string): boolean {
  const normal = path.posix.normalize(source);
  return (
    !/^(builtin|hf):/.test(source) &&
    !path.posix.isAbsolute(normal) &&
    !path.isAbsolute(source) &&
    normal.split('/')[0] !== '..'
  );
}

export async function downloadFiles(
  files: CommitFiles,
  patterns: readonly string[],
  scratch: string,
): Promise<string> {
  const folder = await mkdtemp(path.join(scratch, 'sensitivity-commit-'));
  for (const pattern of patterns) await files.download(pattern, folder);
  return folder;
}
