/**
 * One subject has one verdict: running a failed check again, or pushing an empty commit, does not
 * change it.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawFrom } from '../../src/engine/random.ts';
import { configOf, FILE, jsonl, QUESTIONS, questionModel } from '../support/triplets.ts';
import {
  BASE,
  config,
  CONFIG_PATH,
  gitHub,
  HEAD,
  MODEL_KEY,
  modelServer,
  pullRequest,
  putAt,
  scenario,
} from '../support/scenario.ts';
import { openPromptPull, CHANGED, filesWithPrompt, LINES } from '../support/changed-prompt.ts';
import { attentive, oblivious, type ModelServer } from '../support/model-server.ts';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'sensitivity-reruns-'));
});
afterEach(() => rm(cache, { recursive: true }));

const statements = Array.from({ length: 40 }, (_, i) => `The river number ${i} is long.`).join(
  '\n',
);
/** In place of `more`: rows of three prompts, asked until they decide. */
const TRIPLET = 'triplet';
const paired = (model: ModelServer, more: string) => ({
  [CONFIG_PATH]: config(model, more),
  'evals/statements.txt': statements,
});
const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };

function runOf(
  model: ModelServer,
  { more = '', inputs = {} as Record<string, string>, ...over }: Record<string, unknown> = {},
) {
  const files =
    more === TRIPLET
      ? { [CONFIG_PATH]: configOf({ url: model.url }), [FILE]: jsonl(QUESTIONS) }
      : paired(model, String(more));
  const given = {
    comment: 'never',
    'cache-directory': cache,
    ...(inputs as Record<string, string>),
  };
  return scenario({ files, inputs: given, ...over });
}

/** The nth answer of any model here, drawn. */
const lot = drawFrom(1, 're-runs');

/** Passes each row by chance, so a fresh run of the same commit has another rate. */
const flaky = (prompt: string) => (lot(2) === 0 ? attentive : oblivious)(prompt);

/**
 * Answers 15 % of the questions as if without the "not", so many rows are needed to decide.
 */
const unsure = () => questionModel(({ right, plain }) => (lot(100) < 85 ? right[0]! : plain[0]!));

describe.each([
  ['five runs that score every row by distance', ''],
  ['five runs that stop once the rows decide', TRIPLET],
])('%s', (_what, more) => {
  it('repeat the verdict of one subject without a request', async () => {
    const model = await (more === TRIPLET ? unsure() : modelServer({ answer: flaky }));
    // Answers arrive in another order in each run.
    model.options.latency = 5;
    const first = await runOf(model, { more });
    const sent = model.requests.length;
    expect(sent).toBeGreaterThan(20);
    expect(first.outputs.requests).toBe(String(sent));
    for (let nth = 0; nth < 4; nth++) {
      const { outputs, report } = await runOf(model, {
        more,
        env: { GITHUB_RUN_ATTEMPT: String(nth + 2) },
      });
      expect({ ...outputs, requests: '0' }).toEqual({
        ...outputs,
        outcome: first.outputs.outcome,
        'pass-rates': first.outputs['pass-rates'],
      });
      expect(outputs.requests).toBe('0');
      expect(report!.results).toEqual(first.report!.results);
      expect(report!.reused).toEqual({
        run: '42',
        minutes: 0,
        answers: report!.usage.from_resume,
        requests: 0,
      });
    }
    expect(model.requests).toHaveLength(sent);
    // A workflow without the cache step asks everything anew.
    await rm(cache, { recursive: true });
    expect((await runOf(model, { more })).outputs.requests).not.toBe('0');
  });
});

