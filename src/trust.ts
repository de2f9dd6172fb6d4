import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { Octokit } from '@octokit/rest';
import type { BaseCommit } from './baseline.js';
import type { Config } from './config/config.js';
import { parseConfig, readConfigFile } from './config/load.js';

import { ConfigError, GateError } from './errors.js';
import type { ConfigSource } from './evaluate.js';
import { changedFiles, filesAt, MOST_CHANGED_FILES, type CommitFiles } from './github/files.js';
import type { EventContext } from './github/event.js';
import type { IsTracked } from './inside.js';
import { findHeadSha } from './github/pull.js';
import type { Inputs } from './inputs.js';
import { removedRows, weakenings } from './weakening.js';

type Ref = 'head' | 'base' | 'split';

/** What a stranger can start, and what runs with the base's rights: the checkout is the base's, secrets are there. */
const PRIVILEGED = ['pull_request_target', 'workflow_run', 'issue_comment'];

/** Whose configuration decides. `auto` trusts the head only where whoever wrote it may push to the repository. */
export function chooseRef(configRef: Inputs['configRef'], event: EventContext): Ref {
  if (configRef !== 'auto') return configRef;
  return PRIVILEGED.includes(event.name) || event.isFork || event.isDependabot ? 'split' : 'head';
}

/** Whose rules judge this run, and what a reader must know about them. */
export interface Judged {
  source: ConfigSource;
  /** Absolute folder from which data paths start. */
  root: string;
  notices: string[];
}

export interface TrustOptions {
  inputs: Inputs;
  event: EventContext;
  client: () => Promise<Octokit>;
  /** A folder of our own for the base's files. */
  scratch: string;
  /** What git tracks in the checkout. */
  isTracked: IsTracked;
}

/**
 * Puts together the configuration that judges, by `config-ref`. The base's rules and data come through GitHub's API at the base
 * commit; a checkout may hold whatever the pull request put there.
 * @throws GitHubError where the base's rules cannot be read: then nothing may be judged by the head's instead.
 */
export async function chooseRules(options: TrustOptions): Promise<Judged> {
  const { inputs, event } = options;
  const ref = chooseRef(inputs.configRef, event);
  const head = headFiles(options);
  if (ref === 'head') {
    const { source, root } = await byHead(options, head);
    const base = event.baseSha === undefined ? undefined : () => baseCommit(options, source.path);
    return { source: { ...source, base }, root, notices: await compareQuietly(options, head) };
  }

  const base = await baseFiles(options);
  const rules = await base?.read(inputs.config);
  if (base === undefined || rules === undefined) {
    const reason = base === undefined ? 'This event has no base commit' : `The base commit ${base.sha.slice(0, 7)} has no ${inputs.config}`;
    return { ...(await byHead(options, head)), notices: [`${reason}, so this run was judged by the head's own configuration.`] };
  }

  const root = await materialise(base, rules, options);
  const subject = ref === 'split' ? await head.read() : undefined;
  const notices = ref === 'split' && subject === undefined ? [`The head has no ${inputs.config}: the base's model was judged.`] : [];
  const weaker = ref === 'split' && subject !== undefined ? await compare(options, { base, rules, head, subject }) : [];
  return {
    source: { path: inputs.config, ref, text: rules, subject, base: async () => ({ name: nameOf(base.sha), text: rules, dataChanged: false }) },
    root,
    notices: [...notices, ...weaker.map((sentence) => `${sentence} Not applied: the base's rules judged.`)],
  };
}

function nameOf(sha: string): string {
  return `base commit ${sha.slice(0, 7)}`;
}

/** The base as the head is compared with it: both are asked the head's rows, so its data counts only where it might be other data. */
async function baseCommit(options: TrustOptions, file: string): Promise<BaseCommit> {
  const { inputs, event, client } = options;
  if (inputs.githubToken === undefined) {
    throw new ConfigError('the base cannot be read without a token, and `compare: base` needs it', {
      where: "input 'github-token'",
      remedy: 'Give the workflow `permissions: { contents: read }` and leave the input at its default, or take `compare` out of the configuration.',
    });
  }
  const base = (await baseFiles(options))!;
  const text = await base.read(file);
  const patterns = text === undefined ? [] : dataFilesOf(text, inputs);
  // Without a pull request GitHub is not asked what changed: then it may all have.
  const dataChanged = patterns.length > 0 && (event.pullNumber === undefined || touches(await changedFiles(await client(), event), patterns));
  return { name: nameOf(base.sha), text, dataChanged };
}

