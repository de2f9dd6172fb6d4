import { getOctokit } from '@actions/github';
import { failures, startGitHub, type GitHubOptions, type GitHubServer } from './github-server.ts';

/** The server checks its replies by the description. These test the checks and its other rules. */

const here = { owner: 'octo-org', repo: 'octo-repo' };
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let github: GitHubServer;
let rest: ReturnType<typeof getOctokit>['rest'];
let octokit: ReturnType<typeof getOctokit>;

async function start(options: GitHubOptions = {}): Promise<void> {
  github = await startGitHub(options);
  octokit = getOctokit('a-token', { baseUrl: github.url, log });
  ({ rest } = octokit);
}
afterEach(() => github.close());

/** The error of a client for a refusal. */
const refused = (status: number, message: string): unknown =>
  expect.objectContaining({ status, message: expect.stringContaining(message) });

it('comments are created, changed and listed over 30 pages', async () => {
  await start();
  github.addPull({ number: 7 });
  github.seedComments(2_950, { issue: 7, login: 'a-person', body: (index) => `Remark ${index}` });
  const { data: created } = await rest.issues.createComment({
    ...here,
    issue_number: 7,
    body: 'First',
  });
  expect(created).toMatchObject({
    user: { login: 'github-actions[bot]', type: 'Bot', id: 41_898_282 },
    html_url: `https://github.com/octo-org/octo-repo/pull/7#issuecomment-${created.id}`,
    performed_via_github_app: { slug: 'github-actions' },
  });
  await rest.issues.updateComment({ ...here, comment_id: created.id, body: 'Second' });
  const all = await octokit.paginate(rest.issues.listComments, {
    ...here,
    issue_number: 7,
    per_page: 1_000,
  });
  expect(all).toHaveLength(2_951);
  expect(all[0]).toMatchObject({ body: 'Remark 0', user: { login: 'a-person', type: 'User' } });
  expect(all.at(-1)?.body).toBe('Second');
  expect(github.counts()).toEqual({
    'issues/create-comment': 1,
    'issues/update-comment': 1,
    'issues/list-comments': 30,
  });
  expect((await rest.issues.listComments({ ...here, issue_number: 8 })).data).toEqual([]);
  expect(github.violations).toEqual([]);
});

it('comments are refused above 65,536 characters, of which an emoji is one', async () => {
  await start();
  const write = (body: string) => rest.issues.createComment({ ...here, issue_number: 1, body });
  await expect(write('x'.repeat(65_537))).rejects.toEqual(
    refused(422, 'Body is too long (maximum is 65536 characters)'),
  );
  await expect(write(' \n')).rejects.toEqual(refused(422, 'Body cannot be blank'));
  await write('😀'.repeat(65_536));
  expect(github.comments).toHaveLength(1);
});

it('a wrong token is refused', async () => {
  await start({ token: 'another-token' });
  await expect(rest.repos.get(here)).rejects.toEqual(refused(401, 'Bad credentials'));
});

it('a missing permission and a spent rate limit are refused', async () => {
  await start({ forbid: ['comments'], rateLimit: 2 });
  await expect(
    rest.issues.createComment({ ...here, issue_number: 1, body: 'x' }),
  ).rejects.toMatchObject({
    status: 403,
    response: { headers: { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' } },
  });
  expect((await rest.issues.listComments({ ...here, issue_number: 1 })).data).toEqual([]);
  await expect(rest.repos.get(here)).rejects.toEqual(refused(403, 'API rate limit exceeded'));
});

it('injected failures are sent unchanged', async () => {
  const planned = [failures.secondaryRateLimit(7), { status: 503, body: '<h1>Unicorn</h1>' }];
  await start({ forbid: () => planned.shift() });
  await expect(rest.repos.get(here)).rejects.toMatchObject({
    status: 429,
    response: { headers: { 'retry-after': '7' } },
  });
  await expect(rest.repos.get(here)).rejects.toMatchObject({
    status: 503,
    response: { data: '<h1>Unicorn</h1>' },
  });
  expect((await rest.repos.get(here)).data.full_name).toBe('octo-org/octo-repo');
});

it('requests and replies that the description refuses are violations', async () => {
  await start();
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    return (
      await fetch(`${github.url}/repos/octo-org/octo-repo/issues/1/comments`, {
        method: 'POST',
        headers,
        body,
      })
    ).status;
  };
  expect([
    await post('{"text": "no body"}'),
    await post('{"body": 1}'),
    await post('not JSON'),
  ]).toEqual([422, 422, 400]);
  await expect(
    octokit.request('GET /repos/octo-org/octo-repo/issues/1/comments?since=now'),
  ).rejects.toEqual(refused(422, 'must match format'));
  await expect(octokit.request('GET /repos/octo-org/octo-repo/stargazers')).rejects.toEqual(
    refused(404, 'Not Found'),
  );
  await expect(rest.repos.get({ owner: 'octo-org', repo: 'elsewhere' })).rejects.toEqual(
    refused(404, 'Not Found'),
  );
  Object.assign(github.seedComments(1)[0]!, { html_url: 'nowhere' });
  await rest.issues.listComments({ ...here, issue_number: 1 });
  await expect(octokit.graphql('{ viewer { name } }')).rejects.toThrow('{ viewer { name } }');
  expect(github.violations).toEqual([
    expect.stringContaining(
      "issues/create-comment: request/requestBody must have required property 'body'",
    ),
    expect.stringContaining('issues/create-comment: request/requestBody/body must be string'),
    "issues/create-comment: the request's body is not JSON",
    expect.stringContaining('issues/list-comments: request/query/since must match format'),
    "GET /repos/octo-org/octo-repo/stargazers: GitHub's description has no such operation",
    "repos/get: octo-org/elsewhere is not the server's repository, octo-org/octo-repo",
    expect.stringContaining(
      'issues/list-comments: response 200/0/html_url must match format "uri"',
    ),
    expect.stringContaining('graphql: The test server answers only'),
  ]);
});
