import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createClient, type Client } from '../../src/github/client.js';
import { findDriftIssue, writeDriftIssue } from '../../src/github/drift-issue.js';
import {
  failures,
  startGitHub,
  type FailurePredicate,
  type GitHubServer,
} from '../support/github-server.js';
import { pullRequestEvent, rejection } from './fixtures.js';

const marker = '<!-- sensitivity-drift:0123456789abcdef -->';
const write = (words = 'worse', state: 'open' | 'closed' = 'open') =>
  writeDriftIssue(client, event(), { marker, state, title: 'Worse', body: `${marker}\n${words}` });

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
  expect(await findDriftIssue(client, event(), marker)).toMatchObject({
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
  expect(await findDriftIssue(client, event(), marker)).toMatchObject({ number: 5_000 });
  expect(number).not.toBe(5_000);
  expect(await findDriftIssue(client, event(), '<!-- sensitivity-drift:none -->')).toBeUndefined();
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
