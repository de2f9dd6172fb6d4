import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attemptsOf, orProblem } from '../errors.js';
import { isUntrusted, eventKind, proposes, ships } from '../github/event-kinds.js';
import type { EventContext } from '../github/event.js';
import { reviewedDataSentence } from '../report/story/changed-gate.js';
import {
  listReadFiles,
  listShippedFiles,
  listJudgingFiles,
  type Evidence,
  type FileDigests,
} from '../run/evidence.js';
import type { EvaluateOptions, Evaluation } from '../run/options.js';
import { progressLog } from '../run/progress-log.js';
import { addNotices } from '../run/results.js';
import { refuseInside } from '../run/safe-files.js';
import { openCheckout, type Checkout } from '../trust/checkout.js';
import { chooseRules } from '../trust/choose-rules.js';
import type { ChosenRules } from '../trust/chosen-rules.js';
import { compareWorkTree } from '../trust/work-tree.js';
import type { Inputs } from './input-table.js';
import { failedEvaluation, type Job } from './job.js';

/** Chooses the rules, then evaluates. Unreadable rules end the run before the first request. */
export async function evaluateChange(
  job: Job,
  work: (options: EvaluateOptions) => Promise<Evaluation>,
): Promise<Evaluation> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'sensitivity-'));
  try {
    return await evaluateWith(scratch, job, work);
  } catch (error) {
    return failedEvaluation(job.inputs, error);
  } finally {
    const attempt = attemptsOf(job.world.warn);
    await attempt(() => rm(scratch, { recursive: true, force: true }));
  }
}

/** @param scratch folder for the files of other commits */
async function evaluateWith(
  scratch: string,
  job: Job,
  work: (options: EvaluateOptions) => Promise<Evaluation>,
): Promise<Evaluation> {
  const { inputs, event, client, world } = job;
  await refuseCheckoutFolders(inputs);
  const checkout = openCheckout({ ...inputs, env: world.env });
  const chosen = await chooseRules({ inputs, event, client, scratch, checkout });
  const { stop, ...log } = progressLog(world.say);
  const evaluation = await work({ ...optionsOf(job, chosen, checkout), ...log }).finally(stop);

  // The verdict is final: evidence that cannot be gathered is left out, with a warning.
  const attempt = attemptsOf(world.warn);
  // Evidence on a head that anyone can propose proves nothing.
  const isProof = inputs.shard === undefined && !isUntrusted(event);
  const basis = isProof
    ? await attempt(() => gatherEvidence(evaluation, chosen, { inputs, event, checkout }))
    : undefined;

  const warnings = [...chosen.warnings];
  // A pull request may check out its head, its merge commit, or a part of it.
  if (basis?.difference !== undefined && !proposes(event)) warnings.unshift(basis.difference);
  const firstNotices = [...chosen.notices, ...checkout.notices()];
  const dataSentence = chosen.data && reviewedDataSentence(chosen.data);
  if (dataSentence !== undefined && ships(event)) warnings.push(dataSentence);
  else if (dataSentence !== undefined) firstNotices.unshift(dataSentence);
  if (inputs.failOn.length === 0)
    firstNotices.push('No outcome fails the job: the workflow sets `fail-on: none`.');
  const results = addNotices(evaluation.results, { warnings, firstNotices });
  return { ...evaluation, basis: basis?.evidence, results };
}

/** @throws ConfigError for a folder in the checkout, which a pull request could fill */
async function refuseCheckoutFolders({ cacheDirectory, merge, workspace: checkout }: Inputs) {
  const setting = "input 'cache-directory'";
  await refuseInside(cacheDirectory, { checkout, setting, example: 'sensitivity-cache' });
  if (merge === undefined) return;
  await refuseInside(merge, { checkout, setting: "input 'merge'", example: 'shards' });
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

interface EvidenceContext {
  inputs: Inputs;
  event: EventContext;
  checkout: Checkout;
}

/**
 * Returns the evidence, and how the checkout differs from the event's commit; undefined
 * for a run that ended before it had read its files.
 */
async function gatherEvidence(
  { config, digests }: Evaluation,
  { comparison, root, prompts, shipped, rulesDiffer }: ChosenRules,
  { inputs: { workspace }, event, checkout }: EvidenceContext,
): Promise<{ evidence: Evidence; difference?: string | undefined } | undefined> {
  if (!config || !digests) return undefined;
  const judgingFiles = listReadFiles(config, { root, prompts, digests });
  let [files, rules]: [FileDigests, FileDigests] = [judgingFiles, new Map()];
  if (comparison.ref !== 'head') {
    if (!shipped) return undefined;
    const { isTracked } = checkout;
    const readFiles = { root: workspace, isTracked, digests, prompts: shipped.prompts };
    const shippedFiles = await orProblem(async () => ({
      files: await listShippedFiles(shipped.config, readFiles),
    }));
    if ('problem' in shippedFiles) return { evidence: shippedFiles };
    files = shippedFiles.files;
    rules = listJudgingFiles(judgingFiles, files, config);
  }
  const { commit, isClean, difference } = await compareWorkTree(files, {
    workspace,
    event,
    checkout,
  });
  return { evidence: { files, rules, commit, rulesDiffer: rulesDiffer || !isClean }, difference };
}
