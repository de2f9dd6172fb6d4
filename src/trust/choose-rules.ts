import { overSubject, type Rules } from '../config/rules.js';
import type { BaseCommit, ConfigSource } from '../config/source.js';
import { ConfigError, GateError } from '../errors.js';
import type { EventContext } from '../github/event.js';
import { isStrangers, kindOf, proposes } from '../github/event-kinds.js';
import { quoted } from '../json.js';
import { nameOf, sidesOf, type Commit, type Sides } from './sides.js';
import type { TrustInputs, TrustOptions } from './trust-inputs.js';
import { unknownBecause, weakenedGate } from './weakened-gate.js';

type Ref = 'head' | 'base' | 'split';

/**
 * Whose configuration decides. `auto` trusts the head only where whoever wrote it may push to the repository, and not in a merge queue:
 * there the base is at hand, and what passes is merged.
 * @throws ConfigError where the head of a stranger would decide over itself.
 */
export function chooseRef(configRef: TrustInputs['configRef'], event: EventContext): Ref {
  if (configRef === 'auto') return isStrangers(event) || kindOf(event.name).merges ? 'split' : 'head';
  if (configRef === 'head' && isStrangers(event)) {
    const why = `it comes from a fork, from Dependabot or by the event ${event.name}, which anybody can start`;
    throw new ConfigError(`head would let the author of this change judge it: ${why}`, {
      where: "input 'config-ref'",
      remedy: "Leave the input at auto, or set it to split (the head's model, judged by the base's rules) or base.",
    });
  }
  return configRef;
}

/** Whose rules decide this run, and what a reader must know about them. */
export interface ChosenRules {
  source: ConfigSource;
  /** Absolute folder from which data paths start. */
  root: string;
  /** What stands right below the verdict. */
  warnings: string[];
  notices: string[];
}

/**
 * Puts together the configuration that decides, by `config-ref`. Reviewed rules and their data come through GitHub's API, at the base
 * commit or on the default branch; a checkout may hold whatever the pull request put there.
 * @throws GitHubError where they cannot be read, ConfigError where there are none and the head is a stranger's: its own never decide over
 * it.
 */
export async function chooseRules(options: TrustOptions): Promise<ChosenRules> {
  const { inputs, event } = options;
  const ref = chooseRef(inputs.configRef, event);
  const sides = sidesOf(options, kindOf(event.name).checkout !== 'base');
  if (ref === 'head') {
    const { baseSha } = event;
    const base = baseSha === undefined ? undefined : () => baseCommit(inputs, sides, baseSha);
    const rules = await sides.head.rules();
    const warnings = await compareQuietly(options, sides);
    return { source: { path: inputs.config, ref, rules, base }, root: inputs.workspace, warnings, notices: [] };
  }

  const reviewed = await reviewedRules(event, sides);
  if (!reviewed) return byItself(options, sides);
  const { commit, passedOver } = reviewed;
  const root = await commit.folder();
  const { now, warnings, notices } = await compareReviewed(sides, { ref, reviewed });
  const chosen =
    passedOver === undefined ? [] : [`${passedOver} has no ${quoted(inputs.config)}, so the rules of the ${commit.name} judged.`];
  const alone = ref === 'split' && 'absent' in now ? [`The head has no ${quoted(inputs.config)}: the base's model was judged.`] : [];
  return {
    source: {
      path: inputs.config,
      ref,
      rules: ref === 'split' ? await overSubject(commit.rules, now) : commit.rules,
      base: async () => ({ name: commit.name, rules: commit.rules, dataChanged: false }),
    },
    root,
    warnings: [...chosen, ...warnings],
    notices: [...alone, ...notices],
  };
}

/** Rules that were reviewed and merged. */
interface Reviewed {
  commit: Commit;
  /** The same, of rules: `the base's`. */
  whose: string;
  /** The base commit that has none. */
  passedOver?: string | undefined;
}

/**
 * The base's rules. Whoever opens a pull request chooses its base, and so could choose a branch without any: there, and where an event
 * has no base, the default branch's are taken.
 * @throws GitHubError where GitHub does not let us look.
 */
