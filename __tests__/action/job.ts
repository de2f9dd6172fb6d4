/** The action as a step of a job, with a runner's files, a recording log and stand-in rooms. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runAction, type Steps } from '../../src/action/main.ts';
import { openClient } from '../../src/github/client.ts';
import type { Results } from '../../src/run/results.ts';
import type { RunOptions } from '../../src/run/connect.ts';
import type { Ruling } from '../../src/trust/ruling-types.ts';
import type { GitHubOptions, GitHubServer } from '../support/github-server.ts';
import { HEAD, openGitHub } from '../github/site.ts';
import { settingsOf } from '../models/support.ts';
import { temporaryFolder } from '../support/repository.ts';
import { resultsOf } from '../report/fixtures.ts';

export const TOKEN = 'ghs_0123456789ABCDEFGHIJ';
export const MODEL_KEY = 'sk-0123456789abcdefghij';

export async function gitHub(options: GitHubOptions = {}) {
  const server = await openGitHub({ token: TOKEN, ...options });
  server.addPull({ number: 7, head: { ref: 'change', sha: HEAD } });
  return server;
}

export interface JobOptions {
  github?: GitHubServer;
  inputs?: Record<string, string>;
  env?: Record<string, string | undefined>;
  name?: string;
  /** Replaces keys of the payload's pull request. */
  pull?: object;
  results?: Partial<Results>;
  /** The prompt of the subject. */
  prompt?: string;
  rulingOn?: () => Promise<never>;
  evaluate?: (options: RunOptions, signal: (name: string) => void) => Promise<Results>;
  keys?: readonly string[];
}

const REPOSITORY = { full_name: 'octo-org/octo-repo', default_branch: 'main' };

/** Runs a job. @returns everything that it wrote, in order */
export async function job(options: JobOptions = {}) {
  const payload = {
    repository: REPOSITORY,
    pull_request: {
      number: 7,
      user: { login: 'octocat' },
      head: { sha: HEAD, repo: REPOSITORY },
      base: { sha: 'a'.repeat(40), ref: 'main', repo: REPOSITORY },
      ...options.pull,
    },
  };
  const folder = temporaryFolder({ summary: '', 'event.json': JSON.stringify(payload) });
  const at = (name: string) => path.join(folder, name);
  const env: Record<string, string | undefined> = {
    GITHUB_WORKSPACE: at('workspace'),
    RUNNER_TEMP: at('temp'),
    GITHUB_STEP_SUMMARY: at('summary'),
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_EVENT_NAME: options.name ?? 'pull_request',
    GITHUB_REPOSITORY: 'octo-org/octo-repo',
    GITHUB_SHA: 'c'.repeat(40),
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_RUN_ID: '42',
    GITHUB_API_URL: options.github?.url ?? 'http://127.0.0.1:59999',
    'INPUT_GITHUB-TOKEN': TOKEN,
    OPENAI_API_KEY: options.keys ? options.keys[0] : MODEL_KEY,
    ...options.env,
  };
  for (const [name, value] of Object.entries(options.inputs ?? {}))
    env[`INPUT_${name.toUpperCase()}`] = value;

  /** `kind: text`, as the runner gets it. */
  const said: string[] = [];
  const outputs: Record<string, string | undefined> = {};
  const masked: string[] = [];
  const note = (kind: string) => (text: string) => void said.push(`${kind}: ${text}`);
  const core = {
    info: note('info'),
    notice: note('notice'),
    warning: note('warning'),
    error: note('error'),
    setFailed: note('failed'),
    setSecret: (text: string) => void masked.push(text),
    setOutput: (name: string, value: string) => {
      if (env['GITHUB_OUTPUT'] === '/dev/full') throw new Error('ENOSPC');
      outputs[name] = value;
      said.push(`output: ${name}`);
    },
  };
  const listeners = new Map<string, () => void>();
  const exits: number[] = [];
  const asked: RunOptions[] = [];
  const placeOf = () => undefined;
  const model = settingsOf();
  const ruling: Ruling = {
    config: {
      subject: { model, texts: { prompt: { text: options.prompt ?? '' } }, placeOf },
      tests: [],
      concurrency: 'auto',
      seed: 0,
      isLangTest: false,
      path: '',
      sha256: '',
      notices: [],
      rules: {},
      placeOf,
    },
    readRows: () => Promise.reject(new Error('read')),
    self: model,
    ref: 'base',
    changes: { subject: [], rules: [], rows: [] },
    warnings: ['of the ruling'],
    notices: [],
  };
  const steps: Steps = {
    core: core as unknown as Steps['core'],
    rulingOn: options.rulingOn ?? (async () => ruling),
    evaluate: async (_, run) => {
      asked.push(run);
      const signal = (name: string) => listeners.get(name)?.();
      return options.evaluate?.(run, signal) ?? resultsOf(options.results);
    },
    openClient: (given) => openClient({ ...given, second: 1 }),
  };
  await runAction(
    {
      env,
      on: (name, listener) => listeners.set(name, listener),
      off: (name) => listeners.delete(name),
      exit: (code) => void exits.push(code ?? 0),
      stdout: { write: (_, done) => done() },
    },
    steps,
  );
  const read = (name: string) => readFile(name, 'utf8').catch(() => '');
  const reports = path.dirname(outputs['report-json'] || at('none'));
  const text = (name: string) => read(path.join(reports, name));
  return {
    said,
    outputs,
    masked,
    exits,
    asked,
    summary: await read(at('summary')),
    report: JSON.parse((await text('report.json')) || 'null') as Results | null,
    page: await text('report.html'),
    junit: await text('report.xml'),
    failed: said.filter((line) => line.startsWith('failed: ')),
    warnings: said.filter((line) => line.startsWith('warning: ')),
  };
}
