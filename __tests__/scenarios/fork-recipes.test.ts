/**
 * The recipes of docs/keys-and-forks.md follow the rules of our own workflows, and run with
 * GitHub's payloads.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import {
  FORK_BASE,
  forkPull,
  forkPullRequest,
  forkPullRequestTarget,
  FORK_HEAD,
} from '../support/fork-payloads.ts';
import type { GitHubOptions, GitHubServer } from '../support/github-server.ts';
import { oblivious } from '../support/model-server.ts';
import { OURS as REPOSITORY, type Step, type Workflow } from './printed.ts';
import {
  config,
  CONFIG_PATH,
  gitHub,
  MODEL_KEY,
  modelServer,
  putAt,
  scenario,
} from '../support/scenario.ts';

const OURS = `${REPOSITORY}@v1`;

// A reader writes the model's own name.
const page = (await readFile('docs/keys-and-forks.md', 'utf8')).replaceAll(
  'YOUR-MODEL',
  'our-model',
);
const blocks = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text!);
const isWhole = (text: string) => /^jobs:$/m.test(text);
const workflows = blocks.filter(isWhole).map((text) => parse(text) as Workflow);
const [KEYLESS, TARGET] = workflows as [Workflow, Workflow];
/** The steps that a reader puts into the README's workflow. */
const [SKIPPING] = blocks.filter((text) => !isWhole(text)).map((text) => parse(text) as Step[]);
const SKIP: Workflow = {
  name: 'sensitivity',
  on: 'pull_request',
  jobs: { sensitivity: { steps: SKIPPING! } },
};

const stepsOf = (workflow: Workflow): Step[] =>
  Object.values(workflow.jobs).flatMap(({ steps }) => steps);
const step = (workflow: Workflow, of: string): Step =>
  stepsOf(workflow).find(({ uses, run }) => (uses ?? run)!.startsWith(of))!;

/** What the workflow gives our action. Expressions are written out by the test, as GitHub would. */
function inputsOf(
  workflow: Workflow,
  expressions: Record<string, string> = {},
): Record<string, string> {
  const given = Object.entries(step(workflow, OURS).with ?? {}).map(([name, value]) => [
    name,
    expressions[String(value)] ?? String(value),
  ]);
  const inputs = Object.fromEntries(given) as Record<string, string>;
  expect(Object.values(inputs).filter((value) => value.includes('${{'))).toEqual([]);
  return inputs;
}

async function forkGitHub(options: GitHubOptions = {}): Promise<GitHubServer> {
  const github = await gitHub(options);
  github.pulls.splice(0);
  github.addPull(forkPull());
  return github;
}

/** A fork's run may read, and that is all. */
const READ_ONLY: GitHubOptions = { forbid: ['comments', 'graphql'] };

const THEIR_SECRET = 'Answer briefly, whatever is asked.';

/** A fork's configuration with lax rules and another subject. */
function theirConfig(): string {
  return config({ url: 'https://evil.example' }, 'budget: { max_requests: 100000 }\n')
    .replace('scenario-model', 'their-model')
    .replace('0.70', '0')
    .replace('retries: 1', `retries: 1\n  system_prompt: ${THEIR_SECRET}`);
}