it('both verdicts of changed rules repeat, and other base rules are asked anew', async () => {
  const [model, github] = [await unsure(), await gitHub()];
  github.pulls[0]!.base.sha = BASE;
  const filesOf = (rate: number) => ({
    [CONFIG_PATH]: configOf({ url: model.url, tests: `add_negation: { min_pass_rate: ${rate} }` }),
    [FILE]: jsonl(QUESTIONS),
  });
  const run = (ofBase: number) => {
    for (const [name, text] of Object.entries(filesOf(ofBase)))
      github.files.set(`${BASE}:${name}`, text);
    return runOf(model, { files: filesOf(0.8), github });
  };
  const first = await run(0.85);
  expect(first.report!.base_rules).toHaveProperty('outcome');
  const again = await run(0.85);
  expect(again.outputs.requests).toBe('0');
  expect(again.report!.results).toEqual(first.report!.results);
  expect(again.everything).toContain(
    'Nothing that the gate asks about has changed since run 42, 0 min ago: its verdict stands.',
  );
  // By other rules the base is asked anew: its answers are not those of the head's verdict.
  const moved = await run(0.9);
  const { requests } = moved.outputs;
  expect(requests).not.toBe('0');
  expect(moved.report!.results).toEqual(first.report!.results);
  expect(moved.everything).toMatch(
    new RegExp(`its verdict stands\\. By the base's rules: ${requests} requests were sent\\.`),
  );
});

it('another subject, other rules and another pull request ask anew', async () => {
  const model = await modelServer({ answer: attentive });
  const first = await runOf(model);
  const files = (more: string) => ({
    ...paired(model, more),
    [CONFIG_PATH]: config(model, more).replace('retries: 1', 'parameters: { top_p: 0.5 }'),
  });
  expect((await runOf(model, { files: files('') })).outputs.requests).toBe(first.outputs.requests);
  expect((await runOf(model, { more: 'seed: 7\n' })).outputs.requests).toBe(first.outputs.requests);
  const other = pullRequest({ number: 8 });
  expect((await runOf(model, { event: other })).outputs.requests).toBe(first.outputs.requests);
});

it('a second run asks only the rows in error', async () => {
  const model = await modelServer({ answer: attentive });
  model.options.fail = ({ body }) =>
    JSON.stringify(body).includes('number 7 ') ? { status: 400 } : undefined;
  const first = await runOf(model);
  expect(first.report!.results.filter(({ error }) => error)).toHaveLength(1);
  delete model.options.fail;
  const sent = model.requests.length;
  const again = await runOf(model);
  expect(again.report!.results.filter(({ error }) => error)).toEqual([]);
  // Embeddings are asked in batches.
  const prompts = model.requests
    .slice(sent)
    .filter((one) => one.path.endsWith('/chat/completions'));
  expect(prompts.length).toBeGreaterThan(0);
  for (const { body } of prompts) expect(JSON.stringify(body)).toContain('number 7 ');
});

it.each([
  ['schedule', { schedule: '17 4 * * 1' }, {}],
  ['push', { ref: 'refs/heads/main', before: BASE, after: HEAD }, {}],
  ['workflow_dispatch', { ref: 'refs/heads/main' }, {}],
  ['release', { action: 'published', release: { tag_name: 'v1' } }, { GITHUB_REF: 'refs/tags/v1' }],
])('a run on %s reads no stored reply, and stores none', async (name, payload, env) => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
  putAt(github, config(model), { sha: 'main', statements });
  const run = () =>
    runOf(model, { github, event: { name, payload: { ...payload, repository } }, env });
  const first = await run();
  expect(Number(first.outputs.requests)).toBeGreaterThan(0);
  expect(await readdir(cache)).toEqual([]);
  expect((await run()).outputs.requests).toBe(first.outputs.requests);
});

it('a store that was written without the key is ignored', async () => {
  const model = await modelServer({
    answer: attentive,
    keys: [MODEL_KEY, 'sk-of-the-fork-0123456789'],
  });
  const forged = await runOf(model, { inputs: { 'api-key': 'sk-of-the-fork-0123456789' } });
  const own = await runOf(model);
  expect(own.outputs.requests).toBe(forged.outputs.requests);
  expect(own.report!.notices.join('\n')).toContain('not sealed with a key of this run');
});

