/** GitHub's refusals, in its own words. */
import type { ContractOperation } from './github-contract.ts';

/** An answer in place of the real one. A `body` of text is sent as HTML, as GitHub's proxies do. */
export interface GitHubFailure {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export type FailurePredicate = (method: string, path: string) => GitHubFailure | undefined;

export const failures = {
  /** A permission that the workflow's `permissions:` do not grant. */
  forbidden: (): GitHubFailure => ({
    status: 403,
    body: { message: 'Resource not accessible by integration' },
  }),

  badCredentials: (): GitHubFailure => ({ status: 401, body: { message: 'Bad credentials' } }),

  notFound: (message = 'Not Found'): GitHubFailure => ({ status: 404, body: { message } }),

  /** GitHub uses 403 and 429 for it, and mostly says how many seconds to wait. */
  secondaryRateLimit: (retryAfter?: number | string): GitHubFailure => ({
    status: 429,
    body: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' },
    headers: retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) },
  }),

  primaryRateLimit: (): GitHubFailure => ({
    status: 403,
    body: { message: 'API rate limit exceeded for installation ID 1.' },
    headers: {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3600),
    },
  }),

  serverError: (status: 500 | 502 | 503 = 500): GitHubFailure => ({
    status,
    body: { message: 'Server Error' },
  }),

  /** A request that the description refuses. */
  invalidRequest: (errors: string[]): GitHubFailure => ({
    status: 422,
    body: { message: `Invalid request.\n\n${errors.join('\n')}` },
  }),

  /** A request that the description allows and GitHub still refuses. */
  validationFailed: (resource: string, message: string): GitHubFailure => ({
    status: 422,
    body: {
      message: 'Validation Failed',
      errors: [{ resource, code: 'unprocessable', field: 'data', message }],
    },
  }),
};

/** GitHub's errors also name their status and the page of the operation. */
export function withErrorDetails(failure: GitHubFailure, operation: ContractOperation | undefined) {
  if (typeof failure.body !== 'object' || failure.body === null) return failure;
  const details = {
    documentation_url: operation?.documentationUrl ?? 'https://docs.github.com/rest',
    status: String(failure.status),
  };
  return { ...failure, body: { ...details, ...failure.body } };
}
