/** The action on a pull request, as a runner starts it: a real repository, local servers, keys. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { resultsSchema, type Results } from '../../src/run/results.ts';
import { startGitHub, type GitHubOptions, type GitHubServer } from './github-server.ts';
import { afterEveryTest } from './jest/after-every-test.mjs';
import { startModelServer, type ModelServer, type ModelServerOptions } from './model-server.ts';
import { runDoor, type Ended, type OwnProcess } from './run-process.ts';
import {
  createPullCommits,
  filesIn,
  put,
  temporaryFolder,
  type PullCommits,
  type Tree,
} from './repository.ts';

export const CONFIG_PATH = '.github/sensitivity.yml';
export const MODEL_KEY = 'sk-scenario-0123456789abcdefghijklmnop';
export const TOKEN = 'ghs_scenario0123456789ABCDEFGHIJKLMNOP';

const servers: { close(): Promise<void>; violations?: string[] }[] = [];
afterEveryTest(async () => {
  const open = servers.splice(0);
  await Promise.all(open.map((server) => server.close()));
  expect(open.flatMap(({ violations = [] }) => violations)).toEqual([]);
});

export async function modelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer({ keys: [MODEL_KEY], ...options });
  servers.push(server);
  return server;
}

/** A GitHub with one open pull request, number 7. A wrong request to it fails the test. */
export async function gitHub(options: GitHubOptions = {}): Promise<GitHubServer> {
  const server = await startGitHub({ token: TOKEN, ...options });
  server.addPull({ number: 7 });
  servers.push(server);
  return server;
}

export interface GateRun {
  /** Files of the base branch `main`. */
  base: Tree;
  /** Files that the pull request changes. */
  head?: Tree;
  /** Files that earlier steps left in the checkout. */
  untracked?: Tree;
  inputs?: Record<string, string>;
  env?: Record<string, string>;
  /** Its address becomes the input `base-url`, and `MODEL_KEY` the input `api-key`. */
  model?: ModelServer;
  github?: GitHubServer;
  /** Replaces the usual event, a pull request of this repository. */
  event?: (commits: PullCommits) => RunnerEvent;
  /** The workspace serves as the repository on GitHub too, so that commits can be fetched. */
  hasRemote?: boolean;
  /** A folder that stays from run to run, as with actions/cache. */
  cache?: string;
  dist?: string;
  haste?: number;
  ownProcess?: OwnProcess;
}

/** An event as a runner hands it over, with variables that go with it. */
export interface RunnerEvent {
  name: string;
  payload: unknown;
  env?: Record<string, string>;
}

interface GateResults extends Ended {
  outputs: Record<string, string>;
  summary: string;
  report: Results;
  commits: PullCommits;
  /** All texts that the run wrote, joined, without its masks. */
  shown: string;
  junit: string;
  page: string;
}

const REPOSITORY = {
  full_name: 'octo-org/octo-repo',
  default_branch: 'main',
};

/** The event of a pull request. `changes` replace keys of its payload. */
export function pullRequestOf(
  { base, head }: PullCommits,
  changes: Record<string, unknown> = {},
): RunnerEvent {
  return {
    name: 'pull_request',
    payload: {
      pull_request: {
        number: 7,
        user: { login: 'octocat' },
        head: { ref: 'change', sha: head, repo: REPOSITORY },
        base: { ref: 'main', sha: base, repo: REPOSITORY },
        ...changes,
      },
      repository: REPOSITORY,
    },
  };
}

/** Runs the action, and checks that no key leaks. */
export async function gate(run: GateRun): Promise<GateResults> {
  const root = temporaryFolder();
  const at = (name: string) => path.join(root, name);
  const commits = createPullCommits(at('workspace'), run.base, run.head ?? {});
  put(at('workspace'), run.untracked ?? {});
  mkdirSync(at('temp'));
  mkdirSync(at('octo-org'));
  symlinkSync(at('workspace'), at('octo-org/octo-repo'));
  const event = run.event?.(commits) ?? pullRequestOf(commits);
  for (const name of ['output', 'summary']) writeFileSync(at(name), '');
  writeFileSync(at('event.json'), JSON.stringify(event.payload));
  const ended = await runDoor({
    door: 'index',
    dist: run.dist,
    haste: run.haste,
    ownProcess: run.ownProcess,
    cwd: at('workspace'),
    env: {
      ...runnerEnv(at, commits, run),
      GITHUB_EVENT_NAME: event.name,
      ...event.env,
      ...run.env,
    },
  });
  return readResults(ended, commits, at);
}

function runnerEnv(
  at: (name: string) => string,
  { merge }: PullCommits,
  { model, github, inputs = {}, cache, hasRemote }: GateRun,
): Record<string, string> {
  const usualInputs: Record<string, string> = {};
  if (model) Object.assign(usualInputs, { 'base-url': `${model.url}/v1`, 'api-key': MODEL_KEY });
  if (cache !== undefined) usualInputs['cache-directory'] = cache;
  const env: Record<string, string> = {
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: at('workspace'),
    RUNNER_TEMP: at('temp'),
    GITHUB_OUTPUT: at('output'),
    GITHUB_STEP_SUMMARY: at('summary'),
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_REPOSITORY: 'octo-org/octo-repo',
    GITHUB_SHA: merge,
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_RUN_ID: '42',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_WORKFLOW: 'gate',
    GITHUB_JOB: 'sensitivity',
    GITHUB_SERVER_URL: 'https://github.com',
    // Nothing listens there. A test that needs GitHub starts one.
    GITHUB_API_URL: 'http://127.0.0.1:9',
  };
  if (hasRemote) env['GITHUB_SERVER_URL'] = `file://${at('')}`.replace(/\/$/, '');
  if (github) {
    usualInputs['github-token'] = TOKEN;
    env['GITHUB_API_URL'] = github.url;
  }
  for (const [name, value] of Object.entries({ ...usualInputs, ...inputs }))
    env[`INPUT_${name.toUpperCase()}`] = value;
  return env;
}

function readResults(
  ended: Ended,
  commits: PullCommits,
  at: (name: string) => string,
): GateResults {
  const outputs = parseOutputs(readFileSync(at('output'), 'utf8'));
  const summary = readFileSync(at('summary'), 'utf8');
  const reports = outputs['report-json'] ? path.dirname(outputs['report-json']) : '';
  const text = (name: string) => (reports ? readFileSync(path.join(reports, name), 'utf8') : '');
  const texts = [
    ended.stdout,
    ended.stderr,
    summary,
    ...Object.entries(filesIn(at('temp'))).flat(),
  ];
  const shown = texts.join('\n').replace(/^::add-mask::.*$/gm, '');
  const secrets = [MODEL_KEY, TOKEN, Buffer.from(MODEL_KEY).toString('base64')];
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  const report = JSON.parse(text('report.json') || 'null') as Results;
  if (reports) expect(resultsSchema.parse(report)).toEqual(report);
  return {
    ...ended,
    outputs,
    summary,
    report,
    page: text('report.html'),
    junit: text('report.xml'),
    commits,
    shown,
  };
}

/** `name<<delimiter`, lines, delimiter: what @actions/core writes. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = '', , value = ''] of text.matchAll(/^(.+?)<<(.+)\n([^]*?)\n\2$/gm))
    outputs[name] = value;
  return outputs;
}
