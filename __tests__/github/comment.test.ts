import {
  countSubject,
  findComment,
  identifyGate,
  writeComment,
  type Gate,
  type SubjectCounts,
} from '../../src/github/comment.ts';
import { failures } from '../support/github-server.ts';
import { BOT, loseReplies, outage, PULL, rejection, site } from './site.ts';

const GATE: Gate = {
  owner: 'octo-org',
  repo: 'octo-repo',
  workflow: 'octo-org/octo-repo/.github/workflows/gate.yml',
  job: 'sensitivity',
  config: '.github/sensitivity.yml',
};
const ID = identifyGate(GATE);
const FIRST: SubjectCounts = { judged: 1, red: 1, last: { digest: 'a'.repeat(12), isRed: true } };
type Open = Awaited<ReturnType<typeof site>>;

/** One run: finds the comment, then writes it. */
async function publish({ client }: Open, text: string | undefined, id = ID, counts = FIRST) {
  const open = await findComment(client, PULL, id);
  return writeComment(client, PULL, { ...open, gateId: id, counts, text });
}

const texts = ({ github }: Open) =>
  github.comments.map(({ body }) => body?.split('\n').slice(1).join('\n'));

describe('one comment a gate', () => {
  it('ten runs: created once, edited where the text changes, deleted at the end', async () => {
    const open = await site();
    const url = await publish(open, 'red');
    expect(url).toBe(open.github.comments[0]?.html_url);
    for (let run = 0; run < 8; run++) expect(await publish(open, 'green\nagain')).toBe(url);
    // GitHub returns other line ends.
    const [comment] = open.github.comments;
    if (comment) comment.body = `${comment.body?.replaceAll('\n', '\r\n')}\r\n`;
    await publish(open, 'green\nagain');
    expect(texts(open)).toEqual(['green\r\nagain\r\n']);
    expect(await publish(open, undefined)).toBeUndefined();
    expect(open.github.comments).toEqual([]);
    expect(open.writes()).toEqual([
      'issues/create-comment',
      'issues/update-comment',
      'issues/delete-comment',
    ]);
  });

  it.each([{ commentKey: 'small' }, { config: 'small.yml' }])('two with %j', async (more) => {
    const open = await site();
    const other = identifyGate({ ...GATE, ...more });
    for (const text of ['one', 'two']) {
      await publish(open, text);
      await publish(open, `${text} of small`, other);
    }
    expect(texts(open)).toEqual(['two', 'two of small']);
  });

  it.each<[author: string, login: string, isOurs: boolean]>([
    ['our own', BOT, true],
    ['another author', 'mallory', false],
    ['an author of nearly our name', 'github-actions', false],
  ])('the marker by %s', async (_, login, isOurs) => {
    const open = await site();
    const body = `<!-- sensitivity-action:${ID} 9 9 ${'b'.repeat(12)} red -->\nall is well`;
    open.github.seedComments(1, { login, body });
    open.github.seedComments(2, { login: BOT, body: `> ${body}` });
    expect((await findComment(open.client, PULL, ID)).counts.judged).toBe(isOurs ? 9 : 0);
    await publish(open, 'verdict');
    expect(open.github.comments).toHaveLength(isOurs ? 3 : 4);
  });

  it('the token of a person, whose login GitHub tells', async () => {
    const open = await site({ login: 'octocat' });
    for (const text of ['one', 'two']) await publish(open, text);
    expect(texts(open)).toEqual(['two']);
    const hidden = await site();
    for (const refusal of [failures.forbidden(), failures.notFound()]) {
      hidden.fail((_, path) => (path === '/graphql' ? refusal : undefined));
      await publish(hidden, 'two');
    }
    expect(texts(hidden)).toEqual(['two']);
  });
});

describe('trouble', () => {
  it('an outage: tried again once, and nothing is written twice', async () => {
    const open = await site();
    open.fail(outage(/comments$/, 1));
    await publish(open, 'one');
    open.fail(outage(/comments$/, 2));
    const other = publish(open, 'one', identifyGate({ ...GATE, job: 'other' }));
    expect(await rejection(other)).toMatchObject({ name: 'GitHubError' });
    expect(texts(open)).toEqual(['one']);
  });

  it.each([404, 410])(
    'a comment that is gone meanwhile, told by %i: another one',
    async (status) => {
      const open = await site();
      await publish(open, 'one');
      const gone = { status, body: { message: 'Gone' } };
      open.fail((method) => (method === 'PATCH' ? gone : undefined));
      await publish(open, 'two');
      expect(open.writes()).toEqual([
        'issues/create-comment',
        'issues/update-comment',
        'issues/create-comment',
      ]);
    },
  );

  it('a reply that is lost: one comment', async () => {
    const open = await site();
    loseReplies(open.client, /comments$/);
    expect(await publish(open, 'one')).toBe(open.github.comments[0]?.html_url);
    expect(texts(open)).toEqual(['one']);
  });

  const odd = { status: 200, body: { data: {} } };
  it.each([failures.serverError(502), odd])('no login in %j: nothing is written', async (reply) => {
    const open = await site();
    open.fail((_, path) => (path === '/graphql' ? reply : undefined));
    expect(await rejection(publish(open, 'one'))).toMatchObject({ name: 'GitHubError' });
    expect(open.writes()).toEqual([]);
  });
});

describe('subjects that were judged', () => {
  /** [subject, whether it is red, subjects judged before, red ones of them] */
  const RUNS = [
    ['a', true, 0, 0],
    ['a', false, 0, 0],
    ['b', true, 1, 1],
    ['b', true, 1, 1],
    ['c', false, 2, 2],
    ['c', true, 2, 2],
    ['d', false, 3, 3],
  ] as const;

  it('the comment keeps how many earlier subjects were judged, and how many were red', async () => {
    const open = await site();
    for (const [subject, isRed, judged, red] of RUNS) {
      const found = await findComment(open.client, PULL, ID);
      const digest = subject.repeat(64);
      const { earlier, counts } = countSubject(found.counts, { digest, isRed });
      expect(earlier).toEqual({ judged, red });
      await writeComment(open.client, PULL, { ...found, gateId: ID, counts, text: 'verdict' });
    }
  });

  it.each(['0 0 aaaaaaaaaaaa', '1 0 aaaaaaaaaaaa red', '-3 -3 aaaaaaaaaaaa red'])(
    'no marker that a person edits breaks the counts: %s',
    async (edited) => {
      const open = await site();
      await publish(open, 'one');
      const [comment] = open.github.comments;
      if (comment) comment.body = `<!-- sensitivity-action:${ID} ${edited} -->`;
      const { counts } = await findComment(open.client, PULL, ID);
      const { earlier } = countSubject(counts, { digest: 'a'.repeat(64), isRed: true });
      expect(Math.min(earlier.judged, earlier.red)).toBeGreaterThanOrEqual(0);
    },
  );
});
