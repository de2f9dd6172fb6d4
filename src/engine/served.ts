import type { ServedModel } from './model.ts';

type ModelName = Pick<ServedModel, 'model' | 'fingerprint'>;

/** The sets of models and fingerprints that answered. Servers may give no fingerprint. */
export function servedSets(served: readonly ModelName[]): {
  models: string[];
  fingerprints: string[];
} {
  const distinct = (names: readonly string[]) => [...new Set(names)].toSorted();
  return {
    models: distinct(served.map(({ model }) => model)),
    fingerprints: distinct(served.flatMap(({ fingerprint }) => fingerprint ?? [])),
  };
}

/**
 * Returns true if the same models answered, by the same fingerprints. A missing fingerprint is no
 * difference.
 */
export function isServedAlike(
  firstModels: readonly ModelName[],
  secondModels: readonly ModelName[],
): boolean {
  const [a, b] = [servedSets(firstModels), servedSets(secondModels)];
  const isBare = a.fingerprints.length === 0 || b.fingerprints.length === 0;
  return (
    String(a.models) === String(b.models) &&
    (isBare || String(a.fingerprints) === String(b.fingerprints))
  );
}
