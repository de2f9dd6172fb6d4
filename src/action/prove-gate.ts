import type { Requirement } from '../engine/proof/faults.ts';
import { failsUnchanged } from '../engine/proof/proof.ts';
import { writeSummary } from '../github/outputs.ts';
import { proofHtml } from '../report/formats/proof.ts';
import { falseAlarms } from '../report/story/proof.ts';
import { prove, writeProof } from '../run/prove.ts';
import { redact } from '../secrets.ts';
import { evaluateChange } from './evaluate-change.ts';
import { failWithProblem, reportPlace, untilInterrupted, type Job } from './job.ts';

/**
 * Proves the gate: writes the proof and the summary. The job fails for an error, and for a
 * requirement that is not met.
 */
export async function proveGate(job: Job, requirements: readonly Requirement[]): Promise<void> {
  const { inputs, environment } = job;
  const work = evaluateChange(job, async (options) =>
    prove({ ...options, missingKey: 'fail', requirements }),
  );
  const evaluation = await untilInterrupted(work, job);
  if (!('proof' in evaluation)) {
    failWithProblem(evaluation.results, environment);
    return;
  }
  const proof = redact(evaluation.proof, inputs.secrets);
  for (const file of await writeProof(proof, reportPlace(inputs)))
    environment.say(`Report: ${file}`);
  await writeSummary(proofHtml(proof), environment.env);

  const unmet = proof.requirements.filter(({ met }) => !met);
  if (unmet.length === 0) return;
  const missedFaults = unmet.map(({ fault }) => fault).join(', ');
  environment.fail(
    failsUnchanged(proof.gate)
      ? falseAlarms(proof.gate)
      : `The gate misses a required share: ${missedFaults}.`,
  );
}
