import { cp, realpath } from 'node:fs/promises';
import type { Config } from '../config/config.js';
import { changedModelKeys, changedRules, changedSubject } from '../config/changed-rules.js';
import { missingPrompts, rulesOver, withSubjectOf } from '../config/subject.js';
import {
  type Rules,
  type BaseCommit,
  type ConfigSource,
  type ReadBaseRules,
} from '../config/rules.js';
import type { RowsChange, RuleChange } from '../engine/results.js';
import { ConfigError, orProblem, type GateError } from '../errors.js';
import { baseOfCheckout } from '../github/pull.js';
import type { EventContext } from '../github/event.js';
import { isSettled, isUntrusted, eventKind, proposes, ships } from '../github/event-kinds.js';
import { listedChanges, quoted, quotedName } from '../json.js';
import { changedData, isSameData } from './changed-data.js';
import {
  baseCommitName,
  once,
  sidesOf,
  type Commit,
  type HeadAndCommits,
  type TrustInputs,
  type TrustOptions,
} from './commits.js';
import path from 'node:path';
import { configOfBase, previousVersion, reviewedRules, type Reviewed } from './reviewed-rules.js';

type Ref = 'head' | 'base' | 'split';

/**
 * Returns whose configuration decides. `auto` trusts a head whose author may push. @throws
 * ConfigError for an untrusted author
 */
export function chooseRef(configRef: TrustInputs['configRef'], event: EventContext): Ref {
  if (configRef === 'auto')
    return isUntrusted(event) || eventKind(event.name).merges || ships(event) ? 'split' : 'head';
  if (configRef === 'head' && isUntrusted(event)) {
    const why = `it comes from a fork, from Dependabot or by the event ${event.name}, which any account can start`;
    throw new ConfigError(`head would let the author of this change judge it: ${why}`, {
      where: "input 'config-ref'",
      remedy:
        "Leave the input at auto, or set it to split (the head's model, judged by the base's rules) or base.",
    });
  }
  return configRef;
}

export interface ChosenRules {
  source: ConfigSource;
  /** Absolute folder from which data paths start. */
  root: string;
  warnings: string[];
  notices: string[];
  /** The head's own rules or rows differ from the reviewed ones, or were not compared with them. */
  differs: boolean;
  /** Texts of the prompts that are asked, by path. */
  prompts: ReadonlyMap<string, string>;
  /** What the head ships, beside reviewed rules; absent if it is not known. */
  shipped?: { config: Config; prompts: ReadonlyMap<string, string> } | undefined;
  /** How the head's data differs from the reviewed data, which is asked. */
  data?: ReviewedData & { whose: { head: string; base: string } };
}

interface ReviewedData {
  rows: RowsChange[];
  /** Reports to compare with. */
  files: RuleChange[];
  /** Why a trusted head's data could not be compared. */
  problem?: GateError;
}

/**
 * Chooses the configuration by `config-ref`. Reviewed rules come through GitHub's API. @throws
 * GitHubError, ConfigError.
 */
