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
import { failsJob, publish, repositoryUrl, type GateJob } from './publish.ts';

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
  const log = new JobLog(steps.core);
  log.addSecrets([env['INPUT_API-KEY'], env['INPUT_GITHUB-TOKEN']]);
  const interruption = new Interruption(host);
  const { GITHUB_WORKSPACE, RUNNER_TEMP, GITHUB_API_URL: apiUrl = 'https://api.github.com' } = env;
  let client: Promise<Client> | undefined;
  const start: GateJob = {
    // These are the defaults, until the inputs are read.
    inputs: readInputs({ GITHUB_WORKSPACE, RUNNER_TEMP }),
    env,
    core: steps.core,
    log,
    client: (token) => (client ??= steps.openClient({ token, apiUrl, env })),
  };
  const { job, results: withKeys, defect } = await runGate(start, steps, interruption);
  const results = log.clean(withKeys);
  await publish({ ...job, isInterrupted: interruption.signal.aborted }, results);
  const isRed = defect !== undefined || failsJob(results, job.inputs);
  (isRed ? log.fail : log.say)(defect ?? headlineOf(results));
  await interruption.end();
}

/** Runs the gate. If it stops early, the job that it returns has the facts that it had read. */
async function runGate(start: GateJob, steps: Steps, { signal, orInterrupt }: Interruption) {
  const { env, log } = start;
  let job = start;
  const nothingAsked = emptyResults();
  try {
    const inputs = readInputs(env);
    job = { ...job, inputs };
    const grants = new Grants({
      hub: inputs.hub,
      baseUrl: inputs['base-url'],
      apiKey: inputs['api-key'],
      allowedHosts: inputs['allowed-hosts'],
      headerVariables: inputs['header-variables'],
      env,
      skipsWithoutKey: inputs['missing-key'] === 'skip',
    });
    log.addSecrets(grants.secrets);
    const event = await loadEvent(env);
    job = { ...job, event };
    const ruling = await orInterrupt(steps.rulingOn(checkoutOptions(job, event, signal)));
    job = { ...job, ruling };
    const results = await orInterrupt(
      steps.evaluate(ruling, {
        grants,
        env,
        store: storeOptionsFor(event, job, grants),
        signal,
        progress: { say: log.say, pause: PROGRESS_MS },
        log: log.say,
      }),
    );
    if (inputs['fail-on'].includes('none'))
      results.notices.push('No outcome fails the job: the workflow sets `fail-on: none`.');
    return { job, results };
  } catch (error) {
    const defect = error instanceof GateError ? undefined : describeError(error);
    return { job, results: stoppedResults(error, nothingAsked, job), defect };
  }
}

/** The results of a run that an error of the user, or a defect, ended early. */
function stoppedResults(
  error: unknown,
  nothingAsked: ReturnType<typeof emptyResults>,
  { inputs, ruling }: GateJob,
): Results {
  const { hub = inputs.hub ?? '', name = inputs.model ?? '' } = ruling?.config.subject.model ?? {};
  const { ref = inputs['config-ref'], warnings = [], notices = [] } = ruling ?? {};
  return {
    ...nothingAsked,
    model: { hub, name },
    config: { path: inputs.config, ref, sha256: ruling?.config.sha256 ?? '' },
    usage: { ...nothingAsked.usage, duration_ms: Date.now() - Date.parse(nothingAsked.started_at) },
    seed: 0,
    problem: problemOf(error),
    warnings: [...warnings],
    notices: [...notices],
  };
}

function problemOf(error: unknown) {
  if (error instanceof GateError) {
    const { name, message, where, remedies: remedy } = error;
    return { name, message, where, remedy };
  }
  return {
    name: 'Defect',
    message: `The action has a defect: ${String(error)}`,
    remedy: 'Report it to this project, with the log of this job.',
  };
}

async function loadEvent(env: NodeJS.ProcessEnv) {
  // `readEvent` reports a payload that cannot be read, and never quotes it.
  const text = await readFile(env.GITHUB_EVENT_PATH ?? '', 'utf8').catch(() => '');
  return readEvent(env.GITHUB_EVENT_NAME ?? '', jsonIn(text), env);
}

function checkoutOptions(
  { inputs, env, client }: GateJob,
  event: GateEvent,
  signal: AbortSignal,
): CheckoutOptions {
  const { repository, tag } = event;
  const {
    config,
    'config-ref': configRef,
    hub,
    model,
    data,
    workspace,
    'base-url': baseUrl,
    'max-requests': maxRequests,
    'github-token': token,
  } = inputs;
  return {
    event,
    workspace,
    env,
    remote: { url: repositoryUrl(env), token },
    config,
    configRef,
    overrides: { hub, model, data, baseUrl, maxRequests },
    mergeBase: async (base, head) => mergeBaseOf(await client(token), repository, { base, head }),
    previousRelease: async (commit) =>
      previousRelease(await client(token), repository, { commit, tag }),
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
  { inputs, env }: GateJob,
  { secrets }: Grants,
) {
  if (WITHOUT_STORE.includes(name) || (isFork && secrets.length === 0)) return undefined;
  return {
    directory: inputs['cache-directory'],
    scope: pullNumber === undefined ? (env.GITHUB_REF ?? '') : `pull ${pullNumber}`,
    usesFinished: name === 'pull_request',
    workflowRun: env.GITHUB_RUN_ID,
    seal: sealOf(secrets),
  };
}
