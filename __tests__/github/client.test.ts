import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Octokit } from '@octokit/rest';
import { GitHubError } from '../../src/errors.js';
import { createClient } from '../../src/github/client.js';
import { failures, startGitHub, type Failure, type GitHubServer } from '../support/github-server.js';
import { rejection } from './fixtures.js';

const issue = { owner: 'octo-org', repo: 'octo-repo', issue_number: 1 };

let github: GitHubServer;
let client: Octokit;
/** Failures for the next requests, one each, then all goes well. */
let next: Failure[];
let waits: number[];

beforeEach(async () => {
  next = [];
  waits = [];
  github = await startGitHub({ forbid: () => next.shift() });
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  client = await createClient({ token: 'token', apiUrl: github.url, sleep });
});
afterEach(() => github.close());

const read = () => client.rest.issues.listComments(issue);
const write = () => client.rest.issues.createComment({ ...issue, body: 'text' });
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
    await read();
    expect(statuses()).toEqual([status, status, 200]);
    expect(waits).toEqual([1000, 2000]);
  });

  it('gives up after three tries', async () => {
    next = Array.from({ length: 9 }, () => failures.serverError());
    await expect(read()).rejects.toMatchObject({ status: 500 });
    expect(statuses()).toEqual([500, 500, 500]);
  });

  it('does not send twice what may have been carried out', async () => {
    next = [failures.serverError()];
    await expect(write()).rejects.toMatchObject({ status: 500 });
    expect(statuses()).toEqual([500]);
  });

  it('asks a GraphQL query again', async () => {
    next = [failures.serverError()];
    await client.graphql('query { viewer { login } }');
    expect(statuses()).toEqual([500, 200]);
  });

  it.each([403, 429] as const)('waits as long as a secondary limit (%d) asks, also to write', async (status) => {
    next = [failures.secondaryRateLimit(7, status)];
    await write();
    expect(statuses()).toEqual([status, 201]);
    expect(waits).toEqual([7000]);
  });

  it.each([403, 429] as const)('waits a minute for a secondary limit (%d) that names no time', async (status) => {
    next = [failures.secondaryRateLimit(undefined, status)];
    await read();
    expect(waits).toEqual([60_000]);
  });

  it('does not wait for longer than a minute', async () => {
    next = [failures.secondaryRateLimit(61)];
    await expect(read()).rejects.toMatchObject({ status: 429 });
    expect(waits).toEqual([]);
  });

  it('does not wait for the next hour', async () => {
    next = [failures.primaryRateLimit()];
    await expect(read()).rejects.toMatchObject({ status: 403 });
    expect(waits).toEqual([]);
  });

  it.each([failures.badCredentials(), failures.forbidden(), failures.notFound()])(
    'does not ask again what was refused: %j',
    async (failure) => {
      next = [failure];
      await expect(read()).rejects.toMatchObject({ status: failure.status });
      expect(statuses()).toEqual([failure.status]);
    },
  );

  it('asks again where the connection broke', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      if (asked < 3) return void response.destroy();
      response.setHeader('content-type', 'application/json').end('[]');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const other = await createClient({ token: 'token', apiUrl, sleep: () => Promise.resolve() });
    await other.rest.issues.listComments(issue);
    expect(asked).toBe(3);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  it('writes one thing at a time, in order, and goes on after a failure', async () => {
    next = [failures.forbidden()];
    const bodies = ['one', 'two', 'three', 'four'];
    const written = bodies.map((body) => client.rest.issues.createComment({ ...issue, body }));
    const outcomes = await Promise.allSettled(written);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(github.comments.map(({ body }) => body)).toEqual(['two', 'three', 'four']);
  });

  it('waits for the write before it, failed tries included', async () => {
    next = [failures.secondaryRateLimit(1)];
    await Promise.all([write(), write()]);
    expect(statuses()).toEqual([429, 201, 201]);
  });

  it('prints nothing', async () => {
    const printed = (['log', 'warn', 'error', 'info', 'debug'] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation(() => undefined));
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
