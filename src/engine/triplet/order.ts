import { drawFrom } from '../random.js';

interface Ordering<Row> {
  seed: number;
  /** Which half of the data a row is of. */
  half: (row: Row) => string;
  source: (row: Row) => string;
}

/**
 * The seeded order in which rows are asked: by lots, and one of each half in turn, as long as there are rows of both, so that one who
 * answers every "not" alike is seen soon, whichever half is the larger. A row's lot does not depend on which other rows are there.
 */
export function inTurn<Row>(rows: readonly Row[], { seed, half, source }: Ordering<Row>): Row[] {
  const drawn = rows
    .map((row) => ({ row, lot: drawFrom(seed, 'order', source(row))(2 ** 31) }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ row }) => row);
  const queues = [...Map.groupBy(drawn, half).values()];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, i) => i).flatMap((i) => queues.flatMap((queue) => queue.slice(i, i + 1)));
}
