// The client of GitHub's API, and errors for requests that GitHub refuses.

import type { ThrottlingOptions } from '@octokit/plugin-throttling';
import type { Octokit } from '@octokit/rest';
import { GitHubError } from '../shared/errors.ts';
import { retryAfter } from '../shared/retry-after.ts';
import { openDispatcher } from '../shared/way-out.ts';
import { asRecord, quoted } from '../shared/json.ts';
import meanings from './refusals.json' with { type: 'json' };

export type Client = Octokit;

export type RepositoryRef = { owner: string; repo: string };

interface ClientOptions {
  token: string | undefined;
  /** `https://api.github.com`, or the address of a GitHub Enterprise Server. */
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

/** The plugin's own list lacks 429: it would retry before the time that GitHub names. */
const NOT_RETRIED = [400, 401, 403, 404, 410, 422, 429, 451];

/**
 * Options of a request that creates something. After a lost reply it is not repeated blindly:
 * `createOnce` looks for its result first.
 */
export const ONCE = { retries: 0 };

/**
 * Replaces the plugin's pauses: a second between writes, three after a notification. A run writes a
 * dozen times at most, and the plugin counts the query for the login as a write.
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
export async function openClient(options: ClientOptions) {
  const { token, apiUrl, env = {}, second = 1000 } = options;
  if (!token)
    throw new GitHubError('There is no token for GitHub', {
      where: "input 'github-token'",
      remedy: 'Remove the input to use the token of the job, or set it to a token.',
    });
  const [{ Octokit: Rest }, { retry }, { throttling }, send] = await Promise.all([
    import('@octokit/rest'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
    openFetch(env),
  ]);
  const mayWait: ThrottlingOptions['onRateLimit'] = (...[seconds, _options, _octokit, tries]) =>
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
      onRateLimit: mayWait,
      onSecondaryRateLimit: mayWait,
      retryAfterBaseValue: second,
    },
  });
  client.hook.after('request', ({ data }, { url }) => {
    refusePage(data, url);
  });
  return client;
}

async function openFetch(env: NodeJS.ProcessEnv) {
  const [{ fetch }, dispatcher] = await Promise.all([import('undici'), openDispatcher(env)]);
  const send: typeof fetch = (address, options) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    return fetch(address, { ...options, dispatcher, signal });
  };
  return send;
}

/** A proxy, or the sign-in page of a network, answers a request in GitHub's place. */
function refusePage(data: unknown, url: string) {
  if (typeof data !== 'string' || data === '') return;
  throw new GitHubError('The reply is a web page, not data from GitHub', {
    where: url,
    remedy: 'A proxy or sign-in page answered: let the runner reach the API of GitHub directly.',
  });
}

function ignore() {
  // octokit would log each failed request. The caller reports it once, with a remedy.
}

/** A request that GitHub, or the network, did not perform. */
interface Refusal {
  /** Absent if no response came. GraphQL refuses with status 200. */
  status?: number;
  /** GitHub's own words on one line. */
  reason: string;
  /** Seconds until the rate limit ends; absent for any other refusal. */
  limitedFor?: number;
}

/** The meanings of refusals, by status and, for those with words, by GitHub's words. */
const MEANINGS = meanings.map(({ statuses, words = '', remedy }) => {
  return { statuses, words: new RegExp(words, 'i'), remedy };
});

const UNREACHABLE =
  'The runner cannot reach GitHub. Allow it in the firewall, or set HTTPS_PROXY in the environment of the job.';

/**
 * Runs requests, and explains a refused request. Any other error passes unchanged.
 *
 * @param doing completes "The action could not …"
 * @throws GitHubError
 */
export async function explainRefusal<T>(doing: string, ask: () => Promise<T>) {
  try {
    return await ask();
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === undefined) throw error;
    const { status, reason } = refusal;
    const cause = [status, quoted(reason)].filter(Boolean).join(', ');
    throw new GitHubError(`The action could not ${doing} (${cause})`, {
      remedy: remedyFor(refusal),
      cause: error,
    });
  }
}

function remedyFor({ status, reason, limitedFor }: Refusal) {
  if (limitedFor !== undefined) {
    const minutes = Math.max(1, Math.ceil(limitedFor / 60));
    return `The token has reached GitHub's rate limit. Run the job again in ${minutes} min.`;
  }
  if (status === undefined) return UNREACHABLE;
  // The first meaning that fits counts: meanings with words stand before those without.
  const meaning = MEANINGS.find(
    ({ statuses, words }) => statuses.includes(status) && words.test(reason),
  );
  return meaning?.remedy ?? 'Run the job again. If it fails again, report it to this project.';
}

/**
 * The wait for a limit for which GitHub names no time (docs.github.com, "Rate limits for the REST
 * API").
 */
const UNNAMED_WAIT_SECONDS = 60;

/** The refusal in an error; undefined for any other error, which is a defect of ours. */
export function refusalIn(error: unknown) {
  if (!(error instanceof Error)) return undefined;
  const { status, response, headers: graphqlHeaders } = asRecord(error);
  const reason = error.message.replace(/\s+/g, ' ');
  // octokit gives status 500 to a request without a response.
  if (response === undefined) return typeof status === 'number' ? { reason } : undefined;
  // GraphQL names no status, and has its headers beside the response.
  const code = typeof status === 'number' ? status : 200;
  const { headers = graphqlHeaders } = asRecord(response);
  return { status: code, reason, limitedFor: secondsOfLimit(code, reason, asRecord(headers)) };
}

function secondsOfLimit(status: number, reason: string, headers: Record<string, unknown>) {
  if (![200, 403, 429].includes(status)) return undefined;
  const wait = retryAfter(headers, Date.now());
  if (wait !== undefined) return wait / 1000;
  if (headers['x-ratelimit-remaining'] === '0') {
    const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
    return reset > 0 ? reset : UNNAMED_WAIT_SECONDS;
  }
  return status === 429 || /rate limit/i.test(reason) ? UNNAMED_WAIT_SECONDS : undefined;
}

/**
 * The result of a request; undefined if GitHub answers with one of these statuses, which say that
 * nothing is there.
 */
export async function ifFound<T>(ask: () => Promise<T>, missing: readonly number[] = [404, 410]) {
  try {
    return await ask();
  } catch (error) {
    const { status = 0, limitedFor } = refusalIn(error) ?? {};
    if (limitedFor === undefined && missing.includes(status)) return undefined;
    throw error;
  }
}

/** Creates something once: after a lost reply, looks for it before trying again. */
export async function createOnce<T>(create: () => Promise<T>, find: () => Promise<T | undefined>) {
  try {
    return await create();
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === undefined || (refusal.status ?? 500) < 500) throw error;
    return (await find()) ?? create();
  }
}
