/** Compares a pull request with the merged rules, rows and subject. */
import { changedRules } from '../config/changed-rules.ts';
import type { Config } from '../config/config.ts';
import type { BaseRules, RulesComparison, UnreadBase } from '../config/rules-comparison.ts';
import { missingPrompts, type FileTexts } from '../config/subject-prompts.ts';
import { withTrustedSubject } from '../config/subject.ts';
import { ConfigError, orProblem } from '../errors.ts';
import { proposes } from '../github/event-kinds.ts';
import type { CheckoutBase } from '../github/pull.ts';
import { quotedName } from '../json.ts';
import { changedData, isSameData } from './changed-data.ts';
import type { ChosenRules, HeadRules, TrustOptions } from './chosen-rules.ts';
import {
  findReviewed,
  noMergedRulesSentence,
  reviewedConfig,
  type ReviewedCommit,
} from './reviewed-commit.ts';
import type { CommitRules, ReadCommit } from './rules-reader.ts';

/** A head with the readers of the commits that it is compared with. */
export interface ComparedHead extends TrustOptions {
  head: HeadRules;
  readCommit: ReadCommit;
  /**
   * The base of the checkout.
   * @throws GateError
   */
  findBase: () => Promise<CheckoutBase>;
}

const NO_TOKEN_NOTICE =
  'Whether this pull request changes its gate is not known: the workflow gives the action no token.';

interface ProposedChange
  extends Pick<RulesComparison, 'reviewed' | 'baseRules'>, Pick<ChosenRules, 'notices'> {}

/** Compares a pull request with the merged rules, rows and subject. */
export async function proposedChange(comparedHead: ComparedHead): Promise<ProposedChange> {
  const { inputs, event, head, readCommit, findBase } = comparedHead;
  if (!proposes(event)) return { notices: [] };
  if (inputs.githubToken === undefined) return { notices: [NO_TOKEN_NOTICE] };
  // Without rules at the head there is nothing to judge.
  if (!('config' in head.rules)) return { notices: [] };
  const headConfig = head.rules.config;
  const reviewedBase = await orProblem(async () => {
    const base = await findBase();
    return { base, reviewed: await findReviewed(base.sha, readCommit) };
  });
  if ('problem' in reviewedBase)
    return { reviewed: reviewedBase, baseRules: reviewedBase, notices: [] };
  const { base, reviewed } = reviewedBase;
  if (!reviewed) {
    const noRules = noMergedRulesSentence(inputs.config, base.sha);
    return {
      notices: [`${noRules}, so this pull request is judged by rules that were never merged.`],
    };
  }
  const { rules } = reviewed.commit;
  if (!('config' in rules)) {
    const baseRules = { problem: unusableRulesError(reviewed.commit) };
    return { baseRules, notices: [] };
  }
  const prompts = await orProblem(async () => ({
    texts: await head.readPromptsFor(rules.config),
  }));
  const sides = { base, reviewed, rules: rules.config, headConfig };
  const baseRules =
    'problem' in prompts
      ? { ...prompts, rules: changedRules({ base: rules.config, head: headConfig }) }
      : await baseRulesOf(comparedHead, { ...sides, texts: prompts.texts });
  const mergeBaseConfig = await readMergeBaseConfig(base, readCommit);
  return {
    reviewed: reviewedConfig(rules.config, headConfig, mergeBaseConfig),
    baseRules,
    // No notice is needed: the second verdict shows the changes.
    notices: [],
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

/** A head and the tip of its base branch, which has rules that can be used. */
interface ProposedSides {
  base: CheckoutBase;
  reviewed: ReviewedCommit;
  rules: Config;
  headConfig: Config;
  /** The head's prompts under these rules. */
  texts: FileTexts;
}

/** Returns the base's rules for a second verdict; undefined if rules and rows are the same. */
async function baseRulesOf(
  comparedHead: ComparedHead,
  { base, reviewed, rules, headConfig, texts }: ProposedSides,
): Promise<BaseRules | UnreadBase | undefined> {
  const { event, readCommit } = comparedHead;
  const { commit, passedOver } = reviewed;
  const ruleChanges = changedRules({ base: rules, head: headConfig });
  const data = await orProblem(() => changedData({ ...comparedHead, base: commit, rules }));
  if ('problem' in data) return { problem: data.problem, rules: ruleChanges };
  const { rows, root } = data;
  if (ruleChanges.length + rows.length === 0) return undefined;
  const branch = passedOver === undefined ? (event.baseRef ?? commit.name) : commit.name;
  const remarks = missingPrompts(rules, texts);
  const baseMove = await orProblem(async () => ({ hasMoved: await hasMoved(base, readCommit) }));
  if ('problem' in baseMove) return { ...baseMove, rules: ruleChanges };
  if (baseMove.hasMoved)
    remarks.push(
      `${quotedName(branch)} moved since this branch left it: its rules or rows changed, so a difference from them may not be this pull request's. Merge ${quotedName(branch)} into the branch to see its own.`,
    );
  return {
    name: branch,
    config: withTrustedSubject({ rules, head: headConfig, texts }),
    root,
    rules: ruleChanges,
    rows,
    remarks,
  };
}

/** True if rules or rows of the base branch have changed since this branch left it. */
export async function hasMoved(
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

function unusableRulesError({ name, rules }: CommitRules): ConfigError {
  const reason = 'problem' in rules ? `: ${rules.problem.message}` : '';
  const remedy = 'Merge a correct configuration into the base branch first.';
  return new ConfigError(`the configuration of the ${name} cannot be used${reason}`, { remedy });
}
