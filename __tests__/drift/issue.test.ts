import { createClient, type Client } from '../../src/github/client.ts';
import { findDriftIssue, isAcceptedSince, writeDriftIssue } from '../../src/drift/issue.ts';
import {
  failures,
  startGitHub,
  type FailurePredicate,
  type GitHubServer,
} from '../support/github-server.ts';
import { pullRequestEvent, rejection } from '../github/fixtures.ts';

const marker = '<!-- sensitivity-drift:0123456789abcdef -->';
const SINCE = '2026-11-20T03:00:00.000Z';
const write = (words = 'worse', state: 'open' | 'closed' = 'open', number?: number) => {
  const body = `${marker}\n${words}`;
  return writeDriftIssue(client, event(), {
    ...{ marker, number, since: SINCE, state, title: 'Worse', body },
  });
};
const find = (number?: number, of = marker) =>
  findDriftIssue(client, event(), { marker: of, number });

let github: GitHubServer;
let client: Client;
let trouble: FailurePredicate;

beforeEach(async () => {
  trouble = () => undefined;
  github = await startGitHub({ forbid: (method, path) => trouble(method, path) });
  client = await createClient({ token: 'token', apiUrl: github.url, second: 1 });
});

afterEach(async () => {
  expect(github.violations).toEqual([]);
  await github.close();
});

const event = () => pullRequestEvent(github.url);
const writes = () =>
  github.requests
    .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
    .map(({ operation }) => operation);

it('one issue is created with its label, left as it is, updated, closed, and opened again', async () => {
  expect(await write('back', 'closed')).toBeUndefined();
  const first = (await write())!;
  expect(await write()).toEqual(first);
  expect(writes()).toEqual(['issues/create-label', 'issues/create']);
  await write('worse still');
  await write('back', 'closed');
  await write('back', 'closed');
  expect(github.issues).toMatchObject([
    { state: 'closed', body: `${marker}\nback`, labels: [{ name: 'sensitivity-drift' }] },
  ]);
  expect(await find()).toMatchObject({
    number: first.number,
    isClosed: true,
  });
  expect(await write('again')).toEqual(first);
  expect(github.issues).toMatchObject([{ state: 'open' }]);
  expect(writes().slice(2)).toEqual(['issues/update', 'issues/update', 'issues/update']);
});

it('a label that exists, or that may not be made, is no reason against the issue', async () => {
  github.labels.push('sensitivity-drift');
  await write();
  github.issues.length = 0;
  trouble = (_method, path) =>
    path.endsWith('/labels') ? failures.forbidden('issues=write') : undefined;
  await write();
  expect(github.issues).toHaveLength(1);
});

it('after a lost answer the issue is looked for before it is written again', async () => {
  let lost = 0;
  trouble = (method, path) => {
    if (method !== 'POST' || !path.endsWith('/issues') || lost++ > 0) return undefined;
    return failures.serverError(502);
  };
  await write();
  expect(github.issues).toHaveLength(1);
  expect(lost).toBe(2);
});

it('the issue of another gate is another one, on a later page too', async () => {
  const { number } = (await write())!;
  const other = github.issues[0]!;
  for (let i = 0; i < 120; i++)
    github.issues.unshift({
      ...other,
      number: 1_000 + i,
      body: '<!-- sensitivity-drift:other -->',
    });
  other.number = 5_000;
  expect(await find()).toMatchObject({ number: 5_000 });
  expect(number).not.toBe(5_000);
  expect(await find(undefined, '<!-- sensitivity-drift:none -->')).toBeUndefined();
});

it("the record's number finds the issue, and no issue of another author or of another marker", async () => {
  const { number } = (await write())!;
  const [own] = github.issues;
  // An older issue has the marker, too: only the number tells them apart.
  github.issues.unshift({ ...own!, number: number + 1, state: 'closed' });
  expect(await find(number)).toMatchObject({ number, isClosed: false });
  expect(await find(number + 1)).toMatchObject({ isClosed: true });
  own!.body = 'Another issue.';
  github.issues[0]!.user = { ...own!.user!, login: 'a-stranger' };
  expect([await find(number), await find(number + 1), await find(9_999)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  await write('worse', 'open', number);
  expect([own!.body, github.issues.length]).toEqual(['Another issue.', 3]);
});

it('an issue that was deleted or transferred is written anew, and no other one is changed', async () => {
  const { number } = (await write())!;
  const [first] = github.issues.splice(0);
  const place = `/issues/${number}`;
  trouble = (method, path) =>
    method === 'GET' && path.endsWith(place)
      ? { status: 410, body: { message: 'This issue was deleted' } }
      : undefined;
  expect(await write('worse', 'open', number)).toMatchObject({ isClosed: false });
  const [fresh] = github.issues.splice(0);
  // GitHub redirects to the other repository, where the issue has another number.
  const moved = { status: 200, body: { ...first, number: number + 6 } };
  trouble = (method, path) => (method === 'GET' && path.endsWith(place) ? moved : undefined);
  github.issues.push({ ...fresh!, number: number + 6, body: "A team's own issue.", title: 'Own' });
  expect(await write('worse', 'open', number)).toMatchObject({ number: number + 7 });
  expect(github.issues[0]).toMatchObject({ title: 'Own' });
});

it('only a person who closes the issue after the alarm accepts its level', async () => {
  const { number } = (await write())!;
  const [issue] = github.issues;
  const closedBy = async (login: string, type: string, closed_at: string | null) => {
    Object.assign(issue!, { state: 'closed', closed_at });
    issue!.closed_by = { ...issue!.user!, login, type };
    return isAcceptedSince((await find(number))!, SINCE);
  };
  const [before, after] = ['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z'];
  expect(await closedBy('octocat', 'User', after)).toBe(true);
  expect((await write('worse still', 'open', number))!.isClosed).toBe(true);
  expect(issue!.state).toBe('closed');
  expect(await closedBy('octocat', 'User', before)).toBe(false);
  expect(await closedBy('octocat', 'User', null)).toBe(false);
  expect(await closedBy('stale[bot]', 'Bot', after)).toBe(false);
  expect(await closedBy(issue!.user!.login, 'User', after)).toBe(false);
  expect((await write('worse still', 'open', number))!.isClosed).toBe(false);
});

it.each([
  [
    '403',
    () => failures.forbidden('issues=write'),
    'permissions:\n  contents: write\n  issues: write',
  ],
  ['404', () => failures.notFound(), 'issues: write'],
  [
    '410',
    () => ({ status: 410, body: { message: 'Issues has been disabled in this repository.' } }),
    'This repository has no issues',
  ],
])('a refusal by %s names its remedy', async (_status, failure, remedy) => {
  trouble = (method, path) =>
    method === 'POST' && path.endsWith('/issues') ? failure() : undefined;
  expect(await rejection(write())).toMatchObject({
    name: 'GitHubError',
    remedy: expect.stringContaining(remedy),
  });
});
