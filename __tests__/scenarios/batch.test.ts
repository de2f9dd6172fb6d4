/** `batch: true`: what needs no answer of another goes through OpenAI's Batch API, and the run is the one that asked one by one. */
import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Results } from '../../src/engine/results.js';
import { attentive, type ModelServer, type ModelServerOptions } from '../support/model-server.js';
import { Folder } from '../support/own-process.js';
import { config, CONFIG_PATH, KEY, modelServer, scenario } from '../support/scenario.js';
import { checkout, removeFolders } from '../support/shards.js';
import { configOf, FILE, jsonl, questions, serving, type Way } from '../support/triplets.js';

const folders: Folder[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => folder.remove()));
  await removeFolders();
});

const env = { OPENAI_API_KEY: KEY };
const ROWS = 12;
/** Nobody here waits a second until a run looks at its batch, as it does first. */
const haste = 20;
const statements = Array.from({ length: ROWS }, (_, i) => `The river number ${i} is long.`).join('\n');
const serve = (over: ModelServerOptions = {}) => modelServer({ answer: attentive, batches: {}, ...over });

const filesFor = (model: ModelServer, more = '') => ({ [CONFIG_PATH]: config(model, more), 'evals/statements.txt': statements });
const here = async (model: ModelServer, more = '') => checkout(filesFor(model, more), { haste });

/** For processes that end before their time. */
async function folderFor(model: ModelServer, more = ''): Promise<Folder> {
  const folder = await Folder.with(filesFor(model, more));
  folders.push(folder);
  return folder;
}

const posts = (model: ModelServer, path: string) => model.requests.filter((one) => one.method === 'POST' && one.path === path);
const sentTo = (model: ModelServer) => ({
  chats: model.count('/chat/completions'),
  files: posts(model, '/v1/files').length,
  batches: posts(model, '/v1/batches').length,
});
const linesOf = (model: ModelServer) => posts(model, '/v1/files').map(({ body }) => String(body).match(/"custom_id":/g)!.length);
/** All but what a run took, and what it says of itself. */
const shown = ({ usage: _usage, started_at: _at, notices: _said, ...rest }: Results) => rest;
const flat = (text: string) => text.replace(/\s+/g, ' ');
/** Until the server has been asked so often; the process is one of our own, and its test has an end. */
/** Whatever was tried twice before it: numbers of batches are counted with those of files. */
async function untilLookedAt(model: ModelServer): Promise<void> {
  const patience = Date.now() + 100_000;
  while (!model.requests.some(({ path }) => /^\/v1\/batches\/batch_\d+$/.test(path))) {
    if (Date.now() > patience) throw new Error(`No batch was looked at: ${model.requests.map(({ path }) => path).join(' ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Knows nearly all, misses a "not" here and there. */
const mixed: Way = ({ right, plain, sheet, negated }) => (sheet % 9 === 4 && negated ? plain[0]! : right[0]!);

describe('a run in batches', () => {
  it('has the verdict, table and rows of one that asks one by one, for a pair, a triplet and several answers a row', async () => {
    const model = await serving(mixed);
    const tests = 'add_negation: {}, add_toxic_words: { method: pair, min_pass_rate: 0.65, repeats: 2 }';
    const files = { [CONFIG_PATH]: configOf({ url: model.url, tests }), [FILE]: jsonl(questions.slice(0, 24)) };
    const single = await (await checkout(files, { haste })).run(['run']);
    const wanted = model.count('/chat/completions');
    model.requests.length = 0;
    model.options.batches = {};

    const { run, at } = await checkout(files, { haste });
    const plan = await run(['plan', '--batch']);
    const batched = await run(['run', '--batch']);
    expect({ ...shown(batched.report!), exitCode: batched.exitCode }).toEqual({ ...shown(single.report!), exitCode: single.exitCode });
    expect(single.report!.results.length).toBeGreaterThan(40);
    expect(sentTo(model)).toMatchObject({ files: 1, batches: 1 });
    // The placebo of a row that fails is known to be needed once the row has failed; nothing else is asked alone.
    const { chats } = sentTo(model);
    const [lines] = linesOf(model);
    expect(chats).toBeLessThan(10);
    expect(lines).toBeGreaterThanOrEqual(wanted - chats);
    expect(batched.report!.usage.requests).toBe(lines! + chats);
    expect(batched.report!.usage.completion_tokens).toBeGreaterThanOrEqual(lines!);
    expect(batched.report!.notices).toContain(`${lines} requests went in the batch \`"batch_2"\` to \`"${new URL(model.url).host}"\`.`);
    expect(flat(plan.stdout)).toContain(`${lines} requests go in a batch`);
    // A run that is done leaves nothing to take up.
    expect((await readdir(at('cache/sensitivity'))).filter((name) => name.startsWith('journal-'))).toEqual([]);
  });

  it('embeddings need answers and are asked directly; a line that is refused, one that expires and one that is missing are rows in error', async () => {
    const refusal = {
      status: 400,
      body: { error: { message: 'Your prompt was flagged.', code: 'content_filter', type: 'invalid_request_error' } },
    };
    const become = (body: string) => {
      if (body.includes('number 3 is long')) return refusal;
      if (body.includes('number 5 is long')) return 'expired' as const;
      return body.includes('number 7 is long') ? ('silent' as const) : undefined;
    };
    const model = await serve({ batches: { become } });
    const { run } = await here(model);
    const { report, exitCode } = await run(['run', '--batch']);
    const errors = report!.results.filter(({ error }) => error).map(({ pass, error }) => ({ pass, ...error }));
    expect(errors).toEqual([
      { pass: null, kind: 'bad_request', message: expect.stringContaining('Your prompt was flagged.') },
      { pass: null, kind: 'batch', message: expect.stringMatching(/ended before this was asked: .*expired\."`\.\n.*`resume: true`/) },
      { pass: null, kind: 'batch', message: expect.stringMatching(/is completed and says nothing of this request\.\n.*`resume: true`/) },
    ]);
    expect({ exitCode, ...sentTo(model) }).toEqual({ exitCode: 0, chats: 0, files: 1, batches: 1 });
    expect(model.count('/embeddings')).toBeGreaterThan(0);

    // What had no answer goes in a batch of its own, and nothing else.
    model.options.batches = {};
    const again = await run(['run', '--batch', '--resume']);
    expect(again.report!.results.filter(({ error }) => error)).toEqual([]);
    expect(linesOf(model)).toEqual([2 * ROWS, 3]);
    expect(again.report!.usage.requests - model.count('/embeddings')).toBeLessThanOrEqual(3);
  });
});

