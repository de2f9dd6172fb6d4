/**
 * Every workflow that README, docs and `init` give to users runs as it is printed: events, inputs,
 * steps and jobs.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { HUBS } from '../../src/models/hubs/registry.ts';
import { isRubric, Judge } from '../../scripts/zoo/judge.ts';
import { readPrompt } from '../../scripts/zoo/knowledge.ts';
import { answerOf } from '../../scripts/zoo/models.ts';
import { FORK_BASE, forkPull, forkPullRequestTarget, FORK_HEAD } from '../support/fork-payloads.ts';
import { startInternet, type Internet } from '../support/internet.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import type { Behaviour } from '../support/model-types.ts';
import { eventsOf, OURS, printed, README_CONFIG, type Workflow } from './printed.ts';
import type { ActionRun } from '../support/run-action.ts';
import { runDoor } from '../support/run-process.ts';
import { one, some } from '../support/runs.ts';
import { CONFIG_PATH, gitHub, MODEL_KEY, pullRequest, TOKEN } from '../support/scenario.ts';
import {
  checkOut,
  commands,
  inShell,
  runWorkflow,
  type GateRun,
  type Ran,
} from './workflow-runner.ts';

const WORKFLOW_FILE = '.github/workflows/sensitivity.yml';

/** Hugging Face's router takes no other. */
const HF_TOKEN = 'hf_scenario0123456789abcdefghijklmnop';
const KEYS = [MODEL_KEY, HF_TOKEN];

const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
type Event = NonNullable<ActionRun['event']>;
const EVENTS: Record<string, () => Event> = {
  pull_request: pullRequest,
  pull_request_target: forkPullRequestTarget,
  push: () => ({
    name: 'push',
    payload: { ref: 'refs/heads/main', before: FORK_BASE, after: 'a'.repeat(40), repository },
  }),
  tag: () => ({
    name: 'push',
    payload: { ref: 'refs/tags/v2.0.0', before: '0'.repeat(40), after: FORK_HEAD, repository },
  }),
  schedule: () => ({ name: 'schedule', payload: { schedule: '17 4 * * 1', repository } }),
  workflow_dispatch: () => ({
    name: 'workflow_dispatch',
    payload: { ref: 'refs/heads/main', inputs: null, repository },
  }),
  merge_group: () => ({
    name: 'merge_group',
    payload: {
      action: 'checks_requested',
      merge_group: {
        head_sha: FORK_HEAD,
        base_sha: FORK_BASE,
        head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-abc',
      },
      repository,
    },
  }),
};

/** Models of the zoo that pass with rows that are neither question nor statement. */
const GOOD: Record<string, string> = {
  request: 'answers as it should, refuses plainly',
  sentence: 'polite',
};

/** A model that passes every test, and judges its own answers. */
function goodModel(): Behaviour {
  const judge = new Judge();
  return (prompt, { body }) => {
    if ((body as { model?: string }).model === 'YOUR-JUDGE' || isRubric(prompt))
      return judge.say(prompt);
    const asked = { ...readPrompt(prompt), prompt };
    const said = answerOf(GOOD[asked.kind] ?? 'knowing', 1, asked);
    judge.hear({ said: asked.said, ...said });
    return said.text;
  };
}

let root: string;
let model: ModelServer;
let internet: Internet;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-printed-'));
  const answer = goodModel();
  model = await startModelServer({
    answer,
    keys: KEYS,
    route: async (request) => {
      // Where others than OpenAI have its protocol.
      request.path = request.path.replace(/^\/v1beta\/openai\//, '/v1/');
      // The service of `hub: http`: as init has it, and as the recipe has it.
      const { prompt, question } = (request.body ?? {}) as { prompt?: string; question?: string };
      if (request.path === '/answer')
        return { status: 200, body: { answer: await answer(prompt!, request) } };
      if (request.path !== '/ask' || request.headers['x-api-key'] !== MODEL_KEY) return undefined;
      return { status: 200, body: { reply: { text: await answer(question!, request) } } };
    },
  });
  internet = await startInternet(model.url);
});
afterAll(async () => {
  await Promise.all([internet.close(), model.close()]);
  await rm(root, { recursive: true, force: true });
});

