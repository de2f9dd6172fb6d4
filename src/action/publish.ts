import { hash } from 'node:crypto';
import path from 'node:path';
import type * as Core from '@actions/core';
import { createAttempt, ConfigError } from '../shared/errors.ts';
import type { Client } from '../github/client.ts';
import {
  countSubject,
  findComment,
  identifyGate,
  writeComment,
  type OpenComment,
  type PullRef,
} from '../github/comment.ts';
import type { GateEvent } from '../github/event.ts';
import { findingsOf } from '../github/findings.ts';
import { annotate, writeOutputs, writeSummary } from '../github/job-results.ts';
import { publishReview } from '../github/review.ts';
import { commentText, summaryText, reportFiles } from '../report/index.ts';
import type { ReportContext } from '../report/report.ts';
import type { Results } from '../run/results.ts';
import { normalizedContent } from '../config/changes.ts';
import type { Ruling } from '../trust/ruling-types.ts';
import { canonical, quoted } from '../shared/json.ts';
import { resolveLinks, leadsOut, replaceFile } from '../shared/path-safety.ts';
import type { Inputs } from './inputs.ts';
import type { JobLog } from './job.ts';

/**
 * A job that runs the gate: its means to publish, and the facts that it has read. A step that reads
 * one more makes a new value.
 */
export interface GateJob {
  inputs: Inputs;
  env: NodeJS.ProcessEnv;
  core: typeof Core;
  log: JobLog;
  /** Undefined if the event could not be read. */
  event?: GateEvent;
  ruling?: Ruling;
  /** There is no time for requests to GitHub. */
  isInterrupted?: boolean;
  client: (token?: string) => Promise<Client>;
}

/** The pull request to publish on. */
interface Target {
  github: Client;
  pull: PullRef;
  /** Commit that was judged. */
  head: string;
  /** From `identifyGate`. */
  gateId: string;
  /** The comment of the gate, or an empty one to write; undefined if none is to be written. */
  comment?: OpenComment;
  /** The input `comment` is `on-failure`. */
  isOnFailure: boolean;
}

/** Publishes the results everywhere. A step that fails is a warning, and changes no verdict. */
export async function publish(job: GateJob, verdict: Results) {
  const { inputs, env, core, log } = job;
  const attempt = createAttempt(log.warn);
  const shown: ReportContext = {
    gate: inputs['comment-key'],
    runUrl: `${repositoryUrl(env)}/actions/runs/${env.GITHUB_RUN_ID}`,
  };
  const target = await attempt(() => openTarget(job));
  const { results, comment } = countVerdict(verdict, job.ruling, target?.comment);
  const file = await attempt(() => writeReportFiles(results, shown, inputs));
  await attempt(() => {
    writeOutputs(results, file ?? '', core);
  });
  await attempt(() => writeSummary(summaryText(results, shown), env));
  await attempt(() => {
    annotate(results, failsJob(results, inputs), core);
  });
  if (!target) return;
  const commentUrl = await attempt(() => updateComment({ ...target, comment }, results, shown));
  await attempt(() => {
    if (commentUrl) core.setOutput('comment-url', commentUrl);
  });
  if (inputs.review === 'off' || !hasVerdict(results)) return;
  await attempt(async () => {
    const notice = await reviewLines(target, results, commentUrl);
    if (notice) core.notice(notice);
  });
}

export function failsJob({ outcome }: Results, { 'fail-on': failing }: Inputs) {
  return failing.some((failingOutcome) => failingOutcome === outcome);
}

export function repositoryUrl(env: NodeJS.ProcessEnv) {
  return `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`;
}

/**
 * Finds where to publish; undefined outside of pull requests, and after a signal, since a newer run
 * may follow.
 */
async function openTarget({ inputs, env, event, isInterrupted, client }: GateJob) {
  const isSilent = inputs.comment === 'never' && inputs.review === 'off';
  if (event?.pullNumber === undefined || isInterrupted || isSilent) return undefined;
  const gateId = identifyGate({
    ...event.repository,
    // GITHUB_WORKFLOW_REF ends with a ref, which differs between pull requests.
    workflow: env.GITHUB_WORKFLOW_REF?.split('@refs/')[0] ?? env.GITHUB_WORKFLOW ?? '',
    job: env.GITHUB_JOB ?? '',
    config: inputs.config,
    commentKey: inputs['comment-key'],
  });
  const github = await client(inputs['github-token']);
  const pull = { ...event.repository, pull_number: event.pullNumber };
  const comment = inputs.comment === 'never' ? undefined : await findComment(github, pull, gateId);
  return {
    github,
    pull,
    head: event.headSha ?? event.sha,
    gateId,
    comment,
    isOnFailure: inputs.comment === 'on-failure',
  };
}

/** The results with the counts of earlier runs, and the comment with those of this run as well. */
function countVerdict(results: Results, ruling?: Ruling, comment?: OpenComment) {
  if (!ruling || !comment || !hasVerdict(results)) return { results, comment };
  const digest = hash('sha256', canonical(normalizedContent(ruling.config.subject)));
  const isRed = results.outcome !== 'pass';
  const { earlier, counts } = countSubject(comment.counts, { digest, isRed });
  const warnings = [...results.warnings];
  if (!isRed && counts.last.isRed)
    warnings.push('An earlier run judged the same model and prompts, and did not pass.');
  return {
    results: { ...results, subjects: earlier, warnings },
    comment: { ...comment, counts },
  };
}

function hasVerdict({ outcome }: Results) {
  return outcome !== 'error' && outcome !== 'skipped';
}

/**
 * Writes the comment. With `on-failure`, a pass deletes the comment of another subject, and a skip
 * writes no first one.
 *
 * @returns the address of the comment
 */
async function updateComment(
  { github, pull, gateId, comment, isOnFailure }: Target,
  results: Results,
  shown: ReportContext,
) {
  if (!comment || (isOnFailure && results.outcome === 'skipped' && !comment.existing))
    return undefined;
  const isDeleted = isOnFailure && results.outcome === 'pass' && !comment.counts.last?.isRed;
  const text = isDeleted ? undefined : commentText(results, shown);
  return writeComment(github, pull, { ...comment, gateId, text });
}

/** @returns a notice of why no review was written */
async function reviewLines(
  { github, pull, head, gateId }: Target,
  results: Results,
  commentUrl?: string,
) {
  const verdict = commentUrl === undefined ? 'the job summary' : `[the comment](${commentUrl})`;
  return publishReview(github, {
    pull,
    gateId,
    head,
    findings: findingsOf(results),
    summary: (count) =>
      `Sensitivity: **${results.outcome}**. Lines with a comment below: ${count}. Why, and all rows: ${verdict}.`,
  });
}

/**
 * Writes report.json, report.html and report.xml.
 *
 * @returns path of report.json
 * @throws ConfigError for a folder that cannot be written, or is reached by a link of the checkout
 */
async function writeReportFiles(
  results: Results,
  shown: ReportContext,
  { 'report-directory': folder, workspace }: Inputs,
) {
  const fromWorkspace = path.relative(workspace, folder);
  const unlinked = path.join(resolveLinks(workspace), fromWorkspace);
  // A pull request may have put a link in the place of the folder.
  if (!leadsOut(fromWorkspace) && resolveLinks(folder) !== unlinked)
    throw new ConfigError(`${quoted(folder)} is a link in the checkout`, {
      where: "input 'report-directory'",
      remedy: 'Name a folder that this job may write, outside of the checkout.',
    });
  for (const [name, text] of Object.entries(reportFiles(results, shown)))
    await replaceFile(path.join(folder, name), text);
  return path.join(folder, 'report.json');
}
