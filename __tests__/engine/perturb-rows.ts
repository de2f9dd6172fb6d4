import type {
  PerturbedSample,
  SensitivityTest,
  UnfitSample,
} from '../../src/engine/perturbations/definition.ts';
import type { Sample } from '../../src/engine/sample.ts';

/** The rows of a test whose test cases take several rows. */
export function perturbRows<Parameters>(
  { perturbation }: Pick<SensitivityTest<Parameters>, 'perturbation'>,
  samples: readonly Sample[],
  { parameters, seed }: { parameters: Parameters; seed: number },
): (PerturbedSample | UnfitSample)[] {
  if (perturbation?.kind !== 'rows') throw new TypeError('the test perturbs each row by itself');
  return perturbation.perturb(samples, parameters, seed);
}
