/**
 * One temporary folder for all files that a run of the tests, or a script, writes. It is removed at
 * the end. It is in memory if there is room, since thousands of tests write reports.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 1024 ** 3;

function hasMemory() {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const [, , type, options] = mounts.findLast(([, at]) => at === MEMORY) ?? [];
    const { bavail, bsize } = statfsSync(MEMORY);
    return (
      type === 'tmpfs' && !options.split(',').includes('noexec') && bavail * bsize > ENOUGH_BYTES
    );
  } catch {
    return false; // No Linux.
  }
}

// A script that a test starts uses the folder and the hosts of the test's run.
const isOwner = process.env.TEST_OWNER === undefined;
process.env.TEST_OWNER ??= String(process.pid);
const parent = process.env.TMPDIR === undefined && hasMemory() ? MEMORY : tmpdir();
const folder = isOwner ? mkdtempSync(path.join(parent, 'sensitivity-')) : tmpdir();
process.env.TMPDIR = folder;
// The processes of a run share the sources as Node stripped and compiled them.
process.env.NODE_COMPILE_CACHE ??= path.join(folder, 'compiled');
/** Holds one file for each worker that has its settings (runner.mjs, setup.mjs). */
export const WORKERS = path.join(folder, 'workers');
mkdirSync(WORKERS, { recursive: true });
process.env.TEST_WORKERS = WORKERS;
process.once('exit', () => {
  if (isOwner) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
// Without an `exit` the folder would stay, and take memory.
for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }))
  process.once(signal, () => process.exit(128 + number));