/**
 * What a reader has by then: the README's configuration, with what the page says of its own. The
 * nightly gate has a file for itself.
 */
function filesOf(config: Record<string, unknown>): Record<string, string> {
  const text = stringify({ ...README_CONFIG, ...config });
  return { [CONFIG_PATH]: text, '.github/sensitivity-nightly.yml': text };
}

/**
 * Of the README's tests the first alone, where all three say no more about a page: a third of the
 * requests.
 */
function partsFor({ where, workflow, config }: (typeof printed)[number]): Record<string, unknown> {
  const needsAll = where.startsWith('README') || JSON.stringify(workflow).includes('max-requests');
  const { add_negation } = (README_CONFIG as { tests: { sensitivity: { add_negation: object } } })
    .tests.sensitivity;
  return needsAll ? config : { tests: { sensitivity: { add_negation } }, ...config };
}

const mapped = (files: Record<string, string>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, change(text)]));

async function run(
  workflow: Workflow,
  { event, files }: { event: string; files: Record<string, string> },
): Promise<Ran> {
  const github = await gitHub();
  if (event === 'pull_request_target') {
    github.pulls.splice(0);
    github.addPull(forkPull());
  }
  // Forks and the queue change the subject under the rules of the base. For
  // other events the base has no rules: with equal ones the run would be skipped.
  const isByBase = ['pull_request_target', 'merge_group'].includes(event);
  const heads = mapped(files, (text) =>
    isByBase ? text.replace('OUR-MODEL', 'THEIR-MODEL') : text,
  );
  for (const [name, text] of event === 'tag' ? Object.entries(files) : [])
    github.files.set(`main:${name}`, text);
  for (const [name, text] of isByBase ? Object.entries(files) : []) {
    github.files.set(`${FORK_BASE}:${name}`, text).set(`${FORK_HEAD}:${name}`, heads[name]!);
  }
  // A server within the job asks for no key, and gets none.
  model.options.keys = JSON.stringify(workflow).includes('127.0.0.1') ? undefined : KEYS;
  const env: Record<string, string> = {
    ...internet.env,
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
  };
  if (event === 'tag') env.GITHUB_REF = 'refs/tags/v2.0.0';
  const ran = await runWorkflow(workflow, {
    root: await mkdtemp(path.join(root, 'workflow-')),
    event: EVENTS[event]!(),
    files: heads,
    env,
    secret: (name) => (name === 'HF_TOKEN' ? HF_TOKEN : MODEL_KEY),
    token: TOKEN,
    // What the job itself serves.
    moved: (value) => value.replace(/\b127\.0\.0\.1:\d+/, new URL(model.url).host),
    onCheckout: (sha) => {
      for (const [name, text] of Object.entries(heads)) github.files.set(`${sha}:${name}`, text);
    },
  });
  expect(github.violations).toEqual([]);
  return ran;
}

/** What a good model deserves. */
function expectPass({
  exitCode,
  outputs,
  stdout,
  everything,
  report: written,
  inputs,
}: GateRun): void {
  expect({ inputs, problem: written?.problem, outcome: outputs.outcome }).toEqual({
    inputs,
    problem: undefined,
    outcome: 'pass',
  });
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').filter((line) => /^::(?:error|warning)/.test(line))).toEqual([]);
  for (const secret of [...KEYS, TOKEN])
    expect(everything.replace(/^::add-mask::.*$/gm, '')).not.toContain(secret);
}

