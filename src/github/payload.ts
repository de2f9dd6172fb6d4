import { readFile } from 'node:fs/promises';
import { readEvent, type EventContext } from './event.js';

/**
 * What @actions/github knows of the event. A payload that is missing or broken never stops a run: the gate works without a pull request,
 * and the notice says why there is none.
 *
 * The package reads the payload while it is imported, keeps it, and throws for a broken one. So the payload is looked at before, one that
 * cannot be read is taken out of `env`, which has to be the environment of the process, and a run that is not the first of its process
 * reads anew.
 */
export async function loadEvent(env: NodeJS.ProcessEnv): Promise<EventContext> {
  const problem = await problemOf(env['GITHUB_EVENT_PATH']);
  if (problem !== undefined) delete env['GITHUB_EVENT_PATH'];
  const { context } = await import('@actions/github');
  const Context = context.constructor as new () => typeof context;
  const event = readEvent(new Context(), env);
  return problem === undefined ? event : { ...event, notice: `${problem}, so the run goes on as one without a pull request.` };
}

async function problemOf(path: string | undefined): Promise<string | undefined> {
  if (!path) return 'GITHUB_EVENT_PATH is not set';
  try {
    JSON.parse(await readFile(path, 'utf8'));
    return undefined;
  } catch (error) {
    // Only the kind of failure: JSON.parse quotes the payload, which is not ours to print.
    const kind = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
    return `The event's payload ${path} is not readable (${kind})`;
  }
}
