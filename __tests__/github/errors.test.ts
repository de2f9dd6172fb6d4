import { GitHubError } from '../../src/shared/errors.ts';
import { openClient, explainRefusal, refusalIn } from '../../src/github/client.ts';
import { failures, type GitHubFailure } from '../support/github-server.ts';
import { outage, PULL, rejection, site } from './site.ts';

const refused = (status: number, message: string, errors?: unknown): GitHubFailure => ({
  status,
  body: { message, errors },
});
const tooQuickly = refused(422, 'Validation Failed', [
  { resource: 'IssueComment', code: 'unprocessable', message: 'was submitted too quickly' },
]);

const IN_15_MINUTES = new Date(Date.now() + 900_000).toUTCString();

/** `asked`: how often, if not once. */
const REFUSALS: [what: string, reply: GitHubFailure, remedy: RegExp, asked?: number][] = [
  [
    'a missing permission',
    failures.forbidden(),
    /permissions:\n {2}contents: read\n {2}pull-requests: write/,
  ],
  ['an archived repository', refused(403, 'Repository was archived so is read-only.'), /Unarchive/],
  [
    'SAML',
    refused(403, 'Resource protected by organization SAML enforcement. You must grant access.'),
    /SSO/,
  ],
  [
    'a locked conversation',
    refused(403, 'Unable to create comment because issue is locked.'),
    /Unlock/,
  ],
  ['422 too quickly', tooQuickly, /few minutes/],
  [
    'a blocked author',
    refused(403, 'You have been temporarily blocked\nfrom content creation'),
    /few minutes/,
  ],
  ['a wrong token', failures.badCredentials(), /github-token/],
  ['a hidden repository', failures.notFound(), /cannot see it/],
  ['an outage', failures.serverError(503), /githubstatus\.com/, 3],
  ['a primary limit', failures.primaryRateLimit(), /6[01] min/],
  ['a secondary limit', failures.secondaryRateLimit(61), /2 min/],
  ['a secondary limit until a date', failures.secondaryRateLimit(IN_15_MINUTES), /15 min/, 3],
  ['a secondary limit without a time', failures.secondaryRateLimit(), /1 min/, 3],
  ['a limit in words alone', refused(403, 'Secondary rate limit.'), /1 min/, 3],
  ['an unknown refusal', refused(418, 'I am a teapot'), /report it/, 3],
];

const { owner, repo } = PULL;
const issue = { owner, repo, issue_number: 1 };
const post = { ...issue, body: 'text' };

it.each(REFUSALS)('%s has its own remedy', async (_, failure, remedy, asked = 1) => {
  const { client, fail, github } = await site();
  fail((method) => (method === 'POST' ? failure : undefined));
  const asking = explainRefusal('comment on it', () => client.rest.issues.createComment(post));
  const error = await rejection(asking);
  expect(error).toBeInstanceOf(GitHubError);
  expect(error).toMatchObject({ remedy: expect.stringMatching(remedy) });
  expect((error as Error).message).toMatch(new RegExp(`${failure.status}, \`"[A-Z]`));
  expect(github.counts()['issues/create-comment']).toBe(asked);
});

it('a page in place of GitHub, and a runner without a way to GitHub', async () => {
  const { github, client, fail } = await site();
  fail(() => ({ status: 200, body: '<html>Please sign in</html>' }));
  const page = await rejection(
    explainRefusal('comment', () => client.rest.issues.listComments(issue)),
  );
  expect(page).toBeInstanceOf(GitHubError);
  expect((page as Error).message).toMatch(/page/);

  await github.close();
  const lost = await rejection(
    explainRefusal('comment', () => client.rest.issues.createComment(post)),
  );
  expect(lost).toMatchObject({ remedy: expect.stringContaining('HTTPS_PROXY') });
  expect((lost as Error).message).toContain('ECONNREFUSED');
});

it('a refused GraphQL request tells how long to wait', async () => {
  const { client, fail } = await site();
  const { headers } = failures.primaryRateLimit();
  const errors = [{ type: 'FORBIDDEN', message: 'Not now' }];
  fail(() => ({ status: 200, body: { data: null, errors }, headers }));
  const error = await rejection(client.graphql('{ viewer { login } }'));
  expect(refusalIn(error)?.limitedFor).toBeGreaterThan(3000);
});

it('a defect of ours passes as it is', async () => {
  const defect = new TypeError("Cannot read properties of undefined (reading 'x')");
  expect(await rejection(explainRefusal('comment', () => Promise.reject(defect)))).toBe(defect);
  expect(refusalIn(defect)).toBeUndefined();
  expect(refusalIn('text')).toBeUndefined();
});

it('an outage and a short limit are waited for', async () => {
  const { client, fail, github } = await site();
  fail(outage(/comments$/, 2));
  await client.rest.issues.createComment(post);
  let limits = 2;
  fail(() => (limits-- > 0 ? failures.secondaryRateLimit(1) : undefined));
  await client.rest.issues.listComments(issue);
  expect(github.counts()).toEqual({ 'issues/create-comment': 3, 'issues/list-comments': 3 });
});

it('no token is an error that names the input', async () => {
  const error = await rejection(openClient({ token: '', apiUrl: 'http://127.0.0.1:9' }));
  expect(error).toMatchObject({ where: "input 'github-token'" });
});
