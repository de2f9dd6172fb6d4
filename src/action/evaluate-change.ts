import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { attemptsOf, orProblem } from '../errors.js';
import type { EventContext } from '../github/event.js';
import { isUntrusted, eventKind, proposes, ships } from '../github/event-kinds.js';
import { reviewedDataSentence } from '../report/story/changed-gate.js';
import {
  filesRead,
  filesShipped,
  rulesBeside,
  type Evidence,
  type Files,
} from '../run/evidence.js';
import type { EvaluateOptions, Evaluation } from '../run/options.js';
import { progressLog } from '../run/progress-log.js';
import { withNotices } from '../run/results.js';
import { refuseInside } from '../run/safe-files.js';
import { openCheckout, type Checkout } from '../trust/checkout.js';
import { chooseRules } from '../trust/choose-rules.js';
import type { ChosenRules } from '../trust/chosen-rules.js';
import { compareWorkTree } from '../trust/work-tree.js';
import type { Inputs } from './input-table.js';
import { failed, type Job } from './job.js';
import path from 'node:path';

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
  job: Job,
  work: (options: EvaluateOptions) => Promise<T>,
): Promise<T> {
  const { inputs, event, client, world } = job;
  await refuseFolders(inputs);
  const checkout = openCheckout({ ...inputs, env: world.env });
  const chosen = await chooseRules({ inputs, event, client, scratch, checkout });
  const { stop, ...log } = progressLog(world.say);
  const evaluation = await work({ ...optionsOf(job, chosen, checkout), ...log }).finally(stop);

  // The verdict is final: evidence that cannot be gathered is left out, with a warning.
  const attempt = attemptsOf(world.warn);
  // Evidence on a head that anyone can propose proves nothing.
  const isProof = inputs.shard === undefined && !isUntrusted(event);
  const basis = isProof
    ? await attempt(() => basisOf(evaluation, chosen, { inputs, event, checkout }))
    : undefined;

  const warnings = [...chosen.warnings];
  // A pull request may check out its head, its merge commit, or a part of it.
  if (basis?.difference !== undefined && !proposes(event)) warnings.unshift(basis.difference);
  const first = [...chosen.notices, ...checkout.notices()];
  const differing = chosen.data && reviewedDataSentence(chosen.data);
  if (differing !== undefined && ships(event)) warnings.push(differing);
  else if (differing !== undefined) first.unshift(differing);
  if (inputs.failOn.length === 0)
    first.push('No outcome fails the job: the workflow sets `fail-on: none`.');
  const results = withNotices(evaluation.results, { warnings, first });
  return { ...evaluation, basis: basis?.evidence, results };
}

/** @throws ConfigError for a folder in the checkout, which a pull request could fill */
async function refuseFolders({ cacheDirectory, merge, workspace: checkout }: Inputs) {
  const where = "input 'cache-directory'";
  await refuseInside(cacheDirectory, { checkout, where, example: 'sensitivity-cache' });
  if (merge === undefined) return;
  await refuseInside(merge, { checkout, where: "input 'merge'", example: 'shards' });
}

function optionsOf(
  { inputs, event, world }: Job,
  { comparison, root }: ChosenRules,
  { isTracked }: Checkout,
): EvaluateOptions {
  const { pullNumber: pull } = event;
  const hasVerdict = pull !== undefined && eventKind(event.name).hasStandingVerdict;
  return {
    ...inputs,
    config: comparison,
    overrides: inputs,
    root,
    confined: true,
    // Only the checkout can hold files that no commit holds.
    isTracked: root === inputs.workspace ? isTracked : undefined,
    reuse: hasVerdict ? 'verdict' : 'none',
    origin: { commit: event.headSha || undefined, workflowRun: world.env['GITHUB_RUN_ID'], pull },
    halt: world.interruption.halt,
    proxy: world.proxy,
  };
}

interface Checked {
  inputs: Inputs;
  event: EventContext;
  checkout: Checkout;
}

/**
 * Returns the evidence, and how the checkout differs from the event's commit; undefined
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
    const shippedFiles = await orProblem(async () => ({
      files: await filesShipped(shipped.config, read),
    }));
    if ('problem' in shippedFiles) return { evidence: shippedFiles };
    files = shippedFiles.files;
    rules = rulesBeside(judged, files, config);
  }
  const { commit, isClean, difference } = await compareWorkTree(files, {
    workspace,
    event,
    checkout,
  });
  return { evidence: { files, rules, commit, differs: differs || !isClean }, difference };
}
