/** One status for one cause, in every command. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Terminal } from '../../src/terminal/terminal.ts';
import removed from '../../src/config/removed.json' with { type: 'json' };
import { deskConfig, deskFiles, deskModel, PROMPT_PATH } from '../support/desk.ts';
import { CONFIG_PATH } from '../support/gate.ts';
import { createRepository, put } from '../support/repository.ts';
import { KEY, folder, modelServer, sensitivity } from './support.ts';

const COMMANDS = ['check', 'run', 'suggest', 'draft prompts/desk.md'];

describe('usage and configuration are 2', () => {
  it.each([
    '',
    'chek',
    'help chek',
    'help doctor',
    'check --fo',
    'check extra',
    'check --max-requests x',
    'check --max-requests 0',
    'check --hub nowhere',
    'run --config',
    'draft',
    `draft ${PROMPT_PATH} --rows -1`,
    'init --yes --data none.csv',
    'init --yes --base-url localhost:8080/v1',
    'init --yes --base-url https:/models.example.com',
    'init --yes --base-url http://models.example.com/v1',
  ])('%s', async (line) => {
    const { status, stderr } = await sensitivity(line.split(' ').filter(Boolean), {
      root: folder(deskFiles()),
    });
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

  it.each([...COMMANDS, 'init --yes'])('%s: below the root of a repository', async (line) => {
    const above = folder(deskFiles({ [`data/${PROMPT_PATH}`]: 'Hi.' }));
    execFileSync('git', ['init'], { cwd: above, stdio: 'ignore' });
    const root = path.join(above, 'data');
    const { status, stderr, files } = await sensitivity(line.split(' '), { root });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/cd \.\.\//)]);
    expect(Object.keys(files)).toEqual([PROMPT_PATH]);
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

it('shows progress on one line, as wide as the terminal', () => {
  const out: string[] = [];
  const stderr = { isTTY: true, write: (text: string) => out.push(text) };
  const host = { cwd: () => '.', env: {}, stdout: { columns: 7 }, stderr, once: () => undefined };
  new Terminal(host as never).progress?.say('asking: 12');
  expect(out).toEqual(['\r\u001B[Kasking']);
});

it('a demo that is interrupted is 3', async () => {
  const { status } = await sensitivity(['demo'], { once: (_signal, listener) => listener() });
  expect(status).toBe(3);
});

it('a defect is 3', async () => {
  const env = { XDG_CACHE_HOME: 1 as never };
  const { status, stderr } = await sensitivity(['check'], { env });
  expect([status, stderr]).toEqual([3, expect.stringContaining('defect')]);
});

describe('the gate', () => {
  const env = { SENSITIVITY_API_KEY: KEY };
  const config = deskConfig({ more: 'judge: off\n' });

  it('prints JSON alone, of which nothing steers a terminal or a runner', async () => {
    const name = 'm##[é';
    const model = await modelServer(deskModel());
    const root = folder(deskFiles({ [CONFIG_PATH]: config }));
    const words = ['run', '--json', '--report-directory', 'reports', '--model', name];
    words.push('--base-url', `${model.url}/v1`);
    const { stdout } = await sensitivity(words, { root, env });
    const expected = { schema_version: 2, outcome: 'pass', model: { name } };
    expect(JSON.parse(stdout)).toMatchObject(expected);
    expect(stdout).not.toMatch(/##\[|[^\n -~é]/);
  });

  it('asks anew what had a verdict, that of the preview as well', async () => {
    const model = await modelServer(deskModel());
    const root = folder();
    createRepository(root, deskFiles({ [CONFIG_PATH]: config }));
    put(root, { [CONFIG_PATH]: config.replace('0.8', '0.9') });
    const words = ['run', '--base', 'main', '--base-url', `${model.url}/v1`];
    const { stderr } = await sensitivity(words, { root, env });
    // No other user can predict the name of the folder.
    expect(stderr).toMatch(/Report: .*-report-\w{6}\/report/);
    const first = model.requests.length;
    await sensitivity(words, { root, env });
    expect(model.requests).toHaveLength(2 * first);
  });
});
