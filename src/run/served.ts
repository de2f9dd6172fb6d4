import type { Config } from '../config/config.js';
import { MOST_KEYS } from '../engine/bounds.js';
import { isServedAlike } from '../engine/served.js';
import type { ServedBy } from '../engine/results.js';
import type { SubjectModels } from '../engine/trial.js';

/** The models that replies named, of the head and of a base with a model of its own. */
export function servedBy({ model, base }: SubjectModels): ServedBy[] {
  const other = base === model ? [] : (base?.served?.list ?? []);
  return [...(model.served?.list ?? []), ...other.map((one) => ({ side: 'base' as const, ...one }))];
}

export function servedTogether(...all: readonly (readonly ServedBy[] | undefined)[]): { served?: ServedBy[] } {
  const same = Map.groupBy(
    all.flatMap((served) => served ?? []),
    ({ side, model, fingerprint }) => JSON.stringify([side, model, fingerprint]),
  );
  const served = [...same.values()].map((ones) => ({ ...ones[0]!, replies: ones.reduce((sum, { replies }) => sum + replies, 0) }));
  return served.length > 0 ? { served: served.slice(0, MOST_KEYS) } : {};
}

/** A sentence if head and base ask for the same model and different ones answered. */
export function servedNotices({ config, base }: { config: Config; base: Config | undefined }, served: readonly ServedBy[]): string[] {
  if (base?.model.name !== config.model.name || base.model.hub !== config.model.hub) return [];
  const sides = Object.groupBy(served, ({ side }) => side ?? 'head');
  if (!sides.head || !sides.base || isServedAlike(sides.head, sides.base)) return [];
  const names = [sides.head, sides.base].map(namesOf);
  return [
    `Head and base ask for the same model, and different ones answered: ${names[0]} for the head, ${names[1]} for the base. The difference between them may be the provider's.`,
  ];
}

function namesOf(served: readonly ServedBy[]): string {
  return served.map(({ model, fingerprint }) => (fingerprint === undefined ? model : `${model} (${fingerprint})`)).join(', ');
}
