import type { Requirement } from '../engine/proof/faults.js';
import { failsUnchanged } from '../engine/proof/proof.js';
import { writeSummary } from '../github/outputs.js';
import { proofHtml } from '../report/formats/proof.js';
import { falseAlarms } from '../report/story/proof.js';
import type { Evaluation } from '../run/options.js';
import { prove, writeProof, type ProofEvaluation } from '../run/prove.js';
import { redact } from '../secrets.js';
import { evaluateChange } from './evaluate-change.js';
import { failWithProblem, reportPlace, untilInterrupted, type Job } from './job.js';

/**
 * Proves the gate: writes the proof and the summary. The job fails for an error, and for a
 * requirement that is not met.
 */
export async function proveGate(job: Job, requirements: readonly Requirement[]): Promise<void> {
  const { inputs, world } = job;
  const work = evaluateChange(job, async (options) =>
    prove({ ...options, missingKey: 'fail', requirements }),
  );
  const evaluation: Evaluation & Partial<ProofEvaluation> = await untilInterrupted(work, job);
  if (!evaluation.proof) {
    failWithProblem(evaluation.results, world);
    return;
  }
  const proof = redact(evaluation.proof, inputs.secrets);
  for (const file of await writeProof(proof, reportPlace(inputs))) world.say(`Report: ${file}`);
  await writeSummary(proofHtml(proof), world.env);

  const unmet = proof.requirements.filter(({ met }) => !met);
  if (unmet.length === 0) return;
  const missedFaults = unmet.map(({ fault }) => fault).join(', ');
  world.fail(
    failsUnchanged(proof.gate)
      ? falseAlarms(proof.gate)
      : `The gate misses a required share: ${missedFaults}.`,
  );
}
