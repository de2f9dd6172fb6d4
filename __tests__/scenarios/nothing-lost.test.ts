/** A run that ends early reports and stores its answers, and the next run asks only the rest. */
import { mkdirSync, readdirSync, appendFileSync } from 'node:fs';
import path from 'node:path';
import { deskConfig, deskFiles, deskModel, POLITE, ROWS_PATH } from '../support/desk.ts';
import { CONFIG_PATH, gate, gitHub, MODEL_KEY, modelServer } from '../support/gate.ts';
import type { ModelServer } from '../support/model-server.ts';
import { put, temporaryFolder } from '../support/repository.ts';
import { runDoor } from '../support/run-process.ts';
import { one } from '../support/runs.ts';

const AT_ONCE = 4;
const AFTER = 9;
const CONFIG = deskConfig({ more: `concurrency: ${AT_ONCE}\n` });

let cache: string;
beforeEach(() => {
  cache = temporaryFolder();
});

const base = deskFiles({ [CONFIG_PATH]: CONFIG });
const head = POLITE;

const promptsOf = ({ requests }: ModelServer) => requests.map(({ body }) => JSON.stringify(body));

/** After `AFTER` answers, all requests hang. `stop` is called when the last of them has come. */
function stopping(model: ModelServer, stop: () => void) {
  model.options.fail = (_request, nth) => {
    if (nth <= AFTER) return undefined;
    if (nth === AFTER + AT_ONCE) stop();
    return 'hang';
  };
}

/** The next run asks only what has no answer yet. */
async function expectResumed(model: ModelServer, inputs = {}) {
  const answered = promptsOf(model).slice(0, AFTER);
  delete model.options.fail;
  model.requests.length = 0;
  const { report } = await gate({ base, head, model, cache, inputs });
  expect(report.outcome).toBe('pass');
  expect(report.usage).toMatchObject({ stored: AFTER, requests: model.requests.length });
  expect(promptsOf(model).filter((prompt) => answered.includes(prompt))).toEqual([]);
  expect(report.notices.join('\n')).toMatch(new RegExp(`\\b${AFTER}\\b`));
}

it.each(one(['SIGINT', 'SIGTERM'] as const))('%s: reported, and resumed', async (signal) => {
  const model = await modelServer(deskModel());
  const stop = new AbortController();
  stopping(model, () => stop.abort());
  const github = await gitHub();
  const ended = await gate({
    base,
    head,
    model,
    github,
    cache,
    ownProcess: { signal: stop.signal, killSignal: signal },
  });
  expect(ended).toMatchObject({ exitCode: 1, outputs: { outcome: 'inconclusive' } });
  // After a signal there is no time for requests to GitHub.
  expect(github.requests).toEqual([]);
  const { results } = ended.report;
  expect(results.filter(({ error }) => error === undefined)).toHaveLength(AFTER);
  const kinds = results.flatMap(({ error }) => error?.kind ?? []);
  expect(new Set(kinds)).toEqual(new Set(['interrupted']));
  expect(ended.summary).toContain('interrupted');
  await expectResumed(model);
});

it('SIGKILL: resumed, past a line that was torn and one that no run wrote', async () => {
  const model = await modelServer(deskModel());
  const stop = new AbortController();
  stopping(model, () => stop.abort());
  await gate({
    base,
    head,
    model,
    cache,
    ownProcess: { signal: stop.signal, killSignal: 'SIGKILL' },
  });
  const [file = ''] = readdirSync(cache);
  appendFileSync(path.join(cache, file), '\n{"id":"x"}\n{"id":"');
  await expectResumed(model);
});

it('the deadline: reported with the rows in error, and resumed', async () => {
  const model = await modelServer(deskModel());
  stopping(model, () => undefined);
  const rules = { [CONFIG_PATH]: `${CONFIG}deadline: 3\n` };
  const files = { ...base, ...rules };
  const ended = await gate({ base: files, head, model, cache });
  expect(ended).toMatchObject({ exitCode: 1, outputs: { outcome: 'inconclusive' } });
  const kinds = ended.report.results.flatMap(({ error }) => error?.kind ?? []);
  expect(new Set(kinds)).toEqual(new Set(['deadline']));
  delete model.options.fail;
  const again = await gate({ base: files, head, model, cache });
  expect(again.report).toMatchObject({ outcome: 'pass', usage: { stored: AFTER } });
});

