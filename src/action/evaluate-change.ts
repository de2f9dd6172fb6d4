import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attemptsOf, orProblem } from '../errors.ts';
import { isUntrusted, eventKind, proposes, ships } from '../github/event-kinds.ts';
import { reviewedDataSentence } from '../report/story/changed-gate.ts';
import {
  listReadFiles,
  listShippedFiles,
  listJudgingFiles,
  type Evidence,
  type FileDigests,
} from '../run/evidence.ts';
import type { EvaluateOptions, Evaluation } from '../run/options.ts';
import { progressLog } from '../run/progress-log.ts';
import { addNotices } from '../run/results.ts';
import { evaluate } from '../run/run.ts';
import { refuseInside } from '../run/safe-files.ts';
import { openCheckout, type Checkout } from '../trust/checkout.ts';
import { chooseRules } from '../trust/choose-rules.ts';
import type { ChosenRules } from '../trust/chosen-rules.ts';
import { compareWorkTree } from '../trust/work-tree.ts';
import type { Inputs } from './input-table.ts';
import { failedEvaluation, type Job } from './job.ts';

/**
 * Chooses the rules, then evaluates. Unreadable rules end the run before the first request, with a
 * problem in the results.
 */
export async function evaluateChange(job: Job): Promise<Evaluation> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'sensitivity-'));
  try {
    return await evaluateIn(scratch, job);
  } catch (error) {
    return failedEvaluation(job.inputs, error);
  } finally {
    const attempt = attemptsOf(job.environment.warn);
    await attempt(() => rm(scratch, { recursive: true, force: true }));
  }
}

/** @param scratch folder for the files of other commits */
async function evaluateIn(scratch: string, job: Job): Promise<Evaluation> {
  const { inputs, event, client, environment } = job;
  await refuseCheckoutFolders(inputs);
  const checkout = openCheckout({ ...inputs, env: environment.env });
  const chosen = await chooseRules({ inputs, event, client, scratch, checkout });
  const { stop, ...progress } = progressLog(environment.say);
  const options = optionsOf(job, chosen, checkout);
  const evaluation = await evaluate({ ...options, ...progress }).finally(stop);

  // The verdict is final: evidence that cannot be gathered is left out, with a warning.
  const attempt = attemptsOf(environment.warn);
  const gathered = await attempt(() => gatherEvidence(evaluation, chosen, { job, checkout }));
  const notices = noticesOf(job, chosen, { checkout, gathered });
  const results = addNotices(evaluation.results, notices);
  return { ...evaluation, evidence: gathered?.evidence, results };
}

/** @throws ConfigError for a folder in the checkout, which a pull request could fill */
async function refuseCheckoutFolders({ cacheDirectory, merge, workspace: checkout }: Inputs) {
  const setting = "input 'cache-directory'";
  await refuseInside(cacheDirectory, { checkout, setting, example: 'sensitivity-cache' });
  if (merge === undefined) return;
  await refuseInside(merge, { checkout, setting: "input 'merge'", example: 'shards' });
}

function optionsOf(
  { inputs, event, environment }: Job,
  { comparison, root }: ChosenRules,
  { isTracked }: Checkout,
): EvaluateOptions {
  const { hub, model, data, baseUrl, maxRequests } = inputs;
  const { pullNumber: pull } = event;
  const hasVerdict = pull !== undefined && eventKind(event.name).hasStandingVerdict;
  return {
    config: comparison,
    overrides: { hub, model, data, baseUrl, maxRequests },
    root,
    confined: true,
    // Only the checkout can hold files that no commit holds.
    isTracked: root === inputs.workspace ? isTracked : undefined,
    apiKey: inputs.apiKey,
    judgeApiKey: inputs.judgeApiKey,
    embeddingsApiKey: inputs.embeddingsApiKey,
    keys: inputs.keys,
    endpoints: inputs.endpoints,
    variables: inputs.variables,
    allowedHosts: inputs.allowedHosts,
    allowLoopback: inputs.allowLoopback,
    datasetsServer: inputs.datasetsServer,
    proxy: environment.proxy,
    missingKey: inputs.missingKey,
    cacheDirectory: inputs.cacheDirectory,
    resume: inputs.resume,
    reuse: hasVerdict ? 'verdict' : 'none',
    origin: {
      commit: event.headSha || undefined,
      workflowRun: environment.env['GITHUB_RUN_ID'],
      pull,
    },
    merge: inputs.merge,
    shard: inputs.shard,
    halt: environment.interruption.halt,
  };
}

function noticesOf(
  { inputs, event }: Job,
  { warnings: chosenWarnings, notices, data }: ChosenRules,
  { checkout, gathered }: { checkout: Checkout; gathered: ComparedEvidence | undefined },
) {
  const warnings = [...chosenWarnings];
  const firstNotices = [...notices, ...checkout.notices()];
  const { difference, uncompared } = gathered ?? {};
  // A pull request may check out its head, its merge commit, or a part of it.
  if (difference !== undefined && !proposes(event)) warnings.unshift(difference);
  if (uncompared !== undefined && !proposes(event)) firstNotices.push(uncompared);
  const dataSentence = data && reviewedDataSentence(data);
  if (dataSentence !== undefined && ships(event)) warnings.push(dataSentence);
  else if (dataSentence !== undefined) firstNotices.unshift(dataSentence);
  if (inputs.failOn.length === 0)
    firstNotices.push('No outcome fails the job: the workflow sets `fail-on: none`.');
  return { warnings, firstNotices };
}

/** Evidence, and what the comparison with the commit of the event has found. */
interface ComparedEvidence {
  evidence: Evidence;
  /** How the checkout differs from the commit of the event. */
  difference?: string | undefined;
  /** Names files that were not compared. */
  uncompared?: string | undefined;
}

/**
 * Returns undefined for a run that ended before it had read its files, for a shard, and for a head
 * that anyone can propose: evidence on it proves nothing.
 */
async function gatherEvidence(
  { config, digests: dataDigests }: Evaluation,
  { comparison, root, digests: namedFiles, shipped, rulesDiffer }: ChosenRules,
  { job: { inputs, event }, checkout }: { job: Job; checkout: Checkout },
): Promise<ComparedEvidence | undefined> {
  if (!config || !dataDigests || inputs.shard !== undefined || isUntrusted(event)) return undefined;
  const { workspace } = inputs;
  const evidenceOf = async (files: FileDigests, rules: FileDigests): Promise<ComparedEvidence> => {
    const workTree = await compareWorkTree(files, { workspace, event, checkout });
    const { commit, isClean, difference, uncompared } = workTree;
    const evidence = { files, rules, commit, rulesDiffer: rulesDiffer || !isClean };
    return { evidence, difference, uncompared };
  };
  const judgingFiles = listReadFiles(config, { root, namedFiles, dataDigests });
  if (comparison.ref === 'head') return evidenceOf(judgingFiles, new Map());

  if (!shipped) return undefined;
  const { isTracked } = checkout;
  const shippedFiles = { root: workspace, isTracked, dataDigests, namedFiles: shipped.digests };
  const listed = await orProblem(async () => ({
    files: await listShippedFiles(shipped.config, shippedFiles),
  }));
  if ('problem' in listed) return { evidence: listed };
  return evidenceOf(listed.files, listJudgingFiles(judgingFiles, listed.files, config));
}
