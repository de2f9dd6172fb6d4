import { GitHubError } from '../errors.ts';
import { asRecord, quoted } from '../json.ts';
import { COMMENT_MAX_CHARACTERS } from '../limits.ts';
import { mayWrite } from './event-kinds.ts';
import type { EventContext } from './event.ts';

const PERMISSIONS = `permissions:
  contents: read
  pull-requests: write`;

const RESULTS_ELSEWHERE = 'The job summary has the full results.';

/** The remedy for a refusal with this HTTP status, in place of the general remedy. */
type Remedies = Readonly<Record<number, string>>;

interface Purpose {
  /** Completes "The action could not …": "comment on pull request 1". */
  doing: string;
  remedies?: Remedies;
}

/**
 * Runs requests.
 * @throws GitHubError with a remedy if a request fails or its response is malformed; any other
 * error is a defect
 */
export async function explainFailure<T>(
  { doing, remedies = {} }: Purpose,
  event: EventContext,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const failure = failureOf(error) ?? malformedResponse(error);
    if (failure === undefined) throw error;
    const { status, reason } = failure;
    const cause = status === undefined ? quoted(reason) : `${status}, ${quoted(reason)}`;
    throw new GitHubError(`The action could not ${doing} (${cause})`, {
      where: event.apiUrl,
      remedy: `${remedyFor(failure, event, remedies)}\n${RESULTS_ELSEWHERE}`,
      cause: error,
    });
  }
}

/** The response of a proxy lacks fields, so that code which reads them throws a TypeError. */
function malformedResponse(error: unknown): GitHubFailure | undefined {
  if (!(error instanceof TypeError)) return undefined;
  return { status: 200, reason: `malformed response: ${error.message}` };
}

function remedyFor(failure: GitHubFailure, event: EventContext, remedies: Remedies): string {
  const { status, limitedFor } = failure;
  if (limitedFor !== undefined)
    return `The token has reached GitHub's rate limit. Run the job again in ${waitInWords(limitedFor)}.`;
  if (status === undefined) {
    return (
      `The runner cannot reach ${event.apiUrl}. Allow it in the firewall. If the network needs a proxy, set HTTPS_PROXY and ` +
      'NODE_USE_ENV_PROXY=1 in the environment of the job.'
    );
  }
  if (status >= 500) return 'GitHub has an outage (githubstatus.com). Run the job again later.';
  return remedies[status] ?? generalRemedy(failure, event);
}

function generalRemedy(failure: GitHubFailure, event: EventContext): string {
  const { repository, pullNumber } = event;
  switch (failure.status) {
    case 401:
      return "GitHub does not accept the token. Remove the input 'github-token' to use the token of the job, or renew its secret.";
    case 403:
      return remedyOfForbidden(failure, event);
    case 404: {
      const target = pullNumber === undefined ? 'the pull requests' : `pull request ${pullNumber}`;
      return (
        `The token cannot read ${target} of ${repository.owner}/${repository.repo}. ` +
        `For a private repository, grant in the workflow file:\n${PERMISSIONS}`
      );
    }
    case 422:
      return (
        `GitHub rejects a comment of this form, for instance one of more than ${COMMENT_MAX_CHARACTERS} characters. ` +
        'Report it to this project.'
      );
    default:
      return 'Run the job again. If it fails again, report it to this project.';
  }
}

function remedyOfForbidden({ reason }: GitHubFailure, event: EventContext): string {
  // Only the message of GitHub tells a locked conversation from a missing permission.
  if (/locked/i.test(reason)) return 'The conversation is locked. Unlock it to allow comments.';
  const grant = `Grant the missing permission to the token in the workflow file:\n${PERMISSIONS}`;
  if (mayWrite(event)) return grant;
  return `${grant}\nThe token of a pull request from a fork stays read-only.`;
}

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
}

/**
 * Wait for a secondary limit that names no time (docs.github.com, "Rate limits for the REST API").
 */
const UNNAMED_WAIT_SECONDS = 60;

/** Primary limits reset every hour. */
const MAX_PRIMARY_LIMIT_SECONDS = 3600;

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
  return {
    status: error.status,
    reason,
    limitedFor: secondsOfLimit(error.status, headers, reason),
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

/**
 * Returns the seconds to wait for a rate limit; undefined for another refusal. A primary limit
 * names its reset, a secondary limit its wait, or only the words "rate limit" in its message.
 */
function secondsOfLimit(
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
      : MAX_PRIMARY_LIMIT_SECONDS;
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
