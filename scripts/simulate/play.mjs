import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * Plays all cells on as many threads as there are processors. Each has its own seed, so their order
 * does not matter.
 */
export async function playAll(cells, onCell) {
  const found = cells.map(() => undefined);
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

async function ask(thread, cell) {
  const answered = once(thread, 'message'); // Rejects where the thread meets an error.
  thread.postMessage(cell);
  const [result] = await answered;
  return result;
}