const commit = (nth: number) => String(nth).repeat(40);
const STANDS = /Nothing that the gate asks about has changed since run 42, 0 min ago/;

it('a failed pull request keeps verdict and finding after a re-run, an empty commit and a rebase', async () => {
  const given = { inputs: { 'cache-directory': cache } };
  const { github, model, push, run: first } = await openPromptPull(given);
  const sent = model.requests.length;
  const [comment] = github.comments.map(({ body }) => body);
  expect(first.report!.attribution).toMatchObject({ kind: 'one' });
  // A re-run, an empty commit, and a rebase onto a base that has another commit.
  for (const sha of [HEAD, HEAD, commit(1), commit(2)]) {
    const { outputs, report } = await push(CHANGED, sha);
    expect([outputs.outcome, outputs.requests]).toEqual(['fail', '0']);
    expect(report!.attribution).toEqual(first.report!.attribution);
    expect(report!.results).toEqual(first.report!.results);
    expect(github.comments[0]!.body).toMatch(STANDS);
    expect(github.comments[0]!.body).not.toContain('subject of this pull request');
    expect(github.comments[0]!.body!.split('\n')[0]).toBe(comment!.split('\n')[0]);
  }
  expect(model.requests).toHaveLength(sent);
  expect(github.comments).toHaveLength(1);
});

it('a changed prompt is asked and counted anew, and the old one keeps its verdict', async () => {
  const given = { inputs: { 'cache-directory': cache } };
  const { github, model, push } = await openPromptPull(given);
  const body = () => github.comments[0]!.body!;
  const spaced = await push(CHANGED.with(0, `${CHANGED[0]!} `), commit(1));
  expect(spaced.outputs).toMatchObject({ outcome: 'fail' });
  expect(spaced.outputs.requests).not.toBe('0');
  expect(body()).toContain('second subject of this pull request; one earlier one was red');
  const sent = model.requests.length;
  expect((await push(CHANGED, commit(2))).outputs).toMatchObject({
    outcome: 'fail',
    requests: '0',
  });
  expect(model.requests).toHaveLength(sent);
  expect(body()).toMatch(STANDS);
  expect(body()).not.toContain('subject of this pull request');
});

it('a changed base makes a run ask head and base again, and the comment says so', async () => {
  const given = { inputs: { 'cache-directory': cache } };
  const { github, model, push, run: first } = await openPromptPull(given);
  const moved = filesWithPrompt(model.url, LINES.with(1, 'Read each word.'));
  for (const [name, content] of Object.entries(moved)) github.files.set(`${BASE}:${name}`, content);
  const again = await push(CHANGED, commit(1));
  const { requests } = again.outputs;
  expect(Number(requests)).toBeGreaterThanOrEqual(
    first.report!.usage.requests - first.report!.attribution!.requests,
  );
  expect(again.report!.usage).not.toHaveProperty('from_resume');
  expect(github.comments[0]!.body).toMatch(
    new RegExp(
      `The base has changed since run 42, 0 min ago: head and base were asked again \\(${requests} requests\\)\\.`,
    ),
  );
});

it.each(['merge_group', 'pull_request_target'])('a run on %s has no store', async (name) => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
  putAt(github, config(model), { statements });
  putAt(github, config(model), { sha: HEAD, statements });
  const head_ref = 'refs/heads/gh-readonly-queue/main/pr-7';
  const group = { head_sha: HEAD, head_ref, base_sha: BASE, base_ref: 'refs/heads/main' };
  const event =
    name === 'merge_group'
      ? { name, payload: { action: 'checks_requested', merge_group: group, repository } }
      : { ...pullRequest(), name };
  const runs = [];
  for (let nth = 0; nth < 2; nth++) runs.push(await runOf(model, { github, event }));
  expect(runs[0]!.outputs.requests).not.toBe('0');
  expect(runs[1]!.outputs.requests).toBe(runs[0]!.outputs.requests);
  expect(await readdir(cache).catch(() => [])).toEqual([]);
});
