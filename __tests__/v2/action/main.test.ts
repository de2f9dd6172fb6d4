import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, ModelError } from '../../../src/errors.ts';
import type { Results } from '../../../src/v2/run/results.ts';
import { failures, type FailurePredicate } from '../../support/github-server.ts';
import { HOSTILE } from '../../support/hostile-corpus.ts';
import { failed, OUTCOMES, passedWithBroken, resultsOf, skipped } from '../report/fixtures.ts';
import { gitHub, job, MODEL_KEY, TOKEN } from './job.ts';

type Row = Results['results'][number];

const NO_RULES = new ConfigError('No configuration was merged yet', {
  where: '.github/sensitivity.yml:3:5',
  remedy: 'Merge one.',
});
const stop = (error: unknown) => () => Promise.reject(error);

describe('publication', () => {
  it('report files, outputs, summary, annotations, comment, review, and then the job fails', async () => {
    const github = await gitHub();
    const done = await job({ github, results: failed(), inputs: { review: 'comment' } });
    const { report, files, summary, outputs, said } = done;
    expect(report?.outcome).toBe('fail');
    expect(files.page).toMatch(/^<!DOCTYPE html>/);
    expect(files.junit).toContain('<testsuites');
    expect(outputs).toEqual({
      outcome: 'fail',
      passed: 'false',
      'pass-rates': '{"add_negation":0.68,"output_toxicity":1}',
      'report-json': path.join(done.folder, 'temp', 'sensitivity-report', 'report.json'),
      requests: '254',
      'comment-url': github.comments[0]?.html_url,
    });
    expect(summary.length).toBeGreaterThan(500);
    const kinds = said.map((line) => line.split(/[:\s]/, 1)[0]);
    const firstOf = (kind: string) => kinds.indexOf(kind);
    expect(firstOf('output')).toBeLessThan(firstOf('error'));
    expect(firstOf('error')).toBeLessThan(said.indexOf('output: comment-url'));
    expect(kinds.at(-1)).toBe('failed');
    const order = ['issues/create-comment', 'pulls/list-files'];
    const asked = github.requests.map(({ operation }) => operation);
    expect(asked.filter((operation) => order.includes(operation))).toEqual(order);
  });

  const comments: FailurePredicate = (_, at) =>
    at.endsWith('/comments') ? failures.forbidden() : undefined;
  /** What breaks, how, and what of the rest must still be there. */
  const BROKEN: [string, Parameters<typeof job>[0], FailurePredicate, string[]][] = [
    [
      'the report folder',
      { inputs: { 'report-directory': '/dev/null/x' } },
      () => undefined,
      ['summary', 'annotations', 'comment'],
    ],
    [
      'the summary',
      { env: { GITHUB_STEP_SUMMARY: '/nowhere/x' } },
      () => undefined,
      ['files', 'annotations', 'comment'],
    ],
    ['the comment', {}, comments, ['files', 'summary', 'annotations']],
    ['all of GitHub', {}, () => failures.serverError(), ['files', 'summary', 'annotations']],
    [
      'the token',
      { env: { 'INPUT_GITHUB-TOKEN': 'wrong' } },
      () => undefined,
      ['files', 'summary', 'annotations'],
    ],
  ];
  it.each(BROKEN)(
    '%s fails: a warning with a remedy, and the rest is there',
    async (_, given, forbid, rest) => {
      for (const results of [failed(), passedWithBroken()]) {
        const github = await gitHub({ forbid });
        const done = await job({ github, results, ...given });
        const found = {
          files: done.report !== null,
          summary: done.summary !== '',
          annotations: done.said.some((line) =>
            /^(?:error|warning|notice): .*add_negation|row/s.test(line),
          ),
          comment: github.comments.length > 0,
        };
        const there = Object.entries(found).flatMap(([name, isThere]) => (isThere ? [name] : []));
        expect(there).toEqual(
          expect.arrayContaining(
            rest.filter((name) => name !== 'annotations' || results.outcome === 'fail'),
          ),
        );
        expect(done.warnings.join('\n')).not.toContain('defect');
        expect(done.warnings.length).toBeGreaterThan(0);
        expect(done.outputs['outcome']).toBe(results.outcome);
        expect(done.failed).toHaveLength(results.outcome === 'fail' ? 1 : 0);
      }
    },
  );

  it('a report folder that is a link in the checkout is not followed', async () => {
    const outside = '/tmp';
    const done = await job({
      evaluate: async () => resultsOf(),
      inputs: { 'report-directory': 'reports' },
      judge: undefined,
      prepare: async (workspace) => {
        await mkdir(workspace, { recursive: true });
        await symlink(outside, path.join(workspace, 'reports'));
      },
    });
    expect(done.warnings.join('\n')).toContain('link');
    expect(done.outputs['report-json']).toBe('');
  });

  it('files of an earlier step are replaced, links removed', async () => {
    let kept = '';
    const done = await job({
      inputs: { 'report-directory': 'reports' },
      prepare: async (workspace) => {
        kept = path.join(workspace, 'kept.txt');
        await mkdir(path.join(workspace, 'reports'), { recursive: true });
        await writeFile(kept, 'kept');
        await symlink(kept, path.join(workspace, 'reports', 'report.html'));
      },
    });
    expect(done.files.page).toMatch(/^<!DOCTYPE html>/);
    expect(await done.read(kept)).toBe('kept');
  });

  it.each(Object.entries(OUTCOMES))('%s: everywhere the same outcome', async (_, make) => {
    const github = await gitHub();
    const results = make();
    const done = await job({ github, results });
    const isFailing = ['fail', 'inconclusive', 'error'].includes(results.outcome);
    expect(done.outputs).toMatchObject({
      outcome: results.outcome,
      passed: String(results.outcome === 'pass'),
    });
    expect(done.report?.outcome).toBe(results.outcome);
    expect(github.comments).toHaveLength(1);
    expect(done.failed).toHaveLength(Number(isFailing));
    expect(done.warnings.join('\n')).not.toContain('defect');
  });
});

