import type { Shard } from '../engine/shard.js';
import type { Requirement } from '../engine/proof/faults.js';
import { failsUnchanged } from '../engine/proof/proof.js';
import type { Results } from '../engine/results.js';
import { ConfigError, attemptsOf } from '../errors.js';
import { eventKind } from '../github/event-kinds.js';
import { writeSummary, setShardOutputs } from '../github/outputs.js';
import { SUMMARY_BUDGET_BYTES } from '../limits.js';
import {
  verdictLine,
  hasOnlyErrors,
  renderShard,
  shardLines,
  shardSentence,
} from '../report/formats/log.js';
import { renderMarkdown } from '../report/formats/markdown.js';
import { effectsHtml } from '../report/formats/part-effects.js';
import { falseAlarms, proofHtml } from '../report/formats/proof.js';
import { causeOf, kindWords } from '../report/story/cause.js';
import { effectSentences, effectsPlanSentence } from '../report/story/part-effects.js';
import { sentenceCase } from '../report/story/words.js';
import { attributeAll, type EffectsEvaluation, type EffectsPlan } from '../run/attribute-all.js';
import type { Evaluation } from '../run/options.js';
import { prove, writeProof, type ProofEvaluation } from '../run/prove.js';
import { writeShard } from '../run/report-files.js';
import { evaluate } from '../run/run.js';
import { redact } from '../secrets.js';
import { evaluateChange } from './evaluate-change.js';
import { reportPlace, writeLog, untilInterrupted, type Job } from './job.js';

/**
 * Proves the gate: writes the proof and the summary. The job fails for an error, and for a
 * requirement that is not met.
 */
export async function proveGate(job: Job, requirements: readonly Requirement[]): Promise<void> {
  const { inputs, world } = job;
  const work = evaluateChange(job, async (options) =>
    prove({ ...options, missingKey: 'fail', requirements }),
  );
  const { proof: measured, results }: Evaluation & Partial<ProofEvaluation> =
    await untilInterrupted(work, job);
  if (!measured) {
    const { message = 'there is no proof', remedy = '', where } = results.problem ?? {};
    world.fail(new ConfigError(message, { remedy, where }).describe());
    return;
  }
  const proof = redact(measured, inputs.secrets);
  for (const file of await writeProof(proof, reportPlace(inputs))) world.say(`Report: ${file}`);
  await writeSummary(proofHtml(proof), world.env);
  const unmet = proof.requirements.filter(({ met }) => !met);
  if (unmet.length === 0) return;
  const missed = unmet.map(({ fault }) => fault).join(', ');
  world.fail(
    failsUnchanged(proof.gate)
      ? falseAlarms(proof.gate)
      : `The gate misses a required share: ${missed}.`,
  );
}

/**
 * Says in the log and the summary which answers each changed part changes. The base is the default
 * branch.
 */
export async function attributeChanges(job: Job): Promise<void> {
  const { inputs, event, world } = job;
  if (!eventKind(event.name).isManual) {
    const remedy = 'Leave the input out, or run the workflow by hand (`on: workflow_dispatch`).';
    const where = "input 'attribute'";
    world.fail(
      new ConfigError('the input works on workflow_dispatch only', { where, remedy }).describe(),
    );
    return;
  }
  const { baseRef = event.defaultBranch } = event;
  const onPlan = (plan: EffectsPlan) => {
    world.say(effectsPlanSentence(plan));
  };
  const jobOnBase = { ...job, event: { ...event, baseRef } };
  const work = evaluateChange(jobOnBase, async (options) =>
    attributeAll({ ...options, missingKey: 'fail', onPlan }),
  );
  const { effects, results }: Evaluation & Partial<EffectsEvaluation> = await untilInterrupted(
    work,
    job,
  );
  if (!effects) {
    const { message = 'nothing was asked', remedy = '', where } = results.problem ?? {};
    world.fail(new ConfigError(message, { remedy, where }).describe());
    return;
  }
  const maskedEffects = redact(effects, inputs.secrets);
  const sentences = effectSentences(maskedEffects);
  for (const sentence of sentences) world.say(sentence);
  await writeSummary(effectsHtml(maskedEffects), world.env);
}

/**
 * Runs one shard without a verdict. Fails only for an error before any row, an endpoint that never
 * answers, or an unwritten file.
 */
export async function runShard(job: Job, shard: Shard): Promise<void> {
  const { inputs, world } = job;
  const { core, env, interruption, say, warn, fail } = world;
  const work = evaluateChange(job, async (options) => evaluate({ ...options, shard }));
  const evaluation = await untilInterrupted(work, job);
  const results = redact(evaluation.results, inputs.secrets);
  const { sealed } = evaluation;
  if (sealed) {
    for (const line of shardLines(results)) say(line);
  } else writeLog(results, world);
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
  const failure =
    interruption.reason?.message ?? (sealed ? failureOfAll(results) : failureBeforeRows(results));
  // A file that cannot be written has failed the job already.
  if (failure === undefined || (sealed && file === undefined)) return;
  if (inputs.failOn.includes('error')) fail(failure);
  else warn(failure);
}

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
