/**
 * The two entry points: dist/index.js calls `action`, dist/cli.js calls `terminal`. Each imports
 * its code when it is called. A process may call one more than once, since no module keeps state of
 * a run.
 */
import v8 from 'node:v8';

/** The step of a workflow. */
export async function action(): Promise<void> {
  const [core, { main }] = await Promise.all([import('@actions/core'), import('./action/main.js')]);
  keepHeapSmall();
  await main(core, process.env, process);
}

/** Exit status of a program that wrote into a closed pipe: 128 plus the number of SIGPIPE. */
const ENDED_BY_SIGPIPE = 141;

/** The command. */
export async function terminal(): Promise<void> {
  // `sensitivity run | head`: print no stack, and do not exit with the status of a pass.
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(ENDED_BY_SIGPIPE);
  });
  const { main } = await import('./terminal/main.js');
  keepHeapSmall();
  process.exitCode = await main(process);
}

/**
 * Makes V8 collect garbage earlier: after the heap has grown by half instead of fourfold, and
 * without a larger young generation. A run of 10,000 rows over HTTP takes 193 MB instead of 400 MB,
 * for a tenth more processor time.
 */
function keepHeapSmall(): void {
  for (const flag of ['--heap-growing-percent=50', '--semi-space-growth-factor=1'])
    v8.setFlagsFromString(flag);
}
