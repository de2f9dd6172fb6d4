import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** @typedef {{ table: string, cell: unknown }} TableCell a cell of the table of that name */

/**
 * Plays all cells on as many threads as there are processors. Each has its own seed, so their order
 * does not matter.
 *
 * @param {TableCell[]} cells
 * @param {() => void} onCell after each
 * @returns {Promise<(object & { cell: unknown })[]>} results in the order of the cells
 */
export async function playAll(cells, onCell) {
  /** @type {(object & { cell: unknown })[]} */
  const found = [];
  const queue = cells.entries();
  const worker = async () => {
    const thread = new Worker(new URL('./worker.mjs', import.meta.url));
    try {
      for (const [at, cell] of queue) {
        found[at] = { ...(await ask(thread, cell)), cell: cell.cell };
        onCell();
      }
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(cells.length, availableParallelism()) }, worker));
  return found;
}

/**
 * @param {Worker} thread
 * @param {TableCell} cell
 */
async function ask(thread, cell) {
  const answered = once(thread, 'message'); // Rejects where the thread meets an error.
  thread.postMessage(cell);
  const [result] = await answered;
  return result;
}
