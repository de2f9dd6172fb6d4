/** Compares the rules and rows of a checkout with those of a commit of the same repository. */
import { changedRules } from '../config/changed-rules.ts';
import type { Config } from '../config/config.ts';
import { namedFilesBelow } from '../config/named-files.ts';
import type { BaseCommit, BaseRules, UnreadBase } from '../config/rules-comparison.ts';
import { missingPrompts } from '../config/subject-prompts.ts';
import { withTrustedSubject } from '../config/subject.ts';
import { orProblem } from '../errors.ts';
import { quotedName } from '../json.ts';
import { matchingFiles, writeCommittedFiles, type CommitFiles } from '../github/files.ts';
import { changedData } from './changed-data.ts';
import { treeInListing } from './checkout.ts';
import { GitError } from './git.ts';
import { blobAt, blobBytesAt, git, type LocalRepository } from './local-git.ts';
import { patternsOf, readPromptsOfRules } from './rules-reader.ts';

interface LocalSides {
  /** The repository of the checkout. */
  repository: LocalRepository;
  /** Absolute folder in which the base's data may be written. */
  scratch: string;
  head: Config;
  base: Pick<BaseCommit, 'name' | 'rules'>;
  /** The id of the base's commit. */
  commit: string;
}

/**
 * Returns the base's rules over the head's subject; undefined if rules and rows are the same, or if
 * the base has no rules that can be used.
 */
export async function localBaseRules({
  repository,
  scratch,
  head,
  base: { name, rules },
  commit,
}: LocalSides): Promise<BaseRules | UnreadBase | undefined> {
  if (!('config' in rules)) return undefined;
  const { root } = repository;
  const baseConfig = rules.config;
  const ruleChanges = changedRules({ base: baseConfig, head });
  const baseData = await orProblem(async () => ({
    data: await changedData({
      rules: baseConfig,
      base: { files: filesOf(commit, repository), patterns: patternsOf(baseConfig) },
      inputs: { workspace: root },
      scratch,
      // Files of the work tree may not be committed, so they have no object ids to compare.
      checkout: { isTracked: undefined, tree: async () => undefined },
    }),
    texts: await readPromptsOfRules(baseConfig, namedFilesBelow(root)),
    isAhead: await isAhead(commit, repository),
  }));
  if ('problem' in baseData) return { ...baseData, rules: ruleChanges };
  const { data, texts } = baseData;
  if (ruleChanges.length + data.rows.length === 0) return undefined;
  const remarks = missingPrompts(baseConfig, texts);
  if (baseData.isAhead) {
    const base = quotedName(name);
    remarks.push(
      `${base} has commits that this checkout lacks, so a difference from it may be theirs. Merge ${base} to see only your own.`,
    );
  }
  return {
    name,
    config: withTrustedSubject({ rules: baseConfig, head, texts }),
    root: data.root,
    rules: ruleChanges,
    rows: data.rows,
    remarks,
  };
}

/**
 * True if a commit is not an ancestor of the commit that is checked out.
 * @throws GitError
 */
async function isAhead(commit: string, repository: LocalRepository): Promise<boolean> {
  try {
    await git(repository, 'merge-base', '--is-ancestor', commit, 'HEAD');
    return false;
  } catch (error) {
    if (error instanceof GitError && error.kind === 'negative') return true;
    throw error;
  }
}

/** Returns a reader of the files of a commit. Their paths start at the repository's `root`. */
function filesOf(commit: string, repository: LocalRepository): CommitFiles {
  const readBytes = (file: string) => blobBytesAt(`${commit}:./${file}`, repository);
  const tree = async () =>
    treeInListing(await git(repository, 'ls-tree', '-r', '-z', commit, '--', '.'));
  return {
    sha: commit,
    tree,
    read: (file) => blobAt(`${commit}:./${file}`, repository),
    async download(pattern, folder) {
      const files = await matchingFiles(pattern, tree);
      const commitInWords = `at commit ${commit.slice(0, 7)}`;
      await writeCommittedFiles(files, folder, { pattern, commit: commitInWords, readBytes });
    },
  };
}
