import { readFile } from 'node:fs/promises';
import { readEvent, type EventContext } from './event.js';

/**
 * Reads the event's payload file and what it says. A file that is missing or broken never stops a run: the gate
 * works without a pull request, and the notice says why there is none.
 */
export async function loadEvent(env: NodeJS.ProcessEnv): Promise<EventContext> {
  const path = env['GITHUB_EVENT_PATH'];
  if (!path) return withoutPayload(env, 'GITHUB_EVENT_PATH is not set');
  let payload: unknown;
  try {
    payload = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    // Only the kind of failure: JSON.parse quotes the payload, which is not ours to print.
    const kind = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
    return withoutPayload(env, `The event's payload ${path} is not readable (${kind})`);
  }
  return readEvent(env, payload);
}

function withoutPayload(env: NodeJS.ProcessEnv, reason: string): EventContext {
  const notice = `${reason}, so the run goes on as one without a pull request.`;
  return { ...readEvent(env, undefined), notice };
}
