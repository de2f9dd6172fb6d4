import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawFrom } from '../../src/engine/random.ts';
import type { Results } from '../../src/engine/results.ts';
import { attentive, type ModelServer } from '../support/model-server.ts';
import { DRAW } from '../support/jest/draw.mjs';
import { Folder } from './own-process.ts';
import {
  config,
  CONFIG_PATH,
  headAt,
  MODEL_KEY,
  modelServer,
  pullRequest,
  scenario,
} from '../support/scenario.ts';

const ROWS = 30;
const AT_ONCE = 4;
const KILLS = process.env.THOROUGH ? 10 : 2;
const env = { OPENAI_API_KEY: MODEL_KEY };
const statements = Array.from({ length: ROWS }, (_, i) => `The river number ${i} is long.`).join(
  '\n',
);

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

const stored = async (cache: string) => {
  const names = (await readdir(cache).catch(() => [])).filter((name) => name.startsWith('store-'));
  return names.map((name) => path.join(cache, name));
};
/** A report without usage, time and notices. */
const shown = ({ usage: _usage, started_at: _at, notices: _said, ...rest }: Results) => rest;

it('a killed run resumes to the report of an undisturbed one, and repeats no answered request', async () => {
  const model = await modelServer({ answer: attentive, latency: 3 });
  const calm = await (await folderFor(model)).done([], env);
  const wanted = model.requests.length;
  expect(calm.exitCode).toBe(0);

  const folder = await folderFor(model);
  model.requests.length = 0;
  let kills = 0;
  const moment = drawFrom(DRAW, 'kills');
  for (let nth = 0; nth < KILLS; nth++) {
    const after = model.requests.length + 1 + moment(Math.floor(50 / KILLS));
    const { child, ended } = folder.run([], env);
    model.options.fail = () => {
      if (model.requests.length === after) child.kill('SIGKILL');
      return undefined;
    };
    kills += (await ended).signal === 'SIGKILL' ? 1 : 0;
  }
  delete model.options.fail;
  expect(kills).toBe(KILLS);
  const [first] = await stored(folder.cache);
  // A torn last line, as after a power cut, and a line that no run wrote.
  await writeFile(first!, '{"id":"x"}\n{"id":"', { flag: 'a' });

  const before = model.requests.length;
  const resumed = await folder.done([], env);
  expect(shown(resumed.report!)).toEqual(shown(calm.report!));
  expect(resumed.report!.usage.requests).toBe(model.requests.length - before);
  expect(resumed.report!.usage.from_resume! + resumed.report!.usage.requests).toBe(wanted);
  expect(model.requests.length).toBeLessThanOrEqual(wanted + kills * AT_ONCE);
  expect(resumed.report!.notices.join('\n')).toContain('ignored 1 damaged line.');
  expect(resumed.stdout.replace(/\s+/g, ' ')).toContain('Set `--no-resume` to ask again');

  // The resumed run is done: the next one asks anew.
  expect((await folder.done([], env)).report!.usage).toMatchObject({ requests: wanted });
});

it('two runs at once in one folder store their answers separately, and a killed one resumes', async () => {
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
  const rules = filesFor(model)[CONFIG_PATH]!;
  await folder.write(CONFIG_PATH, `${rules}seed: 7\n`);
  const other = await folder.done([], env);
  const wanted = other.report!.usage.requests;
  expect(other.report!.usage).not.toHaveProperty('from_resume');
  expect(wanted).toBeGreaterThan(answered);

  first.child.kill('SIGKILL');
  await first.ended;
  await folder.write(CONFIG_PATH, rules);
  const resumed = await folder.done([], env);
  expect(resumed.report!.usage).toMatchObject({
    from_resume: answered,
    requests: wanted - answered,
  });
  expect(resumed.exitCode).toBe(0);
});

