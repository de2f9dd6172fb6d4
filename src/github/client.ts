import type { Octokit } from '@octokit/rest';
import { GitHubError } from '../errors.js';
import { failureOf, type Failure } from './failure.js';

export interface ClientOptions {
  token: string | undefined;
  /** `GITHUB_API_URL`: not github.com's on GitHub Enterprise Server. */
  apiUrl: string;
  /** Waits for so many milliseconds; a test has no time to. */
  sleep?: (milliseconds: number) => Promise<void>;
}

const MOST_TRIES = 3;
const LONGEST_WAIT_SECONDS = 60;
const REQUEST_TIMEOUT_MS = 30_000;

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * A client for GitHub's API that repeats what may be repeated, waits as long as GitHub asks (up to a minute), writes
 * one thing at a time and prints nothing. octokit is loaded here, not at the start, since most runs of a terminal and
 * every run on a push do without it. Throws GitHubError where there is no token.
 */
export async function createClient({ token, apiUrl, sleep = pause }: ClientOptions): Promise<Octokit> {
  if (!token) {
    throw new GitHubError('There is no token to ask GitHub with', {
      where: "input 'github-token'",
      remedy: 'Leave the input out to use the token of the job, or give it one that is not empty.',
    });
  }
  const { Octokit } = await import('@octokit/rest');
  const client = new Octokit({
    auth: token,
    baseUrl: apiUrl,
    userAgent: 'sensitivity-action',
    log: silent,
    request: { log: silent },
  });

  const inTurn = queue();
  client.hook.wrap('request', (request, options) => {
    const isWrite = options.method !== 'GET';
    const attempt = async () => {
      for (let tries = 1; ; tries++) {
        try {
          const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
          return await request({ ...options, request: { ...options.request, signal } });
        } catch (error) {
          const seconds = waitBefore(tries, failureOf(error), isRepeatable(options));
          if (seconds === undefined) throw error;
          await sleep(seconds * 1000);
        }
      }
    };
    return isWrite ? inTurn(attempt) : attempt();
  });
  return client;
}

/** Seconds to wait before the next try, or undefined where there is none. */
function waitBefore(tries: number, failure: Failure | undefined, repeatable: boolean): number | undefined {
  if (tries === MOST_TRIES || failure === undefined) return undefined;
  // A limit is met before anything is done, so that even what must not happen twice may be sent again.
  if (failure.limitedFor !== undefined) {
    return failure.limitedFor <= LONGEST_WAIT_SECONDS ? failure.limitedFor : undefined;
  }
  const mayPass = failure.status === undefined || failure.status >= 500;
  return mayPass && repeatable ? tries : undefined;
}

/** A POST that failed may have been carried out all the same; GraphQL's are queries here. */
function isRepeatable({ method, url }: { method: string; url: string }): boolean {
  return method !== 'POST' || url.endsWith('/graphql');
}

/** Runs one task after the other, whether or not the one before went well: GitHub punishes parallel writes. */
function queue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next;
    return next;
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function ignore(): void {
  // octokit logs each failed request by itself; ours are reported once, with a remedy.
}
