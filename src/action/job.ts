/** The context of every job of the action: inputs, event, client of GitHub and log. */
import type * as Core from '@actions/core';
import type { Results } from '../engine/results.ts';
import { GateError } from '../errors.ts';
import type { Client } from '../github/client.ts';
import type { EventContext } from '../github/event.ts';
import type { HttpProxy } from '../models/index.ts';
import { logDetails, logLines } from '../report/formats/log.ts';
import type { Interruption } from '../run/interruption.ts';
import type { Evaluation } from '../run/options.ts';
import type { ReportPlace } from '../run/report-files.ts';
import { failedResults } from '../run/results.ts';
import type { Inputs } from './input-table.ts';

/** Writes to the log of the job; masks keys and escapes workflow commands. */
export interface JobLog {
  say: (line: string) => void;
  warn: (text: string) => void;
  /** Fails the job with this reason, once it ends. */
  fail: (text: string) => void;
}

export interface JobEnvironment extends JobLog {
  core: typeof Core;
  env: NodeJS.ProcessEnv;
  /** The proxy of the environment. */
  proxy: HttpProxy | undefined;
  interruption: Interruption;
}

export interface Job {
  inputs: Inputs;
  event: EventContext;
  client: () => Promise<Client>;
  environment: JobEnvironment;
}

/** Waits for the work. An interruption becomes the problem of the results. */
export async function untilInterrupted(
  work: Promise<Evaluation>,
  { inputs, environment: { interruption } }: Job,
): Promise<Evaluation> {
  const outcome = await interruption.resultOrReason(work);
  return 'interrupted' in outcome ? failedEvaluation(inputs, outcome.interrupted) : outcome;
}

export function failedEvaluation({ config, configRef }: Inputs, error: unknown): Evaluation {
  if (!(error instanceof GateError)) throw error;
  return { results: failedResults({ path: config, ref: configRef }, error) };
}

export function reportPlace({ reportDirectory, workspace }: Inputs): ReportPlace {
  return { directory: reportDirectory, checkout: workspace, setting: "input 'report-directory'" };
}

/** Address of the docs of the running version; undefined for an action in the checkout. */
export function docsUrl({ event, environment: { env } }: Job): string | undefined {
  const { GITHUB_ACTION_REPOSITORY: repository, GITHUB_ACTION_REF: ref } = env;
  return repository && ref ? `${event.serverUrl}/${repository}/blob/${ref}/docs` : undefined;
}

export function writeLog(results: Results, { core, say }: JobEnvironment): void {
  logLines(results).forEach(say);
  const details = logDetails(results);
  if (details.length === 0) return;
  core.startGroup('How sure is this?');
  details.forEach(say);
  core.endGroup();
}
