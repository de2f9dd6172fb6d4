/**
 * `review: comment` writes findings at lines of a pull request's diff, in one review that later
 * runs update.
 */
import { failures, type GitHubOptions, type GitHubServer } from '../support/github-server.ts';
import type { ModelServer } from '../support/model-server.ts';
import type { ActionRun } from '../support/run-action.ts';
import { forkPull, forkPullRequest, FORK_HEAD, FORK_BASE } from '../support/fork-payloads.ts';
import {
  BASE,
  CONFIG_PATH,
  gitHub,
  HEAD,
  headAt,
  pullRequest,
  scenario,
} from '../support/scenario.ts';
import { deaf, FILE, jsonl, knowing, QUESTIONS, questionModel } from '../support/triplets.ts';

const NEXT = 'd'.repeat(40);
type Files = Record<string, string>;

const configOf = ({ url }: Pick<ModelServer, 'url'>, rate: number) => `model:
  hub: openai
  name: scenario-model
  base_url: ${url}/v1
  retries: 0
data:
  source: "${FILE}"
  limit: 100
evaluation: { method: triplet }
tests:
  sensitivity:
    add_negation:
      min_pass_rate: ${rate}
`;

/** A GitHub with pull request 7, whose base has other files. */
async function gitHubWith(base: Files, options: GitHubOptions = {}): Promise<GitHubServer> {
  const github = await gitHub(options);
  github.pulls[0]!.base.sha = BASE;
  put(github, BASE, base);
  return github;
}

const put = (github: GitHubServer, sha: string, files: Files) => {
  for (const [name, text] of Object.entries(files)) github.files.set(`${sha}:${name}`, text);
};

/** Runs the action on a push of these files to the pull request. */
async function push(
  github: GitHubServer,
  files: Files,
  { sha = HEAD, ...over }: Partial<ActionRun> & { sha?: string } = {},
) {
  put(github, sha, files);
  github.pulls[0]!.head.sha = sha;
  const event = pullRequest({ head: headAt(sha) });
  return scenario({
    github,
    event,
    files,
    ...over,
    inputs: { review: 'comment', ...over.inputs },
    env: { GITHUB_BASE_REF: 'main', ...over.env },
  });
}

const textOf = (body: string) =>
  body
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim();
const ownReviews = ({ reviews }: GitHubServer) => reviews.filter(({ body }) => body !== '');
const reviewRequests = (github: GitHubServer) =>
  github.requests.filter(({ operation }) => /review|list-files/.test(operation));
const change = (model: ModelServer) => {
  const base: Files = {
    [CONFIG_PATH]: configOf(model, 0.85),
    [FILE]: jsonl(QUESTIONS.slice(0, 20)),
  };
  return {
    base,
    head: { [CONFIG_PATH]: configOf(model, 0.8), [FILE]: jsonl(QUESTIONS.slice(0, 90)) },
  };
};