export async function chooseRules(options: TrustOptions): Promise<ChosenRules> {
  const { inputs, event } = options;
  const ref = chooseRef(inputs.configRef, event);
  const sides = sidesOf(options, !eventKind(event.name).privileged);
  if (ref === 'head') {
    const rules = await sides.head.rules();
    const beside = besideHead(options, sides);
    const merged = await beside.reviewed?.();
    return {
      source: { path: inputs.config, ref, rules, ...beside },
      root: inputs.workspace,
      warnings: [],
      notices: proposes(event) && inputs.githubToken === undefined ? [BLIND] : [],
      // The second verdict compares the rules of a pull request with merged ones.
      differs: proposes(event) ? !merged || 'problem' in merged : !isSettled(event),
      prompts: sides.head.prompts,
    };
  }

  const reviewed = await reviewedRules(event, sides);
  if (!reviewed) return byItself(options, sides);
  const { commit, passedOver } = reviewed;
  const compared = await compareReviewed(sides, { ref, reviewed, event });
  const { now, notices, unjudged, rulesDiffer } = compared;
  if (ships(event) && 'absent' in now) throw noGate(inputs.config, nameOfVersion(event));
  const { root, ...data } = await reviewedData(options, commit);
  const warnings: string[] = [];
  if (passedOver !== undefined)
    warnings.push(
      `${passedOver} has no ${quoted(inputs.config)}, so the rules of the ${commit.name} judged.`,
    );
  if (ships(event)) warnings.push(...notices.splice(0));
  if (unjudged.length > 0) {
    const whose = namesOf(event, commit).head;
    warnings.push(
      `The base decides how the model is asked, so these changes of ${whose} are not judged: ${listedChanges(unjudged)}.`,
    );
  }
  const chosen: ChosenRules = {
    source: {
      path: inputs.config,
      ref,
      rules: commit.rules,
      base: ships(event)
        ? () => previousVersion(options, sides)
        : async () => ({ name: commit.name, rules: commit.rules, dataChanged: false }),
      reviewed: proposes(event) ? () => configOfBase(async () => reviewed) : undefined,
    },
    root,
    warnings,
    notices,
    differs:
      rulesDiffer ||
      unjudged.length > 0 ||
      data.rows.length + data.files.length > 0 ||
      data.problem !== undefined,
    prompts: commit.prompts,
    shipped: 'config' in now ? { config: now.config, prompts: sides.head.prompts } : undefined,
    data: { ...data, whose: namesOf(event, commit) },
  };
  return ref === 'split' ? overHead(chosen, now, { sides, event }) : chosen;
}

/** Applies the chosen rules to the head's subject. @throws ConfigError, GitHubError */
async function overHead(
  chosen: ChosenRules,
  head: Rules,
  { sides, event }: { sides: HeadAndCommits; event: EventContext },
): Promise<ChosenRules> {
  const { source, warnings, notices } = chosen;
  if ('absent' in head) {
    const alone = `The head has no ${quoted(source.path)}: the base's model was judged.`;
    return { ...chosen, notices: [alone, ...notices] };
  }
  const { rules } = source;
  if (!('config' in rules)) return chosen;
  if (!('config' in head)) return { ...chosen, source: { ...source, rules: head } };
  const prompts = await sides.head.promptsUnder(rules.config);
  const whose = ships(event) ? 'this version' : 'the pull request';
  const over = await orProblem(
    async () => ({ config: withSubjectOf(rules.config, head.config, { prompts, whose }) }),
    ConfigError,
  );
  return {
    ...chosen,
    source: { ...source, rules: over },
    warnings: [...warnings, ...missingPrompts(rules.config, prompts)],
    prompts: sides.head.prompts,
  };
}

