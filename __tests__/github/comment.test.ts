import { createClient, type Client } from '../../src/github/client.ts';
import {
  gateIdentityOf,
  publishComment,
  type CommentRequest,
  type Gate,
} from '../../src/github/comment.ts';
import {
  failures,
  startGitHub,
  type FailurePredicate,
  type GitHubServer,
} from '../support/github-server.ts';
import { pullRequestEvent } from './fixtures.ts';

const BOT = 'github-actions[bot]';
const markerFor = (key: string) => `<!-- sensitivity-action: ${key} -->`;
const marker = markerFor('key');

let github: GitHubServer;
let client: Client;
/** What the next requests get instead of an answer. */
let trouble: FailurePredicate;

async function start(login = BOT): Promise<void> {
  github = await startGitHub({ login, forbid: (method, path) => trouble(method, path) });
  client = await createClient({ token: 'token', apiUrl: github.url, second: 1 });
}

beforeEach(async () => {
  trouble = () => undefined;
  await start();
});

afterEach(async () => {
  expect(github.violations).toEqual([]);
  await github.close();
});

function publish(changes: Partial<CommentRequest> & { text?: string } = {}) {
  const { text = 'verdict', ...rest } = changes;
  const event = pullRequestEvent(github.url);
  return publishComment(client, {
    event,
    renderBody: () => `${marker}\n${text}`,
    marker,
    mode: 'always',
    isFailing: true,
    ...rest,
  });
}

const bodies = (): (string | undefined)[] => github.comments.map(({ body }) => body);
const writes = (): string[] =>
  github.requests
    .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
    .map(({ operation }) => operation);
const lastWrite = () => writes().at(-1);
const CREATE = 'issues/create-comment';
const UPDATE = 'issues/update-comment';

describe('publishComment', () => {
  it('creates a comment', async () => {
    expect(await publish()).toBe(github.comments[0]?.html_url);
    expect(bodies()).toEqual([`${marker}\nverdict`]);
  });

  it('updates the comment in place', async () => {
    const first = await publish({ text: 'red' });
    expect(await publish({ text: 'green' })).toBe(first);
    expect(bodies()).toEqual([`${marker}\ngreen`]);
  });

  it('writes nothing if nothing changed but line ends', async () => {
    const first = await publish({ text: 'same\nsame' });
    const [comment] = github.comments;
    if (comment) comment.body = comment.body?.replaceAll('\n', '\r\n');
    expect(await publish({ text: 'same\nsame\n' })).toBe(first);
    expect(writes()).toEqual([CREATE]);
  });

  it('finds its comment after 30 pages of others', async () => {
    github.seedComments(3000);
    github.seedComments(1, { login: BOT, body: `${marker}\nred` });
    await publish({ text: 'green' });
    expect(lastWrite()).toBe(UPDATE);
    expect(github.counts()['issues/list-comments']).toBe(31);
    expect(github.comments).toHaveLength(3001);
    expect(github.comments.at(-1)?.body).toBe(`${marker}\ngreen`);
  });

  it('stops the search at its comment', async () => {
    github.seedComments(1, { login: BOT, body: `${marker}\nred` });
    github.seedComments(500);
    await publish();
    expect(github.counts()['issues/list-comments']).toBe(1);
  });

  it('keeps a comment with the marker by another author', async () => {
    github.seedComments(1, { login: 'mallory', body: `${marker}\nall is well` });
    github.seedComments(1, { login: 'github-actions', body: `${marker}\nall is well` });
    await publish();
    expect(lastWrite()).toBe(CREATE);
    expect(bodies()).toEqual([
      `${marker}\nall is well`,
      `${marker}\nall is well`,
      `${marker}\nverdict`,
    ]);
  });

  it.each<[string, string | null, boolean]>([
    [BOT, 'github-actions', true],
    [BOT, 'another-app', false],
    [BOT, null, true],
    ['my-app[bot]', 'my-app', true],
    ['my-app[bot]', 'github-actions', false],
    ['octocat', null, true],
    ['octocat', 'octocat', false],
  ])('%s: takes what came through the app %s for its own: %s', async (login, app, isOurs) => {
    await github.close();
    await start(login);
    github.seedComments(1, { login, app, body: `${marker}\nred` });
    await publish({ text: 'green' });
    expect(lastWrite()).toBe(isOurs ? UPDATE : CREATE);
  });

  it('keeps own comments that have another marker or quote this one', async () => {
    const others = [`${markerFor('other')}\nother gate`, `> ${marker}\nquoted`, ''];
    for (const body of others) github.seedComments(1, { login: BOT, body });
    await publish();
    expect(lastWrite()).toBe(CREATE);
    expect(bodies()).toEqual([...others, `${marker}\nverdict`]);
  });

  it('updates the oldest of two own comments, and keeps the other', async () => {
    github.seedComments(2, { login: BOT, body: `${marker}\nred` });
    await publish({ text: 'green' });
    expect(bodies()).toEqual([`${marker}\ngreen`, `${marker}\nred`]);
  });

  it('keeps a comment for each key', async () => {
    await publish();
    const other = markerFor('other');
    await publish({ marker: other, renderBody: () => `${other}\nverdict` });
    expect(bodies()).toEqual([`${marker}\nverdict`, `${other}\nverdict`]);
  });

  it.each(['octocat', 'my-app[bot]'])('finds the comment of a token of %s', async (login) => {
    await github.close();
    await start(login);
    github.seedComments(1, { login: BOT, body: `${marker}\nanother token's` });
    await publish({ text: 'red' });
    await publish({ text: 'green' });
    expect(lastWrite()).toBe(UPDATE);
    expect(bodies()).toEqual([`${marker}\nanother token's`, `${marker}\ngreen`]);
  });

  it.each([
    ['a 403', failures.forbidden()],
    [
      'an answer with errors',
      { status: 200, body: { data: null, errors: [{ type: 'FORBIDDEN', message: 'no' }] } },
    ],
  ])(
    'takes itself for github-actions[bot] where GraphQL is refused with %s',
    async (_name, refusal) => {
      trouble = (_method, path) => (path === '/graphql' ? refusal : undefined);
      await publish({ text: 'red' });
      await publish({ text: 'green' });
      expect(lastWrite()).toBe(UPDATE);
      expect(bodies()).toEqual([`${marker}\ngreen`]);
    },
  );

  it('fails instead of guessing its login during an outage of GraphQL', async () => {
    trouble = (_method, path) => (path === '/graphql' ? failures.serverError() : undefined);
    await expect(publish()).rejects.toThrow('The action could not comment on pull request 1');
    expect(github.comments).toEqual([]);
  });

  it('does nothing without a pull request', async () => {
    const event = pullRequestEvent(github.url, { name: 'push', pullNumber: undefined });
    expect(await publish({ event })).toBeUndefined();
    expect(github.requests).toEqual([]);
  });

  it('refuses a body without its marker', async () => {
    const renderBody = () => 'verdict';
    await expect(publish({ renderBody })).rejects.toThrow('must begin with its marker');
    expect(writes()).toEqual([]);
  });

  it('makes the body from the comment that it replaces', async () => {
    const renderBody = (earlier?: string) => `${earlier ?? marker}.`;
    await publish({ renderBody });
    await publish({ renderBody });
    expect(bodies()).toEqual([`${marker}..`]);
  });
});