it('one review comments on a changed rule and failing rows, and loses the comments with the next push', async () => {
  const model = await questionModel(deaf);
  const { base, head } = change(model);
  const github = await gitHubWith(base);
  const first = await push(github, head);
  expect([first.exitCode, first.outputs.outcome]).toEqual([1, 'fail']);
  const [rule, ...rows] = github.reviewComments;
  expect(rule).toMatchObject({ path: CONFIG_PATH, original_line: 13, commit_id: HEAD });
  expect(textOf(rule!.body)).toMatch(
    /^This pull request changes the gate: tests\.sensitivity\.add_negation\.min_pass_rate 0\.85 → 0\.8 \. By the rules and rows of main : fail as well/,
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(github.reviewComments.length).toBeLessThanOrEqual(10);
  for (const { path, original_line: line = 0, body } of rows) {
    expect([path, line > 20, textOf(body).includes(`sheet ${line - 1}?`)]).toEqual([
      FILE,
      true,
      true,
    ]);
  }
  expect(ownReviews(github)).toMatchObject([
    { state: 'COMMENTED', body: expect.stringContaining(github.comments[0]!.html_url) },
  ]);

  const before = github.requests.length;
  await push(github, head);
  const again = github.requests
    .slice(before)
    .filter(({ method, path }) => method !== 'GET' && path !== '/graphql');
  expect(
    again.map(({ operation }) => operation).filter((operation) => operation.startsWith('pulls/')),
  ).toEqual([]);

  const right = await questionModel(knowing);
  put(github, BASE, { [CONFIG_PATH]: configOf(right, 0.85) });
  const green = await push(
    github,
    { [CONFIG_PATH]: configOf(right, 0.85), [FILE]: base[FILE]! },
    { sha: NEXT },
  );
  expect([green.exitCode, green.outputs.outcome]).toEqual([0, 'pass']);
  expect(github.reviewComments).toEqual([]);
  expect(ownReviews(github)).toMatchObject([
    { body: expect.stringContaining('No finding at a line of this pull request.') },
  ]);
  expect(github.comments).toMatchObject([{ body: expect.stringContaining('✅') }]);
});

it.each<
  [
    string,
    (text: string) => string,
    (text: string) => string,
    line: number | undefined,
    said: RegExp,
  ]
>([
  [
    'the minimum of all tests',
    (text) =>
      text.replace(/add_negation:\n.*/, 'add_negation: {}\n  defaults:\n    min_pass_rate: 0.85'),
    (text) => text.replace('0.85', '0.8'),
    14,
    /min_pass_rate 0\.85 → 0\.8 \./,
  ],
  [
    'two keys of one line',
    (text) => text.replace('triplet }', 'triplet, margin: 0.2, alpha: 0.05 }'),
    (text) => text.replace('0.2, alpha: 0.05', '0.25, alpha: 0.1'),
    9,
    /alpha 0\.05 → 0\.1 .*margin 0\.2 → 0\.25|margin 0\.2 → 0\.25 .*alpha 0\.05 → 0\.1 /,
  ],
  [
    'a key that is gone, and one in its place',
    (text) => text.replace('0.85', '0.8'),
    (text) => text.replace('min_pass_rate: 0.8', 'min_valid: 0.5'),
    13,
    /min_pass_rate 0\.8 → 0\.85 .*min_valid not set → 0\.5 /,
  ],
])('a review has one comment at the line of %s', async (_name, before, after, line, said) => {
  const model = await questionModel(knowing);
  const text = before(configOf(model, 0.85));
  const github = await gitHubWith({ [CONFIG_PATH]: text, [FILE]: jsonl(QUESTIONS) });
  await push(github, { [CONFIG_PATH]: after(text), [FILE]: jsonl(QUESTIONS) });
  expect(github.reviewComments.map(({ original_line }) => original_line)).toEqual([line]);
  expect(textOf(github.reviewComments[0]!.body)).toMatch(said);
});

it('a removed rule of the whole file is a comment on the file', async () => {
  const model = await questionModel(knowing);
  const rules = configOf(model, 0.85);
  const files = { [CONFIG_PATH]: rules, [FILE]: jsonl(QUESTIONS.slice(0, 90)) };
  const github = await gitHubWith({
    ...files,
    [CONFIG_PATH]: rules.replace('evaluation:', 'seed: 7\nevaluation:'),
  });
  await push(github, files);
  const [rule] = github.reviewComments;
  expect(textOf(rule!.body)).toContain('seed 7 → 42');
  expect(rule).toMatchObject({ path: CONFIG_PATH, subject_type: 'file' });
});

it('review: off sends no request for a review, and comment: never still writes one', async () => {
  const model = await questionModel(deaf);
  const { base, head } = change(model);
  const github = await gitHubWith(base);
  await push(github, head, { inputs: { review: 'off' } });
  expect(reviewRequests(github)).toEqual([]);
  await push(github, head, { inputs: { comment: 'never' } });
  expect(ownReviews(github)).toHaveLength(1);
});

it('a run without a verdict leaves the review unchanged, with a notice', async () => {
  const model = await questionModel(deaf);
  const { base, head } = change(model);
  const github = await gitHubWith(base);
  await push(github, head);
  const before = structuredClone(github.reviewComments);
  const { outputs, stdout } = await push(github, head, { inputs: { 'api-key': '' } });
  expect(outputs.outcome).toBe('error');
  expect(stdout).toMatch(/^::notice::No review was written: this run has no verdict\./m);
  expect(github.reviewComments).toEqual(before);
});

it.each<[string, GitHubOptions, (github: GitHubServer) => void, RegExp]>([
  [
    'a token without rights',
    { forbid: ['reviews'] },
    () => undefined,
    /^::warning::.*could not review pull request 7.*pull-requests: write/m,
  ],
  [
    'a secondary rate limit',
    {
      forbid: (method, path) =>
        method === 'POST' && path.endsWith('/reviews')
          ? failures.secondaryRateLimit(600)
          : undefined,
    },
    () => undefined,
    /^::warning::.*could not review pull request 7.*10 minutes/m,
  ],
  [
    "another action's pending review",
    {},
    (github) => github.beginReview(),
    /^::notice::No review was written: another action has a pending review/m,
  ],
  [
    'a head that moved during the run',
    {},
    (github) => {
      Object.defineProperty(github.pulls[0]!.head, 'sha', {
        get: () => NEXT,
        set: () => undefined,
      });
    },
    /^::notice::No review was written: the pull request moved on to commit ddddddd, and this run tested bbbbbbb\./m,
  ],
])(
  '%s costs the review with one line of the log, and the verdict stands',
  async (_name, options, before, line) => {
    const model = await questionModel(deaf);
    const { base, head } = change(model);
    const github = await gitHubWith(base, options);
    before(github);
    const { exitCode, outputs, stdout } = await push(github, head);
    expect([exitCode, outputs.outcome]).toEqual([1, 'fail']);
    expect(stdout).toMatch(line);
    expect(github.comments).toHaveLength(1);
    expect(github.reviewComments).toEqual([]);
  },
);

it('two gates have separate reviews', async () => {
  const model = await questionModel(deaf);
  const { base, head } = change(model);
  const github = await gitHubWith(base);
  for (const key of ['one', 'two', 'one'])
    await push(github, head, { inputs: { 'comment-key': key } });
  expect(
    ownReviews(github).map(({ body }) => /Sensitivity \(([^)]+)\)/.exec(textOf(body))![1]!.trim()),
  ).toEqual(['one', 'two']);
  const lines = github.reviewComments.map(({ path, original_line }) => `${path}:${original_line}`);
  expect(lines.length).toBe(2 * new Set(lines).size);
});

it("a fork's run writes a notice and no review", async () => {
  const model = await questionModel(deaf);
  const { base, head } = change(model);
  const github = await gitHub();
  github.pulls.splice(0);
  github.addPull(forkPull());
  put(github, FORK_BASE, base);
  put(github, FORK_HEAD, head);
  const inputs = { review: 'comment' };
  const fork = await scenario({ github, event: forkPullRequest(), files: head, inputs });
  expect(fork.stdout).toMatch(
    /^::notice::No review was written: the token of a pull request from a fork is read-only\./m,
  );
  expect(reviewRequests(github)).toEqual([]);
});
