import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startActionsService, type ActionsService } from '../support/actions-service.js';
import { forkPullRequest } from '../support/fork-payloads.js';
import type { GitHubServer } from '../support/github-server.js';
import { attentive, type ModelServer } from '../support/model-server.js';
import { Folder } from '../support/own-process.js';
import type { ActionRun, Finished } from '../support/run-action.js';
import { config, CONFIG_PATH, gitHub, KEY, modelServer, scenario, STATEMENTS } from '../support/scenario.js';

let root: string;
let model: ModelServer;
let service: ActionsService;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-machine-'));
  model = await modelServer({ answer: attentive });
  service = await startActionsService();
});
afterEach(async () => {
  await service.close();
  await rm(root, { recursive: true, force: true });
});

const CACHED = 'cache: { mode: read-write }\n';

/** Each time on another machine, where nothing lies but what the service of caches puts there. */
async function run(more = CACHED, over: ActionRun & { github?: GitHubServer } = {}): Promise<Finished> {
  const folder = path.join(root, 'cache');
  await rm(folder, { recursive: true, force: true });
  model.requests.length = 0;
  return scenario({
    ...over,
    files: { [CONFIG_PATH]: config(model, more) },
    inputs: { comment: 'never', 'cache-directory': folder, ...over.inputs },
    env: { ...service.env, GITHUB_RUN_ID: String(100 + service.calls.length), ...over.env },
  });
}

const warnings = ({ stdout }: Finished) => stdout.split('\n').filter((line) => line.startsWith('::warning::'));

it('a second run on another machine sends nothing; the programs that pack and unpack see no key; another key takes nothing', async () => {
  const [programs, seen] = [path.join(root, 'bin'), path.join(root, 'seen')];
  await mkdir(programs);
  await writeFile(path.join(programs, 'tar'), `#!/bin/sh\nenv >>'${seen}'\nPATH="$TRUE_PATH" exec tar "$@"\n`);
  await chmod(path.join(programs, 'tar'), 0o755);
  const env = { PATH: `${programs}:${process.env.PATH}`, TRUE_PATH: process.env.PATH!, OPENAI_API_KEY: KEY };

  const first = await run(undefined, { env });
  const sent = model.requests.length;
  expect({ sent, requests: first.outputs.requests }).toEqual({ sent: 11, requests: '11' });
  expect(service.caches).toHaveLength(1);
  expect(service.caches[0]!.key).toMatch(/^sensitivity-replies-[\da-f]{16}-[\da-f]{16}-\d+-1$/);

  const second = await run(undefined, { env });
  expect(second.report!.usage).toMatchObject({ requests: 0, from_cache: sent });
  expect(model.requests).toEqual([]);
  expect([...warnings(first), ...warnings(second)]).toEqual([]);
  // There was nothing new.
  expect(service.caches).toHaveLength(1);
  const shown = await readFile(seen, 'utf8');
  expect(shown).toContain('RUNNER_TEMP=');
  expect(shown).not.toContain(KEY);

  // Other rules, the same model: what it was asked before is there.
  const other = await run(`${CACHED}seed: 7\n`);
  expect(other.report!.usage).toMatchObject({ requests: 0, from_cache: sent });
  delete model.options.keys;
  const foreign = await run(undefined, { inputs: { 'api-key': 'sk-another-0123456789abcdef' } });
  expect(foreign.report!.usage).toMatchObject({ requests: sent });
});

it('an interrupted run is taken up on another machine, where both say `resume: true`', async () => {
  const inputs = { resume: 'true' };
  model.options.fail = (_request, nth) => (nth > 6 ? { status: 500, body: {} } : undefined);
  const first = await run('', { inputs, haste: 5 });
  expect(first.report!.usage.requests).toBeGreaterThan(6);
  expect(service.caches).toHaveLength(1);
  delete model.options.fail;
  const second = await run('', { inputs });
  expect(second).toMatchObject({ exitCode: 0, report: { usage: { from_journal: 6, requests: 5 } } });
  // Nothing is open any more: a third run begins anew.
  expect(service.caches).toHaveLength(2);
  const third = await run('', { inputs });
  expect(third.report!.usage).toMatchObject({ requests: 11 });
  expect(service.caches).toHaveLength(2);
});

it('a run that is cancelled leaves what it was answered, in the time that GitHub gives', async () => {
  const statements = Array.from({ length: 30 }, (_, i) => `The river number ${i} is long.`).join('\n');
  const folder = await Folder.with({ [CONFIG_PATH]: config(model, 'concurrency: 4\n'), 'evals/statements.txt': statements });
  try {
    const inputs = {
      'api-key': KEY,
      'allow-loopback': new URL(model.url).host,
      'cache-directory': path.join(root, 'cache'),
      resume: 'true',
    };
    const { child, ended } = await folder.action(inputs, service.env);
    let at = 0;
    model.options.fail = (_request, nth) => {
      if (nth < 20) return undefined;
      if (nth === 22) setTimeout(() => child.kill('SIGINT'), (at = Date.now()) && 50);
      return 'hang';
    };
    expect((await ended).report!.outcome).toBe('inconclusive');
    expect(Date.now() - at).toBeLessThan(7_500);
  } finally {
    await folder.remove();
  }
  expect(service.caches).toHaveLength(1);
});

it('nothing is taken or left where a stranger may have written what is tested, whatever rights the run has', async () => {
  await run();
  const calls = service.calls.length;
  const github = await gitHub();
  const base = ({ payload }: typeof event) => (payload as { pull_request: { base: { sha: string } } }).pull_request.base.sha;
  const event = forkPullRequest();
  github.files
    .set(`${base(event)}:${CONFIG_PATH}`, config(model, CACHED))
    .set(`${base(event)}:evals/statements.txt`, STATEMENTS.join('\n'));
  for (const name of ['pull_request', 'pull_request_target']) {
    const finished = await run(CACHED, { github, event: { ...event, name } });
    expect(finished).toMatchObject({ exitCode: 0, outputs: { outcome: 'pass', requests: '11' } });
    expect(finished.stdout).toContain('The Actions cache is left alone');
  }
  expect(service.calls).toHaveLength(calls);
});

it('GitHub Enterprise Server has the first version of the service: it serves as well', async () => {
  const env = { GITHUB_SERVER_URL: 'https://github.example.com', ...service.envOfFirstVersion };
  const first = await run(CACHED, { env });
  const second = await run(CACHED, { env });
  expect([...warnings(first), ...warnings(second)]).toEqual([]);
  expect(second.report!.usage).toMatchObject({ requests: 0, from_cache: 11 });
});

it('whoever asked for no cache, or has none, as on GitHub Enterprise Server, is told so in a line at most', async () => {
  expect((await run('')).stdout).not.toContain('cache');
  const { exitCode, stdout } = await run(CACHED, { env: { GITHUB_SERVER_URL: 'https://github.example.com' } });
  expect(exitCode).toBe(0);
  expect(stdout.match(/.*this runner has no Actions cache.*/g)).toEqual([expect.not.stringContaining('::')]);
  expect(service.calls).toEqual([]);
});

it('a service that answers 500 or hangs costs a warning, and the run its answers: not the verdict', async () => {
  for (const trouble of [500, 'hang'] as const) {
    service.options.fail = () => trouble;
    const finished = await run(undefined, { env: { SEGMENT_DOWNLOAD_TIMEOUT_MINS: '0.005' }, fresh: true });
    expect(finished).toMatchObject({ exitCode: 0, outputs: { outcome: 'pass', requests: '11' } });
    expect(warnings(finished)).toEqual([expect.stringContaining('The Actions cache was not done in 0.3 s')]);
  }
});
