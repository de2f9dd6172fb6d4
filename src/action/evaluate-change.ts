import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { attemptsOf, GateError, orProblem } from '../errors.js';
import type { Results } from '../engine/results.js';
import type { EvaluateOptions, Evaluation } from '../run/options.js';
import {
  filesRead,
  filesShipped,
  rulesBeside,
  type Evidence,
  type Files,
} from '../run/evidence.js';
import type { Interruption } from '../run/interruption.js';
import { progressLog } from '../run/progress-log.js';
import type { ReportPlace } from '../run/report-files.js';
import { failedResults, withNotices } from '../run/results.js';
import { refuseInside } from '../run/safe-files.js';
import type { Client } from '../github/client.js';
import type { EventContext } from '../github/event.js';
import { isUntrusted, eventKind, proposes, ships } from '../github/event-kinds.js';
import { openCheckout, type Checkout } from '../trust/checkout.js';
import { chooseRules } from '../trust/choose-rules.js';
import type { ChosenRules } from '../trust/chosen-rules.js';
import { compareWorkTree } from '../trust/work-tree.js';
import { reviewedDataSentence } from '../report/story/changed-gate.js';
import { logDetails, logLines } from '../report/formats/log.js';
import type { Inputs } from './input-table.js';
import path from 'node:path';
import type * as Core from '@actions/core';

export interface World {
  core: typeof Core;
  env: NodeJS.ProcessEnv;
  interruption: Interruption;
  /** Writes to the log of the job; masks keys and escapes workflow commands. */
  say: (line: string) => void;
  warn: (text: string) => void;
  fail: (text: string) => void;
}

export interface Job {
  inputs: Inputs;
  event: EventContext;
  client: () => Promise<Client>;
  world: World;
}

/** Chooses the rules, then evaluates. Unreadable rules end the run before the first request. */
export async function evaluateChange<T extends Evaluation>(
  job: Job,
  work: (options: EvaluateOptions) => Promise<T>,
): Promise<T | Evaluation> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'sensitivity-'));
  try {
    return await evaluateWith(scratch, job, work);
  } catch (error) {
    return failed(job.inputs, error);
  } finally {
    const attempt = attemptsOf(job.world.warn);
    await attempt(() => rm(scratch, { recursive: true, force: true }));
  }
}

/** @param scratch folder for the files of other commits */
async function evaluateWith<T extends Evaluation>(
  scratch: string,
  { inputs, event, client, world }: Job,
  work: (options: EvaluateOptions) => Promise<T>,
): Promise<T> {
  const outside = { checkout: inputs.workspace };
  await refuseInside(inputs.cacheDirectory, {
    ...outside,
    where: "input 'cache-directory'",
    example: 'sensitivity-cache',
  });
  if (inputs.merge !== undefined)
    await refuseInside(inputs.merge, { ...outside, where: "input 'merge'", example: 'shards' });
  const checkout = openCheckout({ ...inputs, env: world.env });
  const { isTracked } = checkout;
  const chosen = await chooseRules({ inputs, event, client, scratch, checkout });
  const { comparison, root, notices } = chosen;
  // Only the checkout can hold files that no commit holds.
  const tracking = root === inputs.workspace ? { isTracked } : {};
  const { stop, ...log } = progressLog(world.say);
  const { halt } = world.interruption;
  const origin = { commit: event.headSha || undefined, workflowRun: world.env['GITHUB_RUN_ID'] };
  const reuse: EvaluateOptions['reuse'] = eventKind(event.name).repeats ? 'commit' : 'none';
  const options = {
    ...inputs,
    ...tracking,
    ...log,
    reuse,
    config: comparison,
    overrides: inputs,
    origin,
    root,
    confined: true,
    halt,
  };
  const evaluation = await work(options).finally(stop);

  // The verdict is final: evidence that cannot be gathered is left out, with a warning.
  const attempt = attemptsOf(world.warn);
  const basis = await attempt(async () => {
    // Evidence on a head that anyone can propose proves nothing.
    if (inputs.shard !== undefined || isUntrusted(event)) return undefined;
    // A night of `watch` replaces the rules, so it is no verdict of the gate.
    if (evaluation.isNight === true) return undefined;
    return basisOf(evaluation, chosen, { inputs, event, checkout });
  });
  const warnings = [...chosen.warnings];
  // A pull request may check out its head, its merge commit, or a part of it.
  if (basis?.difference !== undefined && !proposes(event)) warnings.unshift(basis.difference);
  const first = [...notices, ...checkout.notices()];
  const differing = chosen.data && reviewedDataSentence(chosen.data);
  if (differing !== undefined && ships(event)) warnings.push(differing);
  else if (differing !== undefined) first.unshift(differing);
  if (inputs.failOn.length === 0)
    first.push('No outcome fails the job: the workflow sets `fail-on: none`.');
  const results = withNotices(evaluation.results, { warnings, first });
  return { ...evaluation, basis: basis?.evidence, results };
}

interface Checked {
  inputs: Inputs;
  event: EventContext;
  checkout: Checkout;
}

/**
 * Returns what the evidence states, and how the checkout differs from the event's commit; undefined
 * for a run that ended before it had read its files.
 */
async function basisOf(
  { config, digests }: Evaluation,
  { comparison, root, prompts, shipped, differs }: ChosenRules,
  { inputs: { workspace }, event, checkout }: Checked,
): Promise<{ evidence: Evidence; difference?: string | undefined } | undefined> {
  if (!config || !digests) return undefined;
  const judged = filesRead(config, { root, prompts, digests });
  let [files, rules]: [Files, Files] = [judged, new Map()];
  if (comparison.ref !== 'head') {
    if (!shipped) return undefined;
    const { isTracked } = checkout;
    const read = { root: workspace, isTracked, digests, prompts: shipped.prompts };
    const found = await orProblem(async () => ({
      files: await filesShipped(shipped.config, read),
    }));
    if ('problem' in found) return { evidence: found };
    files = found.files;
    rules = rulesBeside(judged, files, config);
  }
  const { commit, isClean, difference } = await compareWorkTree(files, {
    workspace,
    event,
    checkout,
  });
  return { evidence: { files, rules, commit, differs: differs || !isClean }, difference };
}

export function reportPlace({ reportDirectory, workspace }: Inputs): ReportPlace {
  return { directory: reportDirectory, checkout: workspace, where: "input 'report-directory'" };
}

export function failed({ config, configRef }: Inputs, error: unknown): Evaluation {
  if (!(error instanceof GateError)) throw error;
  return { results: failedResults({ path: config, ref: configRef }, error) };
}

/** Address of the docs of the running version; undefined for an action in the checkout. */
export function docsUrl({
  event,
  world: { env },
}: Pick<Job, 'event' | 'world'>): string | undefined {
  const { GITHUB_ACTION_REPOSITORY: repository, GITHUB_ACTION_REF: ref } = env;
  return repository && ref ? `${event.serverUrl}/${repository}/blob/${ref}/docs` : undefined;
}

export function tellLog(results: Results, { core, say }: World): void {
  logLines(results).forEach(say);
  const details = logDetails(results);
  if (details.length === 0) return;
  core.startGroup('How sure is this?');
  details.forEach(say);
  core.endGroup();
}
