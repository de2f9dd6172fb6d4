import type { RunRecord } from '../../src/engine/drift/run-record.ts';
import type { ActionRun, Finished } from '../support/run-action.ts';
import { failures, type GitHubServer } from '../support/github-server.ts';
import { attentive, oblivious, type ModelServer } from '../support/model-server.ts';
import {
  BASE,
  config,
  FORK,
  gitHub,
  MODEL_KEY,
  modelServer,
  pullRequest,
  putAt,
  scenario,
  TOKEN,
} from '../support/scenario.ts';

/**
 * The record of runs on a branch: runs on the default branch write it, all runs read it.
 */

const FILE = 'sensitivity-history:sensitivity-history.jsonl';
const HISTORY = { history: 'branch sensitivity-history', comment: 'never' };
const WRITES = [
  'repos/create-or-update-file-contents',
  'git/create-tree',
  'git/create-commit',
  'git/create-ref',
];

const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
/** The nth push to main: each is another commit. */
const push = (nth: number): NonNullable<ActionRun['event']> => ({
  name: 'push',
  payload: {
    ref: 'refs/heads/main',
    before: BASE,
    after: String(nth).repeat(40),
    repository,
  },
});
const textOf = (github: GitHubServer) => String(github.files.get(FILE) ?? '');
const recordsOf = (github: GitHubServer) =>
  textOf(github)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RunRecord);
/** Shortens the waits before retries. */
const haste = 20;
const writesTo = (github: GitHubServer) =>
  github.requests.filter(({ operation }) => WRITES.includes(operation));

/** Runs on the first pushes to main, all with the same result. */
async function pushesToMain(model: ModelServer, github: GitHubServer, count: number) {
  const finished: Finished[] = [];
  for (let nth = 1; nth <= count; nth++)
    finished.push(
      await scenario({
        model,
        github,
        event: push(nth),
        inputs: HISTORY,
        env: { GITHUB_SHA: String(nth).repeat(40) },
      }),
    );
  return finished;
}

it("pushes to main create the record's branch without a parent, and extend it", async () => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
  const [first, second, third] = await pushesToMain(model, github, 3);
  expect(first!.report!.history).toMatchObject({
    tests: [{ test_type: 'add_negation', points: [{ pass_rate: 1 }] }],
  });
  expect(first!.summary).not.toContain('Over time');
  expect(second!.summary).toContain('reads negation: 2 runs, 100% each</p>');
  expect(third!.exitCode).toBe(0);
  expect(third!.summary).toContain('3 runs, 100% each');

  expect(github.commits[0]).toMatchObject({ branch: 'sensitivity-history', parents: [] });
  expect(writesTo(github).map(({ operation }) => operation)).toEqual([
    ...['git/create-tree', 'git/create-commit', 'git/create-ref'],
    ...['repos/create-or-update-file-contents', 'repos/create-or-update-file-contents'],
  ]);
  expect(recordsOf(github)).toMatchObject(
    [1, 2, 3].map((nth) => ({
      commit: String(nth).repeat(40),
      event: 'push',
      branch: 'main',
      outcome: 'pass',
    })),
  );
  // No text of a row, an answer or a prompt, no name of a model, no key.
  expect(textOf(github)).not.toMatch(/sky|scenario-model|evals|openai/);
  for (const secret of [MODEL_KEY, TOKEN]) expect(textOf(github)).not.toContain(secret);
});

it('a pull request, a fork, a tag, another branch and a comment read the record and write nothing', async () => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
  await pushesToMain(model, github, 3);
  const [records, writes] = [recordsOf(github), writesTo(github).length];
  const ratesIn = ({ report }: Finished) =>
    report!.history!.tests[0]!.points.map(({ pass_rate }) => pass_rate);

  model.options.answer = oblivious;
  const proposed = await scenario({ model, github, inputs: HISTORY });
  expect(proposed.exitCode).toBe(1);
  expect(ratesIn(proposed)).toEqual([1, 1, 1, 0]);
  expect(proposed.summary).toContain('4 runs, from 100% to 0%, lowest 0%, highest 100%');

  putAt(github, config(model));
  const fork = await scenario({ model, github, event: pullRequest(FORK), inputs: HISTORY });
  expect(ratesIn(fork)).toEqual([1, 1, 1, 0]);
  for (const [name, ref] of [
    ['push', 'refs/heads/topic'],
    ['push', 'refs/tags/v1'],
    ['issue_comment', 'refs/heads/main'],
  ] as const)
    await scenario({
      model,
      github,
      event: { name, payload: push(9).payload },
      inputs: HISTORY,
      env: { GITHUB_REF: ref },
    });
  expect(writesTo(github)).toHaveLength(writes);
  expect(recordsOf(github)).toEqual(records);
});