describe('whether the job fails', () => {
  it.each([
    ['none', 'fail', 0],
    ['error', 'fail', 0],
    ['error', 'error', 1],
    ['inconclusive', 'inconclusive', 1],
    ['fail, inconclusive, error', 'skipped', 0],
  ] as const)('fail-on %s, outcome %s: %i', async (failOn, outcome, count) => {
    const done = await job({ results: { outcome }, inputs: { 'fail-on': failOn } });
    expect(done.failed).toHaveLength(count);
    if (count === 0) expect(done.said.some((line) => line.startsWith('error: '))).toBe(false);
    if (failOn === 'none') expect(done.said.join('\n')).toContain('fail-on: none');
  });

  it('a defect is told as one, with its stack, and fails the job whatever fail-on says', async () => {
    const github = await gitHub();
    const done = await job({
      github,
      inputs: { 'fail-on': 'none' },
      judge: stop(new TypeError('x is undefined')),
    });
    expect(done.failed).toEqual([
      expect.stringMatching(/defect.*TypeError: x is undefined[^]*job\.ts|at /s),
    ]);
    expect(done.report?.problem?.message).toContain('x is undefined');
    expect(github.comments).toHaveLength(1);
    expect(done.outputs['outcome']).toBe('error');
  });
});

describe('a run that stops before it asks', () => {
  it('rules that cannot be read: everything is published with the cause', async () => {
    const github = await gitHub();
    const done = await job({ github, judge: stop(NO_RULES) });
    expect(done.outputs).toMatchObject({ outcome: 'error', passed: 'false', requests: '0' });
    expect(done.report?.problem).toMatchObject({ where: '.github/sensitivity.yml:3:5' });
    expect(done.summary).toContain('No configuration was merged yet');
    expect(github.comments[0]?.body).toContain('Merge one.');
    expect(done.failed).toHaveLength(1);
  });

  it('a wrong input: outputs, summary and report files; no comment under a wrong key', async () => {
    const github = await gitHub();
    const done = await job({ github, inputs: { comment: 'sometimes', shard: '1/2' } });
    expect(done.outputs).toMatchObject({ outcome: 'error', passed: 'false' });
    expect(done.summary).toContain('sometimes');
    expect(done.report?.outcome).toBe('error');
    expect([done.failed.length, github.requests.length, done.asked.length]).toEqual([1, 0, 0]);
  });

  it.each([
    ['an event that cannot be gated', { name: 'issue_comment' }, /issue_comment/],
    ['a payload that cannot be read', { env: { GITHUB_EVENT_PATH: '/nowhere' } }, /payload/],
  ])('%s', async (_, given, cause) => {
    const done = await job(given);
    expect(done.outputs['outcome']).toBe('error');
    expect(done.summary).toMatch(cause);
    expect(done.failed).toHaveLength(1);
  });
});

