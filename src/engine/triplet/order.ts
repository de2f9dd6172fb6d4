/**
 * One row of each half in turn, as long as there are rows of both, so that a model that answers every "not" alike is seen soon, whichever
 * half is the larger.
 */
export function inTurn<Row>(rows: readonly Row[], half: (row: Row) => string): Row[] {
  const queues = [...Map.groupBy(rows, half)].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, queue]) => queue);
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, i) => i).flatMap((i) => queues.flatMap((queue) => queue.slice(i, i + 1)));
}