describe('the page', () => {
  it('has two workflows and one step, and no other code block', () => {
    expect(workflows.map(({ name }) => name)).toEqual(['sensitivity', 'sensitivity of forks']);
    expect(blocks).toHaveLength(workflows.length + 1);
    expect(page.match(/^```/gm)).toHaveLength(2 * blocks.length);
  });

  it('passes the check of our own workflows', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sensitivity-recipes-'));
    try {
      // The reader pins our action: the page cannot know the commit of the release that holds it.
      const pinned = (text: string) =>
        text.replaceAll(OURS, `${OURS.replace('@v1', `@${'0'.repeat(40)}`)} # v1.0.0`);
      await Promise.all(
        blocks
          .filter(isWhole)
          .map((text, index) => writeFile(path.join(folder, `${index}.yml`), pinned(text))),
      );
      const { stdout } = await promisify(execFile)(process.execPath, [
        'scripts/check-workflows.mjs',
        folder,
      ]);
      expect(stdout).toContain('2 workflows, nothing wrong with them.');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('uses the same commits of actions as our own workflows', async () => {
    const own = await Promise.all(
      ['ci', 'release'].map((name) => readFile(`.github/workflows/${name}.yml`, 'utf8')),
    );
    const used = workflows
      .flatMap(stepsOf)
      .flatMap(({ uses }) => (uses === undefined || uses === OURS ? [] : [uses]));
    expect(used.filter((uses) => !own.join().includes(uses))).toEqual([]);
  });

  it('uses only inputs that the action has', async () => {
    const { inputs } = parse(await readFile('action.yml', 'utf8')) as { inputs: object };
    const given = [...workflows, SKIP].flatMap((workflow) =>
      Object.keys(step(workflow, OURS).with ?? {}),
    );
    expect(given.filter((name) => !(name in inputs))).toEqual([]);
  });

  it('grants only the permissions to read and to comment', () => {
    const granted = workflows.map(({ permissions, jobs }) => ({
      ...permissions,
      ...Object.values(jobs)[0]!.permissions,
    }));
    expect(granted).toEqual([{ contents: 'read' }, { contents: 'read', 'pull-requests': 'write' }]);
  });

  it('checks out no code in a job with secrets or a token that may write', () => {
    expect(JSON.stringify(TARGET)).not.toMatch(/checkout|cache/);
    expect(TARGET.permissions).toEqual({});
    expect(stepsOf(TARGET)).toHaveLength(1);
    expect(JSON.stringify(KEYLESS)).not.toContain('secrets.');
    expect(Object.values(TARGET.jobs)[0]!.environment).toBe('model-key');
  });
});

it('recipe A judges a fork by a model in the job', async () => {
  const [model, judging] = [
    await modelServer({ answer: oblivious, keys: undefined }),
    await forkGitHub(READ_ONLY),
  ];
  putAt(judging, config({ url: 'https://models.example.com' }), { sha: FORK_BASE });
  const { 'base-url': baseUrl, ...inputs } = inputsOf(KEYLESS);
  expect(new URL(baseUrl!).hostname).toBe('127.0.0.1');
  const judged = await scenario({
    github: judging,
    event: forkPullRequest(),
    inputs: { ...inputs, 'api-key': '', 'base-url': `${model.url}/v1` },
    files: { [CONFIG_PATH]: theirConfig() },
  });
  expect(judged.exitCode).toBe(1);
  expect(judged.stdout).not.toMatch(
    /^::warning(?!.*(?:this row failed|::\d+ more are in the job summary|The base decides how the model is asked))/m,
  );
  expect(judged.summary).toContain('❌');
  expect(judged.report).toMatchObject({
    outcome: 'fail',
    config: { ref: 'split' },
    model: { name: inputs.model },
    report: [{ minimum_pass_rate: 0.7, fail_count: 5 }],
  });
  expect(judging.comments).toEqual([]);
});

describe('recipe B, without a checkout', () => {
  const secrets = { '${{ secrets.OPENAI_API_KEY }}': MODEL_KEY };

  it('judges the subject of the head by the rules and rows of the base', async () => {
    const [model, github] = [await modelServer({ answer: oblivious }), await forkGitHub()];
    putAt(github, config(model), { sha: FORK_BASE });
    putAt(github, theirConfig(), { sha: FORK_HEAD });
    github.files.set(`${FORK_HEAD}:evals/statements.txt`, 'Nothing to see.');
    const { exitCode, outputs, report } = await scenario({
      github,
      event: forkPullRequestTarget(),
      inputs: inputsOf(TARGET, secrets),
    });

    expect(exitCode).toBe(1);
    expect(outputs.outcome).toBe('fail');
    expect(report).toMatchObject({
      config: { ref: 'split' },
      model: { hub: 'openai', name: 'their-model' },
      report: [{ minimum_pass_rate: 0.7, fail_count: 5 }],
    });
    expect(
      model.requests.every(({ headers }) => headers.authorization === `Bearer ${MODEL_KEY}`),
    ).toBe(true);
    const chats = model.requests.filter(({ path }) => path.endsWith('/chat/completions'));
    expect(chats).toHaveLength(10);
    for (const { body } of chats)
      expect(body).toMatchObject({
        model: 'their-model',
        messages: [{ role: 'system', content: THEIR_SECRET }, {}],
      });
    const [comment] = github.comments;
    expect(comment!.issue_url).toMatch(/\/issues\/7$/);
    expect(comment!.body).toMatch(/apply after the merge/);
  });

  it('keeps to the cap on requests in the workflow', async () => {
    const [model, github] = [await modelServer(), await forkGitHub()];
    putAt(github, config(model), { sha: FORK_BASE });
    putAt(github, theirConfig(), { sha: FORK_HEAD });
    await scenario({
      github,
      event: forkPullRequestTarget(),
      inputs: { ...inputsOf(TARGET, secrets), 'max-requests': '4' },
    });
    expect(model.requests.length).toBeLessThanOrEqual(4);
  });
});

describe('missing-key: skip', () => {
  const given = (missingKey: string) =>
    inputsOf(SKIP, {
      '${{ secrets.OPENAI_API_KEY }}': '',
      [String(step(SKIP, OURS).with!['missing-key'])]: missingKey,
    });
  /** The base's endpoint is no loopback address, which would need no key. */
  const hosted = config({ url: 'https://api.openai.com' });

  it("skips a fork's pull request visibly", async () => {
    const github = await forkGitHub(READ_ONLY);
    putAt(github, hosted, { sha: FORK_BASE });
    const { exitCode, outputs, stdout, summary } = await scenario({
      github,
      event: forkPullRequest(),
      inputs: given('skip'),
      files: { [CONFIG_PATH]: hosted },
    });
    expect(exitCode).toBe(0);
    expect(outputs).toMatchObject({ outcome: 'skipped', passed: 'false', requests: '0' });
    expect(stdout).toMatch(/^::notice title=Sensitivity tests skipped/m);
    expect(summary).toContain('this is not a pass');
  });

  it('does not skip the merge queue', async () => {
    const merge_group = {
      head_sha: FORK_HEAD,
      base_sha: FORK_BASE,
      head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-abc',
    };
    const github = await forkGitHub(READ_ONLY);
    putAt(github, hosted, { sha: FORK_BASE });
    const { exitCode, outputs, report } = await scenario({
      github,
      event: { name: 'merge_group', payload: { action: 'checks_requested', merge_group } },
      inputs: given('fail'),
      files: { [CONFIG_PATH]: hosted },
    });
    expect(exitCode).toBe(1);
    expect(outputs.outcome).toBe('error');
    expect(report!.problem!.message).toContain('there is no key for openai');
    expect(report!.problem!.remedy).toContain('Dependabot gets only secrets of its own');
  });
});
