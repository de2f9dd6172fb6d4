/**
 * One commit has one verdict: a failed check that is run again until it is green would prove
 * nothing.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configOf, FILE, jsonl, questions, serving } from '../support/triplets.js';
import {
  BASE,
  config,
  CONFIG_PATH,
  gitHub,
  HEAD,
  KEY,
  modelServer,
  pullRequest,
  putAt,
  scenario,
} from '../support/scenario.js';
import { attentive, oblivious, type ModelServer } from '../support/model-server.js';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'sensitivity-reruns-'));
});
afterEach(() => rm(cache, { recursive: true }));

const statements = Array.from({ length: 40 }, (_, i) => `The river number ${i} is long.`).join(
  '\n',
);
/** Rows of three prompts, asked until they decide. */
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
      ? { [CONFIG_PATH]: configOf({ url: model.url }), [FILE]: jsonl(questions) }
      : paired(model, String(more));
  const given = {
    comment: 'never',
    'cache-directory': cache,
    ...(inputs as Record<string, string>),
  };
  return scenario({ files, inputs: given, ...over });
}

/** Passes each row at random: a fresh run of the same commit has another rate. */
const flaky = (prompt: string) => (Math.random() < 0.5 ? attentive : oblivious)(prompt);

/**
 * Reads every other "not", and loses an answer now and then: it is asked many rows before they
 * decide.
 */
const unsure = () => serving(({ right, plain }) => (Math.random() < 0.85 ? right[0]! : plain[0]!));

describe.each([
  ['every row, scored by distance', ''],
  ['rows until they decide', TRIPLET],
])('%s', (_what, more) => {
  it('five runs of one failing commit: one verdict, and no further request', async () => {
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
      expect(report!.notices.join('\n')).toMatch(
        /^\d+ answers of run 42, 0 min old, of the same commit and rules; to ask again, push a commit or set `resume: false`\.$/m,
      );
    }
    expect(model.requests).toHaveLength(sent);
    expect((await runOf(model, { more, inputs: { resume: 'false' } })).outputs.requests).not.toBe(
      '0',
    );
  });
});

it('rules that differ from the base: both verdicts repeat, and the head takes its own answers first', async () => {
  const [model, github] = [await unsure(), await gitHub()];
  github.pulls[0]!.base.sha = BASE;
  const filesOf = (rate: number) => ({
    [CONFIG_PATH]: configOf({ url: model.url, tests: `add_negation: { min_pass_rate: ${rate} }` }),
    [FILE]: jsonl(questions),
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
  expect(again.report!.notices.join('\n')).toMatch(
    /^\d+ answers of run 42, 0 min old, of the same commit and rules;/m,
  );
  // By other rules the base is asked anew: its answers are not those of the head's verdict.
  const moved = await run(0.9);
  expect(moved.outputs.requests).not.toBe('0');
  expect(moved.report!.results).toEqual(first.report!.results);
});

it('another commit, and other rules, ask anew', async () => {
  const model = await modelServer({ answer: attentive });
  const first = await runOf(model);
  const repo = {
    full_name: 'octo-org/octo-repo',
    name: 'octo-repo',
    owner: { login: 'octo-org' },
    fork: false,
  };
  const other = await runOf(model, {
    event: pullRequest({ head: { ref: 'patch', sha: 'f'.repeat(40), repo } }),
  });
  expect(other.outputs.requests).toBe(first.outputs.requests);
  expect((await runOf(model, { more: 'seed: 7\n' })).outputs.requests).toBe(first.outputs.requests);
});

it('rows in error are asked, the others are not', async () => {
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
])(
  '%s uses no stored reply, not even a cached one, and leaves none',
  async (name, payload, env) => {
    const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
    putAt(github, config(model), { sha: 'main', statements });
    const run = (more: string) =>
      runOf(model, { github, more, event: { name, payload: { ...payload, repository } }, env });
    const first = await run('');
    expect(Number(first.outputs.requests)).toBeGreaterThan(0);
    expect(await readdir(cache)).toEqual([]);
    for (const mode of ['read-write', 'read-write']) {
      putAt(github, config(model, `cache: { mode: ${mode} }\n`), { sha: 'main', statements });
      expect((await run(`cache: { mode: ${mode} }\n`)).outputs.requests).toBe(
        first.outputs.requests,
      );
    }
  },
);

it('a store that was written without the key is ignored', async () => {
  const model = await modelServer({ answer: attentive, keys: [KEY, 'sk-of-the-fork-0123456789'] });
  const forged = await runOf(model, { inputs: { 'api-key': 'sk-of-the-fork-0123456789' } });
  const own = await runOf(model);
  expect(own.outputs.requests).toBe(forged.outputs.requests);
  expect(own.report!.notices.join('\n')).toContain('not sealed with a key of this run');
});
