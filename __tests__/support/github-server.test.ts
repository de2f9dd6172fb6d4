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

const COMMENTS = 'repos/octo-org/octo-repo/issues/1/comments';
it.each([
  [`POST /${COMMENTS}`, { text: 'no body' }, 422, /^issues\/create-comment: request.*'body'/],
  [`POST /${COMMENTS}`, { body: 1 }, 422, /^issues\/create-comment: request.*body must be string/],
  [`GET /${COMMENTS}?since=now`, {}, 422, /^issues\/list-comments: request.*since must match/],
  ['GET /repos/octo-org/octo-repo/stargazers', {}, 404, /no such operation$/],
  ['GET /repos/octo-org/elsewhere/pulls/1', {}, 404, /elsewhere is not the server's repository/],
])('%s %j is refused with %i, and is a violation', async (route, body, status, violation) => {
  await expect(octokit.request(route, body)).rejects.toMatchObject({ status });
  expect(github.violations).toEqual([expect.stringMatching(violation)]);
});

it('a reply that the description refuses is a violation', async () => {
  const [comment] = github.seedComments(1, { login: 'a-person', body: 'Text' });
  Object.assign(comment!, { html_url: 'nowhere' });
  await rest.issues.listComments({ ...here, issue_number: 1 });
  expect(github.violations).toEqual([
    'issues/list-comments: response 200/0/html_url must match format "uri" {"format":"uri"}',
  ]);
});

it('a query for anything but the login is a violation', async () => {
  const query = '{ viewer { name } }';
  await expect(octokit.graphql(query)).rejects.toThrow(query);
  expect(github.violations).toEqual([expect.stringContaining(query)]);
});
