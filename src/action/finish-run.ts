import { attemptsOf } from '../errors.ts';
import { eventKind } from '../github/event-kinds.ts';
import { findCommentTarget, type CommentTarget } from '../github/pull.ts';
import type { Evaluation } from '../run/options.ts';
import { addNotices } from '../run/results.ts';
import { redact } from '../secrets.ts';
import { untilInterrupted, type Job } from './job.ts';

/** A run that has ended: its verdict is final, and no text of it holds a key. */
export interface FinishedRun extends Evaluation {
  /** The pull request that gets the comment and the review; undefined for none. */
  pullNumber: number | undefined;
}

export async function finishRun(work: Promise<Evaluation>, job: Job): Promise<FinishedRun> {
  const evaluation = await untilInterrupted(work, job);
  const { pullNumber, notice } = await findTarget(job);
  // The summary gives the reason for a missing comment.
  const lastNotices = [job.event.notice, notice].filter((text) => text !== undefined);
  const results = redact(addNotices(evaluation.results, { lastNotices }), job.inputs.secrets);
  return { ...evaluation, results, pullNumber };
}

/** Only `workflow_run` needs a search. A search that fails is a warning. */
async function findTarget({ inputs, event, client, environment }: Job): Promise<CommentTarget> {
  const { interruption, warn } = environment;
  // An interrupted run has no time for GitHub, and a newer run may have replaced it.
  if (interruption.reason) return {};
  if (inputs.comment === 'never' && inputs.review === 'off') return {};
  if (eventKind(event.name).names.pull) return { pullNumber: event.pullNumber };
  const search = attemptsOf(warn)(async () => findCommentTarget(await client(), event));
  return (await interruption.abandonWhenOver(search)) ?? {};
}