it('the cap: at most so many are sent, what was answered counts, and a higher cap goes on', async () => {
  const cap = 15;
  const model = await modelServer(deskModel());
  const inputs = { 'max-requests': String(cap) };
  const { report, outputs } = await gate({ base, head, model, cache, inputs });
  expect([outputs.requests, model.requests.length, report.outcome]).toEqual([
    String(cap),
    cap,
    'inconclusive',
  ]);
  expect(report.results.filter(({ error }) => error === undefined)).toHaveLength(cap);
  const again = await gate({ base, head, model, cache, inputs: { 'max-requests': '40' } });
  expect(again.report).toMatchObject({ outcome: 'pass', usage: { stored: cap } });
});

const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A command in a folder that the next run uses again, with an endpoint of the user's own. */
function inTerminal({ url }: ModelServer, ...command: string[]) {
  const [cwd, home] = [path.join(cache, 'work'), path.join(cache, 'home')];
  for (const folder of [cwd, home]) mkdirSync(folder);
  put(cwd, base);
  const words = [...command, '--base-url', `${url}/v1`];
  const env = { HOME: home, TMPDIR: cache, SENSITIVITY_API_KEY: MODEL_KEY };
  return { door: 'cli' as const, words, env, cwd };
}

it.each([...one(ENDS).map((signal) => [signal, 'run'] as const), ['SIGINT', 'suggest'] as const])(
  '%s: %s ends with 3, and the same command goes on',
  async (signal, command) => {
    const model = await modelServer(deskModel());
    const stop = new AbortController();
    stopping(model, () => stop.abort());
    const run = inTerminal(model, command);
    const ended = await runDoor({
      ...run,
      ownProcess: { signal: stop.signal, killSignal: signal },
    });
    expect(ended.exitCode).toBe(3);
    const answered = promptsOf(model).slice(0, AFTER);
    delete model.options.fail;
    model.requests.length = 0;
    expect((await runDoor(run)).exitCode).toBe(0);
    expect(promptsOf(model).filter((prompt) => answered.includes(prompt))).toEqual([]);
  },
);

it.each(['', 'deadline: 5\n'])('a signal or %j ends a terminal while rows load', async (more) => {
  const stop = new AbortController();
  const hub = await modelServer({
    fail: () => {
      if (more === '') setTimeout(() => stop.abort(), 500);
      return { status: 429, headers: { 'retry-after': '60' } };
    },
  });
  const run = inTerminal(hub, 'run', '--json');
  put(run.cwd, { [CONFIG_PATH]: CONFIG.replace(ROWS_PATH, 'hf:o/d') + more });
  const env = { ...run.env, HF_DATASETS_SERVER: hub.url };
  const { exitCode } = await runDoor({
    ...run,
    env,
    ownProcess: { signal: stop.signal, killSignal: 'SIGINT' },
  });
  expect([exitCode, hub.requests.length]).toEqual([3, 1]);
});

it('an endpoint that answers otherwise by now is asked, though a row was in error', async () => {
  const model = await modelServer(deskModel());
  model.options.fail = ({ body }) =>
    JSON.stringify(body).includes('item 3?') ? { status: 500 } : undefined;
  const run = inTerminal(model, 'run', '--json');
  expect(JSON.parse((await runDoor(run)).stdout)).toMatchObject({ outcome: 'pass' });
  model.options.answer = () => 'B';
  const again = await runDoor(run);
  expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'fail', usage: { stored: 0 } });
});

it('without a key nothing is stored', async () => {
  const model = await modelServer({ ...deskModel(), keys: undefined });
  await gate({ base, head, model, cache, inputs: { 'api-key': '' } });
  expect(readdirSync(cache)).toEqual([]);
});

it('a run that cannot begin reports that its store cannot be used', async () => {
  const blocked = path.join(temporaryFolder({ file: '' }), 'file');
  const model = await modelServer();
  const inputs = { 'max-requests': '1' };
  const { report } = await gate({ base, head, model, cache: blocked, inputs });
  expect(report.notices.join()).toContain(blocked);
});
