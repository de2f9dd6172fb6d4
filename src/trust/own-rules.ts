/** Lets the head's own rules judge it, and compares them with the merged rules. */
import { changedRules } from '../config/changed-rules.ts';
import type { Config } from '../config/config.ts';
import {
  comparesWithBase,
  type BaseCommit,
  type BaseRules,
  type RulesComparison,
  type UnreadBase,
} from '../config/rules-comparison.ts';
import { missingPrompts } from '../config/subject-prompts.ts';
import { withTrustedSubject } from '../config/subject.ts';
import { ConfigError, orProblem } from '../errors.ts';
import { isSettled, proposes, ships } from '../github/event-kinds.ts';
import { baseOfCheckout, type CheckoutBase } from '../github/pull.ts';
import { quotedName } from '../json.ts';
import { changedData, isSameData } from './changed-data.ts';
import type { ChosenRules, TrustOptions } from './chosen-rules.ts';
import {
  findReviewed,
  noMergedRulesSentence,
  previousVersion,
  reviewedConfig,
  type ReviewedCommit,
} from './reviewed-commit.ts';
import {
  baseCommitName,
  lazily,
  readHead,
  type CommitRules,
  type HeadRules,
  type ReadCommit,
} from './rules-reader.ts';

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
    rulesDiffer: true,
    prompts: head.prompts,
  };
}

/** A head with the readers of the commits that it is compared with. */
interface ComparedHead extends TrustOptions {
  head: HeadRules;
  readCommit: ReadCommit;
  /**
   * The base of the checkout.
   * @throws GateError
   */
  findBase: () => Promise<CheckoutBase>;
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
  const { notices, rulesDiffer, reviewed, baseRules } = await proposedChange(comparedHead);
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
    rulesDiffer,
    prompts: head.prompts,
  };
}

/** @throws GateError */
async function baseOf({ inputs, event, client, checkout }: TrustOptions): Promise<CheckoutBase> {
  if (inputs.githubToken === undefined)
    throw new ConfigError('the base cannot be read without a token', NO_TOKEN_DETAILS);
  return baseOfCheckout(await client(), event, await checkout.headOf(inputs.workspace));
}

type ProposedChange = Pick<RulesComparison, 'reviewed' | 'baseRules'> &
  Pick<ChosenRules, 'notices' | 'rulesDiffer'>;

/** Compares a pull request with the merged rules, rows and subject. */
async function proposedChange(comparedHead: ComparedHead): Promise<ProposedChange> {
  const { inputs, event, head, readCommit, findBase } = comparedHead;
  if (!proposes(event)) return { notices: [], rulesDiffer: !isSettled(event) };
  if (inputs.githubToken === undefined) return { notices: [NO_TOKEN_NOTICE], rulesDiffer: true };
  // Without rules at the head there is nothing to judge.
  if (!('config' in head.rules)) return { notices: [], rulesDiffer: true };
  const headConfig = head.rules.config;
  const reviewedBase = await orProblem(async () => {
    const base = await findBase();
    return { base, reviewed: await findReviewed(base.sha, readCommit) };
  });
  if ('problem' in reviewedBase)
    return { reviewed: reviewedBase, baseRules: reviewedBase, notices: [], rulesDiffer: true };
  const { base, reviewed } = reviewedBase;
  if (!reviewed) {
    const noRules = noMergedRulesSentence(inputs.config, base.sha);
    return {
      notices: [`${noRules}, so this pull request is judged by rules that were never merged.`],
      rulesDiffer: true,
    };
  }
  const baseRules = await baseRulesOf(comparedHead, base, { headConfig, reviewed });
  const { rules } = reviewed.commit;
  if (!('config' in rules)) return { baseRules, notices: [], rulesDiffer: true };
  const mergeBaseConfig = await readMergeBaseConfig(base, readCommit);
  return {
    reviewed: reviewedConfig(rules.config, headConfig, mergeBaseConfig),
    baseRules,
    // No notice is needed: the second verdict shows the changes.
    notices: [],
    rulesDiffer: false,
  };
}

