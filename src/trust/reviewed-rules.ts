/** Lets reviewed rules judge the subject of the head or of the base, and reports differences. */
import { cp, realpath } from 'node:fs/promises';
import { changedModelKeys, changedRules, changedSubject } from '../config/changed-rules.js';
import type { Config } from '../config/config.js';
import {
  comparesWithBase,
  type BaseCommit,
  type RulesComparison,
  type UnreadBase,
} from '../config/rules-comparison.js';
import { missingPrompts, withSubjectOf } from '../config/subject.js';
import type { RuleChange } from '../engine/results.js';
import { ConfigError, orProblem, type GateError } from '../errors.js';
import type { EventContext } from '../github/event.js';
import { isUntrusted, proposes, ships } from '../github/event-kinds.js';
import { listedChanges, quoted } from '../json.js';
import { changedData } from './changed-data.js';
import type { ChosenRules, ReviewedData, TrustOptions } from './chosen-rules.js';
import { previousVersion, reviewedConfig, type ReviewedCommit } from './reviewed-commit.js';
import { readHead, type CommitRules, type HeadRules, type ReadCommit } from './rules-reader.js';
import path from 'node:path';

interface ReviewedRules extends TrustOptions {
  ref: 'base' | 'split';
  reviewed: ReviewedCommit;
  readCommit: ReadCommit;
}

interface Judging extends ReviewedRules {
  head: HeadRules;
}

/** @throws ConfigError, GitHubError */
export async function reviewedRules(options: ReviewedRules): Promise<ChosenRules> {
  const { inputs, event } = options;
  const head = await readHead(options);
  if (ships(event) && 'absent' in head.rules) throw noGate(inputs.config, nameOfVersion(event));
  const judging = { ...options, head };
  const changed = compareWithHead(judging);
  const { root, ...data } = await reviewedData(judging);
  const judged = await judgedRules(judging);
  const comparison = await comparisonOf(judging, judged);
  const whose = namesOf(event, options.reviewed.commit);
  const { warnings, notices } = messagesOf(judging, { changed, judged, head: whose.head });
  const rulesDiffer =
    changed.rulesDiffer ||
    changed.unjudged.length > 0 ||
    data.rows.length + data.files.length > 0 ||
    data.problem !== undefined;
  const shipped =
    'config' in head.rules ? { config: head.rules.config, prompts: head.prompts } : undefined;
  return {
    comparison,
    root,
    warnings,
    notices,
    rulesDiffer,
    prompts: judged.prompts,
    shipped,
    data: { ...data, whose },
  };
}

async function comparisonOf(
  judging: Judging,
  judged: Pick<Judged, 'rules'>,
): Promise<RulesComparison> {
  const { ref, inputs, event, reviewed } = judging;
  const comparison: RulesComparison = { path: inputs.config, ref, rules: judged.rules };
  if (!('config' in reviewed.commit.rules)) return comparison;
  const merged = reviewed.commit.rules.config;
  if ('config' in judged.rules && proposes(event))
    comparison.reviewed = reviewedConfig(merged, judged.rules.config);
  if (comparesWithBase(merged)) comparison.base = await baseOfReviewed(judging);
  return comparison;
}

/** Changed rules are a warning in a version that ships, else a notice. */
function messagesOf(
  { inputs, event, reviewed: { commit, passedOver } }: Judging,
  { changed, judged, head }: { changed: HeadChanges; judged: Judged; head: string },
): Pick<ChosenRules, 'warnings' | 'notices'> {
  const { sentences, unjudged } = changed;
  const warnings: string[] = [];
  const notices = [...judged.notices];
  if (passedOver !== undefined)
    warnings.push(
      `${passedOver} has no ${quoted(inputs.config)}, so the rules of the ${commit.name} judged.`,
    );
  if (ships(event)) warnings.push(...sentences);
  else notices.push(...sentences);
  if (unjudged.length > 0)
    warnings.push(
      `The base decides how the model is asked, so these changes of ${head} are not judged: ${listedChanges(unjudged)}.`,
    );
  warnings.push(...judged.warnings);
  return { warnings, notices };
}

type Judged = Pick<ChosenRules, 'prompts' | 'warnings' | 'notices'> &
  Pick<RulesComparison, 'rules'>;

