import path from 'node:path';
import { ConfigError, ModelError } from '../../src/shared/errors.ts';
import { failures, type FailurePredicate } from '../support/github-server.ts';
import { failed, OUTCOMES, passedWithBroken, skipped } from '../report/fixtures.ts';
import { temporaryFolder } from '../support/repository.ts';
import { gitHub, job, MODEL_KEY, TOKEN, type JobOptions } from './job.ts';

const NO_RULES = new ConfigError('No configuration was merged yet', {
  where: '.github/sensitivity.yml:3:5',
  remedy: 'Merge one.',
});
const stop = (error: Error) => () => Promise.reject(error);

describe('publication', () => {
  it('report files, outputs, summary, annotations, comment, review, and then the job fails', async () => {
    const github = await gitHub();
    const results = failed({ model: { hub: 'http', name: 'app' } });
    const inputs = { review: 'comment' };
    // A link outside of the checkout is none of the pull request.
    const temp = `/proc/self/root${temporaryFolder()}`;
    const done = await job({ github, results, inputs, env: { RUNNER_TEMP: temp } });
    expect(done.report).toMatchObject({ outcome: 'fail', warnings: results.warnings });
    expect(done.page).toMatch(/^<!DOCTYPE html>/);
    expect(done.junit).toContain('<testsuites');
    expect(done.summary).toContain('The app itself was asked');
    expect(done.outputs).toEqual({
      outcome: 'fail',
      passed: 'false',
      'pass-rates': '{"add_negation":0.68,"output_toxicity":1}',
      'report-json': path.join(temp, 'sensitivity-report', 'report.json'),
      requests: '254',
      'comment-url': github.comments[0]?.html_url,
    });
    const kinds = done.said.map((line) => line.replace(/: .*/s, ''));
    const order = ['output', 'error', 'failed'].map((kind) => kinds.indexOf(kind));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(done.said.indexOf('output: comment-url')).toBeGreaterThan(order[1] ?? 0);
    const asked = github.requests.map(({ operation }) => operation);
    expect(asked.slice(-4)).toEqual(expect.arrayContaining(['pulls/list-files']));
    expect(asked.indexOf('issues/create-comment')).toBeLessThan(asked.indexOf('pulls/list-files'));
  });

  const noComments: FailurePredicate = (_, at) =>
    at.endsWith('/comments') ? failures.forbidden() : undefined;
  /** `rest`: what is there all the same, by first letters: file, summary, comment. */
  const BROKEN: [what: string, job: JobOptions, forbid: FailurePredicate, rest: string][] = [
    ['the report', { inputs: { 'report-directory': '/dev/null/x' } }, () => undefined, 'sc'],
    ['the summary', { env: { GITHUB_STEP_SUMMARY: '/nowhere/x' } }, () => undefined, 'fc'],
    ['the comment', {}, noComments, 'fs'],
    ['all of GitHub', {}, () => failures.serverError(), 'fs'],
    ['the token', { env: { 'INPUT_GITHUB-TOKEN': 'wrong' } }, () => undefined, 'fs'],
  ];
  it.each(BROKEN)('%s fails: a warning, and the rest is there', async (_, given, forbid, rest) => {
    for (const results of [failed(), passedWithBroken()]) {
      const github = await gitHub({ forbid });
      const done = await job({ github, results, ...given });
      const there = { f: done.report, s: done.summary, c: github.comments.length };
      const found = Object.entries(there).flatMap(([name, one]) => (one ? [name] : []));
      expect(found.join('')).toBe(rest);
      expect(done.warnings.length).toBeGreaterThan(0);
      expect(done.warnings.join('\n')).not.toMatch(/\n +at /);
      expect(done.outputs.outcome).toBe(results.outcome);
      expect(done.failed).toHaveLength(Number(results.outcome === 'fail'));
    }
  });

  it('outputs that cannot be written are warnings, and the rest is there', async () => {
    const github = await gitHub();
    const env = { GITHUB_OUTPUT: '/dev/full' };
    const done = await job({ github, env, results: failed(), inputs: { review: 'comment' } });
    expect(done.warnings.join('').match(/ENOSPC/g)).toHaveLength(2);
    expect([done.failed.length, github.comments.length]).toEqual([1, 1]);
    expect(github.requests.map(({ operation }) => operation)).toContain('pulls/list-files');
  });

  it.each(Object.entries(OUTCOMES))('%s: everywhere the same outcome', async (_, make) => {
    const github = await gitHub();
    const results = make();
    const { outcome } = results;
    const done = await job({ github, results });
    expect(done.outputs).toMatchObject({ outcome, passed: String(outcome === 'pass') });
    expect([done.report?.outcome, github.comments.length]).toEqual([outcome, 1]);
    expect(done.failed).toHaveLength(Number(!['pass', 'skipped'].includes(outcome)));
  });
});

