import type { ThrottlingOptions } from '@octokit/plugin-throttling';
import type { Octokit } from '@octokit/rest';
import { GitHubError } from '../errors.ts';

export type Client = Octokit;

export interface ClientOptions {
  token: string | undefined;
  apiUrl: string;
  /** Length of a second of waiting, in ms. Tests make it shorter. */
  second?: number;
}

const MAX_RETRIES = 2;
const MAX_WAIT_SECONDS = 60;

/** GitHub ends requests after ten seconds (docs.github.com, "Troubleshooting the REST API"). */
const REQUEST_TIMEOUT_MS = 20_000;

/**
 * Statuses that are not retried. The plugin's own list lacks 429, which it would retry before the
 * time that GitHub names.
 */
const NOT_RETRIED = [400, 401, 403, 404, 410, 422, 429, 451];

/**
 * Removes the pause of a second between writes: a run makes few writes, and the plugin counts the
 * query for the login as one.
 */
const noPause = {
  key: () => ({ schedule: (_job: object, task: () => Promise<void>) => task() }),
} as unknown as ThrottlingOptions['write'];

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Prints nothing. Loads octokit on first use, since it takes long.
 * @throws GitHubError without a token
 */
export async function createClient({
  token,
  apiUrl,
  second = 1000,
}: ClientOptions): Promise<Client> {
  if (!token) {
    const remedy =
      'Remove the input to use the token of the job, or set it to a token that is not empty.';
    throw new GitHubError('There is no token for GitHub', {
      where: "input 'github-token'",
      remedy,
    });
  }
  const [{ Octokit: OctokitRest }, { defaults }, { retry }, { throttling }] = await Promise.all([
    import('@octokit/rest'),
    import('@actions/github/lib/utils'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
  ]);
  const shouldRetry = (
    ...[seconds, , , tries]: Parameters<ThrottlingOptions['onRateLimit'] & {}>
  ) => tries < MAX_RETRIES && seconds <= MAX_WAIT_SECONDS;
  const Retrying = OctokitRest.plugin(retry, throttling).defaults(defaults);
  return new Retrying({
    auth: token,
    baseUrl: apiUrl,
    userAgent: 'sensitivity-action',
    log: silent,
    request: {
      ...defaults.request,
      log: silent,
      fetch: limitTime(defaults.request?.fetch as typeof fetch),
    },
    retry: { retries: MAX_RETRIES, doNotRetry: NOT_RETRIED, retryAfterBaseValue: second },
    throttle: {
      write: noPause,
      notifications: noPause,
      onRateLimit: shouldRetry,
      onSecondaryRateLimit: shouldRetry,
      retryAfterBaseValue: second,
    },
  });
}

function limitTime(send: typeof fetch): typeof fetch {
  return (address, options) =>
    send(address, { ...options, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}

function ignore(): void {
  // octokit would log each failed request. The caller reports it once, with a remedy.
}
