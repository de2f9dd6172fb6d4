import type { Results } from '../engine/results.ts';
import { attemptsOf } from '../errors.ts';
import { writeSummary, setShardOutputs } from '../github/outputs.ts';
import { SUMMARY_BUDGET_BYTES } from '../limits.ts';
import { renderShard, verdictLine } from '../report/formats/log.ts';
import { renderMarkdown } from '../report/formats/markdown.ts';
import { causeOf, kindWords } from '../report/story/cause.ts';
import { hasOnlyErrors, shardLines, shardSentence } from '../report/story/shard.ts';
import { sentenceCase } from '../report/story/words.ts';
import type { Evaluation } from '../run/options.ts';
import { writeShard } from '../run/report-files.ts';
import { redact } from '../secrets.ts';
import { evaluateChange } from './evaluate-change.ts';
import { reportPlace, writeLog, untilInterrupted, type Job } from './job.ts';

/**
 * Runs one shard without a verdict. Fails only for an error before any row, an endpoint that never
 * answers, or an unwritten file.
 */
export async function runShard(job: Job): Promise<void> {
  const evaluation = await untilInterrupted(evaluateChange(job), job);
  const results = redact(evaluation.results, job.inputs.secrets);
  if (evaluation.sealed) await publishShard(results, evaluation.sealed, job);
  else await reportWithoutShard(results, job);
}

/** Writes the file of the shard for the merge. */
async function publishShard(
  results: Results,
  sealed: NonNullable<Evaluation['sealed']>,
  job: Job,
): Promise<void> {
  const { inputs, environment } = job;
  shardLines(results).forEach(environment.say);
  // A failure fails the job, since the merge would miss this shard.
  const file = await attemptsOf(environment.fail)(() =>
    writeShard(results, sealed, reportPlace(inputs)),
  );
  await writeOutputs(results, { file, summary: renderShard(results) }, job);
  if (file !== undefined) endShard(failureOfAll(results), job);
}

/** Reports a run that ended before its first row, so there is no shard to merge. */
async function reportWithoutShard(results: Results, job: Job): Promise<void> {
  writeLog(results, job.environment);
  const summary = renderMarkdown(results, { kind: 'summary', maxBytes: SUMMARY_BUDGET_BYTES });
  await writeOutputs(results, { file: undefined, summary }, job);
  endShard(failureBeforeRows(results), job);
}

/** Sets the outputs and writes the summary. A failure is a warning. */
async function writeOutputs(
  { usage }: Results,
  { file = '', summary }: { file: string | undefined; summary: string },
  { environment: { core, env, warn } }: Job,
): Promise<void> {
  const attemptOrWarn = attemptsOf(warn);
  await attemptOrWarn(() => {
    setShardOutputs({ file, requests: usage.requests }, core);
  });
  await attemptOrWarn(() => writeSummary(summary, env));
}

/** Fails the job for an interruption or this failure, if `fail-on` lists errors. */
function endShard(failureOfRows: string | undefined, { inputs, environment }: Job): void {
  const { interruption, warn, fail } = environment;
  const failure = interruption.reason?.message ?? failureOfRows;
  if (failure === undefined) return;
  if (inputs.failOn.includes('error')) fail(failure);
  else warn(failure);
}

/** Returns the reason why every row of a shard is in error; undefined if a row has an answer. */
function failureOfAll(results: Results): string | undefined {
  const error = results.results[0]?.error;
  if (!hasOnlyErrors(results) || !error) return undefined;
  const words = kindWords(error.kind);
  return `${shardSentence(results)}.${words ? ` ${sentenceCase(words.summary)}. ${words.remedy}` : ''}`;
}

function failureBeforeRows(results: Results): string | undefined {
  if (results.outcome === 'skipped') return undefined;
  const cause = causeOf(results);
  return cause ? `${verdictLine(results)}. ${cause.safe}` : verdictLine(results);
}
