// npm run bench [-- --json FILE] [PART...]: measures the overhead of the gate. Ratios come from one
// run on one machine, so that a slow or noisy machine changes both sides alike; nothing here is a
// test.
import { rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Bench } from './bench/bench.mjs';
import { words } from './bench/words.mjs';
import { memory } from './bench/memory.mjs';
import { page } from './bench/page.mjs';
import { room } from './bench/room.mjs';
import { savings } from './bench/savings.mjs';
import { size } from './bench/size.mjs';
import { start } from './bench/start.mjs';
import { throughput } from './bench/throughput.mjs';

/** @type {Record<string, (bench: Bench) => Promise<void> | void>} */
const PARTS = { throughput, room, memory, savings, start, page, words, size };

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' } },
  allowPositionals: true,
});
const strange = positionals.filter((name) => !Object.hasOwn(PARTS, name));
if (strange.length > 0)
  throw new Error(
    `There is no part ${strange.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`,
  );

const bench = await Bench.open();
try {
  console.log(`Node ${process.version}; the medians of several runs\n`);
  for (const [name, part] of Object.entries(PARTS))
    if (positionals.length === 0 || positionals.includes(name)) await part(bench);
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      `${JSON.stringify({ node: process.version, rows: bench.rows }, null, 2)}\n`,
    );
} finally {
  bench.close();
  rmSync(bench.work, { recursive: true, force: true });
}