describe('whether the job fails', () => {
  it.each([
    ['none', 'fail', 0],
    ['error', 'fail', 0],
    ['error', 'error', 1],
    ['fail, inconclusive, error', 'skipped', 0],
  ] as const)('fail-on %s, outcome %s: %i', async (failOn, outcome, count) => {
    const done = await job({ results: { outcome }, inputs: { 'fail-on': failOn } });
    expect(done.failed).toHaveLength(count);
    expect(done.said.join('\n').includes('fail-on: none')).toBe(failOn === 'none');
  });

  it('a defect is told as one, with its stack, whatever fail-on says', async () => {
    const github = await gitHub();
    const defect = new TypeError('x is undefined');
    const done = await job({ github, inputs: { 'fail-on': 'none' }, rulingOn: stop(defect) });
    expect(done.failed).toEqual([expect.stringMatching(/TypeError: x is undefined\n +at /)]);
    expect(done.report?.problem?.message).toContain('x is undefined');
    expect([done.outputs.outcome, github.comments.length]).toEqual(['error', 1]);
  });
});

const STOPPED: [fault: string, job: JobOptions, cause: RegExp, comments: number][] = [
  ['rules that cannot be read', { rulingOn: stop(NO_RULES) }, /No configuration was merged yet/, 1],
  ['wrong inputs', { inputs: { comment: 'sometimes', shard: '1/2' } }, /sometimes/, 0],
  ['an event that cannot be gated', { name: 'issue_comment' }, /issue_comment/, 0],
  ['a payload that cannot be read', { env: { GITHUB_EVENT_PATH: '/nowhere' } }, /repository/, 0],
];
it.each(STOPPED)('%s: published with the cause', async (_, given, cause, comments) => {
  const github = await gitHub();
  const done = await job({ github, ...given });
  expect(done.outputs).toMatchObject({ outcome: 'error', passed: 'false', requests: '0' });
  expect(done.summary).toMatch(cause);
  expect(done.report?.problem?.remedy).toBeDefined();
  expect([done.failed.length, github.comments.length, done.asked.length]).toEqual([1, comments, 0]);
});

