import { readConfigFile } from '../config/load.js';
import { ConfigError, GateError } from '../errors.js';
import type { BaseCommit, ConfigSource } from '../config/source.js';
import type { Client } from '../github/client.js';
import type { EventContext } from '../github/event.js';
import { isStrangers, kindOf, proposes } from '../github/event-kinds.js';
import { filesAt, type CommitFiles } from '../github/files.js';
import type { IsTracked } from '../inside.js';
import { findHeadSha } from '../github/pull.js';
import type { TrustInputs } from './trust-inputs.js';
import { dataFilesOf, materialise, mayDiffer } from './repository-data.js';
import { weakenedData, type WeakenedData } from './weakened-data.js';
import { readRules, weakenings } from './weakening.js';

type Ref = 'head' | 'base' | 'split';

/**
 * Whose configuration decides. `auto` trusts the head only where whoever wrote it may push to the repository, and not in a merge queue:
 * there the base is at hand, and what passes is merged.
 * @throws ConfigError where the head of a stranger would judge itself.
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

/** Whose rules judge this run, and what a reader must know about them. */
export interface Judged {
  source: ConfigSource;
  /** Absolute folder from which data paths start. */
  root: string;
  /** What stands right below the verdict. */
  warnings: string[];
  notices: string[];
}

export interface TrustOptions {
  inputs: TrustInputs;
  event: EventContext;
  client: () => Promise<Client>;
  /** A folder of our own for the base's files. */
  scratch: string;
  /** What git tracks in the checkout. */
  isTracked: IsTracked;
}

/**
 * Puts together the configuration that judges, by `config-ref`. Reviewed rules and their data come through GitHub's API, at the base
 * commit or on the default branch; a checkout may hold whatever the pull request put there.
 * @throws GitHubError where they cannot be read, ConfigError where there are none and the head is a stranger's: its own never judge it.
 */
export async function chooseRules(options: TrustOptions): Promise<Judged> {
  const { inputs, event } = options;
  const ref = chooseRef(inputs.configRef, event);
  const head = headOf(options);
  if (ref === 'head') {
    const { baseSha } = event;
    const base = baseSha === undefined ? undefined : () => baseCommit(options, baseSha);
    const warnings = await compareQuietly(options, head);
    return { source: { path: inputs.config, ref, base }, root: inputs.workspace, warnings, notices: [] };
  }

  const reviewed = await reviewedRules(options);
  if (!reviewed) return byItself(options);
  const { name, text, files, passedOver } = reviewed;
  const rules = readRules(text, inputs);
  // Where they cannot be used, the evaluation says why.
  const root = await materialise(files, rules ? dataFilesOf(rules, inputs) : [], options.scratch);
  const found = await compareReviewed(options, { ref, head, reviewed, root });
  const subject = ref === 'split' ? found.subject : undefined;
  const chosen = passedOver === undefined ? [] : [`${passedOver} has no ${inputs.config}, so the rules of the ${name} judged.`];
  const alone = ref === 'split' && subject === undefined ? [`The head has no ${inputs.config}: the base's model was judged.`] : [];
  return {
    source: { path: inputs.config, ref, text, subject, base: async () => ({ name, text, dataChanged: false }) },
    root,
    warnings: [...chosen, ...found.warnings],
    notices: [...alone, ...found.notices],
  };
}

/** Rules that were reviewed and merged. */
interface Reviewed {
  text: string;
  files: CommitFiles;
  /** How the reader knows where they are from: `base commit 1a2b3c4`. */
  name: string;
  /** The same, of rules: `the base's`. */
  whose: string;
  /** The base commit that has none. */
  passedOver?: string;
}

/**
 * The base's rules. Whoever opens a pull request chooses its base, and so could choose a branch without any: there, and where an event
 * has no base, the default branch's are taken.
 * @throws GitHubError where GitHub does not let us look.
 */
async function reviewedRules({ inputs, event, client }: TrustOptions): Promise<Reviewed | undefined> {
  const octokit = await client();
  // A push is compared with what its author pushed before, which nobody may have reviewed.
  const baseSha = kindOf(event.name).base === 'pushed' && isStrangers(event) ? undefined : event.baseSha;
  for (const sha of baseSha === undefined ? [undefined] : [baseSha, undefined]) {
    const files = filesAt(octokit, event, sha);
    const text = await files.read(inputs.config);
    const name = sha === undefined ? `default branch${event.defaultBranch === undefined ? '' : ` ${event.defaultBranch}`}` : nameOf(sha);
    const passedOver = sha === undefined && baseSha !== undefined ? `The ${nameOf(baseSha)}` : undefined;
    if (text !== undefined) return { text, files, name, passedOver, whose: sha === undefined ? "the default branch's" : "the base's" };
  }
  return undefined;
}

function nameOf(sha: string): string {
  return `base commit ${sha.slice(0, 7)}`;
}

/** No rules were ever merged: so the gate itself is added, by those who may merge. Of anybody else the head's own say nothing. */
function byItself({ inputs, event }: TrustOptions): Judged {
  const { baseSha } = event;
  const none =
    baseSha === undefined
      ? `The default branch has no ${inputs.config}`
      : `Neither the ${nameOf(baseSha)} nor the default branch has ${inputs.config}`;
  if (isStrangers(event) || !proposes(event)) {
    throw new ConfigError(`${none}, and this head is not judged by its own rules`, {
      where: inputs.config,
      remedy:
        'Merge a configuration into the default branch first, by a pull request of the repository itself, or name the path of the one ' +
        'that is there with the input `config`. In a private repository the token needs `contents: read` to see it.',
    });
  }
  const base = baseSha === undefined ? undefined : async () => ({ name: nameOf(baseSha), dataChanged: false });
  const warning = `${none}, so this run was judged by the head's own configuration: nobody has merged these rules before.`;
  return { source: { path: inputs.config, ref: 'head', base }, root: inputs.workspace, warnings: [warning], notices: [] };
}

