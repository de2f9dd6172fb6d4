import type { Results } from '../engine/results.ts';
import { attemptsOf } from '../errors.ts';
import { writeSummary, setShardOutputs } from '../github/outputs.ts';
import { SUMMARY_BUDGET_BYTES } from '../limits.ts';
import { renderShard, verdictLine } from '../report/formats/log.ts';
import { renderMarkdown } from '../report/formats/markdown.ts';
import { causeOf, kindWords } from '../report/story/cause.ts';
import { hasOnlyErrors, shardLines, shardSentence } from '../report/story/shard.ts';
import { sentenceCase } from '../report/story/words.ts';
import { writeShard } from '../run/report-files.ts';
import { evaluate } from '../run/run.ts';
import { redact } from '../secrets.ts';
import { evaluateChange } from './evaluate-change.ts';
import { reportPlace, writeLog, untilInterrupted, type Job } from './job.ts';

/**
 * Runs one shard without a verdict. Fails only for an error before any row, an endpoint that never
 * answers, or an unwritten file.
 */
export async function runShard(job: Job): Promise<void> {
  const { inputs, world } = job;
  const { core, env, interruption, say, warn, fail } = world;
  const evaluation = await untilInterrupted(evaluateChange(job, evaluate), job);
  const results = redact(evaluation.results, inputs.secrets);
  const { sealed } = evaluation;
  if (sealed) shardLines(results).forEach(say);
  else writeLog(results, world);

  // A failure fails the job, since the merge would miss this shard.
  const file =
    sealed && (await attemptsOf(fail)(() => writeShard(results, sealed, reportPlace(inputs))));
  const summary = sealed
    ? renderShard(results)
    : renderMarkdown(results, { kind: 'summary', maxBytes: SUMMARY_BUDGET_BYTES });
  const attempt = attemptsOf(warn);
  await attempt(() => {
    setShardOutputs({ file: file ?? '', requests: results.usage.requests }, core);
  });
  await attempt(() => writeSummary(summary, env));

  // A file that cannot be written has failed the job already.
  if (sealed && file === undefined) return;
  const failureOfRows = sealed ? failureOfAll(results) : failureBeforeRows(results);
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
