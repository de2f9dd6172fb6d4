import { readFile } from 'node:fs/promises';
import type * as Core from '@actions/core';
import { describeError, GateError } from '../shared/errors.ts';
import { jsonIn } from '../shared/json.ts';
import { openClient, type Client } from '../github/client.ts';
import { readEvent, type GateEvent } from '../github/event.ts';
import { mergeBaseOf, previousRelease } from '../github/releases.ts';
import { Grants, sealOf } from '../models/keys.ts';
import { headlineOf } from '../report/index.ts';
import { emptyResults, type Results } from '../run/results.ts';
import type { RunOptions } from '../run/connect.ts';
import type { Ruling } from '../trust/ruling-types.ts';
import type { CheckoutOptions } from './checkout.ts';
import { readInputs } from './inputs.ts';
import { Interruption, type JobHost, JobLog } from './job.ts';
import { failsJob, publish, repositoryUrl, type JobRun } from './publish.ts';
import { stoppedResults } from './stopped.ts';

const PROGRESS_MS = 30_000;

/** The steps of other rooms that the action calls. Tests replace them. */
export interface Steps {
  core: typeof Core;
  rulingOn: (options: CheckoutOptions) => Promise<Ruling>;
  evaluate: (ruling: Ruling, options: RunOptions) => Promise<Results>;
  openClient: typeof openClient;
}

/** Runs the action as a step of a job. */
export async function startAction(host: JobHost) {
  await runAction(host, {
    core: await import('@actions/core'),
    // Rooms are loaded on demand, so that a wrong input ends the run at once.
    rulingOn: async (options) => (await import('./checkout.ts')).ruleOnCheckout(options),
    evaluate: async (ruling, options) =>
      (await import('../run/evaluate.ts')).evaluate(ruling, options),
    openClient,
  });
}

/** Runs the gate and publishes its results. An error of the user, or a defect, is a result too. */
export async function runAction(host: JobHost, steps: Steps) {
  const { env } = host;
  const opened = emptyResults();
  const log = new JobLog(steps.core);
  log.addSecrets([env['INPUT_API-KEY'], env['INPUT_GITHUB-TOKEN']]);
  const interruption = new Interruption(host);
  const { GITHUB_WORKSPACE, RUNNER_TEMP, GITHUB_API_URL: apiUrl = 'https://api.github.com' } = env;
  let client: Promise<Client> | undefined;
  const run: JobRun = {
    // These are the defaults, until the inputs are read.
    inputs: readInputs({ GITHUB_WORKSPACE, RUNNER_TEMP }),
    env,
    core: steps.core,
    log,
    isInterrupted: false,
    client: () => (client ??= steps.openClient({ token: run.inputs['github-token'], apiUrl, env })),
  };
  let defect: string | undefined;
  let results: Results;
  try {
    run.inputs = readInputs(env);
    results = await interruption.orInterrupt(runGate(run, steps, interruption.signal));
  } catch (error) {
    if (!(error instanceof GateError)) defect = describeError(error);
    results = stoppedResults(error, opened, run);
  }
  run.isInterrupted = interruption.signal.aborted;
  results = log.clean(results);
  await publish(run, results);
  const isRed = defect !== undefined || failsJob(results, run.inputs);
  (isRed ? log.fail : log.say)(defect ?? headlineOf(results));
  await interruption.end();
}

/** Sets `event` and `ruling` of `run` as they are known: a run that stops early reports them. */
async function runGate(run: JobRun, steps: Steps, signal: AbortSignal) {
  const { inputs, env, log } = run;
  const grants = new Grants({
    hub: inputs.hub,
    baseUrl: inputs['base-url'],
    apiKey: inputs['api-key'],
    allowedHosts: inputs['allowed-hosts'],
    headerVariables: inputs['header-variables'],
    env,
  });
  log.addSecrets(grants.secrets);
  run.event = await loadEvent(env);
  run.ruling = await steps.rulingOn(checkoutOptions(run, run.event, signal));
  const results = await steps.evaluate(run.ruling, {
    grants,
    env,
    store: storeOptionsFor(run.event, run, grants),
    skipsWithoutKey: inputs['missing-key'] === 'skip',
    signal,
    progress: { say: log.say, pause: PROGRESS_MS },
    log: log.say,
  });
  if (inputs['fail-on'].includes('none'))
    results.notices.push('No outcome fails the job: the workflow sets `fail-on: none`.');
  return results;
}

async function loadEvent(env: JobRun['env']) {
  // `readEvent` reports a payload that cannot be read, and never quotes it.
  const text = await readFile(env.GITHUB_EVENT_PATH ?? '', 'utf8').catch(() => '');
  return readEvent(env.GITHUB_EVENT_NAME ?? '', jsonIn(text), env);
}

function checkoutOptions(
  { inputs, env, client }: JobRun,
  event: GateEvent,
  signal: AbortSignal,
): CheckoutOptions {
  const { repository, tag } = event;
  const { config, 'config-ref': configRef, hub, model, data, workspace } = inputs;
  const { 'base-url': baseUrl, 'max-requests': maxRequests, 'github-token': token } = inputs;
  return {
    event,
    workspace,
    env,
    remote: { url: repositoryUrl(env), token },
    config,
    configRef,
    overrides: { hub, model, data, baseUrl, maxRequests },
    mergeBase: async (base, head) => mergeBaseOf(await client(), repository, { base, head }),
    previousRelease: async (commit) => previousRelease(await client(), repository, { commit, tag }),
    datasets: { url: env.HF_DATASETS_SERVER, token: env.HF_TOKEN, env, signal },
  };
}

/**
 * Events whose runs use no store. Each merge group has a separate cache, and anyone can fill the
 * cache of `pull_request_target`.
 */
const WITHOUT_STORE = ['merge_group', 'pull_request_target'];

function storeOptionsFor(
  { name, isFork, pullNumber }: GateEvent,
  { inputs, env }: JobRun,
  { secrets }: Grants,
): RunOptions['store'] {
  if (WITHOUT_STORE.includes(name) || (isFork && secrets.length === 0)) return undefined;
  return {
    directory: inputs['cache-directory'],
    scope: pullNumber === undefined ? (env.GITHUB_REF ?? '') : `pull ${pullNumber}`,
    usesFinished: name === 'pull_request',
    workflowRun: env.GITHUB_RUN_ID,
    seal: sealOf(secrets),
  };
}
