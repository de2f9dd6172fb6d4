import type { BaseCommit, ReviewedConfig } from '../config/rules.js';
import { orProblem } from '../errors.js';
import type { EventContext } from '../github/event.js';
import { findPreviousVersion } from '../github/releases.js';
import { baseCommitName, type Commit, type HeadAndCommits, type TrustOptions } from './commits.js';

export interface Reviewed {
  commit: Commit;
  /** Whose rules they are, at the beginning of a sentence. */
  whose: string;
  passedOver?: string | undefined;
}

/**
 * Returns the base's rules, else the default branch's. The author of a pull request chooses its
 * base. @throws GitHubError
 */
export async function reviewedRules(
  event: EventContext,
  { commitAt }: HeadAndCommits,
): Promise<Reviewed | undefined> {
  const { baseSha } = event;
  for (const sha of baseSha === undefined ? [undefined] : [baseSha, undefined]) {
    const commit = await commitAt(sha);
    const passedOver =
      sha === undefined && baseSha !== undefined ? `The ${baseCommitName(baseSha)}` : undefined;
    if (!('absent' in commit.rules))
      return {
        commit,
        passedOver,
        whose: sha === undefined ? "The default branch's" : "The base's",
      };
  }
  return undefined;
}

/** Configurations that were never merged, or that cannot be used, are no base to compare with. */
export async function configOfBase(
  reviewed: () => Promise<Reviewed | undefined>,
): Promise<ReviewedConfig | undefined> {
  const found = await orProblem(async () => ({ merged: await reviewed() }));
  if ('problem' in found) return found;
  const rules = found.merged?.commit.rules;
  return rules !== undefined && 'config' in rules ? { config: rules.config } : undefined;
}

/**
 * Returns the previous release for `compare: base`, with its own configuration. A version is judged
 * even if it changes nothing.
 */
export async function previousVersion(
  { event, client }: TrustOptions,
  { commitAt }: HeadAndCommits,
): Promise<BaseCommit> {
  const found = await findPreviousVersion(await client(), event);
  if ('none' in found)
    return { name: 'previous release', rules: { absent: true }, dataChanged: true, ...found };
  return { name: found.name, rules: (await commitAt(found.sha)).rules, dataChanged: true };
}
