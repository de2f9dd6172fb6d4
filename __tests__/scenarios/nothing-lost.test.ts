import { afterEach, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Results } from '../../src/engine/results.js';
import { attentive, type ModelServer } from '../support/model-server.js';
import { Folder } from '../support/own-process.js';
import { config, CONFIG_PATH, KEY, modelServer, scenario } from '../support/scenario.js';

const ROWS = 30;
const AT_ONCE = 4;
const KILLS = process.env.THOROUGH ? 10 : 2;
const env = { OPENAI_API_KEY: KEY };
const statements = Array.from({ length: ROWS }, (_, i) => `The river number ${i} is long.`).join('\n');

/** Rows that are scored as soon as they are answered. */
const READ_AT_ONCE = 'add_toxic_words: { method: pair, min_pass_rate: 0.7 }';

const folders: Folder[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => folder.remove()));
});

function filesFor(model: ModelServer, more = '', test?: string): Record<string, string> {
  const text = config(model, `concurrency: ${AT_ONCE}\n${more}`);
  return {
    [CONFIG_PATH]: test === undefined ? text : text.replace(/add_negation: .*/, test),
    'evals/statements.txt': statements,
  };
}

async function folderFor(...files: Parameters<typeof filesFor>): Promise<Folder> {
  const folder = await Folder.with(filesFor(...files));
  folders.push(folder);
  return folder;
}

const kept = async (folder: Folder) => (await readdir(folder.cache).catch(() => [])).filter((name) => name.startsWith('journal-'));
/** All but what a run took. */
const shown = ({ usage: _usage, started_at: _at, notices: _said, ...rest }: Results) => rest;

it('killed at random moments and resumed: the report of a calm run, and no answer that had come is asked for again', async () => {
  const model = await modelServer({ answer: attentive, latency: 3 });
  const calm = await (await folderFor(model)).done([], env);
  const wanted = model.requests.length;
  expect(calm.exitCode).toBe(0);

  const folder = await folderFor(model);
  model.requests.length = 0;
  let kills = 0;
  for (let nth = 0; nth < KILLS; nth++) {
    const after = model.requests.length + 1 + Math.floor((Math.random() * 50) / KILLS);
    const { child, ended } = folder.run(nth === 0 ? [] : ['--resume'], env);
    model.options.fail = () => {
      if (model.requests.length === after) child.kill('SIGKILL');
      return undefined;
    };
    kills += (await ended).signal === 'SIGKILL' ? 1 : 0;
  }
  delete model.options.fail;
  expect(kills).toBe(KILLS);
  expect(await kept(folder)).toHaveLength(1);
  // What stands there is torn, as a machine that lost its power leaves it, and holds what nobody of us wrote.
  await writeFile(path.join(folder.cache, (await kept(folder))[0]!), '{"id":"x"}\n{"id":"', { flag: 'a' });

  const before = model.requests.length;
  const resumed = await folder.done(['--resume'], env);
  expect(shown(resumed.report!)).toEqual(shown(calm.report!));
  expect(resumed.report!.usage.requests).toBe(model.requests.length - before);
  expect(resumed.report!.usage.from_journal! + resumed.report!.usage.requests).toBe(wanted);
  expect(model.requests.length).toBeLessThanOrEqual(wanted + kills * AT_ONCE);
  expect(resumed.report!.notices.join('\n')).toContain('1 lines of the journal are damaged');
  expect(resumed.stdout).toContain('answers from the journal');
  expect(await kept(folder)).toEqual([]);
});

it('at once in one folder: each run keeps what it was answered, and takes up and removes nothing of one that goes on', async () => {
  const model = await modelServer({ answer: attentive });
  const folder = await folderFor(model);
  let sent = 0;
  let hasStalled = () => {};
  const stalled = new Promise<void>((resolve) => (hasStalled = resolve));
  model.options.fail = () => {
    sent += 1;
    if (sent < 20) return undefined;
    if (sent === 19 + AT_ONCE) hasStalled();
    return 'hang';
  };
  const first = folder.run([], env);
  await stalled;
  const answered = 19;

  delete model.options.fail;
  const others = [await folder.done([], env), await folder.done(['--resume'], env)];
  const wanted = others[0]!.report!.usage.requests;
  for (const { exitCode, report } of others) {
    expect({ exitCode, requests: report!.usage.requests, taken: report!.usage.from_journal }).toEqual({ exitCode: 0, requests: wanted });
  }
  expect(others[1]!.report!.notices.join('\n')).toContain('nothing to resume');

  first.child.kill('SIGKILL');
  await first.ended;
  expect(await kept(folder)).toHaveLength(1);
  const resumed = await folder.done(['--resume'], env);
  expect(resumed.report!.usage).toMatchObject({ from_journal: answered, requests: wanted - answered });
  expect(shown(resumed.report!)).toEqual(shown(others[0]!.report!));
  expect(await kept(folder)).toEqual([]);
});

it('interrupted: report, exit status and how to go on, though a server hangs; what was not asked is no pass', async () => {
  const model = await modelServer({ answer: attentive });
  const folder = await folderFor(model, '', READ_AT_ONCE);
  const { child, ended } = folder.run([], env);
  model.options.fail = (_request, nth) => {
    if (nth < 20) return undefined;
    if (nth === 22) setTimeout(() => child.kill('SIGTERM'), 100);
    return 'hang';
  };
  let since = 0;
  child.on('exit', () => (since = Date.now()));
  const { exitCode, report, stdout } = await ended;
  expect(exitCode).toBe(3);
  expect(since).toBeGreaterThan(0);
  expect(report!.outcome).toBe('inconclusive');
  expect(report!.results.filter(({ error }) => error?.kind === 'interrupted').length).toBeGreaterThan(10);
  expect(stdout.replace(/\s+/g, ' ')).toContain('Go on with the same command and --resume');
  expect(await kept(folder)).toHaveLength(1);
});

