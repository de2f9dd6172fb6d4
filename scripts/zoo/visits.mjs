import { ZOO } from './models.mjs';

/** A model that does not draw says the same each time: only the order and the choice of the rows differ. */
const SEEDS_WITHOUT_DRAWS = 5;

/** Which model is put through the gate on which data, with which seed. */
export function visitsOf({ seeds, models = Object.keys(ZOO) }) {
  return models.flatMap((model) => {
    const { data, draws } = ZOO[model];
    const count = draws ? seeds : Math.min(seeds, SEEDS_WITHOUT_DRAWS);
    return data.flatMap((name) => Array.from({ length: count }, (_, i) => ({ model, data: name, seed: i + 1 })));
  });
}

/** Each model once, on one set of data, these in turn: for a test that has to be quick. */
export function quickVisits() {
  return Object.entries(ZOO).map(([model, { data }], i) => ({ model, data: data[i % data.length], seed: 1 }));
}