it('an interrupted run ends although a server hangs, is no pass, and names its cause once', async () => {
  const model = await modelServer({ answer: attentive });
  const folder = await folderFor(
    model,
    '',
    `${READ_AT_ONCE}\n    add_negation: { method: pair, min_pass_rate: 0.7 }`,
  );
  const { child, ended } = folder.run([], env);
  model.options.fail = (_request, nth) => {
    if (nth < 20) return undefined;
    if (nth === 19 + AT_ONCE) child.kill('SIGINT'); // All that came before it has been read.
    return 'hang';
  };
  const { exitCode, report, page, stdout } = await ended;
  const open = report!.results.filter(({ error }) => error?.kind === 'interrupted');
  const tests = new Set(open.map(({ test_type }) => test_type)).size;
  expect({ exitCode, outcome: report!.outcome, tests }).toEqual({
    exitCode: 3,
    outcome: 'inconclusive',
    tests: 2,
  });
  expect(await stored(folder.cache)).toHaveLength(1);
  const printed = stdout.replace(/\s+/g, ' ');
  expect(printed.match(/The run was interrupted/g)).toHaveLength(1);
  expect(printed.match(/Run the same command again/g)).toHaveLength(1);
  expect(printed).not.toContain('0 rows failed');
  expect(printed).toContain(`${open.length} rows in error (interrupted): as above`);
  expect(page.match(/The run was interrupted/g)).toHaveLength(1);
  expect(page.match(/Run the same command again/g)).toHaveLength(1);
});

it('an interrupted job writes report, summary and outputs, and the next run resumes it', async () => {
  const model = await modelServer({ answer: attentive });
  const folder = await folderFor(model, '', READ_AT_ONCE);
  const inputs = {
    'api-key': MODEL_KEY,
    'allow-loopback': new URL(model.url).host,
    'cache-directory': `${folder.path}-cache`,
  };
  const { child, ended, said } = await folder.action(inputs, {}, pullRequest());
  model.options.fail = (_request, nth) => {
    if (nth < 20) return undefined;
    if (nth === 19 + AT_ONCE) child.kill('SIGINT');
    return 'hang';
  };
  const { exitCode, report, stdout } = await ended;
  expect(exitCode).toBe(1);
  expect(report!.outcome).toBe('inconclusive');
  expect(report!.notices.join('\n')).toContain('interrupted');
  expect(await said('summary')).toContain('interrupted');
  expect((await said('summary')).match(/Run the job again/g)).toHaveLength(1);
  expect(await said('output')).toContain('inconclusive');
  expect(stdout).not.toContain('comment');

  delete model.options.fail;
  const again = {
    files: filesFor(model, '', READ_AT_ONCE),
    inputs: { ...inputs, comment: 'never' },
  };
  // Other rules resume nothing; another commit with the same rules does.
  const another = pullRequest({ head: headAt('f'.repeat(40)) });
  const files = { ...again.files, [CONFIG_PATH]: `${again.files[CONFIG_PATH]!}seed: 7\n` };
  expect((await scenario({ ...again, files })).report!.usage).not.toHaveProperty('from_resume');
  const resumed = await scenario({ ...again, event: another });
  expect({ exitCode: resumed.exitCode, usage: resumed.report!.usage }).toMatchObject({
    exitCode: 0,
    usage: { from_resume: 19 },
  });
});

it('answers of an endpoint without a key are not stored, and the log says so once', async () => {
  const model = await modelServer({ answer: attentive, keys: undefined as never });
  const cache = await mkdtemp(path.join(tmpdir(), 'sensitivity-cache-'));
  const runs = {
    files: { [CONFIG_PATH]: config(model) },
    inputs: { comment: 'never', 'cache-directory': cache },
  };
  try {
    const unsealed = await scenario({ ...runs, inputs: { ...runs.inputs, 'api-key': '' } });
    expect(await readdir(cache)).toEqual([]);
    expect(unsealed.stdout.match(/Answers are not stored for later runs/g)).toHaveLength(1);
    const sent = model.requests.length;
    const sealed = await scenario(runs);
    expect(sealed.stdout).not.toContain('Answers are not stored');
    expect(await stored(cache)).toHaveLength(1);
    expect((await scenario(runs)).outputs.requests).toBe('0');
    expect(model.requests).toHaveLength(2 * sent);
  } finally {
    await rm(cache, { recursive: true });
  }
  const folder = await folderFor(model);
  expect((await folder.done([], {})).stdout.replace(/\s+/g, ' ')).toContain(
    'Answers are not stored for later runs',
  );
  expect(await stored(folder.cache)).toEqual([]);
});

it('a run at its deadline gives up open requests, and its rows are in error', async () => {
  const model = await modelServer({
    answer: attentive,
    fail: (_request, nth) => (nth < 20 ? undefined : 'hang'),
  });
  const { exitCode, report } = await (
    await folderFor(model, 'deadline: 3\n', READ_AT_ONCE)
  ).run([], env).ended;
  expect(exitCode).toBe(3);
  expect(report!.outcome).toBe('inconclusive');
  expect(report!.usage.duration_ms).toBeLessThan(100_000);
  expect(report!.results.filter(({ error }) => error?.kind === 'deadline').length).toBeGreaterThan(
    10,
  );
});
