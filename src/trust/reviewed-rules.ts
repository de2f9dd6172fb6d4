/** Lets reviewed rules judge the subject of the head or of the base, and reports differences. */
import { changedRules } from '../config/changed-rules.ts';
import { changedModelKeys, changedSubject } from '../config/changed-subject.ts';
import type { BaseAndHead } from '../config/config.ts';
import {
  comparesWithBase,
  type BaseCommit,
  type RulesComparison,
  type UnreadBase,
} from '../config/rules-comparison.ts';
import { missingPrompts } from '../config/subject-prompts.ts';
import { withUntrustedSubject } from '../config/subject.ts';
import type { RuleChange } from '../engine/results.ts';
import { ConfigError, orProblem, type GateError } from '../errors.ts';
import { isUntrusted, proposes, ships } from '../github/event-kinds.ts';
import type { EventContext } from '../github/event.ts';
import { quoted } from '../json.ts';
import { changedData } from './changed-data.ts';
import type { ChosenRules, HeadRules, ReviewedData, TrustOptions } from './chosen-rules.ts';
import { previousVersion, reviewedConfig, type ReviewedCommit } from './reviewed-commit.ts';
import { readHead, type CommitRules, type ReadCommit } from './rules-reader.ts';
import { listedChanges } from '../report/story/listed-changes.ts';

interface ReviewedRules extends TrustOptions {
  ref: 'base' | 'split';
  reviewed: ReviewedCommit;
  readCommit: ReadCommit;
}

interface JudgedHead extends ReviewedRules {
  head: HeadRules;
}

/** @throws ConfigError, GitHubError */
export async function reviewedRules(options: ReviewedRules): Promise<ChosenRules> {
  const { inputs, event } = options;
  const head = await readHead(options);
  if (ships(event) && 'absent' in head.rules)
    throw noGateError(inputs.config, nameOfVersion(event));
  const judgedHead = { ...options, head };
  const headChanges = compareWithHead(judgedHead);
  const { root, ...data } = await reviewedData(judgedHead);
  const judgingRules = await readJudgingRules(judgedHead);
  const comparison = await comparisonOf(judgedHead, judgingRules);
  const whose = namesOf(event, options.reviewed.commit);
  const { sentences, unjudged } = headChanges;
  const warnings = passedOverWarnings(judgedHead);
  const notices = [...judgingRules.notices];
  // Changed rules are a warning in a version that ships, and else a notice.
  if (ships(event)) warnings.push(...sentences);
  else notices.push(...sentences);
  warnings.push(...unjudgedWarnings(unjudged, whose.head), ...judgingRules.warnings);
  return {
    comparison,
    root,
    warnings,
    notices,
    head,
    data: { ...data, whose },
  };
}

async function comparisonOf(
  judgedHead: JudgedHead,
  judgingRules: Pick<JudgingRules, 'rules'>,
): Promise<RulesComparison> {
  const { ref, inputs, event, reviewed } = judgedHead;
  const comparison: RulesComparison = { path: inputs.config, ref, rules: judgingRules.rules };
  if (!('config' in reviewed.commit.rules)) return comparison;
  const mergedConfig = reviewed.commit.rules.config;
  if ('config' in judgingRules.rules && proposes(event))
    comparison.reviewed = reviewedConfig(mergedConfig, judgingRules.rules.config);
  if (comparesWithBase(mergedConfig)) comparison.base = await baseOfReviewed(judgedHead);
  return comparison;
}

function passedOverWarnings({ inputs, reviewed: { commit, passedOver } }: JudgedHead): string[] {
  if (passedOver === undefined) return [];
  return [
    `${passedOver} has no ${quoted(inputs.config)}, so the rules of the ${commit.name} judged.`,
  ];
}

function unjudgedWarnings(changes: readonly RuleChange[], headInWords: string): string[] {
  if (changes.length === 0) return [];
  return [
    `The base decides how the model is asked, so these changes of ${headInWords} are not judged: ${listedChanges(changes)}.`,
  ];
}

interface JudgingRules
  extends Pick<ChosenRules, 'warnings' | 'notices'>, Pick<RulesComparison, 'rules'> {}

/**
 * Returns the rules of the commit, in `split` over the head's subject.
 * @throws GateError
 */
