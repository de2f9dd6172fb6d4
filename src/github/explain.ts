import { GitHubError } from '../errors.js';
import { COMMENT_MAX_CHARACTERS } from '../facts.js';
import type { EventContext } from './event.js';
import { mayWrite } from './event-kinds.js';
import { failureOf, type Failure } from './failure.js';

/** `contents: write` is for the record of runs, `checks: write` for the input `check`. */
const permissions = (accepted: string, wanted: Wanted) => `permissions:
  contents: ${wanted === 'record' ? 'write' : 'read'}
  pull-requests: write${accepted.includes('checks=write') ? '\n  checks: write' : ''}`;

/** What the request was for, where that needs more than comments do. */
type Wanted = 'comment' | 'record';

const ELSEWHERE = 'The job summary has the full results.';

/**
 * Turns a failed request into a GitHubError with a remedy. `doing` completes "GitHub did not …", as in "let us comment
 * on pull request 1". Any other error is a defect and comes back as it is.
 */
export function explain(error: unknown, doing: string, event: EventContext, wanted: Wanted = 'comment'): unknown {
  const failure = failureOf(error);
  if (failure === undefined) return error;
  const said = failure.status === undefined ? failure.reason : `${failure.status}, ${failure.reason}`;
  return new GitHubError(`GitHub did not ${doing} (${said})`, {
    where: event.apiUrl,
    remedy: `${remedyFor(failure, event, wanted)}\n${ELSEWHERE}`,
    cause: error,
  });
}

function remedyFor(failure: Failure, event: EventContext, wanted: Wanted): string {
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
  return (
    (wanted === 'record' ? REMEDIES_OF_THE_RECORD[status] : undefined)?.(event) ??
    REMEDIES[status]?.(failure, event) ??
    'Run the job again; if it stays so, please report it to this project.'
  );
}

const REMEDIES: Record<number, (failure: Failure, event: EventContext) => string> = {
  401: () =>
    "GitHub does not know the token. Leave the input 'github-token' out to use the token of the job, or renew the " +
    'secret that it is set to.',

  403: (failure, event) => {
    if (/locked/i.test(failure.reason)) return 'The conversation is locked: unlock it to have comments again.';
    const grant = `Give the token of the job what it lacks, in the workflow file:\n${permissions(failure.accepted ?? '', 'comment')}`;
    return !mayWrite(event)
      ? `${grant}\nThis is a pull request from a fork, whose token is read-only whatever the workflow says: comment ` +
          "from a workflow_run workflow with the input 'publish-from'."
      : grant;
  },

  404: (_failure, event) =>
    `The token does not see ${event.pullNumber === undefined ? 'the pull requests' : `pull request ${event.pullNumber}`} of ${event.repository.owner}/${event.repository.repo}. ` +
    `In a private repository, give it in the workflow file:\n${permissions('', 'comment')}`,

  422: () =>
    `GitHub takes no comment of this form, for instance one of more than ${COMMENT_MAX_CHARACTERS} characters. ` +
    'Please report it to this project.',
};

const GRANT_THE_RECORD =
  `The input 'history' keeps its record on a branch. Give the token of the job what that needs, in the workflow file:\n${permissions('', 'record')}\n` +
  'Where a rule protects the branch, let this workflow push to it. The verdict stands, and this run is not in the record.';

const REMEDIES_OF_THE_RECORD: Record<number, (event: EventContext) => string> = {
  403: () => GRANT_THE_RECORD,
  404: () => GRANT_THE_RECORD,
  409: () => `Others wrote to the branch each time that we did, or a rule protects it. ${UNRECORDED}`,
  422: () => `The branch cannot be written: a rule protects it, or its name is another's (\`a\` beside \`a/b\`). ${UNRECORDED}`,
};

const UNRECORDED = 'The verdict stands, and this run is not in the record.';

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
