import { cp, realpath } from 'node:fs/promises';
import type { Config } from '../config/config.js';
import { changedRules } from '../config/changed-rules.js';
import { rulesOver } from '../config/subject.js';
import {
  overSubject,
  type Rules,
  type BaseCommit,
  type ConfigSource,
  type ReadBaseRules,
} from '../config/rules.js';
import type { RowsChange, RuleChange } from '../engine/results.js';
import { ConfigError, GateError, orProblem } from '../errors.js';
import { baseOfCheckout } from '../github/pull.js';
import type { EventContext } from '../github/event.js';
import { isSettled, isUntrusted, kindOf, proposes, ships } from '../github/event-kinds.js';
import { findPreviousVersion } from '../github/releases.js';
import { listedChanges, quoted } from '../json.js';
import { changedData } from './changed-data.js';
import {
  nameOf,
  once,
  sidesOf,
  type Commit,
  type Sides,
  type TrustInputs,
  type TrustOptions,
} from './sides.js';
import path from 'node:path';

type Ref = 'head' | 'base' | 'split';

/**
 * Returns whose configuration decides. `auto` trusts a head whose author may push. @throws
 * ConfigError for an untrusted author
 */
export function chooseRef(configRef: TrustInputs['configRef'], event: EventContext): Ref {
  if (configRef === 'auto')
    return isUntrusted(event) || kindOf(event.name).merges || ships(event) ? 'split' : 'head';
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
  const sides = sidesOf(options, !kindOf(event.name).privileged);
  if (ref === 'head') {
    const rules = await sides.head.rules();
    return {
      source: { path: inputs.config, ref, rules, ...besideHead(options, sides) },
      root: inputs.workspace,
      warnings: [],
      notices: proposes(event) && inputs.githubToken === undefined ? [BLIND] : [],
      // The second verdict compares the rules of a pull request.
      differs: proposes(event) ? inputs.githubToken === undefined : !isSettled(event),
      prompts: sides.head.prompts,
    };
  }

  const reviewed = await reviewedRules(event, sides);
  if (!reviewed) return byItself(options, sides);
  const { commit, passedOver } = reviewed;
  const { now, notices, rulesDiffer } = await compareReviewed(sides, { ref, reviewed, event });
  if (ships(event) && 'absent' in now) throw noGate(inputs.config, nameOfVersion(event));
  const { root, ...data } = await reviewedData(options, commit);
  const chosen =
    passedOver === undefined
      ? []
      : [
          `${passedOver} has no ${quoted(inputs.config)}, so the rules of the ${commit.name} judged.`,
        ];
  const alone =
    ref === 'split' && 'absent' in now
      ? [`The head has no ${quoted(inputs.config)}: the base's model was judged.`]
      : [];
  return {
    source: {
      path: inputs.config,
      ref,
      rules:
        ref === 'split'
          ? await overSubject(commit.rules, now, ships(event) ? 'this version' : undefined)
          : commit.rules,
      base: ships(event)
        ? () => previousVersion(options, sides)
        : async () => ({ name: commit.name, rules: commit.rules, dataChanged: false }),
    },
    root,
    warnings: [...chosen, ...(ships(event) ? notices : [])],
    notices: [...alone, ...(ships(event) ? [] : notices)],
    differs: rulesDiffer || data.rows.length + data.files.length > 0 || data.problem !== undefined,
    prompts: ref === 'split' && 'config' in now ? sides.head.prompts : commit.prompts,
    shipped: 'config' in now ? { config: now.config, prompts: sides.head.prompts } : undefined,
    data: { ...data, whose: namesOf(event, commit) },
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
  const { workspace, baseline } = inputs;
  const { rules } = commit;
  const reviewed = async () => {
    const root = await commit.folder();
    await bringBaseline(options, root);
    return { root, rows: [], files: [] };
  };
  if (isUntrusted(event) || !('config' in rules)) return reviewed();
  const sides = { base: commit, rules: rules.config, workspace, baseline, scratch, checkout };
  const compared = await orProblem(() => changedData(sides));
  return 'problem' in compared ? { ...(await reviewed()), ...compared } : compared;
}

/**
 * Returns the previous release for `compare: base`, with its own configuration. A version is judged
 * even if it changes nothing.
 */
async function previousVersion(
  { event, client }: TrustOptions,
  { commitAt }: Sides,
): Promise<BaseCommit> {
  const found = await findPreviousVersion(await client(), event);
  if ('none' in found)
    return { name: 'previous release', rules: { absent: true }, dataChanged: true, ...found };
  return { name: found.name, rules: (await commitAt(found.sha)).rules, dataChanged: true };
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

interface Reviewed {
  commit: Commit;
  whose: string;
  passedOver?: string | undefined;
}

/**
 * Returns the base's rules, else the default branch's. The author of a pull request chooses its
 * base. @throws GitHubError
 */
async function reviewedRules(
  event: EventContext,
  { commitAt }: Sides,
): Promise<Reviewed | undefined> {
  // The commit before a push may be unreviewed, so an untrusted push is judged by the default
  // branch.
  const baseSha =
    kindOf(event.name).base === 'pushed' && isUntrusted(event) ? undefined : event.baseSha;
  for (const sha of baseSha === undefined ? [undefined] : [baseSha, undefined]) {
    const commit = await commitAt(sha);
    const passedOver =
      sha === undefined && baseSha !== undefined ? `The ${nameOf(baseSha)}` : undefined;
    if (!('absent' in commit.rules))
      return {
        commit,
        passedOver,
        whose: sha === undefined ? "the default branch's" : "the base's",
      };
  }
  return undefined;
}

/**
 * Chooses the head's own rules if no rules were merged yet. @throws ConfigError for an untrusted
 * author
 */
async function byItself({ inputs, event }: TrustOptions, { head }: Sides): Promise<ChosenRules> {
  const { baseSha } = event;
  const none =
    baseSha === undefined
      ? `The default branch has no ${quoted(inputs.config)}`
      : `Neither the ${nameOf(baseSha)} nor the default branch has ${quoted(inputs.config)}`;
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
          name: nameOf(baseSha),
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

function besideHead(options: TrustOptions, sides: Sides): Pick<ConfigSource, 'base' | 'baseRules'> {
  const { inputs, event, client, checkout, scratch } = options;
  const baseSha = once(async () => {
    if (inputs.githubToken === undefined)
      throw new ConfigError('the base cannot be read without a token', NO_TOKEN);
    return baseOfCheckout(await client(), event, await checkout.headOf(inputs.workspace));
  });
  const differenceTo = (base: Commit, rules: Config) =>
    changedData({
      base,
      rules,
      workspace: inputs.workspace,
      checkout,
      scratch,
      baseline: inputs.baseline,
    });

  async function base(): Promise<BaseCommit> {
    const commit = await sides.commitAt(await baseSha());
    const { name, rules } = commit;
    if (!('config' in rules)) return { name, rules, dataChanged: false };
    const data = await orProblem(() => differenceTo(commit, rules.config));
    // Data that cannot be compared counts as changed.
    return {
      name,
      rules,
      dataChanged: 'problem' in data || data.rows.length + data.files.length > 0,
    };
  }

  async function baseRules(): Promise<ReadBaseRules> {
    const now = await sides.head.rules();
    const reviewed =
      'config' in now
        ? await reviewedRules({ ...event, baseSha: await baseSha() }, sides)
        : undefined;
    // Without rules at the head or merged ones, there is no second verdict.
    if (!('config' in now) || !reviewed) return { isSame: true };
    const { passedOver } = reviewed;
    const { name, rules } = reviewed.commit;
    if (!('config' in rules)) throw unusable(name, rules);
    const changed = changedRules(rules.config, now.config);
    const data = await orProblem(() => differenceTo(reviewed.commit, rules.config));
    if ('problem' in data) return { ...data, rules: changed };
    const { rows, files, root } = data;
    if (changed.length + files.length + rows.length === 0) return { isSame: true };
    return {
      name: passedOver === undefined ? (event.baseRef ?? name) : name,
      config: rulesOver(rules.config, now.config),
      root,
      rules: [...changed, ...files],
      rows,
    };
  }

  return {
    ...(event.baseSha !== undefined && { base }),
    ...(ships(event) && { base: () => previousVersion(options, sides) }),
    ...(proposes(event) &&
      inputs.githubToken !== undefined && { baseRules: () => orProblem<ReadBaseRules>(baseRules) }),
  };
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
 * Reads the head's configuration and returns a notice on its changed rules, which apply after the
 * merge.
 */
async function compareReviewed(
  { head }: Sides,
  { ref, reviewed, event }: { ref: Ref; reviewed: Reviewed; event: EventContext },
): Promise<{ now: Rules; notices: string[]; rulesDiffer: boolean }> {
  try {
    const now = await head.rules();
    const { rules } = reviewed.commit;
    // In `split`, the evaluation reports the problem.
    if ('problem' in now && ref === 'base')
      return { now, notices: [notUsed(now.problem)], rulesDiffer: true };
    if (!('config' in now && 'config' in rules)) return { now, notices: [], rulesDiffer: true };
    const changed = changedRules(rules.config, now.config);
    const list = ships(event)
      ? `The rules of ${nameOfVersion(event)} differ from those of ${defaultBranchOf(event)}`
      : 'The rules that the head changes apply after the merge';
    const told = `${reviewed.whose} rules judged. ${list}: ${listedChanges(changed)}.`;
    const rulesDiffer = changed.length > 0;
    return {
      now,
      notices: rulesDiffer ? [`${told[0]!.toUpperCase()}${told.slice(1)}`] : [],
      rulesDiffer,
    };
  } catch (error) {
    if (ref === 'split' || !(error instanceof GateError)) throw error;
    return { now: { absent: true }, notices: [notUsed(error)], rulesDiffer: true };
  }
}

function notUsed({ message }: GateError): string {
  return `The head's configuration cannot be used (${message}). The rules that judged do not need it.`;
}