it('a token that may not write is a warning with the permissions to add, and the verdict stands', async () => {
  const [model, github] = [
    await modelServer({ answer: attentive }),
    await gitHub({ forbid: ['contents:write'] }),
  ];
  const { exitCode, stdout, outputs } = await scenario({
    model,
    github,
    event: push(1),
    inputs: HISTORY,
  });
  expect([exitCode, outputs['outcome']]).toEqual([0, 'pass']);
  expect(stdout).toMatch(
    /^::warning::.*sensitivity-history.*permissions:%0A {2}contents: write%0A {2}pull-requests: write/m,
  );
});

it('a write conflict is retried four times, then the record is left with a warning', async () => {
  const model = await modelServer({ answer: attentive });
  let refused = 0;
  let most = 2;
  const conflict = { status: 409, body: { message: 'sensitivity-history.jsonl does not match' } };
  const github = await gitHub({
    forbid: (method, path) =>
      method === 'PUT' && path.includes('/contents/') && refused++ < most ? conflict : undefined,
  });
  const run = (nth: number) =>
    scenario({ model, github, event: push(nth), inputs: HISTORY, haste });
  await run(1);
  const raced = await run(2);
  expect(recordsOf(github)).toHaveLength(2);
  expect(refused).toBe(3);
  expect(raced.stdout).not.toContain('::warning::');

  [refused, most] = [0, Infinity];
  const lost = await run(3);
  expect(refused).toBe(5);
  expect(lost.exitCode).toBe(0);
  expect(lost.stdout).toMatch(/^::warning::.*409.*the record does not hold this run/m);
  expect(recordsOf(github)).toHaveLength(2);
});

it('the second of two first runs at once appends to the record of the other', async () => {
  const [model, other] = [await modelServer({ answer: attentive }), await gitHub()];
  await scenario({ model, github: other, event: push(1), inputs: HISTORY });
  const github = await gitHub({
    forbid: (_method, path) => {
      if (path.endsWith('/git/refs') && !github.files.has(FILE))
        github.files.set(FILE, textOf(other));
      return undefined;
    },
  });
  const { stdout } = await scenario({
    model,
    github,
    event: push(2),
    inputs: HISTORY,
    env: { GITHUB_SHA: '2'.repeat(40) },
    haste,
  });
  expect(recordsOf(github).map(({ commit }) => commit![0])).toEqual(['a', '2']);
  expect(
    github.requests.filter(({ status }) => status === 422).map(({ operation }) => operation),
  ).toEqual(['git/create-ref']);
  expect(stdout).not.toContain('::warning::');
});

it('history: cache keeps the record in a folder, and an unusable branch costs only the record', async () => {
  const model = await modelServer({ answer: attentive });
  const run = (inputs: Record<string, string>, github?: GitHubServer) =>
    scenario({
      model,
      github,
      event: push(1),
      inputs: { comment: 'never', ...inputs },
    });
  const kept = await run({ history: 'cache' });
  expect(kept.everything).toContain('"sensitivity_history":1');

  const down = await gitHub({
    forbid: (_method, path) => (path.includes('/contents/') ? failures.forbidden() : undefined),
  });
  const unread = await run({ history: 'branch sensitivity-history' }, down);
  expect([unread.exitCode, unread.report!.history]).toEqual([0, undefined]);
  expect(unread.stdout).toMatch(/^::warning::.*could not read `"sensitivity-history.jsonl"`/m);

  const code = await run({ history: 'branch main' }, await gitHub());
  expect(code.exitCode).toBe(0);
  expect(code.stdout).toMatch(/^::warning::.*The branch `"main"` holds code/m);
  for (const history of [
    'branch',
    'branch ../x',
    'branch a..b',
    'branch a b',
    'sensitivity-history',
    'branch x.lock',
  ]) {
    const refused = await run({ history });
    expect(refused.stdout).toContain("input 'history'");
    expect(refused.exitCode).toBe(1);
  }
});
