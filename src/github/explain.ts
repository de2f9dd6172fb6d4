import { GitHubError } from '../errors.js';
import { COMMENT_MAX_CHARACTERS } from '../facts.js';
import type { EventContext } from './event.js';
import { mayWrite } from './event-kinds.js';
import { failureOf, inShort, type Failure } from './failure.js';

const PERMISSIONS = `permissions:
  contents: read
  pull-requests: write`;

/** What the input `check` needs more. */
const forChecks = ({ accepted = '' }: Failure) => (accepted.includes('checks=write') ? '\n  checks: write' : '');

const ELSEWHERE = 'The job summary has the full results.';

/** What a request was for, and what to do where another right is missing than a comment needs, by status. */
interface Purpose {
  doing: string;
  remedies?: Readonly<Record<number, string>>;
}

/**
 * What requests come to. `doing` completes "GitHub did not …", as in "let us comment on pull request 1".
 * @throws GitHubError with a remedy where one fails, or is answered by something that GitHub does not answer; any other error is a defect
 * and stays as it is.
 */
export async function explained<T>(doing: string, event: EventContext, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw explain(error, { doing }, event);
  }
}

/** The GitHubError that says what failed, and what to do; any other error comes back as it is. */
export function explain(error: unknown, { doing, remedies = {} }: Purpose, event: EventContext): unknown {
  const failure = failureOf(error) ?? misread(error);
  if (failure === undefined) return error;
  return new GitHubError(`GitHub did not ${doing} (${inShort(failure)})`, {
    where: event.apiUrl,
    remedy: `${remedyFor(failure, event, remedies)}\n${ELSEWHERE}`,
    cause: error,
  });
}

/** An answer of another form, of a proxy say: what should be read of it is not there. */
function misread(error: unknown): Failure | undefined {
  return error instanceof TypeError ? { status: 200, reason: `an answer of another form: ${error.message}` } : undefined;
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
    const grant = `Give the token of the job what it lacks, in the workflow file:\n${PERMISSIONS}${forChecks(failure)}`;
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