describe('the workflows of the pages', () => {
  it('are found, with every event', () => {
    expect(printed.length).toBeGreaterThanOrEqual(7);
    expect(printed.filter(({ isWhole }) => isWhole).length).toBeGreaterThanOrEqual(4);
    expect(
      [...new Set(printed.flatMap(({ workflow }) => eventsOf(workflow)))].filter(
        (name) => !(name in EVENTS),
      ),
    ).toEqual([]);
  });

  it.each(
    some(
      printed.map((block, nth) => ({ ...block, title: `${nth + 1}, ${block.where}` })),
      5,
    ),
  )('pass with a good model: $title', async (block) => {
    const { workflow } = block;
    const events = eventsOf(workflow);
    for (const event of process.env.THOROUGH ? events : events.slice(0, 1)) {
      const { gates, attested, called } = await run(workflow, {
        event,
        files: filesOf(partsFor(block)),
      });
      expect(gates.length).toBeGreaterThan(0);
      gates.forEach(expectPass);
      if (event !== 'tag') continue;
      expect(attested.map((files) => Object.keys(files))).toEqual([
        ['report.json', 'sensitivity.yml'],
      ]);
      expect(JSON.parse(attested[0]!['report.json']!)).toMatchObject({ outcome: 'pass' });
      expect(called).toEqual([
        'gh run download 42 --name evidence --dir evidence',
        'gh release create v2.0.0 --verify-tag --generate-notes evidence/report.json',
      ]);
    }
  });
});

/** Names of the form that the hub demands. */
const MODELS: Record<string, string> = { reference: 'attentive', huggingface: 'OWNER/MODEL' };

describe('the workflows of init', () => {
  it.each(one(HUBS))('pass with a good model of hub %s', async (hub) => {
    const cwd = await mkdtemp(path.join(root, 'init-'));
    const model = MODELS[hub] ?? 'OUR-MODEL';
    const words = ['init', '--hub', hub, '--model', model, '--yes'];
    const env = { ...internet.env, GIT_CEILING_DIRECTORIES: root };
    expect(await runDoor({ door: 'cli', words, cwd, env })).toMatchObject({ exitCode: 0 });
    const files: Record<string, string> = {};
    // The scripted model of `reference` knows the built-in rows alone, so that no file of rows is
    // written for it.
    const rows = hub === 'reference' ? [] : ['evals/questions.jsonl'];
    for (const name of [CONFIG_PATH, WORKFLOW_FILE, ...rows])
      files[name] = await readFile(path.join(cwd, name), 'utf8');
    // The scripted model of `reference` answers what it should refuse, too.
    if (hub === 'reference')
      files[CONFIG_PATH] = files[CONFIG_PATH]!.replace(/^ {4}refusal:.*\n/m, '');
    const { gates } = await run(parse(files[WORKFLOW_FILE]!) as Workflow, {
      event: 'pull_request',
      files,
    });
    gates.forEach(expectPass);
    expect(gates).toHaveLength(1);
  });
});

it('the command for GitLab and that of a hook pass in a shell', async () => {
  const page = await readFile('docs/action.md', 'utf8');
  const [, gitlab] = /`(npx --yes [^`]+)`/.exec(page)!;
  const place = {
    root: await mkdtemp(path.join(root, 'shell-')),
    bin: await commands(root),
    artifacts: root,
  };
  for (const name of ['work', 'temp']) await mkdir(path.join(place.root, name));
  const files = filesOf(partsFor(printed.find(({ where }) => where.startsWith('docs/action'))!));
  await checkOut(path.join(place.root, 'work'), files);
  // What the merge request changes.
  await writeFile(
    path.join(place.root, 'work', CONFIG_PATH),
    files[CONFIG_PATH]!.replace('OUR-MODEL', 'ANOTHER-MODEL'),
  );
  model.options.keys = KEYS;
  const env = {
    ...internet.env,
    OPENAI_API_KEY: MODEL_KEY,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
  };
  await inShell(gitlab!.replaceAll('\n', ' '), env, place);
  expect(
    await readFile(path.join(place.root, 'work', 'sensitivity-report', 'report.xml'), 'utf8'),
  ).toMatch(/<testsuites.* failures="0"/);
  await inShell(`npx --yes github:${OURS} check --offline`, env, place);
});
