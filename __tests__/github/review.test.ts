import { publishReview } from '../../src/github/review.ts';
import type { Finding } from '../../src/github/findings.ts';
import type { GitHubOptions } from '../support/github-server.ts';
import { BASE, HEAD, loseReplies, outage, PULL, site } from './site.ts';

const PROMPT = 'prompts/desk.md';
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

type Open = Awaited<ReturnType<typeof desk>>;

async function desk(options: GitHubOptions = {}) {
  const open = await site(options);
  const put = (sha: string, lines: readonly string[], path = PROMPT) =>
    open.github.files.set(`${sha}:${path}`, `${lines.join('\n')}\n`);
  put(BASE, OLD);
  put(HEAD, NOW);
  const [pull] = open.github.pulls;
  if (!pull) throw new Error('no pull request');
  const push = (lines: readonly string[], sha = NEXT) => {
    put(sha, lines);
    pull.head.sha = sha;
  };
  const review = (findings: readonly Finding[], { gateId = 'gate', head = pull.head.sha } = {}) =>
    publishReview(open.client, {
      pull: PULL,
      gateId,
      head,
      findings,
      summary: (count) => `${count} findings`,
    });
  return { ...open, pull, put, push, review };
}

const cause = (line: number, head: readonly string[], base: readonly string[]): Finding => ({
  kind: 'cause',
  path: PROMPT,
  line,
  endLine: line + head.length - 1,
  body: '<p>cause</p>',
  head: head.join('\n'),
  suggestion: base.join('\n'),
});
const REPLACED = cause(10, ['Skip every "not".'], ['Rule 10.']);
const DELETED = cause(20, [], ['Rule 20.']);
const ADDED = cause(30, ['Be brief.'], []);
const RULE: Finding = { kind: 'rule', path: PROMPT, line: 5, endLine: 5, body: '<p>rule</p>' };

/** The line of each comment, and its text without the marker. */
const written = ({ github }: Open) =>
  github.reviewComments.map((one) => [
    one.original_line ?? one.subject_type,
    one.body.split('\n').slice(1).join('\n'),
  ]);
const lines = (open: Open) => written(open).map(([line]) => line);
const reviews = ({ github }: Open) => github.reviews.filter(({ body }) => body !== '');
const answer = ({ github }: Open) =>
  github.addReviewComment({
    login: 'octocat',
    body: 'On purpose.',
    path: PROMPT,
    line: 10,
    inReplyTo: github.reviewComments[0]?.id,
  });

describe('places', () => {
  it('one review: a replaced, a removed and an added line are restored; a line outside of the diff is a comment on the file', async () => {
    const open = await desk();
    expect(await open.review([REPLACED, DELETED, ADDED, RULE])).toBeUndefined();
    expect(reviews(open)).toMatchObject([
      { body: '<!-- sensitivity-action:gate:review -->\n4 findings', commit_id: HEAD },
    ]);
    expect(written(open)).toEqual([
      [10, '<p>cause</p>\n\n```suggestion\nRule 10.\n```'],
      [19, '<p>cause</p>\n\n```suggestion\nRule 19.\nRule 20.\n```'],
      [30, '<p>cause</p>\n\n```suggestion\n```'],
      ['file', '<p>rule</p>'],
    ]);
    expect(open.writes()).toEqual(['pulls/create-review', 'pulls/create-review-comment']);
  });

  it('350 files, one renamed, one without a patch', async () => {
    const open = await desk();
    const path = 'prompts/z.md';
    for (let i = 0; i < 350; i++) open.put(HEAD, ['x'], `evals/${i}.txt`);
    open.put(BASE, OLD, 'prompts/old.md');
    open.put(HEAD, NOW, path);
    Object.assign(open.pull, { renamed: { [path]: 'prompts/old.md' }, withoutPatch: [PROMPT] });
    await open.review([{ ...REPLACED, path }, REPLACED]);
    expect(written(open)).toEqual([
      [10, expect.stringContaining('```suggestion\nRule 10.\n```')],
      ['file', expect.stringContaining('```diff\n-Skip every "not".\n+Rule 10.\n```')],
    ]);
    expect(open.github.counts()['pulls/list-files']).toBe(4);
  });
});

