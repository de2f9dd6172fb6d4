import { getOctokit } from '@actions/github';
import { startGitHub, type GitHubServer } from './github-server.ts';

/** The server checks its replies by the description. These test the checks and its other rules. */

const here = { owner: 'octo-org', repo: 'octo-repo' };
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let github: GitHubServer;
let rest: ReturnType<typeof getOctokit>['rest'];
let octokit: ReturnType<typeof getOctokit>;

beforeEach(async () => {
  github = await startGitHub();
  octokit = getOctokit('a-token', { baseUrl: github.url, log });
  ({ rest } = octokit);
});
afterEach(() => github.close());

/** The error of a client for a refusal. */
const refused = (status: number, message: string): unknown =>
  expect.objectContaining({ status, message: expect.stringContaining(message) });

it('comments are refused above 65,536 characters, of which an emoji is one', async () => {
  const write = (body: string) => rest.issues.createComment({ ...here, issue_number: 1, body });
  await expect(write('x'.repeat(65_537))).rejects.toEqual(
    refused(422, 'Body is too long (maximum is 65536 characters)'),
  );
  await expect(write(' \n')).rejects.toEqual(refused(422, 'Body cannot be blank'));
  await write('😀'.repeat(65_536));
  expect(github.comments).toHaveLength(1);
});

it('requests and replies that the description refuses are violations', async () => {
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
  const elsewhere = { ...here, repo: 'elsewhere', pull_number: 1 };
  await expect(rest.pulls.get(elsewhere)).rejects.toEqual(refused(404, 'Not Found'));
  Object.assign(github.seedComments(1, { login: 'a-person', body: 'Text' })[0]!, {
    html_url: 'nowhere',
  });
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
    "pulls/get: octo-org/elsewhere is not the server's repository, octo-org/octo-repo",
    expect.stringContaining(
      'issues/list-comments: response 200/0/html_url must match format "uri"',
    ),
    expect.stringContaining('graphql: The test server answers only'),
  ]);
});
