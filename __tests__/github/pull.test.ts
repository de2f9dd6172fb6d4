import { GitHubError } from '../../src/errors.ts';
import { createClient, type Client } from '../../src/github/client.ts';
import type { EventContext } from '../../src/github/event.ts';
import { findCommentTarget, findHeadSha } from '../../src/github/pull.ts';
import { startGitHub, type Area, type GitHubServer } from '../support/github-server.ts';
import { HEAD, pullRequestEvent, rejection } from './fixtures.ts';

const FORK = 'another-owner/octo-repo';

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

/** A workflow_run event after a run of a fork's branch `patch`. It names no pull request. */
function fork(changes: Partial<EventContext> = {}): EventContext {
  return pullRequestEvent(github.url, {
    name: 'workflow_run',
    pullNumber: undefined,
    isFork: true,
    headOwner: 'another-owner',
    headBranch: 'patch',
    ...changes,
  });
}

const fromFork = (sha = HEAD) => ({ head: { ref: 'patch', sha, repository: FORK } });

const found = async (event = fork()) => (await findCommentTarget(client, event)).pullNumber;
const whyNot = async (event = fork()) => {
  const { pullNumber, notice } = await findCommentTarget(client, event);
  expect(pullNumber).toBeUndefined();
  return notice;
};

describe('findCommentTarget', () => {
  it("finds a fork's pull request by owner, branch and commit", async () => {
    github.addPull({
      number: 6,
      head: { ref: 'patch', sha: HEAD, repository: 'another/octo-repo' },
    });
    github.addPull({ number: 7, ...fromFork() });
    github.addPull({ number: 8, head: { ref: 'patch', sha: HEAD } });
    expect(await findCommentTarget(client, fork())).toEqual({ pullNumber: 7 });
    expect(await found(fork({ headOwner: 'Another-Owner' }))).toBe(7);
  });

  it('finds none if the pull request has a new head, is closed, or never existed', async () => {
    const why =
      'No comment was written: commit bbbbbbb, which was tested, is not the head of an open pull request.';
    expect(await whyNot()).toBe(why);
    github.addPull({ number: 7, ...fromFork('d'.repeat(40)) });
    github.addPull({ number: 8, ...fromFork(), state: 'closed' });
    expect(await whyNot()).toBe(why);
  });

  it('chooses none of two', async () => {
    github.addPull({ number: 7, ...fromFork() });
    github.addPull({ number: 8, ...fromFork(), base: { ref: 'release', sha: 'e'.repeat(40) } });
    expect(await whyNot()).toMatch(
      /belongs to the pull requests #[78] and #[78], and the event does not say which of them the run tested\.$/,
    );
  });

  it('finds a pull request of the same repository that GitHub did not list, also by the commit alone', async () => {
    github.addPull({ number: 9, head: { ref: 'feature', sha: HEAD } });
    expect(await found(fork({ isFork: false, headOwner: 'octo-org', headBranch: 'feature' }))).toBe(
      9,
    );
    expect(await found(fork({ isFork: false, headOwner: undefined, headBranch: undefined }))).toBe(
      9,
    );
    expect(github.counts()).toEqual({
      'pulls/list': 1,
      'repos/list-pull-requests-associated-with-commit': 1,
    });
  });

  it("finds no pull request for a fork's run by the commit alone, which anyone can push to a fork", async () => {
    github.addPull({ number: 9, head: { ref: 'feature', sha: HEAD } });
    expect(await found(fork({ headOwner: undefined }))).toBeUndefined();
    expect(await found(fork({ headBranch: 'feature' }))).toBeUndefined();
  });

  describe('if GitHub lists pull requests', () => {
    const own = (...listedPulls: EventContext['listedPulls'] & object) =>
      fork({
        isFork: false,
        headOwner: 'octo-org',
        headBranch: 'feature',
        listedPulls,
        pullNumber: listedPulls.length === 1 ? listedPulls[0]!.number : undefined,
      });

    it('checks their present head, base branch and state', async () => {
      const pull = github.addPull({ number: 7, head: { ref: 'feature', sha: HEAD } });
      github.addPull({
        number: 8,
        head: { ref: 'feature', sha: HEAD },
        base: { ref: 'release', sha: 'e'.repeat(40) },
      });
      const event = own({ number: 7, baseRef: 'main' });
      expect(await found(event)).toBe(7);
      expect(await found(own({ number: 7 }))).toBe(7);
      const why =
        /commit bbbbbbb, which was tested, is no longer the head of #7, or that pull request is closed or has a new base branch\.$/;
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

    it('chooses none of two, even if one has a new head', async () => {
      github.addPull({ number: 7, head: { ref: 'feature', sha: HEAD } });
      const other = github.addPull({
        number: 8,
        head: { ref: 'feature', sha: HEAD },
        base: { ref: 'release', sha: 'e'.repeat(40) },
      });
      const event = own({ number: 7, baseRef: 'main' }, { number: 8, baseRef: 'release' });
      expect(await whyNot(event)).toContain('belongs to the pull requests #7 and #8');
      other.state = 'closed';
      expect(await whyNot(event)).toContain('belongs to the pull requests #7 and #8');
      github.pulls.splice(0);
      expect(await whyNot(event)).toContain('is no longer the head of #7 and #8');
    });
  });

  it('names the missing permission', async () => {
    await github.close();
    await start(['pulls']);
    const error = await rejection(findCommentTarget(client, fork()));
    expect(error).toBeInstanceOf(GitHubError);
    expect((error as GitHubError).describe()).toMatch(
      /look for the pull request of commit b{40}.*403.*pull-requests: write/s,
    );
  });
});

describe('findHeadSha', () => {
  it('returns the head of the event', async () => {
    expect(await findHeadSha(client, fork())).toBe(HEAD);
    expect(github.requests).toEqual([]);
  });

  it('asks GitHub for the head if a comment started the run', async () => {
    github.addPull({ number: 7, ...fromFork('d'.repeat(40)) });
    expect(await findHeadSha(client, fork({ name: 'issue_comment', pullNumber: 7 }))).toBe(
      'd'.repeat(40),
    );
    const error = await rejection(
      findHeadSha(client, fork({ name: 'issue_comment', pullNumber: 404 })),
    );
    expect(error).toBeInstanceOf(GitHubError);
    expect((error as GitHubError).remedy).toContain('pull request 404');
  });
});
