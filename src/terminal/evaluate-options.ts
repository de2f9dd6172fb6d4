import type { Overrides } from '../config/config.ts';
import { readConfigFile, readRules } from '../config/rules.ts';
import type { BaseCommit } from '../config/rules-comparison.ts';
import { namedFilesBelow } from '../config/named-files.ts';
import { ConfigError, orProblem } from '../errors.ts';
import type { EvaluateOptions } from '../run/options.ts';
import { blobAt, commitNamed, git, reasonOf } from '../trust/local-git.ts';
import type { Terminal } from './command.ts';
import type { Options } from './options.ts';

export async function evaluateOptions(
  options: Options,
  { root, proxy }: Pick<Terminal, 'root' | 'proxy'>,
): Promise<EvaluateOptions> {
  const { config: file, base: ref } = options;
  const rules = await readRules({
    readConfig: () => readConfigFile({ root, file, confined: false }),
    readNamedFile: namedFilesBelow(root),
    file,
    overrides: options,
    root,
  });
  const base =
    ref === undefined
      ? undefined
      : await orProblem(() => baseFromGit(ref, { root, file, overrides: options }));
  return {
    ...options,
    resume: !options.noResume,
    config: { path: file, ref: 'local', rules, base },
    overrides: options,
    root,
    confined: false,
    proxy,
    missingKey: 'fail',
  };
}

/**
 * The rules of a commit to compare with; its data counts as changed. @throws ConfigError if git or
 * the commit is missing or broken
 */
export async function baseFromGit(
  ref: string,
  { root, file, overrides }: { root: string; file: string; overrides: Overrides },
): Promise<BaseCommit> {
  const commit = await commitNamed(ref, root);
  const text = await configAtCommit(commit, { root, file });
  const rules = await readRules({
    readConfig: async () => text,
    readNamedFile: (prompt) => blobAt(`${commit}:./${prompt}`, root),
    file,
    overrides,
  });
  return { name: `base commit ${commit.slice(0, 7)}`, rules, dataChanged: true };
}

/** The text of a configuration in a commit; undefined for a commit without the file. */
async function configAtCommit(
  commit: string,
  { root, file }: { root: string; file: string },
): Promise<string | undefined> {
  // `./` makes git start from this folder. The listing of a missing file is empty, and no error.
  const path = `./${file}`;
  try {
    const listing = await git(root, 'ls-tree', '-z', '--name-only', commit, '--', path);
    return listing === '' ? undefined : await git(root, 'show', `${commit}:${path}`);
  } catch (cause) {
    throw new ConfigError(
      `git cannot read ${file} of the commit ${commit.slice(0, 7)}${reasonOf(cause)}`,
      {
        where: '--base',
        remedy:
          'Repair the repository (`git fsck` names what is broken; for a shallow or partial clone: `git fetch --refetch`), or leave --base out.',
        cause,
      },
    );
  }
}
