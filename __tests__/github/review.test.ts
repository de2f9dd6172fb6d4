import { createClient, type Client } from '../../src/github/client.ts';
import type { Finding } from '../../src/github/place-findings.ts';
import { publishReview } from '../../src/github/review.ts';
import {
  failures,
  startGitHub,
  type FailurePredicate,
  type GitHubOptions,
  type GitHubServer,
} from '../support/github-server.ts';
import { BASE, HEAD, pullRequestEvent, rejection } from './fixtures.ts';

const PROMPT = 'prompts/system.md';
const NEXT = 'd'.repeat(40);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `Rule ${from + i}.`);
const OLD = numbered(1, 30);
/** Line 10 is replaced, line 20 is removed, and line 30 is followed by a new one. */
const NOW = [
  ...numbered(1, 9),
  'Skip every "not".',
  ...numbered(11, 19),
  ...numbered(21, 30),
  'Be brief.',
];

let github: GitHubServer;
let client: Client;
/** What the next requests get instead of an answer. */
let trouble: FailurePredicate;

async function start(options: GitHubOptions = {}): Promise<void> {
  trouble = () => undefined;
  github = await startGitHub({ forbid: (method, path) => trouble(method, path), ...options });
  client = await createClient({ token: 'token', apiUrl: github.url, second: 1 });
  put(BASE, { [PROMPT]: OLD });
  put(HEAD, { [PROMPT]: NOW });
  github.addPull();
}

const put = (sha: string, files: Record<string, readonly string[]>) => {
  for (const [path, lines] of Object.entries(files))
    github.files.set(`${sha}:${path}`, `${lines.join('\n')}\n`);
};
/** A push to the pull request. */
const push = (lines: readonly string[], sha = NEXT) => {
  put(sha, { [PROMPT]: lines });
  github.pulls[0]!.head.sha = sha;
};

beforeEach(() => start());
afterEach(async () => {
  expect(github.violations).toEqual([]);
  await github.close();
});

/** A changed part whose lines begin at this line of the head. */
const part = (id: string, first: number, head: readonly string[], base: readonly string[]) => ({
  kind: 'attribution' as const,
  id,
  path: PROMPT,
  base,
  head,
  restored: { firstLine: first, head, base },
  body: () => `<p>${id}</p>`,
});
const replaced = part('A', 10, ['Skip every "not".'], ['Rule 10.']);
const deleted = part('B', 20, [], ['Rule 20.']);
const added = part('C', 30, ['Be brief.'], []);
const ofFile: Finding = {
  kind: 'rule',
  id: 'file',
  path: PROMPT,
  line: 5,
  body: () => '<p>D</p>',
};

const review = (
  findings: readonly Finding[],
  { gate = 'gate', headSha = github.pulls[0]!.head.sha } = {},
) => {
  const event = pullRequestEvent(github.url, { headSha });
  return publishReview(client, {
    event,
    pullNumber: 1,
    gate,
    findings,
    summary: (count) => `${count} findings`,
  });
};
const written = () =>
  github.reviewComments.map(({ body, original_line, subject_type }) => [
    original_line ?? subject_type,
    body.split('\n').slice(1).join('\n'),
  ]);
const ours = () => github.reviews.filter(({ body }) => body !== '');
const writes = () =>
  github.requests
    .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
    .map(({ operation }) => operation);

