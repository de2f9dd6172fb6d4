/** The errors that a user reads if GitHub refuses the comment. */
import { GitHubError } from '../../src/errors.ts';
import { createClient } from '../../src/github/client.ts';
import { publishComment } from '../../src/github/comment.ts';
import type { EventContext } from '../../src/github/event.ts';
import {
  failures,
  startGitHub,
  type GitHubFailure,
  type FailurePredicate,
  type GitHubServer,
} from '../support/github-server.ts';
import { pullRequestEvent, rejection } from './fixtures.ts';

const PERMISSIONS = 'permissions:\n  contents: read\n  pull-requests: write\n';
const marker = '<!-- sensitivity-action: key -->';

let github: GitHubServer;
let trouble: FailurePredicate;
beforeEach(async () => {
  github = await startGitHub({ token: 'token', forbid: (method, path) => trouble(method, path) });
  trouble = () => undefined;
});
afterEach(() => github.close());

async function refused(
  changes: Partial<EventContext> = {},
  { token = 'token', verdict = 'verdict' } = {},
): Promise<GitHubError> {
  const event = pullRequestEvent(github.url, changes);
  const client = await createClient({ token, apiUrl: event.apiUrl, second: 1 });
  const request = {
    event,
    renderBody: () => `${marker}\n${verdict}`,
    marker,
    mode: 'always' as const,
    isFailing: true,
  };
  const error = await rejection(publishComment(client, request));
  if (!(error instanceof GitHubError)) throw error;
  expect(error.remedy).toContain('The job summary has the full results.');
  // No part of the error holds the token.
  expect(JSON.stringify([error.describe(), String(error.cause)])).not.toContain('"token"');
  return error;
}

const writing =
  (failure: GitHubFailure): FailurePredicate =>
  (method, path) =>
    method === 'POST' && path !== '/graphql' ? failure : undefined;
const LIMITED = {
  status: 200,
  body: { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
};
const LOCKED = {
  status: 403,
  body: { message: 'Unable to create comment because issue is locked.' },
};

interface Told {
  changes?: Partial<EventContext>;
  says: (string | RegExp)[];
  not?: string;
}
it.each<[string, FailurePredicate, Told]>([
  [
    '403: the permissions to grant',
    writing(failures.forbidden()),
    {
      says: [
        'The action could not comment on pull request 1',
        '403, `"Resource not accessible by integration',
        `\n${PERMISSIONS}`,
      ],
      not: 'fork',
    },
  ],
  [
    '403 on reading: the same',
    (method) => (method === 'GET' ? failures.forbidden() : undefined),
    { says: [PERMISSIONS] },
  ],
  [
    '403 for a fork: its token is read-only',
    writing(failures.forbidden()),
    {
      changes: { isFork: true },
      says: [PERMISSIONS, 'The token of a pull request from a fork stays read-only'],
    },
  ],
  ...['pull_request_target', 'workflow_run', 'issue_comment'].map(
    (name): [string, FailurePredicate, Told] => [
      `403 for a fork on ${name}: its token may write`,
      writing(failures.forbidden()),
      { changes: { isFork: true, name }, says: [PERMISSIONS], not: 'read-only' },
    ],
  ),
  [
    '403 in a locked conversation',
    writing(LOCKED),
    { says: ['The conversation is locked'], not: 'permissions' },
  ],
  [
    "GraphQL's own limit, which comes with a 200",
    (_method, path) => (path === '/graphql' ? LIMITED : undefined),
    { says: ["has reached GitHub's rate limit. Run the job again in a minute."] },
  ],
  [
    '404: pull request and repository',
    writing(failures.notFound()),
    { says: ['pull request 1 of octo-org/octo-repo', PERMISSIONS] },
  ],
  ['500 at every attempt', writing(failures.serverError()), { says: ['githubstatus.com'] }],
  [
    'a rate limit',
    () => failures.secondaryRateLimit(600, 403),
    { says: ['Run the job again in 10 minutes.'], not: 'permissions' },
  ],
  [
    'the hourly limit',
    () => failures.primaryRateLimit(),
    { says: [/Run the job again in (59|60|61) minutes/] },
  ],
  [
    'any other status',
    writing({ status: 410, body: { message: 'Issues are disabled for this repo' } }),
    { says: ['410, `"Issues are disabled for this repo'] },
  ],
])('%s', async (_name, failing, { changes, says, not }) => {
  trouble = failing;
  const { message, remedy, where } = await refused(changes);
  expect(where).toBe(github.url);
  for (const words of says)
    expect(`${message}\n${remedy}`).toMatch(
      words instanceof RegExp ? words : new RegExp(RegExp.escape(words)),
    );
  if (not !== undefined) expect(remedy).not.toContain(not);
});

it('401: the token is not valid', async () => {
  const { message, remedy } = await refused({}, { token: 'another' });
  expect(message).toContain('401, `"Bad credentials');
  expect(remedy).toContain("'github-token'");
});

it('422: the comment is too long', async () => {
  const { message, remedy } = await refused({}, { verdict: 'x'.repeat(65_536) });
  expect(message).toContain('422, `"Validation Failed');
  expect(remedy).toContain('65536 characters');
});

it('an HTML page: its first line, truncated', async () => {
  trouble = writing({ status: 502, body: `<html>\n${'<p>gateway</p>\n'.repeat(200)}` });
  const { message } = await refused();
  expect(message.length).toBeLessThan(400);
  expect(message).not.toContain('\n');
});

it('no network: firewall and proxy', async () => {
  const closed = await startGitHub();
  await closed.close();
  const { message, remedy } = await refused({ apiUrl: closed.url });
  expect(message).toContain('ECONNREFUSED');
  expect(remedy).toContain('NODE_USE_ENV_PROXY=1');
});
