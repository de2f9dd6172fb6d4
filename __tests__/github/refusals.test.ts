/** What a user reads where GitHub does not let the comment be written. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GitHubError } from '../../src/errors.js';
import { createClient } from '../../src/github/client.js';
import { publishComment } from '../../src/github/comment.js';
import type { EventContext } from '../../src/github/event.js';
import { failures, startGitHub, type FailurePredicate, type GitHubServer } from '../support/github-server.js';
import { pullRequestEvent, rejection } from './fixtures.js';

const PERMISSIONS = 'permissions:\n  contents: read\n  pull-requests: write';
const marker = '<!-- sensitivity-action: key -->';

let github: GitHubServer;
let trouble: FailurePredicate;
beforeEach(async () => {
  github = await startGitHub({ token: 'token', forbid: (method, path) => trouble(method, path) });
  trouble = () => undefined;
});
afterEach(() => github.close());

async function refused(changes: Partial<EventContext> = {}, token = 'token'): Promise<GitHubError> {
  const event = pullRequestEvent(github.url, changes);
  const client = await createClient({ token, apiUrl: event.apiUrl, second: 1 });
  const request = { event, body: `${marker}\nverdict`, marker, mode: 'always' as const, failing: true };
  const error = await rejection(publishComment(client, request));
  if (!(error instanceof GitHubError)) throw error;
  expect(error.remedy).toContain('The job summary has the full results.');
  return error;
}

const onWriting =
  (failure: ReturnType<typeof failures.notFound>): FailurePredicate =>
  (method, path) =>
    method === 'POST' && path !== '/graphql' ? failure : undefined;

describe('a refusal', () => {
  it('403: prints the permissions to grant', async () => {
    trouble = onWriting(failures.forbidden());
    const error = await refused();
    expect(error.where).toBe(github.url);
    expect(error.message).toContain('GitHub did not let us comment on pull request 1');
    expect(error.message).toContain('403, `"Resource not accessible by integration');
    expect(error.remedy).toContain(`\n${PERMISSIONS}\n`);
    expect(error.remedy).not.toContain('fork');
  });

  it('403 on reading: the same', async () => {
    trouble = (method) => (method === 'GET' ? failures.forbidden() : undefined);
    expect((await refused()).remedy).toContain(PERMISSIONS);
  });

  it('403 for a fork: says that its token is read-only', async () => {
    trouble = onWriting(failures.forbidden());
    const error = await refused({ isFork: true });
    expect(error.remedy).toContain(PERMISSIONS);
    expect(error.remedy).toContain('a pull request from a fork, whose token is read-only');
    expect(error.remedy).toContain('workflow_run');
  });

  it.each(['pull_request_target', 'workflow_run', 'issue_comment'])(
    '403 for a fork on %s: does not blame the fork, whose token may write there',
    async (name) => {
      trouble = onWriting(failures.forbidden());
      expect((await refused({ isFork: true, name })).remedy).not.toContain('read-only');
    },
  );

  it('403 in a locked conversation: no talk of permissions', async () => {
    trouble = onWriting({ status: 403, body: { message: 'Unable to create comment because issue is locked.' } });
    const { remedy } = await refused();
    expect(remedy).toContain('The conversation is locked');
    expect(remedy).not.toContain('permissions');
  });

  it("GraphQL's own limit, which comes with a 200: no defect, and when to run again", async () => {
    trouble = (_method, path) =>
      path === '/graphql'
        ? { status: 200, body: { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] } }
        : undefined;
    expect((await refused()).remedy).toContain('has used up what GitHub allows for now. Run the job again in a minute.');
  });

  it('401: the token is not known', async () => {
    const error = await refused({}, 'another');
    expect(error.message).toContain('401, `"Bad credentials');
    expect(error.remedy).toContain("'github-token'");
  });

  it('404: names the pull request and the repository', async () => {
    trouble = onWriting(failures.notFound());
    const error = await refused();
    expect(error.remedy).toContain('pull request 1 of octo-org/octo-repo');
    expect(error.remedy).toContain(PERMISSIONS);
  });

  it('422: the comment is too long', async () => {
    const event = pullRequestEvent(github.url);
    const client = await createClient({ token: 'token', apiUrl: github.url });
    const body = marker + 'x'.repeat(65_536);
    const request = { event, body, marker, mode: 'always' as const, failing: true };
    const error = await rejection(publishComment(client, request));
    expect(error).toBeInstanceOf(GitHubError);
    expect((error as GitHubError).message).toContain('422, `"Validation Failed');
    expect((error as GitHubError).remedy).toContain('65536 characters');
  });

  it('500, time and again: GitHub has trouble', async () => {
    trouble = onWriting(failures.serverError());
    expect((await refused()).remedy).toContain('githubstatus.com');
  });

  it('a page of HTML: one line of it, cut short', async () => {
    trouble = onWriting({ status: 502, body: `<html>\n${'<p>gateway</p>\n'.repeat(200)}` });
    const { message } = await refused();
    expect(message.length).toBeLessThan(400);
    expect(message).not.toContain('\n');
  });

  it('a rate limit: says when to try again, and nothing of permissions', async () => {
    trouble = () => failures.secondaryRateLimit(600, 403);
    const { remedy } = await refused();
    expect(remedy).toContain('Run the job again in 10 minutes.');
    expect(remedy).not.toContain('permissions');
  });

  it('the hourly limit: says when it is over', async () => {
    trouble = () => failures.primaryRateLimit();
    expect((await refused()).remedy).toMatch(/Run the job again in (59|60|61) minutes/);
  });

  it('any other: names the status', async () => {
    trouble = onWriting({ status: 410, body: { message: 'Issues are disabled for this repo' } });
    const error = await refused();
    expect(error.message).toContain('410, `"Issues are disabled for this repo');
  });

  it('no network: speaks of firewall and proxy', async () => {
    const nobody = await startGitHub();
    await nobody.close();
    const error = await refused({ apiUrl: nobody.url });
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.remedy).toContain('NODE_USE_ENV_PROXY=1');
  });

  it('keeps the token out of what is printed', async () => {
    trouble = onWriting(failures.forbidden());
    const error = await refused();
    expect(JSON.stringify([error.describe(), String(error.cause)])).not.toContain('"token"');
  });
});