describe('places', () => {
  it('one review with suggestions for a replaced, a removed and an added line; a file comment for a line outside of the diff', async () => {
    expect(await review([replaced, deleted, added, ofFile])).toEqual([]);
    expect(ours()).toMatchObject([
      {
        body: '<!-- sensitivity-action:gate:review -->\n4 findings',
        state: 'COMMENTED',
        commit_id: HEAD,
      },
    ]);
    expect(written()).toEqual([
      [10, '<p>A</p>\n\n```suggestion\nRule 10.\n```'],
      [19, '<p>B</p>\n\n```suggestion\nRule 19.\nRule 20.\n```'],
      [30, '<p>C</p>\n\n```suggestion\n```'],
      ['file', '<p>D</p>'],
    ]);
    expect(writes()).toEqual(['pulls/create-review', 'pulls/create-review-comment']);
  });

  it('at most ten comments, the first ones', async () => {
    const many = Array.from({ length: 15 }, (_, i): Finding => ({
      ...ofFile,
      kind: 'rule',
      id: `rule ${i}`,
      line: 8 + (i % 3),
    }));
    await review(many);
    expect(github.reviewComments).toHaveLength(10);
  });

  it.each([
    ['another text', part('A', 11, ['Skip every "not".'], ['Rule 11.'])],
    ['an equal text that did not change', part('A', 9, ['Rule 9.'], ['Skip every "not".'])],
    ['another deletion', part('A', 20, [], ['Rule 21.'])],
    ['no line', { ...replaced, restored: undefined }],
  ])('%s at the place of a part: a diff on the file, not a guess', async (_, finding) => {
    await review([finding]);
    const [[place, body] = []] = written();
    expect(place).toBe('file');
    expect(body).toContain('```diff\n');
  });

  it('CRLF makes no difference; a key of the configuration gets a diff', async () => {
    const path = 'evals/a.yml';
    put(BASE, { [path]: ['name: "small"\r', 'top_p: 1\r'] });
    put(HEAD, { [path]: ['name: *large\r', 'top_p: 1\r'] });
    const keyed = { ...part('a', 1, ['name: large'], ['name: small']), path, line: 1 };
    const restorable = { ...part('b', 1, ['name: *large'], ['name: "small"']), path };
    await review([{ ...keyed, restored: undefined }, restorable]);
    expect(written()).toEqual([
      [1, '<p>a</p>\n\n```diff\n-name: large\n+name: small\n```'],
      [1, '<p>b</p>\n\n```suggestion\nname: "small"\n```'],
    ]);
  });

  it('hostile text stays inside the fence; a text with invisible characters is shown as a diff that spells them out', async () => {
    const hostile = ['````', '```suggestion', '</details><script>', '@octocat ::error::'];
    push([...hostile.map((line) => `${line}!`), ...OLD]);
    put(BASE, { [PROMPT]: [...hostile, ...OLD] });
    const ends = hostile.map((line) => `${line}!`);
    await review([part('A', 1, ends, hostile)]);
    expect(written()).toEqual([
      [4, `<p>A</p>\n\n\`\`\`\`\`suggestion\n${hostile.join('\n')}\n\`\`\`\`\``],
    ]);
    put(BASE, { [PROMPT]: ['a\u202Eb', ...OLD] });
    push(['ab', ...OLD], 'e'.repeat(40));
    await review([part('bidi', 1, ['ab'], ['a\u202Eb'])]);
    expect(written().at(-1)).toEqual([1, '<p>bidi</p>\n\n```diff\n-ab\n+a\\u{202E}b\n```']);
  });

  it('a row counts only on an added line that holds its words', async () => {
    const path = 'evals/rows.csv';
    put(BASE, { [path]: ['text,answer', 'Is it old?,A'] });
    put(HEAD, { [path]: ['text,answer', 'Is it old?,A', '"Is ""this"" new,', 'really?",B'] });
    const row = (line: number, text: string): Finding => ({
      kind: 'row',
      id: text,
      path,
      line,
      text,
      body: () => text,
    });
    await review([
      row(2, 'Is it old?'),
      row(3, 'Is "this" new,\nreally?'),
      row(4, 'Another text'),
      { ...row(3, 'x'), path: 'elsewhere' },
    ]);
    expect(github.reviewComments.map(({ original_line }) => original_line)).toEqual([3]);
  });

  it('a renamed file is commented under its new name; more than 300 files are read in pages; a file without a patch as a whole', async () => {
    const [from, to] = ['prompts/old.md', 'prompts/z.md'];
    put(BASE, { [from]: OLD });
    put(HEAD, {
      [to]: NOW,
      ...Object.fromEntries(Array.from({ length: 350 }, (_, i) => [`evals/${i}.txt`, ['x']])),
    });
    Object.assign(github.pulls[0]!, { renamed: { [to]: from }, withoutPatch: [PROMPT] });
    await review([
      { ...replaced, path: to, id: 'renamed' },
      replaced,
      { ...ofFile, path: from, id: 'gone' },
    ]).then((notices) =>
      expect(notices).toEqual([
        'The diff of the pull request has no place for 1 of the findings; the results have them.',
      ]),
    );
    expect(written()).toEqual([
      [10, '<p>A</p>\n\n```suggestion\nRule 10.\n```'],
      ['file', '<p>A</p>\n\n```diff\n-Skip every "not".\n+Rule 10.\n```'],
    ]);
    expect(github.counts()['pulls/list-files']).toBe(4);
  });
});