async function readJudgingRules({
  inputs,
  event,
  ref,
  reviewed,
  head,
}: JudgedHead): Promise<JudgingRules> {
  const { commit } = reviewed;
  const { rules } = commit;
  const asMerged: JudgingRules = {
    rules,
    warnings: [],
    notices: [],
  };
  if (ref === 'base') return asMerged;
  if ('absent' in head.rules) {
    const headlessNotice = `The head has no ${quoted(inputs.config)}: the base's model was judged.`;
    return { ...asMerged, notices: [headlessNotice] };
  }
  if (!('config' in rules)) return asMerged;
  if (!('config' in head.rules)) return { ...asMerged, rules: head.rules };
  const texts = await head.readPromptsFor(rules.config);
  const sides = { rules: rules.config, head: head.rules.config, texts };
  const whose = ships(event) ? 'this version' : 'the pull request';
  const combinedRules = await orProblem(
    async () => ({ config: withUntrustedSubject(sides, whose) }),
    ConfigError,
  );
  return {
    rules: combinedRules,
    warnings: missingPrompts(rules.config, texts),
    notices: [],
  };
}

async function baseOfReviewed(judgedHead: JudgedHead): Promise<BaseCommit | UnreadBase> {
  if (ships(judgedHead.event))
    return orProblem(() => previousVersion(judgedHead, judgedHead.readCommit));
  const { name, rules } = judgedHead.reviewed.commit;
  return { name, rules, dataChanged: false };
}

function namesOf(event: EventContext, { name }: CommitRules): { head: string; base: string } {
  if (!ships(event)) return { head: 'the head', base: `the ${name}` };
  return { head: nameOfVersion(event), base: defaultBranchOf(event) };
}

function nameOfVersion({ tag }: EventContext): string {
  return tag === undefined ? 'this deployment' : 'this tag';
}

function defaultBranchOf({ defaultBranch = 'the default branch' }: EventContext): string {
  return `\`${defaultBranch}\``;
}

function noGateError(file: string, version: string): ConfigError {
  return new ConfigError(`${version} ships no gate: it has no ${quoted(file)}`, {
    where: file,
    remedy:
      'Tag a commit that has a configuration, or name the path of the one that it has with the input `config`.',
  });
}

/**
 * Returns the folder of the reviewed data, and how a trusted head's data differs. Without a
 * difference, the folder is the checkout: the rows that are asked are then those that ship.
 */
async function reviewedData(judgedHead: JudgedHead): Promise<ReviewedData & { root: string }> {
  const { commit } = judgedHead.reviewed;
  const { rules } = commit;
  let problem: GateError | undefined;
  if (!isUntrusted(judgedHead.event) && 'config' in rules) {
    const sides = { ...judgedHead, base: commit, rules: rules.config };
    const dataChange = await orProblem(() => changedData(sides));
    if (!('problem' in dataChange)) return dataChange;
    ({ problem } = dataChange);
  }
  const root = await commit.folder();
  return { root, rows: [], problem };
}

interface HeadChanges {
  /** The changed rules, which apply after the merge, or the reason why they are not known. */
  sentences: string[];
  /** The head's changes of the model that are not judged, since the base's settings are used. */
  unjudged: RuleChange[];
}

function compareWithHead({ head, ref, reviewed, event }: JudgedHead): HeadChanges {
  const headRules = head.rules;
  const { rules } = reviewed.commit;
  if ('config' in headRules && 'config' in rules) {
    const sides = { base: rules.config, head: headRules.config };
    const ruleChanges = changedRules(sides);
    const list = ships(event)
      ? `The rules of ${nameOfVersion(event)} differ from those of ${defaultBranchOf(event)}`
      : 'The rules that the head changes apply after the merge';
    const sentence = `${reviewed.whose} rules judged. ${list}: ${listedChanges(ruleChanges)}.`;
    const unjudged = unjudgedChanges(sides, ref);
    return { sentences: ruleChanges.length > 0 ? [sentence] : [], unjudged };
  }
  const sentences: string[] = [];
  // In `split`, the evaluation reports the problem.
  if ('problem' in headRules && ref === 'base')
    sentences.push(
      `The head's configuration cannot be used (${headRules.problem.message}). The rules that judged do not need it.`,
    );
  return { sentences, unjudged: [] };
}

function unjudgedChanges(sides: BaseAndHead, ref: JudgedHead['ref']): RuleChange[] {
  if (ref === 'base') return changedSubject(sides);
  return changedModelKeys(sides).filter(({ path: key }) => key !== 'name');
}
