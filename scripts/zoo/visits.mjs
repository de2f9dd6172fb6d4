import { ZOO } from './models.mjs';

/** A model without draws always answers the same: only order and choice of the rows vary. */
const SEEDS_WITHOUT_DRAWS = 5;

/** One run: model, data and seed. */
export function visitsOf({ seeds, models = Object.keys(ZOO) }) {
  return models.flatMap((model) => {
    const { data, draws } = ZOO[model];
    const count = draws ? seeds : Math.min(seeds, SEEDS_WITHOUT_DRAWS);
    return data.flatMap((name) =>
      Array.from({ length: count }, (_, i) => ({ model, data: name, seed: i + 1 })),
    );
  });
}

/** Each model once, on one set of data in turn: for a quick test. */
export function quickVisits() {
  return Object.entries(ZOO).map(([model, { data }], i) => ({
    model,
    data: data[i % data.length],
    seed: 1,
  }));
}
