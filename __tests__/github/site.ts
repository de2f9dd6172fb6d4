/** A GitHub with one pull request, number 1 of octo-org/octo-repo, and a client of it. */
import { openClient, type Client } from '../../src/github/client.ts';
import {
  startGitHub,
  type FailurePredicate,
  type GitHubOptions,
  type GitHubServer,
} from '../support/github-server.ts';
import { afterEveryTest } from '../support/jest/after-every-test.mjs';

export const PULL = { owner: 'octo-org', repo: 'octo-repo', pull_number: 1 };
export const HEAD = 'b'.repeat(40);
export const BASE = 'a'.repeat(40);
export const BOT = 'github-actions[bot]';

interface Site {
  github: GitHubServer;
  client: Client;
  /** Operations that write, in order. */
  writes: () => string[];
  /** Sets the failures of the next requests. */
  fail: (predicate: FailurePredicate) => void;
}

const servers: GitHubServer[] = [];
afterEveryTest(async () => {
  for (const server of servers.splice(0)) {
    expect(server.violations).toEqual([]);
    await server.close();
  }
});

/** Opens a GitHub that is closed after the test, and must not have seen a wrong request. */
export async function openGitHub(options: GitHubOptions) {
  const server = await startGitHub(options);
  servers.push(server);
  return server;
}

export async function site(options: GitHubOptions = {}): Promise<Site> {
  let predicate: FailurePredicate = () => undefined;
  const github = await openGitHub({
    forbid: (method, path) => predicate(method, path),
    ...options,
  });
  github.addPull();
  const client = await openClient({ token: 'token', apiUrl: github.url, second: 1 });
  const writes = () =>
    github.requests
      .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
      .map(({ operation }) => operation);
  return { github, client, writes, fail: (given) => (predicate = given) };
}

/** Fails the next `times` posts to these paths. */
export function outage(paths: RegExp, times: number, status: 502 | 503 = 502): FailurePredicate {
  let left = times;
  return (method, path) => {
    if (method !== 'POST' || !paths.test(path) || left === 0) return undefined;
    left -= 1;
    return { status, body: { message: 'Server Error' } };
  };
}

/** Performs posts of these paths, and loses the first reply of each. */
export function loseReplies(client: Client, paths: RegExp): void {
  const lost = new Set<string>();
  client.hook.wrap('request', async (perform, options) => {
    const reply = await perform(options);
    if (options.method !== 'POST' || !paths.test(options.url) || lost.has(options.url))
      return reply;
    lost.add(options.url);
    const error = new Error('Bad Gateway');
    throw Object.assign(error, { status: 502, response: { headers: {} } });
  });
}

export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}