describe('the comment', () => {
  it('counts subjects: the third one, two earlier ones were red', async () => {
    const github = await gitHub();
    for (const prompt of ['a', 'b', 'b']) await job({ github, results: failed(), prompt });
    const done = await job({ github, results: passedWithBroken(), prompt: 'c' });
    expect(done.report?.subjects).toEqual({ judged: 2, red: 2 });
    expect(github.comments).toHaveLength(1);
    const stopped = await job({ github, judge: stop(NO_RULES) });
    expect(stopped.report?.subjects).toBeUndefined();
    const again = await job({ github, results: failed(), prompt: 'd' });
    expect(again.report?.subjects).toEqual({ judged: 3, red: 2 });
  });

  it('`on-failure`: none for a pass, and that of an earlier failure is deleted', async () => {
    const github = await gitHub();
    const run = async (results: ReturnType<typeof failed>) => {
      await job({ github, results, inputs: { comment: 'on-failure' } });
      return github.comments.length;
    };
    const [pass, fail, skip] = [passedWithBroken(), failed(), skipped()];
    const counts: number[] = [];
    for (const results of [pass, skip, fail, skip, pass]) counts.push(await run(results));
    expect(counts).toEqual([0, 0, 1, 1, 0]);
  });

  it('`never`, a push, and an interrupted run: none', async () => {
    const github = await gitHub();
    await job({ github, results: failed(), inputs: { comment: 'never' } });
    await job({
      github,
      results: failed(),
      name: 'push',
      pull: undefined,
      env: { GITHUB_REF: 'refs/heads/main' },
    });
    expect(github.requests).toEqual([]);
  });

  it('two keys: two comments', async () => {
    const github = await gitHub();
    for (const key of ['small', 'large', 'small'])
      await job({ github, results: failed(), inputs: { 'comment-key': key } });
    expect(github.comments).toHaveLength(2);
  });

  it('hostile text of rows, names and keys changes nothing around it', async () => {
    const github = await gitHub();
    const [row] = failed().results;
    for (let from = 0; from < HOSTILE.length; from += 40) {
      const texts = HOSTILE.slice(from, from + 40);
      const results = failed({
        notices: texts.slice(0, 8),
        results: texts.map((text) => ({ ...row, original: text, actual_result: text }) as Row),
      });
      const inputs = { 'comment-key': `k${texts[0]}`.replaceAll('\0', '').slice(0, 90) };
      const done = await job({ github, results, inputs });
      expect(done.said.join('\n')).not.toMatch(/\n\s*::|##\[/);
      const body = github.comments.at(-1)?.body ?? '';
      expect(body).toMatch(/^<!-- sensitivity-action:[0-9a-f]{16} [^<>]*-->\n/);
      expect(body.match(/<!--/g)).toHaveLength(1);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(12_000);
    }
  });

  it('a fork: what GitHub refuses is a warning, and the verdict stands', async () => {
    const github = await gitHub({ forbid: ['comments', 'reviews'] });
    const done = await job({
      github,
      results: failed(),
      inputs: { review: 'comment' },
      pull: { head: { sha: 'b'.repeat(40), repo: null } },
    });
    expect(done.warnings.join('\n')).toContain('pull-requests: write');
    expect(done.warnings.join('\n')).toContain('stays read-only');
    expect(done.failed).toHaveLength(1);
  });
});

describe('keys', () => {
  it('are masked before anything is said, and stand in nothing that is written', async () => {
    const github = await gitHub();
    const text = `it said ${MODEL_KEY} and ${TOKEN} and ${Buffer.from(MODEL_KEY).toString('base64')}`;
    const results = failed({
      notices: [text],
      results: failed().results.map((row) => ({ ...row, original: text })),
    });
    const done = await job({
      github,
      evaluate: async ({ log }) => {
        log?.(text);
        return results;
      },
    });
    expect(done.masked).toEqual(expect.arrayContaining([MODEL_KEY, TOKEN]));
    const everything = JSON.stringify([
      done.said,
      done.summary,
      done.report,
      done.files,
      github.comments,
    ]);
    expect(everything).not.toContain(MODEL_KEY);
    expect(everything).not.toContain(TOKEN);
    expect(everything).not.toContain(Buffer.from(MODEL_KEY).toString('base64'));
  });

  it.each([
    ['pull_request', {}, [MODEL_KEY], { scope: 'pull 7', usesFinished: true }],
    [
      'push',
      { GITHUB_REF: 'refs/heads/main' },
      [],
      { scope: 'refs/heads/main', usesFinished: false },
    ],
    ['pull_request_target', {}, [MODEL_KEY], undefined],
  ] as const)('%s: the store is for %o', async (name, env, keys, store) => {
    const done = await job({ name, env, keys });
    if (store) expect(done.asked[0]?.store).toMatchObject({ ...store, workflowRun: '42' });
    else expect(done.asked[0]?.store).toBeUndefined();
  });

  it('a fork without a key has no store; `missing-key: skip` is handed on', async () => {
    const pull = { head: { sha: 'b'.repeat(40), repo: null } };
    const without = await job({
      pull,
      keys: [],
      inputs: { 'missing-key': 'skip', 'max-requests': '9' },
    });
    expect(without.asked[0]).toMatchObject({ skipsWithoutKey: true, maxRequests: 9 });
    expect(without.asked[0]?.store).toBeUndefined();
    expect((await job({ pull })).asked[0]?.store).toBeDefined();
  });
});

describe('a signal', () => {
  it('stops the requests; what was answered is reported, without GitHub', async () => {
    const github = await gitHub();
    const done = await job({
      github,
      evaluate: async ({ signal }, send) => {
        send('SIGINT');
        expect(signal?.aborted).toBe(true);
        return failed({ outcome: 'error' });
      },
    });
    expect(done.report?.results.length).toBeGreaterThan(0);
    expect(done.outputs['outcome']).toBe('error');
    expect(github.requests).toEqual([]);
    expect([done.failed.length, done.exits]).toEqual([1, [0]]);
  });

  it('a run that hangs is given up after a moment, and says so', async () => {
    const done = await job({
      evaluate: (_, send) => {
        send('SIGTERM');
        return new Promise(() => undefined);
      },
    });
    expect(done.report?.problem?.message).toContain('interrupted');
    expect(done.outputs['outcome']).toBe('error');
  });

  it('a second one ends the process at once', async () => {
    const done = await job({
      evaluate: async (_, send) => {
        send('SIGINT');
        send('SIGTERM');
        throw new ModelError('ended', { kind: 'interrupted', remedy: 'Run it again.' });
      },
    });
    expect(done.exits[0]).toBe(1);
  });
});
