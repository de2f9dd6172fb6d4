import { Session } from 'node:inspector/promises';

/**
 * Counts the blocks of JavaScript that V8 runs during `work`, those of our packages included. It is
 * the same on every machine, where a time is not. Only code that was compiled after this module was
 * loaded is counted, and a function is compiled when it is first called.
 */
export async function countSteps(work: () => unknown): Promise<number> {
  await stepsSoFar();
  await work();
  return stepsSoFar();
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Steps since the last call. */
async function stepsSoFar(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ranges = result.flatMap(({ functions }) => functions.flatMap(({ ranges: own }) => own));
  return ranges.reduce((sum, { count }) => sum + count, 0);
}
