/** Finds the commit whose rules were reviewed, and the version before the one that ships. */
import { changedSubject, isSameSubject } from '../config/changed-subject.ts';
import type { Config } from '../config/config.ts';
import type { BaseCommit, ReviewedConfig } from '../config/rules-comparison.ts';
import { findPreviousVersion } from '../github/releases.ts';
import { quoted } from '../json.ts';
import type { TrustOptions } from './chosen-rules.ts';
import { baseCommitName, type CommitRules, type ReadCommit } from './rules-reader.ts';

export interface ReviewedCommit {
  commit: CommitRules;
  /** The owner of the rules, at the beginning of a sentence: `The base's`. */
  whose: string;
  /** The base, if it has no rules: `The base commit 1a2b3c4`. */
  passedOver?: string;
}

/**
 * Returns the base's rules, else the default branch's. The author of a pull request chooses its
 * base.
 * @throws GitHubError
 */
export async function findReviewed(
  baseSha: string | undefined,
  readCommit: ReadCommit,
): Promise<ReviewedCommit | undefined> {
  if (baseSha !== undefined) {
    const commit = await readCommit(baseSha);
    if (!('absent' in commit.rules)) return { commit, whose: "The base's" };
  }
  const commit = await readCommit(undefined);
  if ('absent' in commit.rules) return undefined;
  const passedOver = baseSha === undefined ? undefined : `The ${baseCommitName(baseSha)}`;
  return { commit, whose: "The default branch's", passedOver };
}

/** Returns the beginning of a sentence that says that no rules were merged yet. */
export function noMergedRulesSentence(file: string, baseSha: string | undefined): string {
  return baseSha === undefined
    ? `The default branch has no ${quoted(file)}`
    : `Neither the ${baseCommitName(baseSha)} nor the default branch has ${quoted(file)}`;
}

/** @param mergeBaseConfig at the commit where the branch left a base that has moved since */
export function reviewedConfig(
  config: Config,
  judgedConfig: Config,
  mergeBaseConfig?: Config,
): ReviewedConfig {
  return {
    config,
    subject: changedSubject({ base: config, head: judgedConfig }),
    isOlder:
      mergeBaseConfig !== undefined && isSameSubject({ base: mergeBaseConfig, head: judgedConfig }),
  };
}

/**
 * Returns the previous release for `compare: base`, with its own configuration. A version is judged
 * even if it changes nothing.
 * @throws GitHubError
 */
export async function previousVersion(
  { event, client }: TrustOptions,
  readCommit: ReadCommit,
): Promise<BaseCommit> {
  const version = await findPreviousVersion(await client(), event);
  if ('none' in version)
    return {
      name: 'previous release',
      rules: { absent: true },
      dataChanged: true,
      absentReason: version.none,
    };
  const { rules } = await readCommit(version.sha);
  return { name: version.name, rules, dataChanged: true };
}
