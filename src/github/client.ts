import type { ThrottlingOptions } from '@octokit/plugin-throttling';
import type { Octokit } from '@octokit/rest';
import { GitHubError } from '../errors.ts';
import { openWayOut } from '../way-out.ts';

/** The client of GitHub's API, and the repository that a run belongs to. */

type RateLimit = NonNullable<ThrottlingOptions['onRateLimit']>;

export type Client = Octokit;

export type RepositoryPlace = { owner: string; repo: string };

interface ClientOptions {
  token: string | undefined;
  /** `https://api.github.com`, or that of a GitHub Enterprise Server. */
  apiUrl: string;
  /** Variables with the proxy. */
  env?: NodeJS.ProcessEnv;
  /** Length of a second of waiting, in ms. Tests make it shorter. */
  second?: number;
}

const MAX_RETRIES = 2;
const MAX_WAIT_SECONDS = 60;

/** GitHub ends requests after ten seconds (docs.github.com, "Troubleshooting the REST API"). */
const REQUEST_TIMEOUT_MS = 20_000;

/** The plugin's own list lacks 429, which it would repeat before the time that GitHub names. */
const NOT_RETRIED = [400, 401, 403, 404, 410, 422, 429, 451];

/** A post that creates is sent once: after a lost reply, what it made is looked for first. */
export const ONCE = { retries: 0 };

/**
 * In place of the pause of a second between writes, and of three after a notification: a run writes
 * at most a dozen times, and the plugin counts the query for the login as a write.
 */
const noPause = {
  key: () => ({ schedule: (_job: object, task: () => Promise<void>) => task() }),
};

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Loads octokit, which takes long. Requests go through the proxy of the environment.
 *
 * @throws GitHubError without a token
 */
export async function openClient({
  token,
  apiUrl,
  env = {},
  second = 1000,
}: ClientOptions): Promise<Client> {
  if (!token)
    throw new GitHubError('There is no token for GitHub', {
      where: "input 'github-token'",
      remedy: 'Remove the input to use the token of the job, or set it to a token.',
    });
  const [{ Octokit: Rest }, { retry }, { throttling }, { fetch }, dispatcher] = await Promise.all([
    import('@octokit/rest'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
    import('undici'),
    openWayOut(env),
  ]);
  const send: typeof fetch = (address, options) =>
    fetch(address, {
      ...options,
      dispatcher,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  const waits = (...[seconds, , , tries]: Parameters<RateLimit>) =>
    tries < MAX_RETRIES && seconds <= MAX_WAIT_SECONDS;
  const client = new (Rest.plugin(retry, throttling))({
    auth: token,
    baseUrl: apiUrl,
    userAgent: 'sensitivity-action',
    log: silent,
    request: { log: silent, fetch: send },
    retry: { retries: MAX_RETRIES, doNotRetry: NOT_RETRIED, retryAfterBaseValue: second },
    throttle: {
      write: noPause as never,
      notifications: noPause as never,
      onRateLimit: waits,
      onSecondaryRateLimit: waits,
      retryAfterBaseValue: second,
    },
  });
  client.hook.after('request', ({ data }, { url }) => {
    refusePage(data, url);
  });
  return client;
}

/** A proxy, or the sign-in page of a network, answers a request in GitHub's place. */
function refusePage(data: unknown, url: string): void {
  if (typeof data !== 'string' || data === '') return;
  throw new GitHubError('The answer is a page, and no data of GitHub', {
    where: url,
    remedy: 'Let the runner reach the API of GitHub without the proxy that answered.',
  });
}

function ignore(): void {
  // octokit would log each failed request. The caller reports it once, with a remedy.
}
