import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GitHubError } from '../../src/errors.js';
import { createClient, type Client } from '../../src/github/client.js';
import { failures, startGitHub, type Failure, type GitHubServer } from '../support/github-server.js';
import { rejection } from './fixtures.js';

const issue = { owner: 'octo-org', repo: 'octo-repo', issue_number: 1 };

/** How long a second is here, in milliseconds. */
const SECOND = 10;

let github: GitHubServer;
let client: Client;
/** Failures for the next requests, one each, then all goes well. */
let next: Failure[];

beforeEach(async () => {
  next = [];
  github = await startGitHub({ forbid: () => next.shift() });
  client = await createClient({ token: 'token', apiUrl: github.url, second: SECOND });
});
afterEach(() => github.close());

const read = () => client.rest.issues.listComments(issue);
const write = () => client.rest.issues.createComment({ ...issue, body: 'text' });
/** How many of the seconds here an answer took. */
async function secondsOf(answer: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await answer;
  return (performance.now() - start) / SECOND;
}
const statuses = () => github.requests.map(({ status }) => status);

describe('createClient', () => {
  it('says who asks, with the token', async () => {
    await read();
    const [request] = github.requests;
    expect(request?.headers['user-agent']).toMatch(/^sensitivity-action /);
    expect(request?.headers['authorization']).toBe('token token');
  });

  it.each([undefined, ''])('has no use for a token that is %j', async (token) => {
    const error = await rejection(createClient({ token, apiUrl: github.url }));
    expect(error).toBeInstanceOf(GitHubError);
    expect((error as GitHubError).where).toBe("input 'github-token'");
  });

  it.each([500, 502, 503] as const)('asks again after a %d', async (status) => {
    next = [failures.serverError(status), failures.serverError(status)];
    expect(await secondsOf(read())).toBeGreaterThan(1 + 4 - 1);
    expect(statuses()).toEqual([status, status, 200]);
  });

  it('gives up after three tries', async () => {
    next = Array.from({ length: 9 }, () => failures.serverError());
    await expect(read()).rejects.toMatchObject({ status: 500 });
    expect(statuses()).toEqual([500, 500, 500]);
  });

  it('does not send twice what says that it must not be', async () => {
    next = [failures.serverError()];
    await expect(client.rest.issues.createComment({ ...issue, body: 'text', request: { retries: 0 } })).rejects.toMatchObject({
      status: 500,
    });
    expect(statuses()).toEqual([500]);
  });

  it('asks a GraphQL query again', async () => {
    next = [failures.serverError()];
    await client.graphql('query { viewer { login } }');
    expect(statuses()).toEqual([500, 200]);
  });

  it.each([403, 429] as const)('waits as long as a secondary limit (%d) asks, also to write', async (status) => {
    next = [failures.secondaryRateLimit(7, status)];
    expect(await secondsOf(write())).toBeGreaterThan(7 - 1);
    expect(statuses()).toEqual([status, 201]);
  });

  it.each([403, 429] as const)('waits a minute for a secondary limit (%d) that names no time', async (status) => {
    next = [failures.secondaryRateLimit(undefined, status)];
    expect(await secondsOf(read())).toBeGreaterThan(60 - 1);
    expect(statuses()).toEqual([status, 200]);
  });

  it('does not wait for longer than a minute', async () => {
    next = [failures.secondaryRateLimit(61)];
    await expect(read()).rejects.toMatchObject({ status: 429 });
    expect(statuses()).toEqual([429]);
  });

  it('does not wait for the next hour', async () => {
    next = [failures.primaryRateLimit()];
    await expect(read()).rejects.toMatchObject({ status: 403 });
    expect(statuses()).toEqual([403]);
  });

  it('gives up on a limit after two waits', async () => {
    next = Array.from({ length: 9 }, () => failures.secondaryRateLimit(1));
    await expect(write()).rejects.toMatchObject({ status: 429 });
    expect(statuses()).toEqual([429, 429, 429]);
  });

  it.each([failures.badCredentials(), failures.forbidden(), failures.notFound()])(
    'does not ask again what was refused: %j',
    async (failure) => {
      next = [failure];
      await expect(read()).rejects.toMatchObject({ status: failure.status });
      expect(statuses()).toEqual([failure.status]);
    },
  );

  it('speaks to a GitHub Enterprise Server under its own paths', async () => {
    const asked: string[] = [];
    const server = createServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      response.setHeader('content-type', 'application/json').end(url!.includes('graphql') ? '{"data": {}}' : '[]');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const ghes = await createClient({ token: 'token', apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3` });
    await ghes.rest.issues.listComments(issue);
    await ghes.graphql('query { viewer { login } }');
    expect(asked).toEqual(['GET /api/v3/repos/octo-org/octo-repo/issues/1/comments', 'POST /api/graphql']);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  it('asks again where the connection broke', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      if (asked < 3) return void response.destroy();
      response.setHeader('content-type', 'application/json').end('[]');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const other = await createClient({ token: 'token', apiUrl, second: 1 });
    await other.rest.issues.listComments(issue);
    expect(asked).toBe(3);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  it('prints nothing', async () => {
    const printed = (['log', 'warn', 'error', 'info', 'debug'] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation(() => undefined),
    );
    next = [
      failures.serverError(),
      { status: 200, body: [], headers: { deprecation: 'true', link: '<https://docs.example/x>; rel="deprecation"' } },
      failures.notFound(),
    ];
    await read();
    await rejection(read());
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });
});
