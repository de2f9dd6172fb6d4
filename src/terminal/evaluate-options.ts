import type { Overrides } from '../config/config.ts';
import { readConfigFile, readRules } from '../config/rules.ts';
import type { BaseCommit } from '../config/rules-comparison.ts';
import { namedFilesBelow } from '../config/named-files.ts';
import { ConfigError, orProblem } from '../errors.ts';
import type { EvaluateOptions } from '../run/options.ts';
import { GitError } from '../trust/git.ts';
import { blobAt, commitNamed, git, type LocalRepository } from '../trust/local-git.ts';
import type { Terminal } from './command.ts';
import type { Options } from './options.ts';

export async function evaluateOptions(
  options: Options,
  { root, proxy, process: { env } }: Pick<Terminal, 'root' | 'proxy' | 'process'>,
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
      : await orProblem(() =>
          baseFromGit(ref, {
            repository: { root, env, where: '--base' },
            file,
            overrides: options,
          }),
        );
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
 * Returns the rules of a commit to compare with. Its data counts as changed.
 * @throws ConfigError if git or the commit is missing or damaged
 */
export async function baseFromGit(
  ref: string,
  {
    repository,
    file,
    overrides,
  }: { repository: LocalRepository; file: string; overrides: Overrides },
): Promise<BaseCommit> {
  const commit = await commitNamed(ref, repository);
  const text = await configAtCommit(commit, file, repository);
  const rules = await readRules({
    readConfig: async () => text,
    readNamedFile: (prompt) => blobAt(`${commit}:./${prompt}`, repository),
    file,
    overrides,
  });
  return { name: `base commit ${commit.slice(0, 7)}`, rules, dataChanged: true };
}

/** Returns the text of a configuration in a commit; undefined for a commit without the file. */
async function configAtCommit(
  commit: string,
  file: string,
  repository: LocalRepository,
): Promise<string | undefined> {
  // `./` makes git start from this folder. The listing of a missing file is empty, and no error.
  const path = `./${file}`;
  try {
    const listing = await git(repository, 'ls-tree', '-z', '--name-only', commit, '--', path);
    return listing === '' ? undefined : await git(repository, 'show', `${commit}:${path}`);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const { reason, where } = error;
    throw new ConfigError(
      `git cannot read ${file} of the commit ${commit.slice(0, 7)}: ${reason}`,
      {
        where,
        remedy:
          'Repair the repository (`git fsck` names the damage; for a shallow or partial clone: `git fetch --refetch`), or leave --base out.',
      },
    );
  }
}
