import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attemptsOf } from '../errors.ts';
import { isUntrusted, eventKind, proposes, ships } from '../github/event-kinds.ts';
import { reviewedDataSentence } from '../report/story/changed-gate.ts';
import type { EvaluateOptions, Evaluation } from '../run/options.ts';
import { progressLog } from '../run/progress-log.ts';
import { addNotices } from '../run/results.ts';
import { evaluate } from '../run/run.ts';
import { refuseInside } from '../run/safe-files.ts';
import { openCheckout, type Checkout } from '../trust/checkout.ts';
import { chooseRules } from '../trust/choose-rules.ts';
import type { ChosenRules } from '../trust/chosen-rules.ts';
import { compareWorkTree, shippedFiles, type WorkTree } from '../trust/work-tree.ts';
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
  await refuseCheckoutFolder(inputs);
  const checkout = openCheckout({ ...inputs, env: environment.env });
  const chosen = await chooseRules({ inputs, event, client, scratch, checkout });
  const { stop, ...progress } = progressLog(environment.say);
  const options = optionsOf(job, chosen, checkout);
  const evaluation = await evaluate({ ...options, ...progress }).finally(stop);

  // The verdict is final: a comparison that fails is a warning.
  const attempt = attemptsOf(environment.warn);
  const workTree = await attempt(() => workTreeOf(evaluation, chosen, { job, checkout }));
  const notices = noticesOf(job, chosen, { checkout, workTree });
  const results = addNotices(evaluation.results, notices);
  return { ...evaluation, commit: workTree?.commit, results };
}

/** @throws ConfigError for a folder in the checkout, which a pull request could fill */
async function refuseCheckoutFolder({ cacheDirectory, workspace: checkout }: Inputs) {
  const setting = "input 'cache-directory'";
  await refuseInside(cacheDirectory, { checkout, setting, example: 'sensitivity-cache' });
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
    resume: true,
    reuse: hasVerdict ? 'verdict' : 'none',
    origin: {
      workflowRun: environment.env['GITHUB_RUN_ID'],
      pull,
    },
    halt: environment.interruption.halt,
  };
}

function noticesOf(
  { inputs, event }: Job,
  { warnings: chosenWarnings, notices, data }: ChosenRules,
  { checkout, workTree }: { checkout: Checkout; workTree: WorkTree | undefined },
) {
  const warnings = [...chosenWarnings];
  const firstNotices = [...notices, ...checkout.notices()];
  const { difference, uncompared } = workTree ?? {};
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

/**
 * Compares the files that the head ships with its commit. Returns undefined for a run that ended
 * before it had read its files, and for a head that anyone can propose.
 */
async function workTreeOf(
  { subject }: Evaluation,
  { head: { rules, files } }: ChosenRules,
  { job: { inputs, event }, checkout }: { job: Job; checkout: Checkout },
): Promise<WorkTree | undefined> {
  const { workspace } = inputs;
  const isRead = subject !== undefined && 'config' in rules;
  if (!isRead || isUntrusted(event)) return undefined;
  const shipped = await shippedFiles(files, rules.config, workspace);
  return compareWorkTree(shipped, { workspace, event, checkout });
}