function touches(files: readonly string[], patterns: readonly string[]): boolean {
  // A list that was cut off may hide the one that matters.
  return files.length >= MOST_CHANGED_FILES || files.some((file) => patterns.some((pattern) => path.posix.matchesGlob(file, path.posix.normalize(pattern))));
}

interface Head {
  /** The head's configuration; undefined where it has none. */
  read(): Promise<string | undefined>;
  /** Set where the checkout is not the head's, so that its files come through the API. */
  files?: () => Promise<CommitFiles>;
}

function headFiles({ inputs, event, client, isTracked }: TrustOptions): Head {
  if (PRIVILEGED.includes(event.name)) {
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

async function baseFiles({ event, client }: TrustOptions): Promise<CommitFiles | undefined> {
  return event.baseSha === undefined ? undefined : filesAt(await client(), event, event.baseSha);
}

/** The head's own rules: the checkout, or what the API says where the checkout is the base's. */
async function byHead(options: TrustOptions, head: Head): Promise<Pick<Judged, 'source' | 'root'>> {
  const { config, workspace } = options.inputs;
  const source = { path: config, ref: 'head' };
  if (!head.files) return { source, root: workspace };
  const text = await head.read();
  if (text === undefined) return { source, root: workspace };
  return { source: { ...source, text }, root: await materialise(await head.files(), text, options) };
}

/** A folder that holds the data files which a configuration names, as they stand at a commit. */
async function materialise(files: CommitFiles, text: string, { inputs, scratch }: TrustOptions): Promise<string> {
  const folder = await mkdtemp(path.join(scratch, 'sensitivity-commit-'));
  for (const pattern of dataFilesOf(text, inputs)) await files.download(pattern, folder);
  return folder;
}

/** Paths and globs of a configuration's data, and of the reports that it compares with; none where it cannot be read, which the evaluation will say with place and remedy. */
function dataFilesOf(text: string, inputs: Inputs): string[] {
  let config: Config;
  try {
    config = parseConfig(text, inputs.config, inputs);
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
  const sources = config.tests.map(({ data }) => data.source).filter((source) => !/^(builtin|hf):/.test(source));
  const reports = config.tests.flatMap(({ compare }) => (compare?.report !== undefined && compare.report !== inputs.baseline ? [compare.report] : []));
  return [...new Set([...sources, ...reports])];
}

/** How the head weakens the gate: in its rules, and in the rows that it takes out of the base's data. */
async function compare(options: TrustOptions, { base, rules, head, subject }: { base: CommitFiles; rules: string; head: Head; subject: string }): Promise<string[]> {
  const { inputs, event, client } = options;
  const sentences = weakenings({ base: rules, head: subject, inputs });
  if (event.pullNumber === undefined) return sentences;
  // Data is read from two commits only where the pull request touches it.
  const patterns = dataFilesOf(rules, inputs);
  const changed = patterns.length > 0 ? await changedFiles(await client(), event) : [];
  if (!touches(changed, patterns)) return sentences;
  const roots = {
    base: await materialise(base, rules, options),
    head: head.files ? await materialise(await head.files(), rules, options) : inputs.workspace,
  };
  return [...sentences, ...(await removedRows({ rules, inputs, roots }))];
}

/** In `head` the comparison is news, not a condition: a base that cannot be read is said, and the run goes on. */
async function compareQuietly(options: TrustOptions, head: Head): Promise<string[]> {
  const { inputs, event } = options;
  const proposes = event.pullNumber !== undefined || event.name === 'merge_group';
  if (event.baseSha === undefined || !proposes || inputs.githubToken === undefined) return [];
  try {
    const base = (await baseFiles(options))!;
    const [rules, subject] = [await base.read(inputs.config), await head.read()];
    return rules === undefined || subject === undefined ? [] : await compare(options, { base, rules, head, subject });
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return [`Whether this pull request weakens its own gate is not known: ${error.message}.`];
  }
}