describe('the modes', () => {
  it('on-failure creates no comment for a success', async () => {
    expect(await publish({ mode: 'on-failure', isFailing: false })).toBeUndefined();
    expect(github.comments).toEqual([]);
  });

  it('on-failure creates a comment for a failure, and updates it for a later success', async () => {
    await publish({ mode: 'on-failure', text: 'red' });
    expect(lastWrite()).toBe(CREATE);
    await publish({ mode: 'on-failure', isFailing: false, text: 'green' });
    expect(lastWrite()).toBe(UPDATE);
    expect(bodies()).toEqual([`${marker}\ngreen`]);
  });

  it('never sends no request', async () => {
    expect(await publish({ mode: 'never' })).toBeUndefined();
    expect(github.requests).toEqual([]);
  });
});

describe('a comment with a lost response', () => {
  it('is found instead of created twice', async () => {
    let lost = false;
    trouble = (method, path) => {
      if (lost || method !== 'POST' || path === '/graphql') return undefined;
      lost = true;
      github.seedComments(1, { login: BOT, body: `${marker}\nverdict` });
      return failures.serverError(502);
    };
    expect(await publish()).toBe(github.comments[0]?.html_url);
    expect(github.comments).toHaveLength(1);
  });

  it('is created again if it did not arrive', async () => {
    let lost = false;
    trouble = (method, path) => {
      if (lost || method !== 'POST' || path === '/graphql') return undefined;
      lost = true;
      return failures.serverError();
    };
    await publish();
    expect(lastWrite()).toBe(CREATE);
    expect(github.comments).toHaveLength(1);
  });
});

const gate: Gate = {
  repository: { owner: 'octo-org', repo: 'octo-repo' },
  workflow: 'CI',
  workflowFile: 'octo-org/octo-repo/.github/workflows/gate.yml',
  job: 'gate',
  config: '.github/sensitivity.yml',
};
const markerWith = (changes: Partial<Gate> = {}) => gateIdentityOf({ ...gate, ...changes }).marker;

describe('the marker', () => {
  it('is one line of HTML comment that no part can end early', () => {
    for (const text of ['--> <script>\n', '-->', '--!>\u0000']) {
      for (const changes of [
        { commentKey: text },
        { config: text },
        { job: text },
        { workflowFile: text },
        { repository: { owner: text, repo: text } },
      ]) {
        expect(markerWith(changes)).toMatch(/^<!-- sensitivity-action:[0-9a-f]{16} -->$/);
      }
    }
  });

  it('stays the same for the same gate', () => {
    expect(markerWith()).toBe(markerWith());
    // The name of a workflow may change, and two files may share one.
    expect(markerWith({ workflow: 'another name' })).toBe(markerWith());
    // Old runners do not tell the file.
    expect(markerWith({ workflowFile: undefined })).toBe(markerWith({ workflowFile: 'CI' }));
  });

  it('differs by repository, file, job, configuration and key', () => {
    const others: Partial<Gate>[] = [
      {},
      { repository: { owner: 'octo-org', repo: 'other' } },
      { repository: { owner: 'octo', repo: 'org/octo-repo' } },
      { workflowFile: 'octo-org/octo-repo/.github/workflows/other.yml' },
      { job: 'other' },
      { config: 'other.yml' },
      { job: 'gate.', config: 'github/sensitivity.yml' },
      { commentKey: 'gate' },
      { commentKey: 'gate', workflowFile: 'octo-org/octo-repo/.github/workflows/other.yml' },
      { commentKey: JSON.stringify({ job: 'gate', config: '.github/sensitivity.yml' }) },
    ];
    expect(new Set(others.map(markerWith)).size).toBe(others.length);
    // With a key, neither job nor configuration counts.
    expect(markerWith({ commentKey: 'gate', job: 'other', config: 'other.yml' })).toBe(
      markerWith({ commentKey: 'gate' }),
    );
  });
});