describe('the comment', () => {
  it('counts subjects: the third one, two earlier ones were red', async () => {
    const github = await gitHub();
    for (const prompt of ['a', 'b', ' b\n']) await job({ github, results: failed(), prompt });
    const done = await job({ github, results: passedWithBroken(), prompt: 'c' });
    expect(done.report?.subjects).toEqual({ judged: 2, red: 2 });
    await job({ github, rulingOn: stop(NO_RULES) });
    const again = await job({ github, results: failed(), prompt: 'd' });
    expect(again.report?.subjects).toEqual({ judged: 3, red: 2 });
    expect(github.comments).toHaveLength(1);
  });

  it('`on-failure`: none for a pass, and that of an earlier failure is deleted', async () => {
    const github = await gitHub();
    const [pass, fail, skip] = [passedWithBroken(), failed(), skipped()];
    const counts: number[] = [];
    const urls: boolean[] = [];
    for (const [results, prompt] of [
      [pass, 'a'],
      [skip, 'a'],
      [fail, 'a'],
      [skip, 'a'],
      [pass, 'b'],
    ] as const) {
      const done = await job({ github, results, prompt, inputs: { comment: 'on-failure' } });
      counts.push(github.comments.length);
      urls.push('comment-url' in done.outputs);
    }
    expect(counts).toEqual([0, 0, 1, 1, 0]);
    expect(urls).toEqual(counts.map(Boolean));
  });

  it.each(['fail', 'inconclusive'] as const)(
    'a pass after %s of the same subject is a warning, and `on-failure` keeps it',
    async (name) => {
      const github = await gitHub();
      const inputs = { comment: 'on-failure' };
      await job({ github, results: OUTCOMES[name](), inputs });
      const green = () => job({ github, results: passedWithBroken(), inputs });
      for (const done of [await green(), await green()])
        expect(done.report?.warnings).toHaveLength(1);
      expect(github.comments[0]?.body).toContain('⚠️');
    },
  );

  it('`never`, and a push: nothing is asked of GitHub', async () => {
    const github = await gitHub();
    const never = await job({ github, inputs: { comment: 'never' } });
    const push = await job({ github, name: 'push', env: { GITHUB_REF: 'refs/heads/main' } });
    for (const { outputs } of [never, push]) expect(outputs).not.toHaveProperty('comment-url');
    expect(github.requests).toEqual([]);
  });
});

it('keys are masked before anything is said, and stand in nothing that is written', async () => {
  const github = await gitHub();
  const keys = [MODEL_KEY, TOKEN, Buffer.from(MODEL_KEY).toString('base64')];
  const text = keys.join(' and ');
  const results = failed({ results: failed().results.map((row) => ({ ...row, original: text })) });
  const done = await job({
    github,
    inputs: { 'api-key': '' },
    evaluate: async ({ log }) => {
      log?.(text);
      return { ...results, notices: [text] };
    },
  });
  expect(done.masked).toEqual(expect.arrayContaining(keys));
  // The runner warns of an empty mask.
  expect(done.masked).not.toContain('');
  const written = JSON.stringify([done, github.comments], (key, value: unknown) =>
    key === 'masked' || key === 'asked' ? undefined : value,
  );
  expect(written).toContain('info: ');
  for (const key of keys) expect(written).not.toContain(key);
});

const FORK = { head: { sha: 'b'.repeat(40), repo: null } };
it.each<[JobOptions, object | undefined]>([
  [{}, { scope: 'pull 7', usesFinished: true }],
  [
    { name: 'push', env: { GITHUB_REF: 'refs/heads/main' }, keys: [] },
    { scope: 'refs/heads/main', usesFinished: false },
  ],
  [{ name: 'pull_request_target' }, undefined],
  [{ pull: FORK, keys: [] }, undefined],
  [{ pull: FORK }, { scope: 'pull 7' }],
])('%o: the store is for %o', async (given, store) => {
  const inputs = { 'missing-key': 'skip' };
  const [run] = (await job({ ...given, inputs })).asked;
  expect(run?.grants.skipsWithoutKey).toBe(given.keys !== undefined);
  if (store) expect(run?.store).toMatchObject({ ...store, workflowRun: '42' });
  else expect(run?.store).toBeUndefined();
});

describe('a signal', () => {
  it('a run that hangs is given up after a moment, and says so', async () => {
    const done = await job({
      evaluate: (_, send) => {
        send('SIGTERM');
        return new Promise(() => undefined);
      },
    });
    expect(done.report).toMatchObject({
      problem: { message: expect.stringContaining('interrupted') },
      warnings: ['of the ruling'],
    });
    expect(done.exits).toEqual([0]);
  });

  it('a second one ends the process at once', async () => {
    const done = await job({
      evaluate: async (_, send) => {
        for (const signal of ['SIGINT', 'SIGTERM']) send(signal);
        throw new ModelError('ended', { kind: 'interrupted', remedy: 'Run it again.' });
      },
    });
    expect(done.exits[0]).toBe(1);
  });
});
