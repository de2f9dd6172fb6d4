import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GitHubError } from '../../src/errors.js';
import { createClient, type Client } from '../../src/github/client.js';
import type { EventContext } from '../../src/github/event.js';
import { findAddressee, findHeadSha } from '../../src/github/pull.js';
import { startGitHub, type Area, type GitHubServer } from '../support/github-server.js';
import { HEAD, pullRequestEvent, rejection } from './fixtures.js';

const FORK = 'a-stranger/octo-repo';

let github: GitHubServer;
let client: Client;

async function start(forbid: Area[] = []): Promise<void> {
  github = await startGitHub({ forbid });
  client = await createClient({ token: 'token', apiUrl: github.url, second: 1 });
}

beforeEach(() => start());

afterEach(async () => {
  expect(github.violations).toEqual([]);
  await github.close();
});

/** A run that followed one of the fork's branch `patch`, of whose pull request GitHub says nothing. */
function fork(changes: Partial<EventContext> = {}): EventContext {
  return pullRequestEvent(github.url, {
    name: 'workflow_run',
    pullNumber: undefined,
    isFork: true,
    headOwner: 'a-stranger',
    headBranch: 'patch',
    ...changes,
  });
}

const fromFork = (sha = HEAD) => ({ head: { ref: 'patch', sha, repository: FORK } });

const found = async (event = fork()) => (await findAddressee(client, event)).pullNumber;
const whyNot = async (event = fork()) => {
  const { pullNumber, notice } = await findAddressee(client, event);
  expect(pullNumber).toBeUndefined();
  return notice;
};

describe('findAddressee', () => {
  it("finds a fork's pull request by owner, branch and commit", async () => {
    github.addPull({ number: 6, head: { ref: 'patch', sha: HEAD, repository: 'another/octo-repo' } });
    github.addPull({ number: 7, ...fromFork() });
    github.addPull({ number: 8, head: { ref: 'patch', sha: HEAD } });
    expect(await findAddressee(client, fork())).toEqual({ pullNumber: 7 });
    expect(await found(fork({ headOwner: 'A-Stranger' }))).toBe(7);
  });

  it('finds none once the pull request has moved on, is closed, or never was', async () => {
    const why = 'No comment was written: commit bbbbbbb, which was judged, is not the present head of an open pull request.';
    expect(await whyNot()).toBe(why);
    github.addPull({ number: 7, ...fromFork('d'.repeat(40)) });
    github.addPull({ number: 8, ...fromFork(), state: 'closed' });
    expect(await whyNot()).toBe(why);
  });

  it('does not choose between two', async () => {
    github.addPull({ number: 7, ...fromFork() });
    github.addPull({ number: 8, ...fromFork(), base: { ref: 'release', sha: 'e'.repeat(40) } });
    expect(await whyNot()).toMatch(/belongs to the pull requests #[78] and #[78], and which of them the run was about cannot be told\.$/);
  });

  it('finds one that GitHub did not list in the same repository, also by the commit alone', async () => {
    github.addPull({ number: 9, head: { ref: 'feature', sha: HEAD } });
    expect(await found(fork({ isFork: false, headOwner: 'octo-org', headBranch: 'feature' }))).toBe(9);
    expect(await found(fork({ isFork: false, headOwner: undefined, headBranch: undefined }))).toBe(9);
    expect(github.counts()).toEqual({ 'pulls/list': 1, 'repos/list-pull-requests-associated-with-commit': 1 });
  });

  it("never finds ours for a fork's run by the commit alone, which anybody may push to a fork", async () => {
    github.addPull({ number: 9, head: { ref: 'feature', sha: HEAD } });
    expect(await found(fork({ headOwner: undefined }))).toBeUndefined();
    expect(await found(fork({ headBranch: 'feature' }))).toBeUndefined();
  });

  describe('where GitHub lists pull requests', () => {
    const own = (...listedPulls: EventContext['listedPulls'] & object) =>
      fork({
        isFork: false,
        headOwner: 'octo-org',
        headBranch: 'feature',
        listedPulls,
        pullNumber: listedPulls.length === 1 ? listedPulls[0]!.number : undefined,
      });

    it('asks what they are now: the commit, the branch that they go to, and whether they are open', async () => {
      const pull = github.addPull({ number: 7, head: { ref: 'feature', sha: HEAD } });
      github.addPull({ number: 8, head: { ref: 'feature', sha: HEAD }, base: { ref: 'release', sha: 'e'.repeat(40) } });
      const event = own({ number: 7, baseRef: 'main' });
      expect(await found(event)).toBe(7);
      expect(await found(own({ number: 7 }))).toBe(7);
      const why = /commit bbbbbbb, which was judged, is no longer the head of #7, or that is closed or goes to another branch by now\.$/;
      for (const change of [
        { head: { ref: 'feature', sha: 'd'.repeat(40) } },
        { state: 'closed' as const },
        { base: { ref: 'release', sha: 'e'.repeat(40) } },
      ]) {
        const before = { ...pull };
        Object.assign(pull, change);
        expect(await whyNot(event)).toMatch(why);
        Object.assign(pull, before);
      }
    });

    it('does not choose between two, even where one of them has moved on since', async () => {
      github.addPull({ number: 7, head: { ref: 'feature', sha: HEAD } });
      const other = github.addPull({ number: 8, head: { ref: 'feature', sha: HEAD }, base: { ref: 'release', sha: 'e'.repeat(40) } });
      const event = own({ number: 7, baseRef: 'main' }, { number: 8, baseRef: 'release' });
      expect(await whyNot(event)).toContain('belongs to the pull requests #7 and #8');
      other.state = 'closed';
      expect(await whyNot(event)).toContain('belongs to the pull requests #7 and #8');
      github.pulls.splice(0);
      expect(await whyNot(event)).toContain('is no longer the head of #7 and #8');
    });
  });

  it('says what the token lacks', async () => {
    await github.close();
    await start(['pulls']);
    const error = await rejection(findAddressee(client, fork()));
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