async function reviewedRules(event: EventContext, { commitAt }: Sides): Promise<Reviewed | undefined> {
  // A push is compared with what its author pushed before, which nobody may have reviewed.
  const baseSha = kindOf(event.name).base === 'pushed' && isStrangers(event) ? undefined : event.baseSha;
  for (const sha of baseSha === undefined ? [undefined] : [baseSha, undefined]) {
    const commit = await commitAt(sha);
    const passedOver = sha === undefined && baseSha !== undefined ? `The ${nameOf(baseSha)}` : undefined;
    if (!('absent' in commit.rules)) return { commit, passedOver, whose: sha === undefined ? "the default branch's" : "the base's" };
  }
  return undefined;
}

/** No rules were ever merged: so the gate itself is added, by those who may merge. Of anybody else the head's own say nothing. */
async function byItself({ inputs, event }: TrustOptions, { head }: Sides): Promise<ChosenRules> {
  const { baseSha } = event;
  const none =
    baseSha === undefined
      ? `The default branch has no ${quoted(inputs.config)}`
      : `Neither the ${nameOf(baseSha)} nor the default branch has ${quoted(inputs.config)}`;
  if (isStrangers(event) || !proposes(event)) {
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
      : async (): Promise<BaseCommit> => ({ name: nameOf(baseSha), rules: { absent: true }, dataChanged: false });
  const warning = `${none}, so this run was judged by the head's own configuration: nobody has merged these rules before.`;
  const rules = await head.rules();
  return { source: { path: inputs.config, ref: 'head', rules, base }, root: inputs.workspace, warnings: [warning], notices: [] };
}

/** The base as the head is compared with it: both are asked the head's rows, so its data counts only where it might be other data. */
async function baseCommit(inputs: TrustInputs, { commitAt }: Sides, sha: string): Promise<BaseCommit> {
  if (inputs.githubToken === undefined) {
    throw new ConfigError('the base cannot be read without a token, and `compare: base` needs it', {
      where: "input 'github-token'",
      remedy:
        'Give the workflow `permissions: { contents: read }` and leave the input at its default, or take `compare` out of the ' +
        'configuration.',
    });
  }
  const { name, rules, mayDiffer } = await commitAt(sha);
  const dataChanged = await mayDiffer().catch((error: unknown) => {
    if (error instanceof GateError) return true; // Nobody can say that it is the same.
    throw error;
  });
  return { name, rules, dataChanged };
}

/**
 * Beside reviewed rules nothing of this is applied; only `split` cannot do without the head's configuration.
 * @returns the head's rules, and what there is to say of them.
 */
async function compareReviewed(
  { head }: Sides,
  { ref, reviewed }: { ref: Ref; reviewed: Reviewed },
): Promise<Pick<ChosenRules, 'warnings' | 'notices'> & { now: Rules }> {
  try {
    const now = await head.rules();
    if ('absent' in now) return { now, warnings: [], notices: [] };
    const { told, unknown } = await weakenedGate(reviewed.commit, head, now);
    const notApplied = told.map((sentence) => `${sentence} Not applied: ${reviewed.whose} rules judged.`);
    // In `split` the evaluation says what is wrong with it.
    const isUnsaid = ref === 'base' && 'problem' in now;
    const broken = isUnsaid ? [unknownBecause(`the head's configuration cannot be used (${now.problem.message})`)] : [];
    return { now, warnings: notApplied, notices: [...broken, ...unknown] };
  } catch (error) {
    if (ref === 'split' || !(error instanceof GateError)) throw error;
    return { now: { absent: true }, warnings: [], notices: [unknownBecause(error.message)] };
  }
}

/** In `head` the comparison is news, not a condition: a base that cannot be read is said, and the run goes on. */
async function compareQuietly({ inputs, event }: TrustOptions, sides: Sides): Promise<string[]> {
  if (!proposes(event) || inputs.githubToken === undefined) return [];
  try {
    const reviewed = await reviewedRules(event, sides);
    const now = await sides.head.rules();
    if (!reviewed || 'absent' in now) return [];
    const { told, unknown } = await weakenedGate(reviewed.commit, sides.head, now);
    return [...told, ...unknown];
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return [unknownBecause(error.message)];
  }
}
