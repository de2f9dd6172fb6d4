import type { Results } from '../engine/results.js';
import type { Share } from '../engine/parse-share.js';
import { writeFileFor } from '../run/report-files.js';
import { evaluateShard, type ShardEvaluation, type ShardPart } from '../run/shard.js';
import { setShardOutputs, writeSummary } from '../github/outputs.js';
import { SUMMARY_BUDGET_BYTES } from '../facts.js';
import { causeOf, kindWords } from '../report/story/cause.js';
import { verdictLine, isInVain, renderShard, shardLines, shardSentence } from '../report/formats/log.js';
import { renderMarkdown } from '../report/formats/markdown.js';
import { sentenceCase } from '../report/story/words.js';
import { redact } from '../secrets.js';
import { attemptsOf } from '../errors.js';
import { evaluateChange, failed, placeOf, tellLog, type Job } from './evaluate-change.js';

/**
 * Runs one shard: evaluates, writes its file, exits. The merge publishes the verdict, so the job of a shard fails only for an error before
 * any row, an endpoint that answers no request, or a file that cannot be written.
 */
export async function shard(job: Job, share: Share): Promise<void> {
  const { inputs, world } = job;
  const { core, env, interruption, say, warn, fail } = world;
  const work = evaluateChange<ShardEvaluation>(job, async (options) => evaluateShard({ ...options, share }));
  const evaluation: ShardEvaluation = (await interruption.inTime(work)) ?? failed(inputs, interruption.reason);
  const results = redact(evaluation.results, inputs.secrets);
  const { part } = evaluation;
  if (part) {
    for (const line of shardLines(part, results)) say(line);
  } else tellLog(results, world);
  const file = part && (await writePart(part, job));
  const summary = part ? renderShard(part, results) : renderMarkdown(results, { kind: 'summary', maxBytes: SUMMARY_BUDGET_BYTES });
  const attempt = attemptsOf(warn);
  await attempt(() => {
    setShardOutputs({ file: file ?? '', requests: results.usage.requests }, core);
  });
  await attempt(() => writeSummary(summary, env));
  const why = interruption.reason?.message ?? (part ? failureOfAll(part) : failureBeforeRows(results));
  // A file that cannot be written has failed the job already.
  if (why === undefined || (part && file === undefined)) return;
  if (inputs.failOn.includes('error')) fail(why);
  else warn(why);
}

function failureOfAll(part: ShardPart): string | undefined {
  if (!isInVain(part)) return undefined;
  const kind = part.body.said.find(({ error }) => error)?.error?.kind;
  const words = kind === undefined ? undefined : kindWords(kind);
  return `${shardSentence(part)}.${words ? ` ${sentenceCase(words.what)}. ${words.remedy}` : ''}`;
}

function failureBeforeRows(results: Results): string | undefined {
  if (results.outcome === 'skipped') return undefined;
  const cause = causeOf(results);
  return cause ? `${verdictLine(results)}. ${cause.safe}` : verdictLine(results);
}

/** Writes the shard's file and returns its path. A failure fails the job, since the merge would miss this shard. */
async function writePart(part: ShardPart, { inputs, world }: Job): Promise<string | undefined> {
  const text = () => part.sealed(redact(part.body, inputs.secrets));
  return attemptsOf(world.fail)(() => writeFileFor({ name: part.file, text: text() }, placeOf(inputs)));
}
