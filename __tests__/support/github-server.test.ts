import { afterEach, describe, expect, it } from '@jest/globals';
import { getOctokit } from '@actions/github';
import { failures, startGitHub, type GitHubOptions, type GitHubServer } from './github-server.js';

const owner = 'octo-org';
const repo = 'octo-repo';
const here = { owner, repo };
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let github: GitHubServer;
let octokit: ReturnType<typeof getOctokit>;

async function start(options: GitHubOptions = {}): Promise<void> {
  github = await startGitHub(options);
  octokit = getOctokit('a-token', { baseUrl: github.url, log: silent });
}

/** What a client sees of a refusal. */
const refused = (status: number, message: string) => expect.objectContaining({ status, message: expect.stringContaining(message) });

afterEach(() => github.close());

describe('comments', () => {
  it('are created, read, changed and deleted, and never leave the description', async () => {
    await start();
    github.addPull({ number: 7 });

    const { data: created, status } = await octokit.rest.issues.createComment({
      ...here,
      issue_number: 7,
      body: 'First',
    });
    expect(status).toBe(201);
    expect(created).toMatchObject({
      body: 'First',
      user: { login: 'github-actions[bot]', type: 'Bot', id: 41_898_282 },
      html_url: `https://github.com/octo-org/octo-repo/pull/7#issuecomment-${created.id}`,
      performed_via_github_app: { slug: 'github-actions' },
      author_association: 'NONE',
    });
    expect(github.comments).toEqual([created]);

    await octokit.rest.issues.updateComment({ ...here, comment_id: created.id, body: 'Second' });
    const { data: read } = await octokit.rest.issues.getComment({ ...here, comment_id: created.id });
    expect(read.body).toBe('Second');

    const other = await octokit.rest.issues.listComments({ ...here, issue_number: 8 });
    expect(other.data).toEqual([]);

    await octokit.rest.issues.deleteComment({ ...here, comment_id: created.id });
    expect(github.comments).toEqual([]);
    await expect(octokit.rest.issues.getComment({ ...here, comment_id: created.id })).rejects.toEqual(refused(404, 'Not Found'));

    expect(github.violations).toEqual([]);
    expect(github.counts()).toEqual({
      'issues/create-comment': 1,
      'issues/update-comment': 1,
      'issues/get-comment': 2,
      'issues/list-comments': 1,
      'issues/delete-comment': 1,
    });
  });

  it('are found on the last of 30 pages', async () => {
    await start();
    github.seedComments(2_950, { issue: 3, login: 'a-person', body: (index) => `Remark ${index}` });
    await octokit.rest.issues.createComment({ ...here, issue_number: 3, body: 'Ours' });

    const all = await octokit.paginate(octokit.rest.issues.listComments, { ...here, issue_number: 3, per_page: 100 });
    expect(all).toHaveLength(2_951);
    expect(all[0]).toMatchObject({ body: 'Remark 0', user: { login: 'a-person', type: 'User' } });
    expect(all.at(-1)?.body).toBe('Ours');
    expect(github.counts()['issues/list-comments']).toBe(30);
    expect(github.violations).toEqual([]);
  });

  it('come in pages of at most 100, linked like GitHub links them', async () => {
    await start();
    github.seedComments(250);
    const address = `${github.url}/repos/octo-org/octo-repo/issues/1/comments`;
    const { data, headers } = await octokit.rest.issues.listComments({
      ...here,
      issue_number: 1,
      per_page: 1_000,
      page: 2,
    });
    expect(data).toHaveLength(100);
    expect(headers.link).toBe(
      [
        `<${address}?per_page=100&page=1>; rel="prev"`,
        `<${address}?per_page=100&page=3>; rel="next"`,
        `<${address}?per_page=100&page=3>; rel="last"`,
        `<${address}?per_page=100&page=1>; rel="first"`,
      ].join(', '),
    );
    const single = await octokit.rest.issues.listComments({ ...here, issue_number: 2 });
    expect(single.headers.link).toBeUndefined();
  });

  it('can be listed by the time of their last change', async () => {
    await start();
    github.seedComments(3);
    const comment_id = github.comments[1]?.id ?? 0;
    await octokit.rest.issues.updateComment({ ...here, comment_id, body: 'Changed' });
    const since = '2026-01-01T00:00:00Z';
    const { data } = await octokit.rest.issues.listComments({ ...here, issue_number: 1, since });
    expect(data.map(({ body }) => body)).toEqual(['Changed']);
  });

  it('are refused above 65,536 characters, of which an emoji is one', async () => {
    await start();
    const write = (body: string) => octokit.rest.issues.createComment({ ...here, issue_number: 1, body });
    await expect(write('x'.repeat(65_537))).rejects.toEqual(refused(422, 'Body is too long (maximum is 65536 characters)'));
    await expect(write(' \n')).rejects.toEqual(refused(422, 'Body cannot be blank'));
    await write('😀'.repeat(65_536));
    expect(github.comments).toHaveLength(1);
    // Refused by GitHub, allowed by its description: not a malformed request.
    expect(github.violations).toEqual([]);
  });
});

