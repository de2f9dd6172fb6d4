/** Each command in a process: its exit status, the files it leaves, the requests it sends. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
  BROKEN,
  deskConfig,
  deskFiles,
  deskModel,
  PROMPT_PATH,
  ROWS_PATH,
} from '../support/desk.ts';
import { CONFIG_PATH, MODEL_KEY, modelServer } from '../support/gate.ts';
import { SOURCES } from '../support/run-process.ts';
import { temporaryFolder } from '../support/repository.ts';
import { terminal } from '../support/terminal.ts';

const committed = deskFiles({ [CONFIG_PATH]: deskConfig({ more: 'judge: off\n' }) });
const WEAKER = { [CONFIG_PATH]: deskConfig({ more: 'judge: off\n' }).replace('0.8', '0.1') };
const env = { SENSITIVITY_API_KEY: MODEL_KEY };

async function desk(line: string, files = {}, url?: string) {
  const model = await modelServer(deskModel());
  const words = [...line.split(' '), '--base-url', url ?? `${model.url}/v1`];
  const ended = await terminal(words, { committed, files, env });
  const written = Object.keys(ended.files).filter((name) => !(name in committed));
  return { ...ended, written, sent: model.requests.length };
}

const DEAD = 'http://127.0.0.1:9/v1';

it.each([
  ['a model that is right: 18 rows pass', 'run', {}, 0, 18],
  ['a prompt that breaks it: 6 rows fail', 'run', BROKEN, 1, 6],
  [
    'the same beside its base, and 30 requests that name the line',
    'run --base main',
    BROKEN,
    1,
    36,
  ],
  ['a minimum that only the work tree lowers', 'run --base main', { ...BROKEN, ...WEAKER }, 1, 36],
  ['a base that is not there', 'run --base nowhere', {}, 2, 0],
  ['a cap below a verdict', 'run --max-requests 3', {}, 3, 0],
  ['every row shown', 'run --show-rows', {}, 0, 18],
  ['nothing reused', 'run --no-resume', {}, 0, 18],
  ['one question', 'check', {}, 0, 1],
  ['no question', 'check --offline', {}, 0, 0],
  ['every row once', 'suggest', {}, 0, 40],
  ['minima that the model misses', 'suggest --write', BROKEN, 1, 40],
  ['a kind that there is not', `draft ${PROMPT_PATH} --kind rule`, {}, 2, 0],
  ['help', 'help run', {}, 0, 0],
])('%s: %s', async (_name, line, files, status, requests) => {
  const { exitCode, sent, written, stderr } = await desk(line, files);
  expect([exitCode, sent, written]).toEqual([status, requests, []]);
  expect(/✖|error:/.test(stderr)).toBe(status === 2);
});

it.each(['run', 'run --base main', 'check', 'suggest', `draft ${PROMPT_PATH}`])(
  'an endpoint that is not there: %s ends with 3',
  async (line) => {
    const once = { [CONFIG_PATH]: deskConfig().replace('retries: 1', 'retries: 0') };
    expect((await desk(line, { ...BROKEN, ...once }, DEAD)).exitCode).toBe(3);
  },
);

it('the demo sends nothing, and says what each scripted model got', async () => {
  const TMPDIR = temporaryFolder();
  const { exitCode, stdout } = await terminal(['demo'], { env: { COLUMNS: '1e9', TMPDIR } });
  expect([exitCode, stdout.match(/[✅❌] Sensitivity|0\/5/gu)?.length]).toEqual([0, 4]);
  expect(readdirSync(TMPDIR)).toEqual([]);
});

it.each([
  ['help', 3],
  ['no-command', 2],
])('where nothing can be written, %s ends with %i', (word, expected) => {
  const cli = path.join(SOURCES, 'cli.js');
  const full = openSync('/dev/full', 'w');
  const { status } = spawnSync(process.execPath, [cli, word], { stdio: ['ignore', full, full] });
  closeSync(full);
  expect(status).toBe(expected);
});

it('run writes its report where it is told, and --json prints the same', async () => {
  const { stdout, report, files, written } = await desk('run --json --report-directory reports');
  expect(JSON.parse(stdout)).toEqual(report);
  const names = ['report.html', 'report.json', 'report.xml'];
  expect(written.sort()).toEqual(names.map((name) => `reports/${name}`));
  for (const name of names) expect(files[`reports/${name}`]).toContain(`${ROWS_PATH}:`);
});
