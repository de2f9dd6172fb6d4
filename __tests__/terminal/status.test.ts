/** One status for one cause, in every command. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Terminal } from '../../src/terminal/terminal.ts';
import removed from '../../src/config/removed.json' with { type: 'json' };
import { deskConfig, deskFiles, deskModel, PROMPT_PATH } from '../support/desk.ts';
import { CONFIG_PATH } from '../support/gate.ts';
import { createRepository, put, type Tree } from '../support/repository.ts';
import { KEY, folder, modelServer, sensitivity } from './support.ts';

const COMMANDS = ['check', 'run', 'suggest', 'draft prompts/desk.md'];
const DEAD = 'http://127.0.0.1:9/v1';

describe('usage and configuration are 2', () => {
  it.each([
    '',
    'chek',
    'help chek',
    'help doctor',
    'doctor --help',
    'check --fo',
    'check extra',
    'check --max-requests x',
    'check --max-requests 0',
    'check --hub nowhere',
    'run --config',
    'draft',
    'draft a.md --rows -1',
    'init',
    'init --yes --data none.csv',
  ])('%s', async (line) => {
    const { status, stderr } = await sensitivity(line.split(' ').filter(Boolean));
    expect([status, stderr === '']).toEqual([2, false]);
  });

  it.each(COMMANDS)(
    '%s: no configuration, a broken one, an address that no one granted',
    async (line) => {
      const none = folder({ [PROMPT_PATH]: 'Hi.' });
      const broken = folder(deskFiles({ [CONFIG_PATH]: 'model: { hub: openai }\n' }));
      const elsewhere = deskConfig().replace('name:', 'base_url: https://x.example\n  name:');
      const foreign = folder(deskFiles({ [CONFIG_PATH]: elsewhere }));
      for (const root of [none, broken, foreign]) {
        const { status, stdout, stderr } = await sensitivity(line.split(' '), { root });
        expect([status, /sensitivity\.yml|x\.example/.test(stdout + stderr)]).toEqual([2, true]);
      }
    },
  );

  it.each(COMMANDS)('%s: below the root of a repository', async (line) => {
    const above = folder(deskFiles({ [`data/${PROMPT_PATH}`]: 'Hi.' }));
    execFileSync('git', ['init'], { cwd: above, stdio: 'ignore' });
    const root = path.join(above, 'data');
    const { status, stderr } = await sensitivity(line.split(' '), { root });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/cd \.\.\//)]);
  });

  it('names all mistakes of a file', async () => {
    const config = deskConfig().replace('openai', 'opnai').replace('0.8', '85');
    const root = folder(deskFiles({ [CONFIG_PATH]: config }));
    const { stderr } = await sensitivity(['check', '--offline'], { root });
    expect(stderr.match(/✖ \.github\/sensitivity\.yml:\d+:\d+/g)).toHaveLength(2);
  });

  it.each([
    ...Object.entries(removed.commands).map(([name, instead]) => [[name], instead] as const),
    ...Object.entries(removed.options).map(
      ([name, instead]) => [['run', `--${name}=1`], instead] as const,
    ),
  ])('%s of version 1 says what to write', async (words, instead) => {
    const { status, stderr } = await sensitivity(words);
    expect(status).toBe(2);
    const plain = (text: string) => text.replaceAll('`', '').replace(/\s+/g, ' ').trim();
    expect(plain(stderr)).toContain(plain(instead));
  });
});

describe('an endpoint that gives nothing is 3', () => {
  it.each(COMMANDS)('%s', async (line) => {
    const config = deskConfig().replace('retries: 1', 'retries: 0');
    const root = folder(deskFiles({ [CONFIG_PATH]: config }));
    const words = [...line.split(' '), '--base-url', DEAD];
    const { status } = await sensitivity(words, { root, env: { SENSITIVITY_API_KEY: KEY } });
    expect(status).toBe(3);
  });
});

it('shows progress on one line, as wide as the terminal', () => {
  const out: string[] = [];
  const stderr = { isTTY: true, write: (text: string) => out.push(text) };
  const host = { cwd: () => '.', env: {}, stdout: { columns: 7 }, stderr, once: () => undefined };
  new Terminal(host as never).progress?.say('asking: 12');
  expect(out).toEqual(['\r\u001B[Kasking']);
});

it('a defect is 3', async () => {
  const env = { XDG_CACHE_HOME: 1 as never };
  const { status, stderr } = await sensitivity(['check'], { env });
  expect([status, stderr]).toEqual([3, expect.stringContaining('defect')]);
});

describe('help is 0', () => {
  it.each([['help'], ['--help'], ['--version'], ['run', '--help'], ['help', 'draft']])(
    '%s %s',
    async (...words) => {
      const { status, stdout, stderr } = await sensitivity(words);
      expect([status, stdout === '', stderr]).toEqual([0, false, '']);
    },
  );
});

describe('the gate', () => {
  async function desk(line: string, wrongShare?: number) {
    const prompt: Tree = wrongShare === undefined ? {} : { [PROMPT_PATH]: '{text}\n{options}' };
    const config = deskConfig({ more: 'judge: off\n' });
    const model = await modelServer(deskModel(wrongShare));
    const root = folder(deskFiles({ ...prompt, [CONFIG_PATH]: config }));
    const words = [...line.split(' '), '--base-url', `${model.url}/v1`];
    const env = { SENSITIVITY_API_KEY: KEY };
    const ended = await sensitivity(words, { root, env });
    return { ...ended, model };
  }

  it('passes with 0, fails with 1, and writes the report files', async () => {
    const line = 'run --report-directory reports';
    const [good, bad] = [await desk(line), await desk(line, 1)];
    expect([good.status, bad.status]).toEqual([0, 1]);
    for (const { files } of [good, bad])
      expect(Object.keys(files)).toEqual(
        expect.arrayContaining(
          ['report.json', 'report.html', 'report.xml'].map((name) => `reports/${name}`),
        ),
      );
    expect(JSON.parse(bad.files['reports/report.json'] ?? '')).toMatchObject({ outcome: 'fail' });
  });

  it('prints JSON alone, of which nothing steers a terminal or a runner', async () => {
    const name = 'm##[é';
    const { stdout } = await desk(`run --json --report-directory reports --model ${name}`);
    const expected = { schema_version: 2, outcome: 'pass', model: { name } };
    expect(JSON.parse(stdout)).toMatchObject(expected);
    expect(stdout).not.toMatch(/##\[|[^\n -~é]/);
  });

  it('sends at most the requests that are allowed', async () => {
    const { status, model } = await desk('run --max-requests 5 --report-directory reports');
    expect([status, model.requests.length <= 5]).toEqual([3, true]);
  });

  it('checks without a request, and without a key', async () => {
    const root = folder(deskFiles());
    const { status, stdout } = await sensitivity(['check', '--offline'], { root });
    expect(status).toBe(0);
    for (const shown of ['answers', '0.8', '40', 'a pass', 'a fail', 'at most'])
      expect(stdout).toContain(shown);
  });

  it('asks a model one question', async () => {
    const { status, model, stdout } = await desk('check');
    expect([status, model.requests.length]).toEqual([0, 1]);
    expect(stdout).toContain('✔');
  });

  it('asks anew what had a verdict, that of the preview as well', async () => {
    const model = await modelServer(deskModel());
    const config = deskConfig({ more: 'judge: off\n' });
    const root = folder();
    createRepository(root, deskFiles({ [CONFIG_PATH]: config }));
    put(root, { [CONFIG_PATH]: config.replace('0.8', '0.9') });
    const words = ['run', '--base', 'main', '--base-url', `${model.url}/v1`];
    const env = { SENSITIVITY_API_KEY: KEY };
    await sensitivity(words, { root, env });
    const first = model.requests.length;
    await sensitivity(words, { root, env });
    expect(model.requests).toHaveLength(2 * first);
  });

  it('says what a base does not have', async () => {
    const { status } = await desk('run --base nowhere');
    expect(status).toBe(2);
  });
});

it('shows the demo without a key: only the attentive model passes', async () => {
  const { status, stdout } = await sensitivity(['demo']);
  expect([status, stdout.match(/[✅❌] Sensitivity/gu)]).toEqual([
    0,
    ['✅ Sensitivity', '❌ Sensitivity', '❌ Sensitivity'],
  ]);
});
