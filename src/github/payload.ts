import { readFile } from 'node:fs/promises';
import { readEvent, type EventContext } from './event.js';

/**
 * Reads the event's payload file and what it says. A file that is missing or broken never stops a run: the gate
 * works without a pull request, and the notice says why there is none.
 */
export async function loadEvent(env: NodeJS.ProcessEnv): Promise<EventContext> {
  const path = env['GITHUB_EVENT_PATH'];
  if (!path) return withoutPayload(env, 'GITHUB_EVENT_PATH is not set');
  try {
    return readEvent(env, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    return withoutPayload(env, `${path} is not readable as JSON (${error instanceof Error ? error.name : 'unknown'})`);
  }
}

function withoutPayload(env: NodeJS.ProcessEnv, reason: string): EventContext {
  const notice = `${reason}, so the run goes on as one without a pull request.`;
  return { ...readEvent(env, undefined), notice };
}
