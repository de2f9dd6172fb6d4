/** Lets the head's own rules judge it, and compares them with the merged rules. */
import {
  comparesWithBase,
  type BaseCommit,
  type RulesComparison,
} from '../config/rules-comparison.ts';
import { ConfigError, orProblem } from '../errors.ts';
import { ships } from '../github/event-kinds.ts';
import { baseOfCheckout, type CheckoutBase } from '../github/pull.ts';
import { lazily } from '../github/lazily.ts';
import { changedData } from './changed-data.ts';
import type { ChosenRules, TrustOptions } from './chosen-rules.ts';
import { noMergedRulesSentence, previousVersion } from './reviewed-commit.ts';
import { hasMoved, proposedChange, type ComparedHead } from './proposed-change.ts';
import { baseCommitName, readHead, type ReadCommit } from './rules-reader.ts';

/** Judges a head by its own rules, since no rules were merged yet. */
export async function unreviewedRules(options: TrustOptions): Promise<ChosenRules> {
  const { inputs, event } = options;
  const { baseSha } = event;
  const head = await readHead(options);
  const noRules = noMergedRulesSentence(inputs.config, baseSha);
  const comparison: RulesComparison = { path: inputs.config, ref: 'head', rules: head.rules };
  if (baseSha !== undefined)
    comparison.base = {
      name: baseCommitName(baseSha),
      rules: { absent: true },
      dataChanged: false,
    };
  return {
    comparison,
    root: inputs.workspace,
    warnings: [
      `${noRules}, so this run was judged by the head's own configuration: these rules were never merged.`,
    ],
    notices: [],
    head,
  };
}

/**
 * Judges a head by its own rules.
 * @throws GitHubError
 */
export async function ownRules(
  options: TrustOptions,
  readCommit: ReadCommit,
): Promise<ChosenRules> {
  const { inputs, event } = options;
  const head = await readHead(options);
  const comparedHead = { ...options, head, readCommit, findBase: lazily(() => baseOf(options)) };
  const { notices, reviewed, baseRules } = await proposedChange(comparedHead);
  const comparison: RulesComparison = {
    path: inputs.config,
    ref: 'head',
    rules: head.rules,
    reviewed,
    baseRules,
  };
  const hasBase = event.baseSha !== undefined || event.baseRef !== undefined || ships(event);
  const judgingConfigs = [head.rules, baseRules].flatMap((rules) =>
    rules && 'config' in rules ? rules.config : [],
  );
  if (hasBase && comparesWithBase(...judgingConfigs))
    comparison.base = await orProblem(() => baseCommit(comparedHead));
  return {
    comparison,
    root: inputs.workspace,
    warnings: [],
    notices,
    head,
  };
}

/** @throws GateError */
async function baseOf({ inputs, event, client, checkout }: TrustOptions): Promise<CheckoutBase> {
  if (inputs.githubToken === undefined)
    throw new ConfigError('the base cannot be read without a token', NO_TOKEN_DETAILS);
  return baseOfCheckout(await client(), event, await checkout.headOf(inputs.workspace));
}

/**
 * Returns the commit for `compare: base`.
 * @throws GateError
 */
async function baseCommit(comparedHead: ComparedHead): Promise<BaseCommit> {
  const { event, readCommit } = comparedHead;
  if (ships(event)) return previousVersion(comparedHead, readCommit);
  const base = await comparedHead.findBase();
  // The subject at the tip may be newer than the one that this branch changes.
  const commit = await readCommit(base.mergeBase ?? base.sha);
  const { name, rules } = commit;
  if (!('config' in rules)) return { name, rules, dataChanged: false };
  const data = await orProblem(() =>
    changedData({ ...comparedHead, base: commit, rules: rules.config }),
  );
  // Data that cannot be compared counts as changed.
  const dataChanged =
    'problem' in data || data.rows.length > 0 || (await hasMoved(base, readCommit));
  return { name, rules, dataChanged };
}

const NO_TOKEN_DETAILS = {
  where: "input 'github-token'",
  remedy:
    'Give the workflow `permissions: { contents: read }` and leave the input at its default. Without a token leave `compare: base` out of ' +
    'the configuration.',
};