describe('kept up to date', () => {
  it('ten runs: one review, each finding once, nothing written after the first', async () => {
    for (let run = 0; run < 10; run += 1) await review([replaced, deleted, ofFile]);
    expect([ours().length, github.reviewComments.length, writes().length]).toEqual([1, 3, 2]);
  });

  it('a finding with other words is edited in place; a further one is a single comment; a pass writes no review', async () => {
    await review([]);
    expect(writes()).toEqual([]);
    await review([replaced]);
    const { id } = github.reviewComments[0]!;
    await review([{ ...replaced, body: () => '<p>other</p>' }, added]);
    expect(github.reviewComments[0]!.id).toBe(id);
    expect(written()).toEqual([
      [10, '<p>other</p>\n\n```suggestion\nRule 10.\n```'],
      [30, '<p>C</p>\n\n```suggestion\n```'],
    ]);
    expect(ours()).toMatchObject([{ body: expect.stringContaining('2 findings') }]);
  });

  it('a push that moves the line keeps the comment; one that outdates it deletes it and posts anew', async () => {
    await review([replaced]);
    const { id } = github.reviewComments[0]!;
    push(['A first line.', ...NOW]);
    await review([part('A', 11, replaced.head, replaced.base)]);
    expect(github.reviewComments).toMatchObject([{ id }]);
    push(
      NOW.map((line) => (line === 'Skip every "not".' ? 'Skip each "not".' : line)),
      'e'.repeat(40),
    );
    await review([part('A', 10, ['Skip each "not".'], replaced.base)]);
    expect(github.reviewComments.map((one) => one.id === id)).toEqual([false]);
    expect(ours()).toHaveLength(1);
  });

  it('a finding that is gone: deleted, or edited if a person answered; one that returns takes its answered comment again', async () => {
    await review([replaced, added]);
    const [answered] = github.reviewComments;
    const reply = github.addReviewComment({
      login: 'octocat',
      body: 'On purpose.',
      path: PROMPT,
      line: 10,
      inReplyTo: answered!.id,
    });
    await review([]);
    await review([]);
    expect(github.reviewComments).toEqual([answered, reply]);
    expect(written()[0]).toEqual([10, 'No longer seen on commit bbbbbbb at this place.']);
    expect(ours()).toMatchObject([{ body: expect.stringContaining('0 findings') }]);
    await review([replaced]);
    expect(written().map(([, body]) => body)).toEqual([
      '<p>A</p>\n\n```suggestion\nRule 10.\n```',
      '',
    ]);
  });

  it('with `contents: write` the thread is resolved, and the comment says since when', async () => {
    await github.close();
    await start({ mayResolve: true });
    await review([replaced]);
    github.addReviewComment({
      login: 'octocat',
      body: 'Thanks.',
      path: PROMPT,
      line: 10,
      inReplyTo: github.reviewComments[0]!.id,
    });
    for (let run = 0; run < 3; run += 1) await review([]);
    expect([...github.resolved]).toEqual([github.reviewComments[0]!.id]);
    expect(written()[0]).toEqual([10, 'No longer seen on commit bbbbbbb at this place.']);
    expect(writes()).toEqual([
      'pulls/create-review',
      'pulls/update-review-comment',
      'pulls/update-review',
    ]);
    // A finding that returns needs a thread that is seen.
    for (let run = 0; run < 3; run += 1) await review([replaced]);
    expect(written()[2]).toEqual([10, '<p>A</p>\n\n```suggestion\nRule 10.\n```']);
    expect(github.reviewComments.map(({ id }) => github.resolved.has(id))).toEqual([
      true,
      false,
      false,
    ]);
  });

  /** Posts comments of another author, each a thread. */
  const addThreads = (count: number) => {
    for (let i = 0; i < count; i += 1)
      github.addReviewComment({ login: 'octocat', body: `Note ${i}.`, path: PROMPT, line: 10 });
  };
  const threadQueries = () =>
    github.requests.filter(({ body }) => JSON.stringify(body ?? '').includes('reviewThreads'));

  it('resolves its thread behind a first page of 100 other threads', async () => {
    await github.close();
    await start({ mayResolve: true });
    addThreads(100);
    await review([replaced]);
    const own = github.reviewComments.at(-1)!.id;
    await review([]);
    expect([...github.resolved]).toEqual([own]);
    expect(threadQueries()).toHaveLength(2);
  });

  it('reads at most ten pages of threads', async () => {
    await review([replaced]);
    addThreads(1_100);
    await review([]);
    expect(threadQueries()).toHaveLength(10);
  });

  it('other authors and other gates: their comments stay, even with our marker', async () => {
    await review([replaced], { gate: 'other' });
    const { body } = github.reviewComments[0]!;
    github.addReviewComment({
      login: 'mallory',
      body: body.replace('other', 'gate'),
      path: PROMPT,
      line: 10,
    });
    const before = structuredClone(github.reviewComments);
    await review([replaced]);
    await review([]);
    expect(github.reviewComments).toEqual(before);
    expect(ours()).toHaveLength(2);
  });

  it('a comment of ours that a person deleted is posted anew, once', async () => {
    await review([replaced, added]);
    github.reviewComments.splice(0, 1);
    for (let run = 0; run < 2; run += 1) await review([replaced, added]);
    expect(written().map(([line]) => line)).toEqual([30, 10]);
  });
});

