import { modelOf, ZOO } from './models.ts';
import type { Visit } from './types.ts';

/** A model without draws always answers the same: only order and choice of the rows vary. */
const SEEDS_WITHOUT_DRAWS = 5;

export function visitsOf({
  seeds,
  models = Object.keys(ZOO),
}: {
  seeds: number;
  models?: string[];
}): Visit[] {
  return models.flatMap((model) => {
    const { data, draws } = modelOf(model);
    const count = draws ? seeds : Math.min(seeds, SEEDS_WITHOUT_DRAWS);
    return data.flatMap((name) =>
      Array.from({ length: count }, (_, i) => ({ model, data: name, seed: i + 1 })),
    );
  });
}

/** Each model once, on one set of data in turn: for a quick test. */
export function quickVisits(): Visit[] {
  return Object.entries(ZOO).flatMap(([model, { data }], i) =>
    data
      .filter((_, nth) => nth === i % data.length)
      .map((name) => ({ model, data: name, seed: 1 })),
  );
}