describe('refusals', () => {
  it('answers 401 to a wrong token and to none', async () => {
    await start({ token: 'another-token' });
    const { status, headers } = await fetch(`${github.url}/repos/octo-org/octo-repo`);
    expect(status).toBe(401);
    expect(headers.get('x-ratelimit-limit')).toBe('1000');
    await expect(octokit.rest.repos.get(here)).rejects.toEqual(refused(401, 'Bad credentials'));
    const known = getOctokit('another-token', { baseUrl: github.url });
    expect((await known.rest.repos.get(here)).data.full_name).toBe('octo-org/octo-repo');
    expect(github.violations).toEqual([]);
  });

  it('forbids an area, and says which permission is missing', async () => {
    await start({ forbid: ['comments'] });
    const error: unknown = await octokit.rest.issues
      .createComment({ ...here, issue_number: 1, body: 'x' })
      .catch((reason: unknown) => reason);
    expect(error).toEqual(refused(403, 'Resource not accessible by integration'));
    expect(error).toMatchObject({
      response: { headers: { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' } },
    });
    expect((await octokit.rest.issues.listComments({ ...here, issue_number: 1 })).data).toEqual([]);
    expect(github.requests.map(({ operation, status }) => [operation, status])).toEqual([
      ['issues/create-comment', 403],
      ['issues/list-comments', 200],
    ]);
    expect(github.violations).toEqual([]);
  });

  it('fails as a predicate says, until it no longer does', async () => {
    const unicorn = { status: 503, body: '<h1>Unicorn</h1>' };
    const planned = [failures.secondaryRateLimit(7), failures.serverError(502), unicorn];
    const isPull = (method: string, path: string) => method === 'GET' && path.endsWith('/pulls/5');
    await start({ forbid: (method, path) => (isPull(method, path) ? planned.shift() : undefined) });
    github.addPull({ number: 5 });
    const get = () => octokit.rest.pulls.get({ ...here, pull_number: 5 });
    await expect(get()).rejects.toMatchObject({ status: 429, response: { headers: { 'retry-after': '7' } } });
    await expect(get()).rejects.toEqual(refused(502, 'Server Error'));
    await expect(get()).rejects.toMatchObject({ status: 503, response: { data: '<h1>Unicorn</h1>' } });
    expect((await get()).data.number).toBe(5);
  });

  it('stops at the rate limit', async () => {
    await start({ rateLimit: 1 });
    const { headers } = await octokit.rest.repos.get(here);
    expect(headers['x-ratelimit-remaining']).toBe('0');
    await expect(octokit.rest.repos.get(here)).rejects.toEqual(refused(403, 'API rate limit exceeded'));
  });

  it('records malformed requests and answers 422', async () => {
    await start();
    const post = (body: string) =>
      fetch(`${github.url}/repos/octo-org/octo-repo/issues/1/comments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    expect((await post('{"text": "no body"}')).status).toBe(422);
    expect((await post('{"body": 1}')).status).toBe(422);
    expect((await post('not JSON')).status).toBe(400);
    await expect(octokit.request('GET /repos/octo-org/octo-repo/issues/one/comments')).rejects.toEqual(refused(422, 'must be integer'));
    await expect(octokit.request('GET /repos/octo-org/octo-repo/pulls?state=merged')).rejects.toEqual(
      refused(422, 'must be equal to one of the allowed values'),
    );
    expect(github.comments).toEqual([]);
    expect(github.violations).toEqual([
      expect.stringContaining("issues/create-comment: request/requestBody must have required property 'body'"),
      expect.stringContaining('issues/create-comment: request/requestBody/body must be string'),
      "issues/create-comment: the request's body is not JSON",
      expect.stringContaining('issues/list-comments: request/path/issue_number must be integer'),
      expect.stringContaining('pulls/list: request/query/state must be equal to one of the allowed values'),
    ]);
  });

  it('records answers of its own that the description refuses', async () => {
    await start();
    const [seeded] = github.seedComments(1);
    Object.assign(seeded ?? {}, { html_url: 'nowhere' });
    await octokit.rest.issues.listComments({ ...here, issue_number: 1 });
    expect(github.violations).toEqual([expect.stringContaining('issues/list-comments: response 200/0/html_url must match format "uri"')]);
  });

  it('knows no other route and no other repository', async () => {
    await start();
    await expect(octokit.request('GET /repos/octo-org/octo-repo/stargazers')).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' } },
    });
    await expect(octokit.rest.repos.get({ owner, repo: 'elsewhere' })).rejects.toEqual(refused(404, 'Not Found'));
    expect(github.violations).toEqual([
      "GET /repos/octo-org/octo-repo/stargazers: GitHub's description has no such operation",
      "repos/get: octo-org/elsewhere is not the server's repository, octo-org/octo-repo",
    ]);
  });
});

describe('contents', () => {
  it('come as base64 or raw, from the ref that is asked for', async () => {
    await start();
    github.files.set('main:config/a b.yml', 'threshold: 0\n').set('f00d:config/a b.yml', 'threshold: 1\n');
    const get = { ...here, path: 'config/a b.yml' };

    const { data } = await octokit.rest.repos.getContent(get);
    if (Array.isArray(data) || data.type !== 'file') throw new Error('not a file');
    expect(Buffer.from(data.content, 'base64').toString()).toBe('threshold: 0\n');
    expect(data).toMatchObject({ name: 'a b.yml', path: 'config/a b.yml', size: 13, encoding: 'base64' });

    const raw = await octokit.rest.repos.getContent({ ...get, ref: 'f00d', mediaType: { format: 'raw' } });
    expect(raw.data).toBe('threshold: 1\n');

    const blob = await octokit.rest.git.getBlob({ ...here, file_sha: data.sha });
    expect(Buffer.from(blob.data.content, 'base64').toString()).toBe('threshold: 0\n');

    // Slashes may also be sent as they are.
    const plain = await fetch(`${github.url}/repos/octo-org/octo-repo/contents/config/a%20b.yml`);
    expect(plain.status).toBe(200);
    expect(github.violations).toEqual([]);
  });

  it('list directories, leave large files out, and tell a missing file from a missing ref', async () => {
    await start();
    github.files.set('main:docs/a.md', 'a').set('main:docs/deep/b.md', 'b');
    github.files.set('main:big.bin', Buffer.alloc(2 ** 20 + 1));
    const names = async (path: string) => {
      const { data } = await octokit.rest.repos.getContent({ ...here, path });
      return Array.isArray(data) ? data.map(({ name, type }) => `${type} ${name}`) : data;
    };
    expect(await names('')).toEqual(['file big.bin', 'dir docs']);
    expect(await names('docs')).toEqual(['file a.md', 'dir deep']);
    expect(await names('big.bin')).toMatchObject({ encoding: 'none', content: '' });
    await expect(names('none.md')).rejects.toEqual(refused(404, 'Not Found'));
    await expect(octokit.rest.repos.getContent({ ...here, path: 'docs/a.md', ref: 'gone' })).rejects.toEqual(
      refused(404, 'No commit found for the ref gone'),
    );
    expect(github.violations).toEqual([]);
  });

  it('are compared between refs and for a pull request', async () => {
    await start();
    const base = { ref: 'main', sha: 'a'.repeat(40) };
    const head = { ref: 'feature', sha: 'b'.repeat(40) };
    github.addPull({ number: 2, base, head });
    github.files.set(`${base.sha}:kept`, '1').set(`${base.sha}:edited`, '1').set(`${base.sha}:dropped`, '1');
    github.files.set(`${head.sha}:kept`, '1').set(`${head.sha}:edited`, '2').set(`${head.sha}:new`, '1');
    const expected = ['removed dropped', 'modified edited', 'added new'];

    const { data: files } = await octokit.rest.pulls.listFiles({ ...here, pull_number: 2 });
    expect(files.map(({ status, filename }) => `${status} ${filename}`)).toEqual(expected);
    const basehead = `${base.sha}...${head.sha}`;
    const { data: compared } = await octokit.rest.repos.compareCommitsWithBasehead({ ...here, basehead });
    expect(compared.files?.map(({ status, filename }) => `${status} ${filename}`)).toEqual(expected);
    expect((await octokit.rest.pulls.get({ ...here, pull_number: 2 })).data.changed_files).toBe(3);
    expect(github.violations).toEqual([]);
  });
});

describe('pull requests', () => {
  it('are listed by branch, fork or not', async () => {
    await start();
    github.addPull({ number: 1, head: { ref: 'patch', sha: '1'.repeat(40) } });
    github.addPull({ number: 2, head: { ref: 'patch', sha: '2'.repeat(40), repository: 'someone/a-fork' } });
    github.addPull({ number: 3, head: { ref: 'patch', sha: '3'.repeat(40) }, state: 'closed' });
    const list = async (query: { head?: string; state?: 'all' }) =>
      (await octokit.rest.pulls.list({ ...here, ...query })).data.map(({ number }) => number);

    expect(await list({})).toEqual([2, 1]);
    expect(await list({ head: 'octo-org:patch', state: 'all' })).toEqual([3, 1]);
    expect(await list({ head: 'someone:patch' })).toEqual([2]);
    expect(github.violations).toEqual([]);
    await list({ head: 'patch' });
    expect(github.violations).toEqual(['pulls/list: head "patch" is not "owner:branch"']);
  });

  it("are found by a fork's commit in the fork only", async () => {
    await start();
    const commit_sha = '2'.repeat(40);
    github.addPull({ number: 2, head: { ref: 'patch', sha: commit_sha, repository: 'someone/a-fork' } });
    github.addPull({ number: 4, head: { ref: 'own', sha: '4'.repeat(40) } });
    const find = async (query: { owner: string; repo: string; commit_sha: string }) =>
      (await octokit.rest.repos.listPullRequestsAssociatedWithCommit(query)).data;

    expect(await find({ ...here, commit_sha })).toEqual([]);
    const base = { repo: { full_name: 'octo-org/octo-repo' } };
    const head = { repo: { full_name: 'someone/a-fork' } };
    expect(await find({ owner: 'someone', repo: 'a-fork', commit_sha })).toMatchObject([{ number: 2, base, head }]);
    expect(await find({ ...here, commit_sha: '4'.repeat(40) })).toMatchObject([{ number: 4 }]);
    expect(github.violations).toEqual([]);
  });
});

describe('the rest', () => {
  it('says who the token belongs to', async () => {
    await start();
    expect(await octokit.graphql('{ viewer { login } }')).toEqual({ viewer: { login: 'github-actions[bot]' } });
    expect(await octokit.graphql('query { viewer { login } }')).toEqual({ viewer: { login: 'github-actions[bot]' } });
    await expect(octokit.rest.users.getAuthenticated()).rejects.toEqual(refused(403, 'Resource not accessible by integration'));
    expect(github.violations).toEqual([]);
    await expect(octokit.graphql('{ viewer { name } }')).rejects.toThrow('{ viewer { name } }');
    expect(github.violations).toHaveLength(1);
  });

  it('knows a person by REST too', async () => {
    await start({ login: 'a-person' });
    expect((await octokit.rest.users.getAuthenticated()).data).toMatchObject({ login: 'a-person', type: 'User' });
    expect(github.violations).toEqual([]);
  });

  it('takes 50 annotations at a time, and adds them up', async () => {
    await start();
    const annotations = (length: number) =>
      Array.from({ length }, (_, index) => ({
        path: 'a.md',
        start_line: index + 1,
        end_line: index + 1,
        annotation_level: 'warning' as const,
        message: 'm',
      }));
    const output = (length: number) => ({ title: 't', summary: 's', annotations: annotations(length) });
    const head_sha = 'b'.repeat(40);
    const { data } = await octokit.rest.checks.create({ ...here, name: 'gate', head_sha, output: output(50) });
    expect(data).toMatchObject({ name: 'gate', status: 'queued', output: { annotations_count: 50 } });

    const updated = { ...here, check_run_id: data.id, conclusion: 'success' as const };
    await octokit.rest.checks.update({ ...updated, output: output(20) });
    expect(github.checkRuns).toMatchObject([{ status: 'completed', output: { annotations_count: 70 } }]);
    expect(github.violations).toEqual([]);

    await expect(octokit.rest.checks.update({ ...updated, output: output(51) })).rejects.toEqual(
      refused(422, 'must NOT have more than 50 items'),
    );
  });

  it('lists the artifacts of a run', async () => {
    await start();
    github.artifacts.push({ name: 'results', run_id: 9 }, { name: 'other', run_id: 9 }, { name: 'results', run_id: 8 });
    const { data } = await octokit.rest.actions.listWorkflowRunArtifacts({ ...here, run_id: 9, name: 'results' });
    expect(data).toMatchObject({ total_count: 1, artifacts: [{ name: 'results', workflow_run: { id: 9 } }] });
    expect(github.violations).toEqual([]);
  });
});