describe('trouble', () => {
  it('`null` in place of a patch, a body, an author or a thread is an absent one', async () => {
    await review([replaced]);
    const body = github.reviewComments[0]!.body;
    const nothing = { body: null, user: null, line: null, start_line: null };
    const lists: Record<string, unknown> = {
      '/files': [{ filename: PROMPT, status: 'modified', patch: null }],
      '/comments': [
        { ...github.reviewComments[0]!, line: null },
        { ...nothing, id: 9 },
      ],
      '/reviews': [{ ...nothing, id: 8, user: github.reviewComments[0]!.user }, nothing],
      '/graphql': {
        data: {
          viewer: { login: github.reviewComments[0]!.user.login },
          repository: { pullRequest: { reviewThreads: { nodes: [null] } } },
        },
      },
    };
    trouble = (method, path) => {
      const [, found] = Object.entries(lists).find(([end]) => path.endsWith(end)) ?? [];
      const isRead = method === 'GET' || path === '/graphql';
      return isRead && found ? { status: 200, body: found } : undefined;
    };
    await review([replaced]);
    expect(github.reviewComments).toMatchObject([{ subject_type: 'file' }]);
    expect(github.reviewComments[0]!.body).not.toBe(body);
  });

  /** Answers posts with an outage, `times` times. */
  const outage = (wanted: RegExp, times: number) => {
    let left = times;
    trouble = (method, path) => {
      if (method !== 'POST' || !wanted.test(path) || left === 0) return undefined;
      left -= 1;
      return failures.serverError(502);
    };
  };

  it('a 502 to a post that was not performed is tried again, once', async () => {
    outage(/\/reviews$|\/comments$/, 1);
    await review([replaced]);
    expect([ours().length, github.reviewComments.length]).toEqual([1, 1]);
    outage(/\/comments$/, 2);
    await expect(review([replaced, added])).rejects.toThrow(/502/);
  });

  it('a 502 to a post that went through makes no second review and no second comment', async () => {
    const sent: string[] = [];
    client.hook.wrap('request', async (perform, options) => {
      const reply = await perform(options);
      if (
        options.method !== 'POST' ||
        !/\/(?:reviews|comments)$/.test(options.url) ||
        sent.includes(options.url)
      )
        return reply;
      sent.push(options.url);
      throw Object.assign(new Error('Bad Gateway'), {
        name: 'HttpError',
        status: 502,
        response: { headers: {} },
      });
    });
    await review([replaced, ofFile]);
    await review([replaced, ofFile, added]);
    expect(sent).toHaveLength(2);
    expect([ours().length, written().map(([line]) => line)]).toEqual([1, [10, 'file', 30]]);
  });

  it('a head that moved: a notice, and nothing is written', async () => {
    push(OLD);
    expect(await review([replaced], { headSha: HEAD })).toEqual([
      'No review was written: the pull request moved on to commit ddddddd, and this run tested bbbbbbb.',
    ]);
    expect(writes()).toEqual([]);
  });

  it("another action's pending review: a notice, and the next run writes", async () => {
    github.beginReview();
    const notice = expect.stringContaining(
      'another action has a pending review under the same login',
    );
    expect(await review([replaced, ofFile])).toEqual([notice]);
    github.reviews.splice(0);
    await review([replaced]);
    github.beginReview();
    expect(await review([replaced, added, ofFile])).toEqual([notice]);
    expect(github.reviewComments).toHaveLength(1);
  });

  it('one place that GitHub refuses: the other comments arrive, with a notice', async () => {
    await review([deleted]);
    github.reviews.splice(0);
    github.reviewComments.splice(0);
    let refused = 0;
    trouble = (method, path) => {
      if (method !== 'POST' || path === '/graphql' || refused++ > 1) return undefined;
      return {
        status: 422,
        body: { message: 'Unprocessable Entity', errors: ['Line could not be resolved'] },
      };
    };
    expect(await review([replaced, added])).toEqual([
      'GitHub refused the place of 1 of the review comments; the results have these findings.',
    ]);
    expect(written().map(([line]) => line)).toEqual([30]);
  });

  it('a token without rights: an error with the YAML that grants them', async () => {
    await github.close();
    await start({ forbid: ['reviews'] });
    const error = await rejection(review([replaced]));
    expect(error).toMatchObject({
      message: expect.stringMatching(/^The action could not review pull request 1 \(403, /),
      remedy: expect.stringContaining('permissions:\n  contents: read\n  pull-requests: write'),
    });
  });

  it('a secondary rate limit: the time to wait', async () => {
    trouble = (method, path) =>
      method === 'POST' && path.endsWith('/reviews') ? failures.secondaryRateLimit(600) : undefined;
    expect(await rejection(review([replaced]))).toMatchObject({
      remedy: expect.stringContaining('Run the job again in 10 minutes'),
    });
  });
});
