import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from '@octokit/rest';
import { GitHubError } from '../../src/errors.js';
import { createClient } from '../../src/github/client.js';
import type { EventContext } from '../../src/github/event.js';
import { findHeadSha, findPullNumber } from '../../src/github/pull.js';
import { startGitHub, type Area, type GitHubServer } from '../support/github-server.js';
import { HEAD, pullRequestEvent, rejection } from './fixtures.js';

const FORK = 'a-stranger/octo-repo';

let github: GitHubServer;
let client: Octokit;

async function start(forbid: Area[] = []): Promise<void> {
  github = await startGitHub({ forbid });
  client = await createClient({ token: 'token', apiUrl: github.url, sleep: () => Promise.resolve() });
}

beforeEach(() => start());

afterEach(async () => {
  expect(github.violations).toEqual([]);
  await github.close();
});

/** A run that followed one of the fork's branch `patch`, of whose pull request GitHub says nothing. */
function fork(changes: Partial<EventContext> = {}): EventContext {
  return pullRequestEvent(github.url, { name: 'workflow_run', pullNumber: undefined, isFork: true, headOwner: 'a-stranger', headBranch: 'patch', ...changes });
}

const fromFork = (sha = HEAD) => ({ head: { ref: 'patch', sha, repository: FORK } });

describe('findPullNumber', () => {
  it("asks nothing where the event says it, and where the event is not another run's end", async () => {
    expect(await findPullNumber(client, fork({ pullNumber: 3 }))).toBe(3);
    expect(await findPullNumber(client, fork({ name: 'push' }))).toBeUndefined();
    expect(github.requests).toEqual([]);
  });

  it("finds a fork's pull request by owner, branch and commit", async () => {
    github.addPull({ number: 6, head: { ref: 'patch', sha: HEAD, repository: 'another/octo-repo' } });
    github.addPull({ number: 7, ...fromFork() });
    github.addPull({ number: 8, head: { ref: 'patch', sha: HEAD } });
    expect(await findPullNumber(client, fork())).toBe(7);
    expect(await findPullNumber(client, fork({ headOwner: 'A-Stranger' }))).toBe(7);
  });

  it('finds none once the pull request has moved on, is closed, or never was', async () => {
    expect(await findPullNumber(client, fork())).toBeUndefined();
    github.addPull({ number: 7, ...fromFork('d'.repeat(40)) });
    github.addPull({ number: 8, ...fromFork(), state: 'closed' });
    expect(await findPullNumber(client, fork())).toBeUndefined();
  });

  it('does not choose between two', async () => {
    github.addPull({ number: 7, ...fromFork() });
    github.addPull({ number: 8, ...fromFork(), base: { ref: 'release', sha: 'e'.repeat(40) } });
    expect(await findPullNumber(client, fork())).toBeUndefined();
  });

  it('finds one that GitHub did not list in the same repository, also by the commit alone', async () => {
    github.addPull({ number: 9, head: { ref: 'feature', sha: HEAD } });
    expect(await findPullNumber(client, fork({ isFork: false, headOwner: 'octo-org', headBranch: 'feature' }))).toBe(9);
    expect(await findPullNumber(client, fork({ isFork: false, headOwner: undefined, headBranch: undefined }))).toBe(9);
    expect(github.counts()).toEqual({ 'pulls/list': 1, 'repos/list-pull-requests-associated-with-commit': 1 });
  });

  it("never finds ours for a fork's run by the commit alone, which anybody may push to a fork", async () => {
    github.addPull({ number: 9, head: { ref: 'feature', sha: HEAD } });
    expect(await findPullNumber(client, fork({ headOwner: undefined }))).toBeUndefined();
    expect(await findPullNumber(client, fork({ headBranch: 'feature' }))).toBeUndefined();
  });

  it('says what the token lacks', async () => {
    await github.close();
    await start(['pulls']);
    const error = await rejection(findPullNumber(client, fork()));
    expect(error).toBeInstanceOf(GitHubError);
    expect((error as GitHubError).describe()).toMatch(/look for the pull request of commit b{40}.*403.*pull-requests: write/s);
  });
});

describe('findHeadSha', () => {
  it('is what the event says', async () => {
    expect(await findHeadSha(client, fork())).toBe(HEAD);
    expect(github.requests).toEqual([]);
  });

  it('is asked for where a comment started the run', async () => {
    github.addPull({ number: 7, ...fromFork('d'.repeat(40)) });
    expect(await findHeadSha(client, fork({ name: 'issue_comment', pullNumber: 7 }))).toBe('d'.repeat(40));
    const error = await rejection(findHeadSha(client, fork({ name: 'issue_comment', pullNumber: 404 })));
    expect(error).toBeInstanceOf(GitHubError);
    expect((error as GitHubError).remedy).toContain('pull request 404');
  });
});