function namesOf(event: EventContext, { name }: Commit): { head: string; base: string } {
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
async function reviewedData(
  options: TrustOptions,
  commit: Commit,
): Promise<ReviewedData & { root: string }> {
  const { inputs, event, checkout, scratch } = options;
  const { workspace } = inputs;
  const { rules } = commit;
  const reviewed = async () => {
    const root = await commit.folder();
    await bringBaseline(options, root);
    return { root, rows: [], files: [] };
  };
  if (isUntrusted(event) || !('config' in rules)) return reviewed();
  const sides = { base: commit, rules: rules.config, workspace, scratch, checkout };
  const compared = await orProblem(() => changedData(sides));
  return 'problem' in compared ? { ...(await reviewed()), ...compared } : compared;
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

/**
 * Chooses the head's own rules if no rules were merged yet. @throws ConfigError for an untrusted
 * author
 */
async function byItself(
  { inputs, event }: TrustOptions,
  { head }: HeadAndCommits,
): Promise<ChosenRules> {
  const { baseSha } = event;
  const none =
    baseSha === undefined
      ? `The default branch has no ${quoted(inputs.config)}`
      : `Neither the ${baseCommitName(baseSha)} nor the default branch has ${quoted(inputs.config)}`;
  if (isUntrusted(event) || !proposes(event)) {
    throw new ConfigError(`${none}, and this head is not judged by its own rules`, {
      where: inputs.config,
      remedy:
        'Merge a configuration into the default branch first, by a pull request of the repository itself, or name the path of the one ' +
        'that is there with the input `config`. In a private repository the token needs `contents: read` to see it.',
    });
  }
  const base =
    baseSha === undefined
      ? undefined
      : async (): Promise<BaseCommit> => ({
          name: baseCommitName(baseSha),
          rules: { absent: true },
          dataChanged: false,
        });
  const warning = `${none}, so this run was judged by the head's own configuration: these rules were never merged.`;
  const rules = await head.rules();
  return {
    source: { path: inputs.config, ref: 'head', rules, base },
    root: inputs.workspace,
    warnings: [warning],
    notices: [],
    differs: true,
    prompts: head.prompts,
  };
}

function besideHead(
  options: TrustOptions,
  sides: HeadAndCommits,
): Pick<ConfigSource, 'base' | 'baseRules' | 'reviewed'> {
  const { inputs, event, client, checkout, scratch } = options;
  const { workspace } = inputs;
  const baseOf = once(async () => {
    if (inputs.githubToken === undefined)
      throw new ConfigError('the base cannot be read without a token', NO_TOKEN);
    return baseOfCheckout(await client(), event, await checkout.headOf(workspace));
  });
  const reviewed = once(async () => {
    const { sha } = await baseOf();
    return reviewedRules({ ...event, baseSha: sha }, sides);
  });
  const differenceTo = (base: Commit, rules: Config) =>
    changedData({ base, rules, workspace, checkout, scratch });

  /** True if rules or rows of the base branch differ from those that this branch was made from. */
  async function hasMoved(): Promise<boolean> {
    const { sha, mergeBase } = await baseOf();
    if (mergeBase === undefined || mergeBase === sha) return false;
    return isOtherGate(await sides.commitAt(mergeBase), await sides.commitAt(sha));
  }

  async function configLeft(): Promise<Config | undefined> {
    const { mergeBase } = await baseOf();
    if (mergeBase === undefined) return undefined;
    const rules = await orProblem(async () => (await sides.commitAt(mergeBase)).rules);
    return 'config' in rules ? rules.config : undefined;
  }

  async function base(): Promise<BaseCommit> {
    const { sha, mergeBase } = await baseOf();
    // The subject at the tip may be newer than the one that this branch changes.
    const commit = await sides.commitAt(mergeBase ?? sha);
    const { name, rules } = commit;
    if (!('config' in rules)) return { name, rules, dataChanged: false };
    const data = await orProblem(() => differenceTo(commit, rules.config));
    // Data that cannot be compared counts as changed.
    const dataChanged =
      'problem' in data || data.rows.length + data.files.length > 0 || (await hasMoved());
    return { name, rules, dataChanged };
  }

  async function baseRules(): Promise<ReadBaseRules> {
    const now = await sides.head.rules();
    const merged = 'config' in now ? await reviewed() : undefined;
    // Without rules at the head or merged ones, there is no second verdict.
    if (!('config' in now) || !merged) return { isSame: true };
    const { commit, passedOver } = merged;
    const { name, rules } = commit;
    if (!('config' in rules)) throw unusable(name, rules);
    const changed = changedRules(rules.config, now.config);
    const read = await orProblem(async () => ({
      data: await differenceTo(commit, rules.config),
      prompts: await sides.head.promptsUnder(rules.config),
    }));
    if ('problem' in read) return { ...read, rules: changed };
    const { rows, files, root } = read.data;
    if (changed.length + files.length + rows.length === 0) return { isSame: true };
    const branch = passedOver === undefined ? (event.baseRef ?? name) : name;
    const remarks = missingPrompts(rules.config, read.prompts);
    if (await hasMoved()) remarks.push(movedSentence(branch));
    return {
      name: branch,
      config: rulesOver(rules.config, now.config, read.prompts),
      root,
      rules: [...changed, ...files],
      rows,
      remarks,
    };
  }

  const beside: Pick<ConfigSource, 'base' | 'baseRules' | 'reviewed'> = {};
  if (event.baseSha !== undefined || event.baseRef !== undefined) beside.base = base;
  if (ships(event)) beside.base = () => previousVersion(options, sides);
  if (proposes(event) && inputs.githubToken !== undefined) {
    beside.baseRules = () => orProblem<ReadBaseRules>(baseRules);
    beside.reviewed = once(async () => {
      const found = await configOfBase(reviewed);
      return found && 'config' in found ? { ...found, left: await configLeft() } : found;
    });
  }
  return beside;
}

async function isOtherGate(one: Commit, other: Commit): Promise<boolean> {
  if (!('config' in one.rules && 'config' in other.rules)) return true;
  if (changedRules(one.rules.config, other.rules.config).length > 0) return true;
  const [before, now] = [await one.files.tree(), await other.files.tree()];
  return other.patterns.some((pattern) => !isSameData(pattern, before, now));
}

function movedSentence(branch: string): string {
  return `${quotedName(branch)} moved since this branch left it: its rules or rows changed, so a difference from them may not be this pull request's. Merge ${quotedName(branch)} into the branch to see its own.`;
}

const BLIND =
  'Whether this pull request changes its gate is not known: the workflow gives the action no token.';
const NO_TOKEN = {
  where: "input 'github-token'",
  remedy:
    'Give the workflow `permissions: { contents: read }` and leave the input at its default. Without a token leave `compare: base` out of ' +
    'the configuration.',
};

function unusable(name: string, rules: Exclude<Rules, { config: Config }>): ConfigError {
  const why = 'problem' in rules ? `: ${rules.problem.message}` : '';
  const remedy = 'Merge a correct configuration into the base branch first.';
  return new ConfigError(`the configuration of the ${name} cannot be used${why}`, { remedy });
}

/**
 * Reads the head's configuration. Returns a notice on its changed rules, which apply after the
 * merge, and what of its model is not judged.
 */
async function compareReviewed(
  { head }: HeadAndCommits,
  { ref, reviewed, event }: { ref: Ref; reviewed: Reviewed; event: EventContext },
): Promise<{ now: Rules; notices: string[]; unjudged: RuleChange[]; rulesDiffer: boolean }> {
  const now = await orProblem(() => head.rules());
  const { rules } = reviewed.commit;
  if ('config' in now && 'config' in rules) {
    const changed = changedRules(rules.config, now.config);
    const list = ships(event)
      ? `The rules of ${nameOfVersion(event)} differ from those of ${defaultBranchOf(event)}`
      : 'The rules that the head changes apply after the merge';
    const notice = `${reviewed.whose} rules judged. ${list}: ${listedChanges(changed)}.`;
    const rulesDiffer = changed.length > 0;
    const unjudged = unjudgedChanges(now.config, rules.config, ref);
    return { now, notices: rulesDiffer ? [notice] : [], unjudged, rulesDiffer };
  }
  const notices: string[] = [];
  // In `split`, the evaluation reports the problem.
  if ('problem' in now && ref === 'base')
    notices.push(
      `The head's configuration cannot be used (${now.problem.message}). The rules that judged do not need it.`,
    );
  return { now, notices, unjudged: [], rulesDiffer: true };
}

/** What the head changes of the model that is asked as the base has it. */
function unjudgedChanges(head: Config, base: Config, ref: Ref): RuleChange[] {
  if (ref === 'base') return changedSubject(head, base);
  return changedModelKeys(head, base).filter(({ path: key }) => key !== 'name');
}
