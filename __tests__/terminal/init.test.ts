import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/read.ts';
import { HUB_NAMES, HUBS } from '../../src/models/hubs/addresses.ts';
import { workTreeFiles } from '../../src/trust/work-tree.ts';
import { PROMPT, PROMPT_PATH, ROWS_PATH, rows } from '../support/desk.ts';
import { CONFIG_PATH } from '../support/gate.ts';
import { KEY, folder, modelServer, sensitivity } from './support.ts';

const WORKFLOW = '.github/workflows/sensitivity.yml';

interface Step {
  uses: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
  if?: string;
}
interface Workflow {
  on: { pull_request: { branches: string[]; types: string[] } };
  permissions: Record<string, string>;
  jobs: { sensitivity: { steps: Step[] } };
}

async function init(words: string[], files: Record<string, string> = {}, env = {}) {
  const root = folder(files);
  const ended = await sensitivity(['init', '--yes', ...words], { root, env });
  const config = ended.files[CONFIG_PATH] ?? '';
  const workflow = parse(ended.files[WORKFLOW] ?? '') as Workflow;
  return { ...ended, config, workflow, text: ended.files[WORKFLOW] ?? '' };
}

it.each(HUB_NAMES)('%s: the files are what a run reads', async (hub) => {
  const needsAddress = HUBS[hub].baseURL === undefined && !HUBS[hub].isLocal;
  const address = needsAddress ? ['--base-url', 'https://models.example.com/v1'] : [];
  const model = hub === 'reference' ? 'attentive' : 'some/model:1';
  const { status, root, workflow } = await init(['--hub', hub, '--model', model, ...address]);
  expect(status).toBe(0);
  const config = await readConfig({ path: CONFIG_PATH, files: workTreeFiles(root) });
  expect(config.subject.model).toMatchObject({ hub, name: model });
  expect(config.tests.map(({ test }) => test.name)).toEqual([
    'add_negation',
    'add_toxic_words',
    'refusal',
  ]);
  const gate = workflow.jobs.sensitivity.steps.find(({ uses }) =>
    uses.includes('sensitivity-action'),
  );
  const [variable] = HUBS[hub].keyVariables;
  expect(gate?.env).toEqual(
    variable === undefined ? undefined : { [variable]: `\${{ secrets.${variable} }}` },
  );
  if (needsAddress) expect(gate?.with?.['allowed-hosts']).toContain('models.example.com');
});

it('writes a workflow that no one can move, which keeps no token and says why it may what', async () => {
  const { workflow, text } = await init(['--model', 'm']);
  const { steps } = workflow.jobs.sensitivity;
  const others = steps.filter(({ uses }) => !uses.includes('sensitivity-action'));
  for (const { uses } of others) expect(uses).toMatch(/^actions\/[\w/-]+@[0-9a-f]{40}$/);
  expect(text.match(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)).toHaveLength(others.length);
  expect(steps[0]?.with).toEqual({ 'persist-credentials': false });
  expect(workflow.on.pull_request).toEqual({
    branches: ['main'],
    types: ['opened', 'synchronize', 'reopened', 'edited'],
  });
  expect(Object.keys(workflow.permissions)).toEqual(['contents', 'pull-requests']);
  for (const name of Object.keys(workflow.permissions))
    expect(text).toMatch(new RegExp(`${name}: \\w+ +# \\w`));
  const names = ['cache/restore', 'cache/save', 'upload-artifact'];
  for (const name of names) expect(text).toContain(`actions/${name}@`);
});

it('takes prompt and rows as they stand, and sends nothing', async () => {
  const model = await modelServer();
  const files = { [PROMPT_PATH]: PROMPT, [ROWS_PATH]: rows() };
  const words = ['--model', 'm', '--base-url', `${model.url}/v1`];
  const { status, root, config } = await init(words, files, { OPENAI_API_KEY: KEY });
  const read = await readConfig({ path: CONFIG_PATH, files: workTreeFiles(root) });
  expect(read.subject.prompt).toEqual({ text: PROMPT.trimEnd(), file: PROMPT_PATH });
  expect(read.tests.map(({ test, data }) => [test.name, data.source])).toEqual([
    ['add_negation', ROWS_PATH],
    ['add_toxic_words', ROWS_PATH],
  ]);
  expect(config).toContain('# Columns: "id", "text", "options", "answer"');
  expect([status, model.requests.length]).toEqual([0, 0]);
});

it.each([
  ['ticket,reply\nx,y\n', 'Hi', { columns: { text: 'YOUR-COLUMN' } }, ['add_toxic_words']],
  ['Question,Expected\nx,y\n', 'Hi', {}, ['answers', 'add_toxic_words']],
  [
    'text,answer,help\nx,y,z\n',
    '{help} {text}',
    { columns: { fill: ['help'] } },
    ['answers', 'add_toxic_words'],
  ],
])('guesses no column: %s', async (csv, prompt, columns, tests) => {
  const { config } = await init(['--model', 'm'], { 'evals/q.csv': csv, [PROMPT_PATH]: prompt });
  const { data, tests: written } = parse(config) as {
    data: object;
    tests: { sensitivity: object };
  };
  expect(data).toEqual({ source: 'evals/q.csv', ...columns });
  expect(Object.keys(written.sensitivity)).toEqual(tests);
});

it('leaves a value for a placeholder that nothing fills', async () => {
  const { config } = await init(['--model', 'm'], {
    [PROMPT_PATH]: 'Use {{ help }}: {{ question }}',
  });
  expect(parse(config)).toMatchObject({
    model: { prompt_file: PROMPT_PATH, variables: { help: 'YOUR-VALUE' } },
  });
});

it('writes what a name says, and no YAML of it', async () => {
  const name = 'a: [b]\n# "c" {d}';
  const { config } = await init(['--model', name]);
  expect(parse(config)).toMatchObject({ model: { name } });
});

it('takes the local main before the current branch', async () => {
  const root = folder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init', '-b', 'main');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--allow-empty', '-m', 'first');
  git('checkout', '-b', 'topic');
  const { files } = await sensitivity(['init', '--yes', '--model', 'm'], { root });
  expect(parse(files[WORKFLOW] ?? '')).toMatchObject({
    on: { pull_request: { branches: ['main'] } },
  });
});

it('writes nothing below the root of a repository', async () => {
  const above = folder({ 'app/prompt.txt': 'Hi.' });
  execFileSync('git', ['init'], { cwd: above, stdio: 'ignore' });
  const root = path.join(above, 'app');
  const { status, files } = await sensitivity(['init', '--yes', '--model', 'm'], { root });
  expect([status, Object.keys(files)]).toEqual([2, ['prompt.txt']]);
});

it('overwrites nothing without --force', async () => {
  const files = { [CONFIG_PATH]: 'mine\n' };
  const refused = await init(['--model', 'm'], files);
  expect([refused.status, refused.files]).toEqual([2, files]);
  const forced = await init(['--model', 'm', '--force'], files);
  expect([forced.status, forced.config.includes('mine')]).toEqual([0, false]);
});

it('names the options that are missing where no one can answer', async () => {
  const { status, stderr, files } = await sensitivity([
    'init',
    '--hub',
    'openai',
    '--data',
    'none',
  ]);
  expect([status, files]).toEqual([2, {}]);
  for (const option of ['--yes', '--model', '--prompt']) expect(stderr).toContain(option);
  for (const option of ['--hub', '--data']) expect(stderr).not.toContain(option);
});
