import { createHash } from 'node:crypto';
import type * as Core from '@actions/core';
import { attemptsOf } from '../../errors.ts';
import { canonical } from '../../json.ts';
import { annotate } from '../github/annotations.ts';
import type { Client } from '../github/client.ts';
import {
  countSubject,
  findComment,
  gateId,
  writeComment,
  type Asked,
  type OpenComment,
  type PullPlace,
} from '../github/comment.ts';
import type { GateEvent } from '../github/event.ts';
import { writeOutputs, writeSummary } from '../github/outputs.ts';
import { publishReview } from '../github/review.ts';
import { commentText, findingsOf, summaryText } from '../report/index.ts';
import type { Shown } from '../report/shown.ts';
import type { Results } from '../run/results.ts';
import type { Judged } from '../trust/judged.ts';
import type { Inputs } from './inputs.ts';
import type { JobLog } from './log.ts';
import { writeReportFiles } from './report-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A run that has ended, and where it is published. */
export interface Ended {
  inputs: Inputs;
  env: Env;
  core: typeof Core;
  log: JobLog;
  /** Undefined where it could not be read. */
  event?: GateEvent;
  judged?: Judged;
  /** There is no time for requests to GitHub. */
  isInterrupted: boolean;
  client: () => Promise<Client>;
}

/** What is published on a pull request, and what stands there already. */
interface Target {
  client: Client;
  event: GateEvent;
  pull: PullPlace;
  /** Of the gate. */
  id: string;
  open?: OpenComment;
}

/** Writes the results everywhere. A step that fails is a warning, and changes no verdict. */
export async function publish(ended: Ended, results: Results): Promise<void> {
  const { inputs, env, core, log } = ended;
  const attempt = attemptsOf(log.warn);
  const shown = shownOf(ended);
  const target = await attempt(() => openTarget(ended));
  const counted = countOf(ended, results, target?.open?.asked);
  const told = counted ? { ...results, subjects: counted.earlier } : results;
  const file = await attempt(() => writeReportFiles(told, shown, inputs));
  await attempt(() => writeOutputs(told, file ?? '', core));
  await attempt(() => writeSummary(summaryText(told, shown), env));
  await attempt(() => annotate(told, failsJob(told, inputs), core));
  if (!target) return;
  const asked = counted?.asked ?? target.open?.asked;
  const url = await attempt(async () => {
    const { open } = target;
    if (!open || !asked) return undefined;
    const text = textOfComment(told, { mode: inputs.comment, shown, open });
    return text === false
      ? undefined
      : writeComment(target.client, target.pull, { id: target.id, open, asked, text });
  });
  if (url !== undefined) await attempt(() => core.setOutput('comment-url', url));
  if (inputs.review === 'comment')
    await attempt(() => review(target, { results: told, url, core }));
}

export function failsJob({ outcome }: Results, { 'fail-on': failing }: Inputs): boolean {
  return failing.some((one) => one === outcome);
}

function shownOf({ inputs, env, event }: Ended): Shown {
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_RUN_ID: run } = env;
  const shown: Shown = { gate: inputs['comment-key'] };
  if (!event) return shown;
  const { owner, repo } = event.repository;
  shown.repositoryUrl = `${server}/${owner}/${repo}`;
  if (run !== undefined) shown.runUrl = `${shown.repositoryUrl}/actions/runs/${run}`;
  return shown;
}

/** Undefined outside of pull requests, and after a signal: a newer run may have replaced this one. */
async function openTarget(ended: Ended): Promise<Target | undefined> {
  const { inputs, env, event, isInterrupted } = ended;
  const { pullNumber: pull_number } = event ?? {};
  const isSilent = inputs.comment === 'never' && inputs.review === 'off';
  if (!event || pull_number === undefined || isInterrupted || isSilent) return undefined;
  const id = gateId({
    ...event.repository,
    // The ref at its end differs between pull requests.
    workflow: env.GITHUB_WORKFLOW_REF?.split('@refs/')[0] ?? env.GITHUB_WORKFLOW ?? '',
    job: env.GITHUB_JOB ?? '',
    config: inputs.config,
    commentKey: inputs['comment-key'],
  });
  const client = await ended.client();
  const target: Target = { client, event, pull: { ...event.repository, pull_number }, id };
  if (inputs.comment !== 'never') target.open = await findComment(client, target.pull, id);
  return target;
}

/** Undefined for a run that judged no subject. */
function countOf({ judged }: Ended, { outcome }: Results, asked: Asked | undefined) {
  if (!asked || !judged || outcome === 'skipped') return undefined;
  const { model, prompt, system_prompt: system, variables } = judged.config.subject;
  const subject = canonical([model, prompt?.text, system?.text, variables]);
  const digest = createHash('sha256').update(subject).digest('hex');
  return countSubject(asked, { digest, isRed: outcome === 'fail' });
}

/** False to leave the pull request as it is; undefined deletes the comment of an earlier run. */
function textOfComment(
  results: Results,
  { mode, shown, open }: { mode: Inputs['comment']; shown: Shown; open: OpenComment },
): string | false | undefined {
  const { outcome } = results;
  if (mode === 'on-failure' && outcome === 'pass') return undefined;
  if (mode === 'on-failure' && outcome === 'skipped' && !open.existing) return false;
  return commentText(results, shown);
}

async function review(
  { client, event, pull, id }: Target,
  { results, url, core }: { results: Results; url: string | undefined; core: typeof Core },
): Promise<void> {
  const { outcome } = results;
  if (outcome === 'error' || outcome === 'skipped') return;
  if (event.isFork) {
    core.notice('No review was written: the token of a pull request from a fork may only read.');
    return;
  }
  const verdict = url === undefined ? 'the job summary' : `[the comment](${url})`;
  const notices = await publishReview(client, {
    pull,
    id,
    head: event.headSha ?? event.sha,
    findings: findingsOf(results),
    summary: (count) =>
      `Sensitivity: **${outcome}**. Findings at lines of this pull request: ${count}. The verdict stands in ${verdict}.`,
  });
  for (const notice of notices) core.notice(notice);
}