/** The base as the head is compared with it: both are asked the head's rows, so its data counts only where it might be other data. */
async function baseCommit({ inputs, event, client }: TrustOptions, sha: string): Promise<BaseCommit> {
  if (inputs.githubToken === undefined) {
    throw new ConfigError('the base cannot be read without a token, and `compare: base` needs it', {
      where: "input 'github-token'",
      remedy:
        'Give the workflow `permissions: { contents: read }` and leave the input at its default, or take `compare` out of the ' +
        'configuration.',
    });
  }
  const base = filesAt(await client(), event, sha);
  const text = await base.read(inputs.config);
  const rules = text === undefined ? undefined : readRules(text, inputs);
  const patterns = rules ? dataFilesOf(rules, inputs) : [];
  const dataChanged = await mayDiffer({ patterns, event, client, base, checkout: inputs.workspace }).catch((error: unknown) => {
    if (error instanceof GateError) return true; // Nobody can say that it is the same.
    throw error;
  });
  return { name: nameOf(sha), text, dataChanged };
}

interface Head {
  /** The head's configuration; undefined where it has none. */
  read(): Promise<string | undefined>;
  /** Set where the checkout is not the head's, so that its files come through the API. */
  files?: () => Promise<CommitFiles>;
}

function headOf({ inputs, event, client, isTracked }: TrustOptions): Head {
  if (kindOf(event.name).checkout === 'base') {
    const files = async () => {
      const octokit = await client();
      return filesAt(octokit, event, await findHeadSha(octokit, event));
    };
    return { files, read: async () => (await files()).read(inputs.config) };
  }
  return {
    read: () =>
      readConfigFile({ root: inputs.workspace, file: inputs.config, confined: true, isTracked }).catch((error: unknown) => {
        if (error instanceof ConfigError && error.cause !== undefined) return undefined; // Not there.
        throw error;
      }),
  };
}

interface Comparison {
  reviewed: Reviewed;
  head: Head;
  /** The head's configuration. */
  subject: string;
  /** The base's data, where it is here already. */
  root?: string;
}

/** How the head weakens the gate, and what nobody knows about that: in its rules, and in the files that the reviewed rules read. */
async function compare(options: TrustOptions, { reviewed, head, subject, root }: Comparison): Promise<WeakenedData> {
  const { inputs, event, client, scratch } = options;
  const rules = readRules(reviewed.text, inputs);
  const told = weakenings({ base: reviewed.text, head: subject, inputs });
  if (!rules || !told) return { told: [], unknown: [unknownBecause(`the configuration of the ${reviewed.name} cannot be used`)] };
  try {
    const patterns = dataFilesOf(rules, inputs);
    const checkout = head.files ? undefined : inputs.workspace;
    // Data is read from two commits only where it may be other data.
    if (!(await mayDiffer({ patterns, event, client, base: reviewed.files, checkout }))) return { told, unknown: [] };
    const data = await weakenedData(rules, {
      base: root ?? (await materialise(reviewed.files, patterns, scratch)),
      head: checkout ?? (await materialise(await head.files!(), patterns, scratch)),
    });
    return { told: [...told, ...data.told], unknown: data.unknown };
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return { told, unknown: [`Whether this pull request changes the data that its gate reads is not known: ${error.message}.`] };
  }
}

function unknownBecause(why: string): string {
  return `Whether this pull request weakens its own gate is not known: ${why}.`;
}

interface ReviewedComparison extends Omit<Comparison, 'subject'> {
  ref: Ref;
}

/** Beside reviewed rules nothing of this is applied; only `split` cannot do without the head's configuration. */
async function compareReviewed(
  options: TrustOptions,
  { ref, ...sides }: ReviewedComparison,
): Promise<Pick<Judged, 'warnings' | 'notices'> & { subject?: string }> {
  try {
    const subject = await sides.head.read();
    if (subject === undefined) return { warnings: [], notices: [] };
    const { told, unknown } = await compare(options, { ...sides, subject });
    const notApplied = told.map((sentence) => `${sentence} Not applied: ${sides.reviewed.whose} rules judged.`);
    return { subject, warnings: notApplied, notices: unknown };
  } catch (error) {
    if (ref === 'split' || !(error instanceof GateError)) throw error;
    return { warnings: [], notices: [unknownBecause(error.message)] };
  }
}

/** In `head` the comparison is news, not a condition: a base that cannot be read is said, and the run goes on. */
async function compareQuietly(options: TrustOptions, head: Head): Promise<string[]> {
  if (!proposes(options.event) || options.inputs.githubToken === undefined) return [];
  try {
    const reviewed = await reviewedRules(options);
    const subject = reviewed && (await head.read());
    if (subject === undefined) return [];
    const { told, unknown } = await compare(options, { reviewed: reviewed!, head, subject });
    return [...told, ...unknown];
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return [unknownBecause(error.message)];
  }
}
