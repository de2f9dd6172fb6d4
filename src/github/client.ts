import type { ThrottlingOptions } from '@octokit/plugin-throttling';
import type { Octokit } from '@octokit/rest';
import { GitHubError } from '../errors.js';

/** Client of GitHub's REST API with the plugins for retries and rate limits. */
export type Client = Octokit;

export interface ClientOptions {
  token: string | undefined;
  /** `GITHUB_API_URL`: not github.com's on GitHub Enterprise Server. */
  apiUrl: string;
  /** Milliseconds that a second of waiting takes; a test has no time. */
  second?: number;
}

const MOST_RETRIES = 2;
const LONGEST_WAIT_SECONDS = 60;

/** GitHub ends by itself what takes it more than ten seconds (docs.github.com, "Troubleshooting the REST API"). */
const REQUEST_TIMEOUT_MS = 20_000;

/** What asking again does not change. 429 is not here in the plugin's own list: it would ask before the time that GitHub names. */
const FINAL = [400, 401, 403, 404, 410, 422, 429, 451];

/**
 * A run writes one comment, so there is nothing to space. The plugin takes the question who we are for a write, since GraphQL's are POSTs,
 * and would let the comment wait a second for it.
 */
const unspaced = {
  key: () => ({ schedule: (_job: object, task: () => Promise<void>) => task() }),
} as unknown as ThrottlingOptions['write'];

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * A client for GitHub's API. The official plugins repeat what may be repeated and wait as long as a limit asks; here is
 * said how often and for how long at most. It prints nothing. Loaded when it is first needed: most runs do without the plugins. Throws
 * GitHubError where there is no token.
 */
export async function createClient({ token, apiUrl, second = 1000 }: ClientOptions): Promise<Client> {
  if (!token) {
    throw new GitHubError('There is no token to ask GitHub with', {
      where: "input 'github-token'",
      remedy: 'Leave the input out to use the token of the job, or give it one that is not empty.',
    });
  }
  const [{ Octokit: Rest }, { defaults }, { retry }, { throttling }] = await Promise.all([
    import('@octokit/rest'),
    import('@actions/github/lib/utils'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
  ]);
  const isWorthIt = (...[seconds, , , tries]: Parameters<ThrottlingOptions['onRateLimit'] & {}>) =>
    tries < MOST_RETRIES && seconds <= LONGEST_WAIT_SECONDS;
  const Retrying = Rest.plugin(retry, throttling).defaults(defaults);
  return new Retrying({
    auth: token,
    baseUrl: apiUrl,
    userAgent: 'sensitivity-action',
    log: silent,
    request: { ...defaults.request, log: silent, fetch: timed(defaults.request?.fetch as typeof fetch) },
    retry: { retries: MOST_RETRIES, doNotRetry: FINAL, retryAfterBaseValue: second },
    throttle: {
      write: unspaced,
      notifications: unspaced,
      onRateLimit: isWorthIt,
      onSecondaryRateLimit: isWorthIt,
      retryAfterBaseValue: second,
    },
  });
}

/** The same fetch with a time limit for each try. */
function timed(send: typeof fetch): typeof fetch {
  return (address, options) => send(address, { ...options, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}

function ignore(): void {
  // octokit logs each failed request by itself; ours are reported once, with a remedy.
}
