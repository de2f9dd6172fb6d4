// The two entry points: dist/index.js opens the action's door, dist/cli.js the terminal's. Each
// imports its code when it is called. Tests call a door more than once in a process, and reset its
// exit code and listeners in between: no module keeps state of a run.

import module from 'node:module';
import path from 'node:path';
import v8 from 'node:v8';
import { cacheFolder } from './shared/cache-folder.ts';

/** Runs the action as a step of a workflow. */
export async function openActionDoor() {
  surviveClosedLog();
  const { startAction } = await import('./action/main.ts');
  keepHeapSmall();
  await startAction(process);
}

/** Runs the command in a terminal. */
export async function openTerminalDoor() {
  surviveClosedLog();
  // A full disk, for one, loses what the command says.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exitCode = 3;
  });
  // V8 keeps what it compiles for the next start, which sends its first request a fifth earlier.
  // The folder is the user's own: an account that can write there runs code. The action has no such
  // folder, since none outlives a job.
  module.enableCompileCache(path.join(cacheFolder(process.env), 'compiled'));
  const { startTerminal } = await import('./terminal/main.ts');
  keepHeapSmall();
  const status = await startTerminal(process);
  process.exitCode ??= status;
}

/**
 * Lets a run continue after the reader of its output has gone, as in `sensitivity run | head`. The
 * run still writes its files, and exits with the status of its verdict.
 */
function surviveClosedLog() {
  for (const stream of [process.stdout, process.stderr])
    stream.off('error', ignore).on('error', ignore);
}

function ignore() {
  // A stream that cannot be written changes no verdict.
}

/**
 * Makes V8 collect garbage earlier: after the heap has grown by half instead of fourfold, and
 * without a larger young generation. A run of 10,000 rows over HTTP takes 170 MB instead of 300 MB.
 *
 * Node's documentation warns of flags that are set after V8 has started. A workflow cannot start
 * the action's Node with flags. These two only tune the collector, which reads them when it next
 * computes its limits; they change no layout of objects and no generated code.
 */
function keepHeapSmall() {
  for (const flag of ['--heap-growing-percent=50', '--semi-space-growth-factor=1'])
    v8.setFlagsFromString(flag);
}