it('interrupted with several tests: the one cause is told once, in the terminal and on the page; rows that share it are counted', async () => {
  const model = await modelServer({ answer: attentive });
  const folder = await folderFor(model, '', `${READ_AT_ONCE}\n    add_negation: { method: pair, min_pass_rate: 0.7 }`);
  const { child, ended } = folder.run([], env);
  model.options.fail = (_request, nth) => {
    if (nth < 20) return undefined;
    if (nth === 22) setTimeout(() => child.kill('SIGINT'), 100);
    return 'hang';
  };
  const { exitCode, report, page, stdout } = await ended;
  const open = report!.results.filter(({ error }) => error?.kind === 'interrupted');
  expect({ exitCode, tests: new Set(open.map(({ test_type }) => test_type)).size }).toEqual({ exitCode: 3, tests: 2 });
  const printed = stdout.replace(/\s+/g, ' ');
  expect(printed.match(/The run was interrupted/g)).toHaveLength(1);
  expect(printed.match(/Go on with the same command and --resume/g)).toHaveLength(1);
  expect(printed).not.toContain('0 rows failed');
  expect(printed).toContain(`${open.length} rows in error (interrupted): as told above`);
  expect(page.match(/The run was interrupted/g)).toHaveLength(1);
  expect(page.match(/Go on with the same command and/g)).toHaveLength(1);
});

it('an interrupted job has its report, summary and outputs within the time that GitHub gives, and writes no comment; a run with resume goes on', async () => {
  const model = await modelServer({ answer: attentive });
  const folder = await folderFor(model, '', READ_AT_ONCE);
  const inputs = { 'api-key': KEY, 'allow-loopback': new URL(model.url).host, 'cache-directory': `${folder.path}-cache` };
  const { child, ended, said } = await folder.action(inputs);
  let at = 0;
  model.options.fail = (_request, nth) => {
    if (nth < 20) return undefined;
    if (nth === 22) setTimeout(() => child.kill('SIGINT'), (at = Date.now()) && 50);
    return 'hang';
  };
  const { exitCode, report, stdout } = await ended;
  expect(Date.now() - at).toBeLessThan(7_500);
  expect(exitCode).toBe(1);
  expect(report!.outcome).toBe('inconclusive');
  expect(report!.notices.join('\n')).toContain('interrupted');
  expect(await said('summary')).toContain('interrupted');
  expect((await said('summary')).match(/<code>resume: true<\/code>/g)).toHaveLength(1);
  expect(await said('output')).toContain('inconclusive');
  expect(stdout).not.toContain('comment');

  delete model.options.fail;
  const resumed = await scenario({ files: filesFor(model, '', READ_AT_ONCE), inputs: { ...inputs, comment: 'never', resume: 'true' } });
  expect({ exitCode: resumed.exitCode, usage: resumed.report!.usage }).toMatchObject({ exitCode: 0, usage: { from_journal: 19 } });
});

it('in the action nothing is kept or taken that no key seals, since who runs before it in the job can write files, too', async () => {
  const model = await modelServer({ answer: attentive, keys: undefined as never });
  const cache = await mkdtemp(path.join(tmpdir(), 'sensitivity-cache-'));
  const runs = {
    files: { [CONFIG_PATH]: config(model, 'cache: { mode: read-write }\n') },
    inputs: { comment: 'never', 'cache-directory': cache },
  };
  try {
    await scenario({ ...runs, inputs: { ...runs.inputs, 'api-key': '' } });
    expect(await readdir(cache)).toEqual([]);
    const sent = model.requests.length;
    await scenario(runs);
    expect(await readdir(cache)).toEqual(['answers']);
    const { outputs } = await scenario(runs);
    expect({ sent: model.requests.length, requests: outputs.requests }).toEqual({ sent: 2 * sent, requests: '0' });
  } finally {
    await rm(cache, { recursive: true });
  }
});

it('at its deadline a run gives up what is under way, and says that its rows are open', async () => {
  const model = await modelServer({ answer: attentive, fail: (_request, nth) => (nth < 20 ? undefined : 'hang') });
  const { exitCode, report } = await (await folderFor(model, 'deadline: 3\n', READ_AT_ONCE)).run([], env).ended;
  expect(exitCode).toBe(3);
  expect(report!.outcome).toBe('inconclusive');
  expect(report!.usage.duration_ms).toBeLessThan(100_000);
  expect(report!.results.filter(({ error }) => error?.kind === 'deadline').length).toBeGreaterThan(10);
});

it('a second run with the cache sends nothing; without the key nothing of it counts', async () => {
  const model = await modelServer({ answer: attentive });
  const folder = await folderFor(model, 'cache: { mode: read-write, ttl: 1h }\n');
  const first = await folder.done([], env);
  const sent = model.requests.length;
  // In a process that knows nothing but what lies there.
  const second = await folder.run(['--deadline', '10m'], env).ended;
  expect(model.requests).toHaveLength(sent);
  expect(shown(second.report!)).toEqual(shown(first.report!));
  expect(second.report!.usage).toMatchObject({ requests: 0, from_cache: sent });

  // Who knows no key can write files, but no answer: here, those of somebody else's account.
  delete model.options.keys;
  const other = await folder.done([], { OPENAI_API_KEY: 'sk-another-0123456789abcdef' });
  expect(model.requests).toHaveLength(2 * sent);
  expect(other.report!.notices.join('\n')).toContain('not sealed by the key of this run');
});
