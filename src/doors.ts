/**
 * The two ways in: dist/index.js opens the one, dist/cli.js the other. Each loads its story when it is opened; a process may open one more
 * than once, since nothing of a run is kept in a module.
 */
import v8 from 'node:v8';

/** The step of a workflow. */
export async function action(): Promise<void> {
  const [core, { main }] = await Promise.all([import('@actions/core'), import('./action/main.js')]);
  keepHeapSmall();
  await main(core, process.env, process);
}

/** As a shell counts a program that wrote into a pipe which nobody read: 128, and the number of the signal. */
const ENDED_BY_SIGPIPE = 141;

/** The command. */
export async function terminal(): Promise<void> {
  // `sensitivity run | head`: whoever reads no more wants no stack either, but nobody may take it for a pass.
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(ENDED_BY_SIGPIPE);
  });
  const { main } = await import('./terminal/main.js');
  keepHeapSmall();
  process.exitCode = await main(process);
}

/**
 * What V8 lets pile up before it collects: half of what is in use, where it would take four times as much; and no more room for what is
 * young than loading took. A run makes much garbage and keeps little (10,000 rows over HTTP: 400 MB without, 193 MB with, for a tenth more
 * processor time), and a hosted runner shares its memory with whatever else runs there.
 */
function keepHeapSmall(): void {
  for (const flag of ['--heap-growing-percent=50', '--semi-space-growth-factor=1']) v8.setFlagsFromString(flag);
}
