import { GitHubError } from '../errors.js';
import { asRecord, quoted } from '../json.js';
import { COMMENT_MAX_CHARACTERS } from '../limits.js';
import { mayWrite } from './event-kinds.js';
import type { EventContext } from './event.js';

const PERMISSIONS = `permissions:
  contents: read
  pull-requests: write`;

const RESULTS_ELSEWHERE = 'The job summary has the full results.';

interface Purpose {
  /** Completes "The action could not …": "comment on pull request 1". */
  doing: string;
  remedies?: Readonly<Record<number, string>>;
}

/**
 * Runs requests.
 * @throws GitHubError with a remedy if a request fails or its response is malformed; any other
 * error is a defect
 */
export async function explainFailure<T>(
  doing: string | Purpose,
  event: EventContext,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw asGitHubError(error, typeof doing === 'string' ? { doing } : doing, event);
  }
}

/** Returns a failed request as a GitHubError, and any other error as it is. */
export function asGitHubError(
  error: unknown,
  { doing, remedies = {} }: Purpose,
  event: EventContext,
): unknown {
  // The response of a proxy lacks fields.
  const malformed =
    error instanceof TypeError
      ? { status: 200, reason: `malformed response: ${error.message}` }
      : undefined;
  const failure = failureOf(error) ?? malformed;
  if (failure === undefined) return error;
  const remedy = `${remedyFor(failure, event, remedies)}\n${RESULTS_ELSEWHERE}`;
  const { status, reason } = failure;
  const cause = status === undefined ? quoted(reason) : `${status}, ${quoted(reason)}`;
  return new GitHubError(`The action could not ${doing} (${cause})`, {
    where: event.apiUrl,
    remedy,
    cause: error,
  });
}

function remedyFor(
  failure: GitHubFailure,
  event: EventContext,
  purposeRemedies: Readonly<Record<number, string>>,
): string {
  const { status, limitedFor } = failure;
  if (limitedFor !== undefined) {
    return `The token has reached GitHub's rate limit. Run the job again in ${waitInWords(limitedFor)}.`;
  }
  if (status === undefined) {
    return (
      `The runner cannot reach ${event.apiUrl}. Allow it in the firewall. If the network needs a proxy, set HTTPS_PROXY and ` +
      'NODE_USE_ENV_PROXY=1 in the environment of the job.'
    );
  }
  if (status >= 500) return 'GitHub has an outage (githubstatus.com). Run the job again later.';
  return (
    purposeRemedies[status] ??
    REMEDIES[status]?.(failure, event) ??
    'Run the job again. If it fails again, report it to this project.'
  );
}

const REMEDIES: Record<number, (failure: GitHubFailure, event: EventContext) => string> = {
  401: () =>
    "GitHub does not accept the token. Remove the input 'github-token' to use the token of the job, or renew its secret.",

  403: (failure, event) => {
    if (/locked/i.test(failure.reason))
      return 'The conversation is locked. Unlock it to allow comments.';
    const grant = `Grant the missing permission to the token in the workflow file:\n${PERMISSIONS}${failure.accepted?.includes('checks=write') ? '\n  checks: write' : ''}`;
    if (mayWrite(event)) return grant;
    return (
      `${grant}\nThe token of a pull request from a fork stays read-only. For forks, comment from a workflow_run workflow ` +
      "with the input 'publish-from'."
    );
  },

  404: (_failure, event) =>
    `The token cannot read ${event.pullNumber === undefined ? 'the pull requests' : `pull request ${event.pullNumber}`} of ${event.repository.owner}/${event.repository.repo}. ` +
    `For a private repository, grant in the workflow file:\n${PERMISSIONS}`,

  422: () =>
    `GitHub rejects a comment of this form, for instance one of more than ${COMMENT_MAX_CHARACTERS} characters. ` +
    'Report it to this project.',
};

function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

export interface GitHubFailure {
  /** HTTP status; absent without a response. */
  status?: number;
  /** GitHub's message, on one line. */
  reason: string;
  /** Seconds until GitHub accepts requests again; absent if the failure is not a rate limit. */
  limitedFor?: number;
  /** The permissions that the request needs: `checks=write`. */
  accepted?: string;
}

/**
 * Wait for a secondary limit that names no time (docs.github.com, "Rate limits for the REST API").
 */
const UNNAMED_WAIT_SECONDS = 60;

/** Primary limits reset every hour. */
const LONGEST_PRIMARY_LIMIT_SECONDS = 3600;

/** Reads the error of a failed request; undefined for any other error, which is a defect. */
export function failureOf(error: unknown): GitHubFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const reason = error.message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  const errors = graphqlErrors(error);
  if (errors) {
    const isLimit = errors.some(({ type }) => type === 'RATE_LIMITED');
    return { status: 200, reason, limitedFor: isLimit ? UNNAMED_WAIT_SECONDS : undefined };
  }
  if (!('status' in error) || typeof error.status !== 'number') return undefined;
  // octokit reports a request without a response as status 500.
  const response = 'response' in error ? error.response : undefined;
  if (response === undefined) return { reason: networkCode(error) ?? reason };
  const headers = asRecord(asRecord(response).headers);
  const accepted = headers['x-accepted-github-permissions'];
  return {
    status: error.status,
    reason,
    limitedFor: limitedFor(error.status, headers, reason),
    accepted: typeof accepted === 'string' ? accepted : undefined,
  };
}

/** Runs a request; undefined for a 404, and for a 410, which a deleted issue gives. */
export async function ifFound<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const { status } = failureOf(error) ?? {};
    if (status === 404 || status === 410) return undefined;
    throw error;
  }
}

/**
 * Creates an issue or a comment. After a lost reply it may exist, so the second attempt searches
 * for it first.
 */
export async function createOnce<T>(
  create: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  return create().catch(async (error: unknown) => {
    const failure = failureOf(error);
    if (failure === undefined || (failure.status ?? 500) < 500) throw error;
    return (await find()) ?? create();
  });
}

/** Seconds to wait: a primary limit names its reset, a secondary limit its wait or nothing. */
function limitedFor(
  status: number,
  headers: Record<string, unknown>,
  reason: string,
): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const wait = Number(headers['retry-after']);
  if (wait >= 0) return wait;
  if (headers['x-ratelimit-remaining'] === '0') {
    const reset = Number(headers['x-ratelimit-reset'] ?? Infinity);
    return Number.isFinite(reset)
      ? Math.max(0, reset - Date.now() / 1000)
      : LONGEST_PRIMARY_LIMIT_SECONDS;
  }
  return status === 429 || /rate limit/i.test(reason) ? UNNAMED_WAIT_SECONDS : undefined;
}

/** `ECONNREFUSED`, `ENOTFOUND` …, from the chain of causes below "fetch failed". */
function networkCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? networkCode(error.cause) : undefined;
}

/**
 * Returns the errors of a GraphQL response with status 200. The throttling plugin wraps such a
 * response in its own error.
 */
function graphqlErrors(error: Error): Record<string, unknown>[] | undefined {
  const { response, errors = asRecord(asRecord(response).data).errors } = asRecord(error);
  const isAnswer = error.name === 'GraphqlResponseError' || !('status' in error);
  return isAnswer && Array.isArray(errors) ? errors.map(asRecord) : undefined;
}
