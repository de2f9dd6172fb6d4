import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GitHubError } from '../../src/errors.ts';
import { createClient, type Client } from '../../src/github/client.ts';
import {
  failures,
  startGitHub,
  type GitHubFailure,
  type GitHubServer,
} from '../support/github-server.ts';
import { rejection } from './fixtures.ts';

const issue = { owner: 'octo-org', repo: 'octo-repo', issue_number: 1 };

/** How long a second is here, in milliseconds. */
const SECOND = 10;

let github: GitHubServer;
let client: Client;
/** Failures for the next requests, one each, then all goes well. */
let next: GitHubFailure[];

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
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()));
async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const statuses = () => github.requests.map(({ status }) => status);

describe('createClient', () => {
  it('sends its user agent and the token', async () => {
    await read();
    const [request] = github.requests;
    expect(request?.headers['user-agent']).toMatch(/^sensitivity-action /);
    expect(request?.headers['authorization']).toBe('token token');
  });

  it.each([undefined, ''])('refuses the token %j', async (token) => {
    const error = await rejection(createClient({ token, apiUrl: github.url }));
    expect(error).toBeInstanceOf(GitHubError);
    expect((error as GitHubError).where).toBe("input 'github-token'");
  });

  const limited = failures.secondaryRateLimit;
  /** Failures, how many seconds pass, and what is answered in the end. */
  it.each<[string, GitHubFailure[], number, ...number[]]>([
    ['asks again after a 500', [failures.serverError(), failures.serverError()], 4, 500, 500, 200],
    [
      'asks again after a 503',
      [failures.serverError(503), failures.serverError(503)],
      4,
      503,
      503,
      200,
    ],
    [
      'gives up after three tries',
      Array.from({ length: 9 }, () => failures.serverError(502)),
      4,
      502,
      502,
      502,
    ],
    ['waits as long as a secondary limit asks', [limited(7)], 6, 429, 200],
    ['waits as long as a secondary limit with 403 asks', [limited(7, 403)], 6, 403, 200],
    [
      'waits a minute for a secondary limit that names no time',
      [limited(undefined, 403)],
      59,
      403,
      200,
    ],
    ['does not wait for longer than a minute', [limited(61)], 0, 429],
    ['does not wait for the next hour', [failures.primaryRateLimit()], 0, 403],
    [
      'gives up on a limit after two waits',
      Array.from({ length: 9 }, () => limited(1)),
      1,
      429,
      429,
      429,
    ],
    ['does not ask again with a token that is not known', [failures.badCredentials()], 0, 401],
    ['does not ask again what was refused', [failures.forbidden()], 0, 403],
    ['does not ask again for what is not there', [failures.notFound()], 0, 404],
  ])('%s', async (_name, failing, seconds, ...answered) => {
    const isRead = answered.at(-1) !== 429;
    next = [...failing];
    const taken = await secondsOf(
      (isRead ? read() : write()).catch((error: unknown) =>
        expect(error).toMatchObject({ status: answered.at(-1) }),
      ),
    );
    expect(taken).toBeGreaterThan(seconds);
    expect(statuses()).toEqual(answered);
  });

  it('waits for a limit before a write', async () => {
    next = [limited(7)];
    expect(await secondsOf(write())).toBeGreaterThan(6);
    expect(statuses()).toEqual([429, 201]);
  });

  it('does not retry a request with retries: 0', async () => {
    next = [failures.serverError()];
    await expect(
      client.rest.issues.createComment({ ...issue, body: 'text', request: { retries: 0 } }),
    ).rejects.toMatchObject({
      status: 500,
    });
    expect(statuses()).toEqual([500]);
  });

  it('retries a GraphQL query', async () => {
    next = [failures.serverError()];
    await client.graphql('query { viewer { login } }');
    expect(statuses()).toEqual([500, 200]);
  });

  it('uses the paths of a GitHub Enterprise Server', async () => {
    const asked: string[] = [];
    const server = createServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      response
        .setHeader('content-type', 'application/json')
        .end(url!.includes('graphql') ? '{"data": {}}' : '[]');
    });
    const ghes = await createClient({
      token: 'token',
      apiUrl: `${await listening(server)}/api/v3`,
    });
    await ghes.rest.issues.listComments(issue);
    await ghes.graphql('query { viewer { login } }');
    expect(asked).toEqual([
      'GET /api/v3/repos/octo-org/octo-repo/issues/1/comments',
      'POST /api/graphql',
    ]);
  });

  it('retries after a broken connection', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      if (asked < 3) return void response.destroy();
      response.setHeader('content-type', 'application/json').end('[]');
    });
    const other = await createClient({
      token: 'token',
      apiUrl: await listening(server),
      second: 1,
    });
    await other.rest.issues.listComments(issue);
    expect(asked).toBe(3);
  });

  it('prints nothing', async () => {
    const printed = (['log', 'warn', 'error', 'info', 'debug'] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation(() => undefined),
    );
    next = [
      failures.serverError(),
      {
        status: 200,
        body: [],
        headers: { deprecation: 'true', link: '<https://docs.example/x>; rel="deprecation"' },
      },
      failures.notFound(),
    ];
    await read();
    await rejection(read());
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });
});
