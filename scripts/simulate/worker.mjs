// Plays cells of the tables, one after another, in a thread of its own.
import { parentPort } from 'node:worker_threads';
import { openKit } from './kit.mjs';
import { TABLES } from './tables.mjs';

const kit = await openKit();
parentPort?.on('message', async ({ table, cell }) =>
  parentPort?.postMessage(await TABLES[table].simulate(kit, cell)),
);
