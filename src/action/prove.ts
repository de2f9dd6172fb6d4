import { ConfigError } from '../errors.js';
import type { Requirement } from '../engine/proof/faults.js';
import { writeSummary } from '../github/outputs.js';
import { proofHtml } from '../report/formats/proof.js';
import type { Evaluation } from '../run/options.js';
import { prove, writeProof, type Proven } from '../run/prove.js';
import { redact } from '../secrets.js';
import { evaluateChange, failed, placeOf, type Job } from './evaluate-change.js';

/** Proves the gate: writes the proof and the summary. The job fails for an error, and for a requirement that is not met. */
export async function proveGate(job: Job, requirements: readonly Requirement[]): Promise<void> {
  const { inputs, world } = job;
  const work = evaluateChange<Proven>(job, async (options) => prove({ ...options, missingKey: 'fail', requirements }));
  const { proof: measured, results }: Evaluation & Partial<Proven> =
    (await world.interruption.inTime(work)) ?? failed(inputs, world.interruption.reason);
  if (!measured) {
    const { message = 'there is no proof', remedy = '', where } = results.problem ?? {};
    world.fail(new ConfigError(message, { remedy, where }).describe());
    return;
  }
  const proof = redact(measured, inputs.secrets);
  for (const file of await writeProof(proof, placeOf(inputs))) world.say(`Report: ${file}`);
  await writeSummary(proofHtml(proof), world.env);
  const unmet = proof.requirements.filter(({ met }) => !met);
  if (unmet.length > 0) world.fail(`The gate misses a required share: ${unmet.map(({ fault }) => fault).join(', ')}.`);
}