async function readMergeBaseConfig(
  { mergeBase }: CheckoutBase,
  readCommit: ReadCommit,
): Promise<Config | undefined> {
  if (mergeBase === undefined) return undefined;
  const mergeBaseConfig = await orProblem(async () => (await readCommit(mergeBase)).rules);
  return 'config' in mergeBaseConfig ? mergeBaseConfig.config : undefined;
}

/** Returns the base's rules for a second verdict; undefined if rules and rows are the same. */
async function baseRulesOf(
  comparedHead: ComparedHead,
  base: CheckoutBase,
  { headConfig, reviewed }: { headConfig: Config; reviewed: ReviewedCommit },
): Promise<BaseRules | UnreadBase | undefined> {
  const { event, head, readCommit } = comparedHead;
  const { commit, passedOver } = reviewed;
  const { name, rules } = commit;
  if (!('config' in rules)) return { problem: unusableRulesError(commit) };
  const ruleChanges = changedRules({ base: rules.config, head: headConfig });
  const baseData = await orProblem(async () => ({
    data: await changedData({ ...comparedHead, base: commit, rules: rules.config }),
    texts: await head.promptsUnder(rules.config),
  }));
  if ('problem' in baseData) return { ...baseData, rules: ruleChanges };
  const { rows, files, root } = baseData.data;
  if (ruleChanges.length + files.length + rows.length === 0) return undefined;
  const branch = passedOver === undefined ? (event.baseRef ?? name) : name;
  const remarks = missingPrompts(rules.config, baseData.texts);
  const baseMove = await orProblem(async () => ({ hasMoved: await hasMoved(base, readCommit) }));
  if ('problem' in baseMove) return { ...baseMove, rules: ruleChanges };
  if (baseMove.hasMoved)
    remarks.push(
      `${quotedName(branch)} moved since this branch left it: its rules or rows changed, so a difference from them may not be this pull request's. Merge ${quotedName(branch)} into the branch to see its own.`,
    );
  return {
    name: branch,
    config: withTrustedSubject({ rules: rules.config, head: headConfig, texts: baseData.texts }),
    root,
    rules: [...ruleChanges, ...files],
    rows,
    remarks,
  };
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
    'problem' in data ||
    data.rows.length + data.files.length > 0 ||
    (await hasMoved(base, readCommit));
  return { name, rules, dataChanged };
}

/** True if rules or rows of the base branch have changed since this branch left it. */
async function hasMoved(
  { sha, mergeBase }: CheckoutBase,
  readCommit: ReadCommit,
): Promise<boolean> {
  if (mergeBase === undefined || mergeBase === sha) return false;
  const mergeBaseCommit = await readCommit(mergeBase);
  const tipCommit = await readCommit(sha);
  if (!('config' in mergeBaseCommit.rules && 'config' in tipCommit.rules)) return true;
  const sides = { base: mergeBaseCommit.rules.config, head: tipCommit.rules.config };
  if (changedRules(sides).length > 0) return true;
  const mergeBaseTree = await mergeBaseCommit.files.tree();
  const tipTree = await tipCommit.files.tree();
  return tipCommit.patterns.some((pattern) => !isSameData(pattern, mergeBaseTree, tipTree));
}

const NO_TOKEN_NOTICE =
  'Whether this pull request changes its gate is not known: the workflow gives the action no token.';
const NO_TOKEN_DETAILS = {
  where: "input 'github-token'",
  remedy:
    'Give the workflow `permissions: { contents: read }` and leave the input at its default. Without a token leave `compare: base` out of ' +
    'the configuration.',
};

function unusableRulesError({ name, rules }: CommitRules): ConfigError {
  const reason = 'problem' in rules ? `: ${rules.problem.message}` : '';
  const remedy = 'Merge a correct configuration into the base branch first.';
  return new ConfigError(`the configuration of the ${name} cannot be used${reason}`, { remedy });
}
