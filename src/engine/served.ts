import type { ServedModel } from './model.js';

type Named = Pick<ServedModel, 'model' | 'fingerprint'>;

/** The sets of models and fingerprints that answered. Servers may give no fingerprint. */
export function servedSets(served: readonly Named[]): { models: string[]; fingerprints: string[] } {
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
export function isServedAlike(first: readonly Named[], second: readonly Named[]): boolean {
  const [a, b] = [servedSets(first), servedSets(second)];
  const isBare = a.fingerprints.length === 0 || b.fingerprints.length === 0;
  return (
    String(a.models) === String(b.models) &&
    (isBare || String(a.fingerprints) === String(b.fingerprints))
  );
}
