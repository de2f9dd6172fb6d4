// Plays cells of the tables, one after another, in a thread of its own.
import { parentPort } from 'node:worker_threads';
import { TABLES } from './tables.mjs';

parentPort?.on('message', async ({ table, cell }) =>
  parentPort?.postMessage(await TABLES[table].simulate(cell)),
);
