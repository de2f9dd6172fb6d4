/** What the tests of this folder share: an event, and the error of a promise. */
import { context } from '@actions/github';
import { readEvent, type EventContext } from '../../src/github/event.ts';

export const HEAD = 'b'.repeat(40);
export const BASE = 'a'.repeat(40);

/**
 * The package's own class, which reads the environment of the process when it is made, and some of
 * it later.
 */
const Context = context.constructor as new () => typeof context;

/** What is read of an event in another environment. */
export function eventIn(env: NodeJS.ProcessEnv, payload: unknown): EventContext {
  const before = process.env;
  process.env = { ...env };
  try {
    return readEvent(Object.assign(new Context(), { payload }), env);
  } finally {
    process.env = before;
  }
}

/** Pull request 1 of octo-org/octo-repo, from a branch of the same repository. */
export function pullRequestEvent(url: string, changes: Partial<EventContext> = {}): EventContext {
  return {
    name: 'pull_request',
    repository: { owner: 'octo-org', repo: 'octo-repo' },
    pullNumber: 1,
    headSha: HEAD,
    baseSha: BASE,
    isFork: false,
    isDependabot: false,
    runUrl: 'https://github.com/octo-org/octo-repo/actions/runs/7',
    apiUrl: url,
    serverUrl: 'https://github.com',
    workflow: 'CI',
    job: 'gate',
    ...changes,
  };
}

/** The error that a promise rejects with; fails where it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error: unknown) => error,
  );
}
