import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE, eventIn, HEAD } from './fixtures.ts';

const SHA = 'c'.repeat(40);
const HOME = { id: 1, full_name: 'octo-org/octo-repo' };
const FORK = { id: 2, full_name: 'stranger/octo-repo' };

function environment(name: string, changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    GITHUB_EVENT_NAME: name,
    GITHUB_REPOSITORY: 'octo-org/octo-repo',
    GITHUB_SHA: SHA,
    GITHUB_RUN_ID: '77',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_ACTOR: 'octocat',
    GITHUB_TRIGGERING_ACTOR: 'octocat',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_JOB: 'gate',
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_GRAPHQL_URL: 'https://api.github.com/graphql',
    GITHUB_SERVER_URL: 'https://github.com',
    ...changes,
  };
}

function pullPayload(headRepo: unknown = HOME, login = 'octocat') {
  return {
    repository: HOME,
    pull_request: {
      number: 12,
      user: { login },
      head: { sha: HEAD, repo: headRepo },
      base: { sha: BASE, repo: HOME },
    },
  };
}

function runPayload(changes: object = {}) {
  const pull = {
    number: 12,
    head: { sha: HEAD, repo: { id: 1 } },
    base: { sha: BASE, repo: { id: 1 } },
  };
  const run = {
    head_sha: HEAD,
    head_repository: HOME,
    actor: { login: 'octocat' },
    pull_requests: [pull],
    ...changes,
  };
  return { repository: HOME, workflow_run: run };
}

