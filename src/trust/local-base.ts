/** Compares the rules and rows of a checkout with those of a commit of the same repository. */
import { changedRules } from '../config/changed-rules.js';
import type { Config } from '../config/config.js';
import { namedFilesBelow } from '../config/named-files.js';
import type { BaseCommit, BaseRules, UnreadBase } from '../config/rules-comparison.js';
import { missingPrompts } from '../config/subject-prompts.js';
import { withTrustedSubject } from '../config/subject.js';
import { orProblem } from '../errors.js';
import { quotedName } from '../json.js';
import {
  kindOfMode,
  matchingFiles,
  writeCommittedFiles,
  type CommitFiles,
  type Tree,
} from '../github/files.js';
import { changedData } from './changed-data.js';
import { blobBytesAt, git } from './local-git.js';
import { patternsOf, readPromptsOfRules } from './rules-reader.js';

interface LocalSides {
  /** Absolute folder of the checkout. */
  root: string;
  /** Absolute folder in which the base's data may be written. */
  scratch: string;
  /** The head's rules. */
  now: Config;
  base: Pick<BaseCommit, 'name' | 'rules'>;
  /** The id of the base's commit. */
  commit: string;
}

/**
 * Returns the base's rules over the head's subject; undefined if rules and rows are the same, or if
 * the base has no rules that can be used.
 */
export async function localBaseRules({
  root,
  scratch,
  now,
  base: { name, rules },
  commit,
}: LocalSides): Promise<BaseRules | UnreadBase | undefined> {
  if (!('config' in rules)) return undefined;
  const old = rules.config;
  const changed = changedRules(old, now);
  const read = await orProblem(async () => ({
    data: await changedData({
      rules: old,
      base: { files: filesOf(commit, root), patterns: patternsOf(old) },
      inputs: { workspace: root },
      scratch,
      // Files of the work tree may not be committed, so they have no object ids to compare.
      checkout: { isTracked: undefined, tree: async () => undefined },
    }),
    texts: await readPromptsOfRules(old, namedFilesBelow(root)),
  }));
  if ('problem' in read) return { ...read, rules: changed };
  const { rows, files: reports, root: folder } = read.data;
  if (changed.length + reports.length + rows.length === 0) return undefined;
  return {
    name,
    config: withTrustedSubject({ rules: old, head: now, texts: read.texts }),
    root: folder,
    rules: [...changed, ...reports],
    rows,
    remarks: [...missingPrompts(old, read.texts), ...(await movedRemark(name, commit, root))],
  };
}

/** Says that the base has commits which the checkout lacks, and which may explain a difference. */
async function movedRemark(name: string, commit: string, root: string): Promise<string[]> {
  const isIn = await git(root, 'merge-base', '--is-ancestor', commit, 'HEAD').then(
    () => true,
    () => false,
  );
  if (isIn) return [];
  const base = quotedName(name);
  return [
    `${base} has commits that this checkout lacks, so a difference from it may be theirs. Merge ${base} to see only your own.`,
  ];
}

/** Files of a commit, by their paths from `root`. */
function filesOf(commit: string, root: string): CommitFiles {
  const readBytes = (file: string) => blobBytesAt(`${commit}:./${file}`, root);
  const tree = () => treeOf(commit, root);
  return {
    sha: commit,
    tree,
    read: async (file) => (await readBytes(file))?.toString(),
    async download(pattern, folder) {
      const files = await matchingFiles(pattern, tree);
      const commitInWords = `at commit ${commit.slice(0, 7)}`;
      await writeCommittedFiles(files, folder, { pattern, commit: commitInWords, readBytes });
    },
  };
}

async function treeOf(commit: string, root: string): Promise<Tree> {
  const listed = await git(root, 'ls-tree', '-r', '-z', commit, '--', '.');
  // `100644 blob ID<tab>evals/q.jsonl`
  const entries = listed
    .split('\0')
    .filter(Boolean)
    .map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , sha = ''] = line.slice(0, tab).split(' ');
      return [line.slice(tab + 1), { kind: kindOfMode(mode), sha }] as const;
    });
  return new Map(entries);
}