describe('kept up to date', () => {
  it('ten runs: one review, each finding once, nothing written after the first', async () => {
    const open = await desk();
    await open.review([]);
    for (let run = 0; run < 10; run++) await open.review([REPLACED, DELETED, RULE]);
    expect(reviews(open)).toHaveLength(1);
    expect([lines(open).length, open.writes().length]).toEqual([3, 2]);
    open.put(HEAD, NOW, 'b.md');
    await open.review([{ ...REPLACED, path: 'b.md' }]);
    expect(open.github.reviewComments).toMatchObject([{ path: 'b.md' }]);
  });

  it('a line that a push moves keeps its comment; one that a push outdates is posted anew', async () => {
    const open = await desk();
    await open.review([REPLACED]);
    const [first] = open.github.reviewComments;
    open.push(['A first line.', ...NOW]);
    await open.review([cause(11, ['Skip every "not".'], ['Rule 10.'])]);
    expect(open.github.reviewComments).toMatchObject([{ id: first?.id }]);
    const later = NOW.map((line) => line.replace('Skip every', 'Skip each'));
    open.push(later, 'e'.repeat(40));
    await open.review([cause(10, ['Skip each "not".'], ['Rule 10.'])]);
    expect(open.github.reviewComments).toHaveLength(1);
    expect(open.github.reviewComments[0]?.id).not.toBe(first?.id);
    open.push(later.with(8, 'Be kind.'), 'f'.repeat(40));
    await open.review([cause(9, ['Be kind.', 'Skip each "not".'], ['Rule 9.', 'Rule 10.'])]);
    expect(open.github.reviewComments).toMatchObject([{ start_line: 9, line: 10 }]);
    expect(reviews(open)).toHaveLength(1);
  });

  it('a finding that is gone: deleted, or edited where someone answered; one that returns is posted, even after an outage', async () => {
    const open = await desk();
    await open.review([REPLACED, ADDED]);
    answer(open);
    for (let run = 0; run < 2; run++) await open.review([]);
    expect(written(open)).toEqual([
      [10, 'No longer seen on commit bbbbbbb.'],
      [10, ''],
    ]);
    expect(reviews(open)).toMatchObject([{ body: expect.stringContaining('0 findings') }]);
    for (let run = 0; run < 2; run++) {
      open.fail(outage(/comments$/, 1));
      await open.review([REPLACED]);
    }
    expect(lines(open)).toEqual([10, 10, 10]);
  });

  it('other authors and other gates keep theirs, even with our marker', async () => {
    const open = await desk();
    await open.review([REPLACED], { gateId: 'other' });
    const [comment] = open.github.reviewComments;
    open.github.addReviewComment({
      login: 'mallory',
      body: comment?.body.replace('other', 'gate') ?? '',
      path: PROMPT,
      line: 10,
    });
    const before = structuredClone(open.github.reviewComments);
    const theirs = open.github.reviews.at(-1)!;
    theirs.body = '<!-- sensitivity-action:gate:review -->';
    await open.review([REPLACED]);
    await open.review([]);
    expect(open.github.reviewComments).toEqual(before);
    expect(theirs.body).not.toContain('findings');
  });
});

describe('trouble', () => {
  it('a head that moved: a notice, and nothing is written', async () => {
    const open = await desk();
    open.push(OLD);
    expect(await open.review([REPLACED], { head: HEAD })).toMatch(/ d{7},.* b{7}\./);
    expect(open.writes()).toEqual([]);
  });

  it("another action's pending review: a notice, and the next run writes", async () => {
    const open = await desk();
    open.github.beginReview();
    expect(await open.review([REPLACED])).toContain('pending review');
    open.github.reviews.splice(0);
    await open.review([REPLACED]);
    expect(lines(open)).toEqual([10]);
  });

  it('a reply that is lost: no second review, no second comment', async () => {
    const open = await desk();
    loseReplies(open.client, /\/(?:reviews|comments)$/);
    await open.review([REPLACED, RULE]);
    await open.review([REPLACED, RULE, ADDED]);
    expect([reviews(open).length, lines(open)]).toEqual([1, [10, 'file', 30]]);
  });
});