describe('readEvent', () => {
  it.each(['pull_request', 'pull_request_target', 'pull_request_review'])('reads %s', (name) => {
    expect(eventIn(environment(name), pullPayload())).toEqual({
      name,
      repository: { owner: 'octo-org', repo: 'octo-repo' },
      pullNumber: 12,
      headSha: HEAD,
      runSha: SHA,
      baseSha: BASE,
      isFork: false,
      isDependabot: false,
      runUrl: 'https://github.com/octo-org/octo-repo/actions/runs/77',
      apiUrl: 'https://api.github.com',
      serverUrl: 'https://github.com',
      workflow: 'CI',
      job: 'gate',
    });
  });

  it('reads the tag of a push and of a release, and takes no base from a moved tag', () => {
    const onTag = { GITHUB_REF: 'refs/tags/v2' };
    expect(eventIn(environment('push', onTag), { before: BASE })).toMatchObject({
      tag: 'v2',
      headSha: SHA,
      baseSha: undefined,
    });
    expect(eventIn(environment('release', onTag), { release: { tag_name: 'v2' } })).toMatchObject({
      tag: 'v2',
      headSha: SHA,
    });
    expect(
      eventIn(environment('deployment', { GITHUB_REF: '' }), { deployment: { ref: SHA } }),
    ).toMatchObject({ headSha: SHA });
    expect(eventIn(environment('push', { GITHUB_REF: 'refs/heads/v2' }), {}).tag).toBeUndefined();
  });

  it('detects a fork, also if both repositories are forks of a third', () => {
    expect(eventIn(environment('pull_request'), pullPayload(FORK)).isFork).toBe(true);
    expect(eventIn(environment('pull_request'), pullPayload({ ...HOME, fork: true })).isFork).toBe(
      false,
    );
  });

  it('counts a deleted fork as a fork', () => {
    const event = eventIn(environment('pull_request'), pullPayload(null));
    expect(event).toMatchObject({ isFork: true, pullNumber: 12, headSha: HEAD });
  });

  it('compares repositories by id, or by name without ids', () => {
    const named = pullPayload({ full_name: HOME.full_name });
    expect(eventIn(environment('pull_request'), named).isFork).toBe(false);
    expect(
      eventIn(environment('pull_request'), pullPayload({ full_name: FORK.full_name })).isFork,
    ).toBe(true);
    expect(
      eventIn(environment('pull_request'), pullPayload({ id: 2, full_name: HOME.full_name }))
        .isFork,
    ).toBe(true);
  });

  it('detects Dependabot by actor, by starter of a new attempt, and by author of the pull request', () => {
    const bot = 'dependabot[bot]';
    const push = (changes: NodeJS.ProcessEnv) =>
      eventIn(environment('push', changes), {}).isDependabot;
    expect(push({})).toBe(false);
    expect(push({ GITHUB_ACTOR: bot })).toBe(true);
    expect(push({ GITHUB_TRIGGERING_ACTOR: bot })).toBe(true);
    expect(eventIn(environment('pull_request'), pullPayload(HOME, bot)).isDependabot).toBe(true);
    expect(
      eventIn(environment('workflow_run'), runPayload({ actor: { login: bot } })).isDependabot,
    ).toBe(true);
    expect(
      eventIn(environment('pull_request'), pullPayload(HOME, 'not-dependabot')).isDependabot,
    ).toBe(false);
  });

  it('takes the commit before a push as the base on the default branch alone', () => {
    const pushTo = (branch: string, before = BASE) =>
      eventIn(environment('push', { GITHUB_REF: `refs/heads/${branch}` }), {
        ...{ before, after: SHA },
        repository: { ...HOME, default_branch: 'main' },
      });
    expect(pushTo('main')).toMatchObject({ headSha: SHA, baseSha: BASE, isFork: false });
    expect(pushTo('main').pullNumber).toBeUndefined();
    expect(pushTo('main', '0'.repeat(40)).baseSha).toBeUndefined();
    expect(pushTo('topic')).toMatchObject({ baseRef: 'main', isFork: false });
    expect(pushTo('topic').baseSha).toBeUndefined();
    const nameless = eventIn(environment('push'), { before: BASE, repository: HOME });
    expect(nameless.baseSha).toBeUndefined();
  });

  it.each([
    ['schedule', { schedule: '0 6 * * 1' }],
    ['release', { action: 'published', release: { tag_name: 'v1' } }],
    ['workflow_dispatch', { inputs: { model: 'm' }, ref: 'refs/heads/main' }],
    ['workflow_dispatch', { inputs: null }],
  ])('reads %s as a run of the commit itself', (name, payload) => {
    const event = eventIn(environment(name), payload);
    expect(event).toMatchObject({ name, headSha: SHA, isFork: false, isDependabot: false });
    expect([event.pullNumber, event.baseSha, event.notice]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('counts the branch of a scheduled run as the default branch', () => {
    const refs = { GITHUB_REF: 'refs/heads/trunk' };
    expect(eventIn(environment('schedule', refs), { schedule: '0 6 * * 1' })).toMatchObject({
      defaultBranch: 'trunk',
    });
    expect(eventIn(environment('push', refs), { before: BASE }).defaultBranch).toBeUndefined();
  });

  it('reads the merge queue, which has a head and a base but no pull request', () => {
    const group = {
      head_sha: HEAD,
      base_sha: BASE,
      head_ref: 'refs/heads/gh-readonly-queue/main/pr-12-abc',
    };
    const event = eventIn(environment('merge_group'), { merge_group: group, repository: HOME });
    expect(event).toMatchObject({ headSha: HEAD, baseSha: BASE, isFork: false });
    expect(event.pullNumber).toBeUndefined();
  });

  it('reads workflow_run: the pull request and the commit of the run that it follows', () => {
    const event = eventIn(environment('workflow_run'), runPayload());
    expect(event).toMatchObject({ pullNumber: 12, headSha: HEAD, baseSha: BASE, isFork: false });
  });

  it('reads workflow_run for a fork, whose pull request GitHub leaves out', () => {
    const event = eventIn(
      environment('workflow_run'),
      runPayload({ head_repository: FORK, pull_requests: [] }),
    );
    expect(event).toMatchObject({ headSha: HEAD, isFork: true });
    expect(event.pullNumber).toBeUndefined();
    expect(eventIn(environment('workflow_run'), runPayload({ head_repository: null })).isFork).toBe(
      true,
    );
  });

  it('lists the pull requests of workflow_run, and chooses none of several', () => {
    const pull = { number: 12, base: { ref: 'main', sha: BASE, repo: { id: 1 } } };
    const other = { number: 13, base: { ref: 'release', sha: HEAD, repo: { id: 1 } } };
    const one = eventIn(environment('workflow_run'), runPayload({ pull_requests: [pull] }));
    expect(one).toMatchObject({
      pullNumber: 12,
      baseSha: BASE,
      listedPulls: [{ number: 12, baseRef: 'main' }],
    });
    const two = eventIn(
      environment('workflow_run'),
      runPayload({ pull_requests: [pull, other, { base: pull.base }] }),
    );
    // The default branch's rules judge where the base is not known.
    expect(two).toMatchObject({
      baseSha: SHA,
      listedPulls: [
        { number: 12, baseRef: 'main' },
        { number: 13, baseRef: 'release' },
      ],
    });
    expect(two.pullNumber).toBeUndefined();
  });

  it.each([
    [
      'octo-org/octo-repo/.github/workflows/gate.yml@refs/heads/main',
      'octo-org/octo-repo/.github/workflows/gate.yml',
    ],
    [
      'octo-org/octo-repo/.github/workflows/a@b.yml@refs/pull/7/merge',
      'octo-org/octo-repo/.github/workflows/a@b.yml',
    ],
    [
      'octo-org/octo-repo/.github/workflows/gate.yml@refs/heads/x@refs/y',
      'octo-org/octo-repo/.github/workflows/gate.yml',
    ],
    ['', undefined],
  ])('reads the file of the workflow out of %j', (GITHUB_WORKFLOW_REF, file) => {
    expect(eventIn(environment('push', { GITHUB_WORKFLOW_REF }), {}).workflowFile).toBe(file);
  });

  it("ignores another repository's pull request in workflow_run", () => {
    const upstream = { number: 99, base: { sha: BASE, repo: { id: 3 } } };
    const event = eventIn(
      environment('workflow_run'),
      runPayload({ pull_requests: [null, upstream] }),
    );
    expect(event.pullNumber).toBeUndefined();
  });

  it("counts the head behind a comment on a pull request as a fork's", () => {
    const payload = {
      repository: HOME,
      issue: { number: 12, pull_request: { url: 'x' }, user: { login: 'octocat' } },
    };
    const event = eventIn(environment('issue_comment'), payload);
    expect(event).toMatchObject({ pullNumber: 12, headSha: SHA, baseSha: SHA, isFork: true });
  });

  it('finds no pull request behind a comment on an issue', () => {
    const event = eventIn(environment('issue_comment'), {
      repository: HOME,
      issue: { number: 12 },
    });
    expect(event.pullNumber).toBeUndefined();
    expect(event.isFork).toBe(false);
  });

  it('links to the attempt if there are several', () => {
    const event = eventIn(environment('push', { GITHUB_RUN_ATTEMPT: '3' }), {});
    expect(event.runUrl).toBe('https://github.com/octo-org/octo-repo/actions/runs/77/attempts/3');
  });

  it('uses the addresses of a GitHub Enterprise Server', () => {
    const ghes = {
      GITHUB_SERVER_URL: 'https://git.example.com',
      GITHUB_API_URL: 'https://git.example.com/api/v3',
      GITHUB_GRAPHQL_URL: 'https://git.example.com/api/graphql',
    };
    expect(eventIn(environment('push', ghes), {})).toMatchObject({
      serverUrl: 'https://git.example.com',
      apiUrl: 'https://git.example.com/api/v3',
      runUrl: 'https://git.example.com/octo-org/octo-repo/actions/runs/77',
    });
  });

  it('works without any variable of the runner', () => {
    expect(eventIn({}, undefined)).toEqual({
      name: '',
      repository: { owner: '', repo: '' },
      headSha: '',
      isFork: false,
      isDependabot: false,
      apiUrl: 'https://api.github.com',
      serverUrl: 'https://github.com',
      workflow: '',
      job: '',
    });
  });
});

describe('a payload that is not what GitHub sends', () => {
  const hostile: unknown[] = [
    undefined,
    null,
    5,
    'text',
    [],
    {},
    { pull_request: null },
    { pull_request: 5 },
    { pull_request: [] },
    { pull_request: { number: '12' } },
    { pull_request: { number: -1 } },
    { pull_request: { number: 1.5 } },
    { pull_request: { number: { toString: 'no' } } },
    JSON.parse('{"__proto__": {"pull_request": {"number": 7}}}'),
    { workflow_run: { head_sha: 5, pull_requests: 'none' } },
    { workflow_run: [] },
    { issue: { number: 3 } },
  ];

  it.each(hostile.map((payload) => [payload]))(
    'gives no pull request and a notice: %j',
    (payload) => {
      for (const name of ['pull_request', 'workflow_run']) {
        const event = eventIn(environment(name), payload);
        expect(event.pullNumber).toBeUndefined();
        expect(event.headSha).toBe(SHA);
        expect(event.isFork).toBe(true);
        expect(event.notice).toContain(name);
      }
    },
  );

  it('falls back to the commit of the run if the head is not a commit', () => {
    for (const sha of [5, 'main', '../../etc', '0'.repeat(40), 'B'.repeat(40), `${HEAD}\n`, null]) {
      const payload = {
        pull_request: { number: 1, head: { sha, repo: HOME }, base: { sha, repo: HOME } },
      };
      expect(eventIn(environment('pull_request'), payload)).toMatchObject({
        headSha: SHA,
        baseSha: undefined,
      });
    }
  });

  it('accepts a SHA-256 commit', () => {
    const sha = 'd'.repeat(64);
    const payload = {
      pull_request: { number: 1, head: { sha, repo: HOME }, base: { repo: HOME } },
    };
    expect(eventIn(environment('pull_request'), payload).headSha).toBe(sha);
  });

  it('counts two unknown repositories as different', () => {
    const payload = {
      pull_request: { number: 1, head: { sha: HEAD, repo: {} }, base: { sha: BASE, repo: {} } },
    };
    expect(eventIn(environment('pull_request'), payload).isFork).toBe(true);
  });
});

describe('loadEvent', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payload-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const before = process.env;
  afterEach(() => {
    process.env = before;
  });

  /** The package reads the environment of the process. */
  async function load(text: string | undefined, changes: NodeJS.ProcessEnv = {}) {
    const path = join(folder, `${Math.random()}.json`);
    if (text !== undefined) await writeFile(path, text);
    process.env = { GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: path, ...changes };
    const { loadEvent } = await import('../../src/github/event.ts');
    return loadEvent(process.env);
  }

  it('reads the payload file', async () => {
    const event = await load('{"repository": {"default_branch": "main"}}');
    expect(event).toMatchObject({ name: 'push', defaultBranch: 'main', notice: undefined });
  });

  it('continues without a file, with a notice', async () => {
    const event = await load(undefined);
    expect(event.notice).toMatch(
      /^The event's payload .+ is not readable \(ENOENT\), so the run continues/,
    );
    expect(event.pullNumber).toBeUndefined();
  });

  it('continues with a broken file, and does not quote it', async () => {
    const event = await load('{"pull_request": ::error::stop');
    expect(event.notice).toMatch(/is not readable \(SyntaxError\)/);
    expect(event.notice).not.toContain('::error');
  });

  it('continues if no file is named', async () => {
    const event = await load(undefined, { GITHUB_EVENT_PATH: '' });
    expect(event.notice).toMatch(/^GITHUB_EVENT_PATH is not set, so/);
  });
});
