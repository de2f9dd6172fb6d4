import { GitHubError } from '../errors.js';
import { COMMENT_MAX_CHARACTERS } from '../facts.js';
import { quoted } from '../json.js';
import type { EventContext } from './event.js';
import { mayWrite } from './event-kinds.js';

const PERMISSIONS = `permissions:
  contents: read
  pull-requests: write`;

const ELSEWHERE = 'The job summary has the full results.';

interface Purpose {
  /** Completes "GitHub did not …": "let us comment on pull request 1". */
  doing: string;
  /** Remedies by status, for requests that need other rights than a comment. */
  remedies?: Readonly<Record<number, string>>;
}

/** Runs requests. @throws GitHubError with a remedy if one fails, or has an answer of another form; any other error is a defect */
export async function explained<T>(doing: string, event: EventContext, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw explain(error, { doing }, event);
  }
}

/** A failed request as a GitHubError; any other error is returned as it is. */
export function explain(error: unknown, { doing, remedies = {} }: Purpose, event: EventContext): unknown {
  // An answer of a proxy lacks the fields of GitHub's.
  const misread = error instanceof TypeError ? { status: 200, reason: `an answer of another form: ${error.message}` } : undefined;
  const failure = failureOf(error) ?? misread;
  if (failure === undefined) return error;
  return new GitHubError(`GitHub did not ${doing} (${inShort(failure)})`, {
    where: event.apiUrl,
    remedy: `${remedyFor(failure, event, remedies)}\n${ELSEWHERE}`,
    cause: error,
  });
}

function remedyFor(failure: Failure, event: EventContext, own: Readonly<Record<number, string>>): string {
  const { status, limitedFor } = failure;
  if (limitedFor !== undefined) {
    return `The token has used up what GitHub allows for now. Run the job again in ${inWords(limitedFor)}.`;
  }
  if (status === undefined) {
    return (
      `${event.apiUrl} cannot be reached from this runner. Let it through the firewall; where a proxy is needed, set ` +
      'HTTPS_PROXY and NODE_USE_ENV_PROXY=1 in the environment of the job.'
    );
  }
  if (status >= 500) return 'GitHub has trouble of its own (githubstatus.com). Run the job again later.';
  return own[status] ?? REMEDIES[status]?.(failure, event) ?? 'Run the job again; if it stays so, please report it to this project.';
}

const REMEDIES: Record<number, (failure: Failure, event: EventContext) => string> = {
  401: () =>
    "GitHub does not know the token. Leave the input 'github-token' out to use the token of the job, or renew the " +
    'secret that it is set to.',

  403: (failure, event) => {
    if (/locked/i.test(failure.reason)) return 'The conversation is locked: unlock it to have comments again.';
    const grant = `Give the token of the job what it lacks, in the workflow file:\n${PERMISSIONS}${failure.accepted?.includes('checks=write') ? '\n  checks: write' : ''}`;
    return !mayWrite(event)
      ? `${grant}\nThis is a pull request from a fork, whose token is read-only whatever the workflow says: comment ` +
          "from a workflow_run workflow with the input 'publish-from'."
      : grant;
  },

  404: (_failure, event) =>
    `The token does not see ${event.pullNumber === undefined ? 'the pull requests' : `pull request ${event.pullNumber}`} of ${event.repository.owner}/${event.repository.repo}. ` +
    `In a private repository, give it in the workflow file:\n${PERMISSIONS}`,

  422: () =>
    `GitHub takes no comment of this form, for instance one of more than ${COMMENT_MAX_CHARACTERS} characters. ` +
    'Please report it to this project.',
};

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

/** An error of octokit, whatever its class. */
export interface Failure {
  /** HTTP status; absent without an answer. */
  status?: number;
  /** GitHub's own words, on one line. */
  reason: string;
  /** Seconds until GitHub takes requests again; absent if the failure is no rate limit. */
  limitedFor?: number | undefined;
  /** The permissions that the request needs, as GitHub names them: `checks=write`. */
  accepted?: string | undefined;
}

/** Wait for a secondary limit without a time (docs.github.com, "Rate limits for the REST API"). */
const UNNAMED_WAIT_SECONDS = 60;

/** Primary limits count by the hour. */
const LONGEST_PRIMARY_LIMIT_SECONDS = 3600;

/** Reads the error of a failed request; undefined for any other error, which is a defect. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const reason = error.message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  const errors = graphqlErrors(error);
  if (errors) {
    const isLimit = errors.some(({ type }) => type === 'RATE_LIMITED');
    return { status: 200, reason, limitedFor: isLimit ? UNNAMED_WAIT_SECONDS : undefined };
  }
  if (!('status' in error) || typeof error.status !== 'number') return undefined;
  // octokit reports a request without an answer as status 500, but without a response.
  const response = 'response' in error ? (error.response as { headers: Headers } | undefined) : undefined;
  if (response === undefined) return { reason: networkCode(error) ?? reason };
  const { headers } = response;
  const accepted = headers['x-accepted-github-permissions'];
  return {
    status: error.status,
    reason,
    limitedFor: limitedFor(error.status, headers, reason),
    ...(accepted !== undefined && { accepted: String(accepted) }),
  };
}

/** `404, Not Found` */
export function inShort({ status, reason }: Failure): string {
  return status === undefined ? quoted(reason) : `${status}, ${quoted(reason)}`;
}

/** Runs a request; undefined for a 404. */
export async function ifThere<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (failureOf(error)?.status === 404) return undefined;
    throw error;
  }
}

type Headers = Partial<Record<string, string | number>>;

/** A primary limit names its reset, a secondary one the wait in seconds, or nothing. */
function limitedFor(status: number, headers: Headers, reason: string): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const wait = Number(headers['retry-after']);
  if (wait >= 0) return wait;
  if (headers['x-ratelimit-remaining'] === '0') {
    const reset = Number(headers['x-ratelimit-reset'] ?? Infinity);
    return Number.isFinite(reset) ? Math.max(0, reset - Date.now() / 1000) : LONGEST_PRIMARY_LIMIT_SECONDS;
  }
  return status === 429 || /rate limit/i.test(reason) ? UNNAMED_WAIT_SECONDS : undefined;
}

/** `ECONNREFUSED`, `ENOTFOUND` …, from the chain of causes below "fetch failed". */
function networkCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? networkCode(error.cause) : undefined;
}

/** Errors of a GraphQL answer, whose status is 200. The plugin for limits wraps such an answer in an error of its own. */
function graphqlErrors(error: Error): { type?: string }[] | undefined {
  const { response, errors = response?.data?.errors } = error as { response?: { data?: { errors?: unknown } }; errors?: unknown };
  const isAnswer = error.name === 'GraphqlResponseError' || !('status' in error);
  return isAnswer && Array.isArray(errors) ? (errors as { type?: string }[]) : undefined;
}