describe('a batch outlives the run that sent it', () => {
  it('killed while it waits and resumed: the server has seen one batch, and the report is that of a calm run', async () => {
    const model = await serve({ batches: { looks: 3 } });
    const calm = await (await here(model)).run(['run']);
    model.requests.length = 0;
    const folder = await folderFor(model);
    const { child, ended } = folder.run(['--batch'], env);
    await untilLookedAt(model);
    child.kill('SIGKILL');
    await ended;
    const resumed = await folder.done(['--batch', '--resume'], env, { haste });
    expect(sentTo(model)).toEqual({ chats: 0, files: 1, batches: 1 });
    expect(shown(resumed.report!)).toEqual(shown(calm.report!));
    expect(resumed.report!.usage.requests).toBe(model.count('/embeddings'));
    expect(resumed.report!.notices.join()).not.toContain('nothing to resume');
  });

  it('its number lost on the way to us, it is found again: one batch is made, not two', async () => {
    const model = await serve();
    // The batch is made and the answer never comes.
    let made = 0;
    model.options.fail = (request) => (request.method === 'POST' && request.path === '/v1/batches' && ++made === 1 ? 'half' : undefined);
    const { report, exitCode, outputs } = await scenario({ files: filesFor(model), inputs: { batch: 'true', comment: 'never' }, haste });
    expect({ exitCode, ...sentTo(model) }).toEqual({ exitCode: 0, chats: 0, files: 1, batches: 1 });
    expect(outputs.requests).toBe(String(2 * ROWS + model.count('/embeddings')));
    expect(report!.results.every(({ error }) => !error)).toBe(true);
  });

  it('interrupted, and at a deadline, it is left running on purpose, with how to go on; one more run collects it', async () => {
    const model = await serve({ batches: { looks: Infinity } });
    const folder = await folderFor(model);
    const first = folder.run(['--batch'], env);
    await untilLookedAt(model);
    first.child.kill('SIGTERM');
    const interrupted = await first.ended;
    expect(interrupted.exitCode).toBe(3);
    expect(interrupted.report!.results.map(({ error }) => error?.kind)).toEqual(Array(ROWS).fill('interrupted'));
    expect(flat(interrupted.stdout)).toMatch(new RegExp(`The batch \`"batch_\\d+"\` with ${2 * ROWS} requests was left running`));

    const late = await folder.run(['--batch', '--resume', '--deadline', '2s'], env).ended;
    expect(late.report!.results.map(({ error }) => error?.kind)).toEqual(Array(ROWS).fill('deadline'));
    expect(late.report!.notices.join('\n')).toContain('`resume: true` to collect it');
    expect(model.requests.some(({ path }) => path.endsWith('/cancel'))).toBe(false);

    model.options.batches = {};
    const done = await folder.done(['--batch', '--resume'], env, { haste });
    expect(done.report!.results.every(({ pass }) => pass)).toBe(true);
    expect(sentTo(model)).toEqual({ chats: 0, files: 1, batches: 1 });
  });

  it('what an interrupted run was answered one by one is not sent in a batch', async () => {
    const model = await serve({ fail: (_request, nth) => (nth < 10 ? undefined : { status: 500 }) });
    const { run } = await here(model);
    await run(['run']);
    const answered = model.requests.slice(0, 9).filter(({ path }) => path.endsWith('/chat/completions')).length;
    model.requests.length = 0;
    delete model.options.fail;
    const { report } = await run(['run', '--batch', '--resume']);
    expect(report!.results.every(({ pass }) => pass)).toBe(true);
    expect(answered).toBeGreaterThan(5);
    expect(linesOf(model)).toEqual([2 * ROWS - answered]);
  });
});

