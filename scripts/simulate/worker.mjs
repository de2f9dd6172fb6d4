// Plays cells of the tables, one after another, in a thread of its own.
import { parentPort } from 'node:worker_threads';
import { TABLES } from './tables.mjs';

parentPort?.on('message', (/** @type {import('./play.mjs').TableCell} */ { table, cell }) => {
  void TABLES[table].simulate(cell).then((result) => parentPort?.postMessage(result));
});