/** Returns the rules of the commit, in `split` over the head's subject. @throws GateError */
async function judgedRules({ inputs, event, ref, reviewed, head }: Judging): Promise<Judged> {
  const { commit } = reviewed;
  const { rules } = commit;
  const asMerged: Judged = { rules, prompts: commit.prompts, warnings: [], notices: [] };
  if (ref === 'base') return asMerged;
  if ('absent' in head.rules) {
    const alone = `The head has no ${quoted(inputs.config)}: the base's model was judged.`;
    return { ...asMerged, notices: [alone] };
  }
  if (!('config' in rules)) return asMerged;
  if (!('config' in head.rules)) return { ...asMerged, rules: head.rules };
  const { config } = head.rules;
  const prompts = await head.promptsUnder(rules.config);
  const whose = ships(event) ? 'this version' : 'the pull request';
  const over = await orProblem(
    async () => ({ config: withSubjectOf(rules.config, config, { prompts, whose }) }),
    ConfigError,
  );
  return {
    rules: over,
    prompts: head.prompts,
    warnings: missingPrompts(rules.config, prompts),
    notices: [],
  };
}

async function baseOfReviewed(judging: Judging): Promise<BaseCommit | UnreadBase> {
  if (ships(judging.event)) return orProblem(() => previousVersion(judging, judging.readCommit));
  const { name, rules } = judging.reviewed.commit;
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

function noGate(file: string, version: string): ConfigError {
  return new ConfigError(`${version} ships no gate: it has no ${quoted(file)}`, {
    where: file,
    remedy:
      'Tag a commit that has a configuration, or name the path of the one that it has with the input `config`.',
  });
}

/**
 * Returns the folder of the reviewed data, and how a trusted head's data differs. Without a
 * difference it is the checkout, so that the files that are asked are those that are shipped.
 */
async function reviewedData(judging: Judging): Promise<ReviewedData & { root: string }> {
  const { commit } = judging.reviewed;
  const { rules } = commit;
  let problem: GateError | undefined;
  if (!isUntrusted(judging.event) && 'config' in rules) {
    const sides = { ...judging, base: commit, rules: rules.config };
    const compared = await orProblem(() => changedData(sides));
    if (!('problem' in compared)) return compared;
    ({ problem } = compared);
  }
  const root = await commit.folder();
  await bringBaseline(judging, root);
  return { root, rows: [], files: [], problem };
}

/** Copies a baseline that the job made, which is in no commit; a tracked one is the base's. */
async function bringBaseline(
  { inputs: { baseline, workspace }, checkout }: TrustOptions,
  root: string,
): Promise<void> {
  if (baseline === undefined || path.isAbsolute(baseline)) return;
  const real = await realpath(path.join(workspace, baseline)).catch(() => undefined);
  if (real !== undefined && (await checkout.isTracked(real)) !== true)
    await cp(real, path.join(root, baseline));
}

interface HeadChanges {
  /** The changed rules, which apply after the merge, or why they are not known. */
  sentences: string[];
  /** Changes of the model by the head, which is asked as the base has it. */
  unjudged: RuleChange[];
  rulesDiffer: boolean;
}

function compareWithHead({ head, ref, reviewed, event }: Judging): HeadChanges {
  const now = head.rules;
  const { rules } = reviewed.commit;
  if ('config' in now && 'config' in rules) {
    const changed = changedRules(rules.config, now.config);
    const list = ships(event)
      ? `The rules of ${nameOfVersion(event)} differ from those of ${defaultBranchOf(event)}`
      : 'The rules that the head changes apply after the merge';
    const sentence = `${reviewed.whose} rules judged. ${list}: ${listedChanges(changed)}.`;
    const rulesDiffer = changed.length > 0;
    const unjudged = unjudgedChanges(now.config, rules.config, ref);
    return { sentences: rulesDiffer ? [sentence] : [], unjudged, rulesDiffer };
  }
  const sentences: string[] = [];
  // In `split`, the evaluation reports the problem.
  if ('problem' in now && ref === 'base')
    sentences.push(
      `The head's configuration cannot be used (${now.problem.message}). The rules that judged do not need it.`,
    );
  return { sentences, unjudged: [], rulesDiffer: true };
}

function unjudgedChanges(head: Config, base: Config, ref: Judging['ref']): RuleChange[] {
  if (ref === 'base') return changedSubject(head, base);
  return changedModelKeys(head, base).filter(({ path: key }) => key !== 'name');
}