describe('before a batch is sent', () => {
  it('a cap that it could pass refuses the run, and nothing is uploaded; `on-budget: partial` sends what it allows', async () => {
    const model = await serve();
    const requests = await (await here(model)).run(['run', '--batch', '--max-requests', '20']);
    expect(requests.report!.problem!.message).toMatch(/needs \d+ requests, and the cap is 20\. Nothing was sent\./);
    const priced = 'budget: { max_tokens: 3000 }\n';
    const bounded = config(model, priced).replace('  retries: 1\n', '  retries: 1\n  parameters: { max_tokens: 20 }\n');
    const { run } = await checkout({ ...filesFor(model), [CONFIG_PATH]: bounded }, { haste });
    const tokens = await run(['run', '--batch']);
    expect(tokens.exitCode).toBe(2);
    expect(tokens.report!.problem!.message).toContain(`A batch is sent whole, and ${2 * ROWS} requests could pass a cap.`);
    expect(tokens.report!.usage.requests).toBe(0);
    expect(model.requests).toEqual([]);
    const partial = await run(['run', '--batch', '--on-budget', 'partial']);
    const [sent] = linesOf(model);
    expect(sent).toBeGreaterThan(2);
    expect(sent).toBeLessThan(2 * ROWS);
    expect(partial.report!.results.filter(({ error }) => error?.kind === 'budget').length).toBeGreaterThan(3);
    expect(partial.report!.outcome).not.toBe('pass');
  });

  it('a wrong key, a batch that is refused as a whole and a server without batches are one cause each', async () => {
    const causes = async (over: ModelServerOptions) => {
      const model = await serve(over);
      const { report } = await (await here(model)).run(['run', '--batch']);
      expect(report!.outcome).toBe('error');
      expect(report!.results).toHaveLength(ROWS);
      return { causes: [...new Set(report!.results.map(({ error }) => `${error!.kind}: ${error!.message}`))], model };
    };
    const key = await causes({ keys: ['another-key'] });
    expect(key.causes).toEqual([expect.stringContaining('authentication: ')]);
    expect(key.model.requests).toHaveLength(1);
    const none = await causes({ fail: () => ({ status: 404 }) });
    expect(none.causes).toEqual([expect.stringContaining('may have no Batch API')]);
    const whole = await causes({ batches: { ends: 'cancelled', become: () => 'silent' } });
    expect(whole.causes).toEqual([expect.stringMatching(/^batch: The batch `"batch_2"` was cancelled before this was asked\./)]);
  });

  it('a shard, another hub and completions are refused, with what can be', async () => {
    const model = await serve();
    const { run } = await here(model);
    const shard = await run(['run', '--batch', '--shard', '1/2']);
    expect(flat(shard.stdout + shard.stderr)).toContain('and `shard` do not go together');
    const other = await run(['run', '--batch', '--hub', 'huggingface']);
    expect(other.report!.problem).toMatchObject({
      message: 'The hub huggingface takes no batches.',
      remedy: expect.stringContaining('openai'),
    });
    expect([shard.exitCode, other.exitCode]).toEqual([2, 2]);
    expect(model.requests).toEqual([]);
  });
});
