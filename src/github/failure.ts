import { quoted } from '../json.js';

/** One view of whatever octokit throws, so that nothing else has to know its error classes. */
export interface Failure {
  /** HTTP status; absent where no answer came at all. */
  status?: number;
  /** GitHub's own words, on one line. */
  reason: string;
  /** Seconds until GitHub takes requests again; absent where the failure is no rate limit. */
  limitedFor?: number | undefined;
  /** The permissions that would do, as GitHub names them: `checks=write`. */
  accepted?: string | undefined;
}

/** GitHub asks for a minute where a secondary limit names no time (docs.github.com, "Rate limits for the REST API"). */
const UNNAMED_WAIT_SECONDS = 60;

/** A primary limit counts by the hour. */
const LONGEST_PRIMARY_LIMIT_SECONDS = 3600;

/** What a failed request says, or undefined for an error that is no failed request but a defect. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const reason = error.message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  const errors = graphqlErrors(error);
  if (errors) {
    const isLimit = errors.some(({ type }) => type === 'RATE_LIMITED');
    return { status: 200, reason, limitedFor: isLimit ? UNNAMED_WAIT_SECONDS : undefined };
  }
  if (!('status' in error) || typeof error.status !== 'number') return undefined;
  // octokit reports a request without an answer as status 500, and a response is what tells them apart.
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

/** What a request comes to; undefined where GitHub says that there is no such thing. */
export async function ifThere<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (failureOf(error)?.status === 404) return undefined;
    throw error;
  }
}

type Headers = Partial<Record<string, string | number>>;

/** A primary limit says when it is reset, a secondary one how long to wait, or nothing. */
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

/** `ECONNREFUSED`, `ENOTFOUND` …: at the bottom of the chain of causes, where the messages above say "fetch failed". */
function networkCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? networkCode(error.cause) : undefined;
}

/** GraphQL answers 200 all the same. The plugin for limits has an error of its own for such an answer, with nothing but the answer. */
function graphqlErrors(error: Error): { type?: string }[] | undefined {
  const { response, errors = response?.data?.errors } = error as { response?: { data?: { errors?: unknown } }; errors?: unknown };
  const isAnswer = error.name === 'GraphqlResponseError' || !('status' in error);
  return isAnswer && Array.isArray(errors) ? (errors as { type?: string }[]) : undefined;
}
