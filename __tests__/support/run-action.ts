import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Results } from '../../src/engine/results.ts';
import { trackAll } from './git-index.ts';
import { schemaViolations } from './report-schema.ts';
import { runDoor, type Ended } from './run-process.ts';

export interface ActionRun {
  /** Action inputs by name, as `with:` has them. */
  inputs?: Record<string, string>;
  /** Files of the checkout by path: git tracks them. */
  files?: Record<string, string>;
  /** Links of the checkout, tracked too: where each leads, by path. */
  links?: Record<string, string>;
  /** Files that earlier steps left in the checkout: git does not track them. */
  left?: Record<string, string>;
  /**
   * The checkout is a folder without git, as where the runner had none and downloaded an archive.
   */
  withoutGit?: boolean;
  /** The commit that is checked out; left out, none is. */
  checkedOut?: string;
  /** Commits `files` and `links` in a real repository. The commit is that of the event. */
  committed?: boolean;
  /** The checkout's folder, where a test needs to know it. */
  workspace?: string;
  /** The event: name and payload as GitHub sends it. */
  event?: { name: string; payload: unknown };
  /** More variables: keys, `GITHUB_API_URL` … */
  env?: Record<string, string>;
  /** A build, instead of the sources. */
  dist?: string;
  /**
   * In a process of its own, not in one that has run others: for what Node itself does when it
   * starts or ends.
   */
  fresh?: boolean;
  /** Divides the delays of the run's timers, as haste.mjs says. */
  haste?: number;
  /** What it prints has no reader: every write meets a closed pipe. */
  closedLog?: boolean;
}

export interface Finished extends Ended {
  /** What was written to GITHUB_OUTPUT. */
  outputs: Record<string, string>;
  summary: string;
  /** The JSON report, where one was written. */
  report: Results | undefined;
  /** All output of the process, joined: streams, outputs, summary and every report file. */
  everything: string;
}

/** Every report that any scenario writes is held against the schema that is committed for it. */
function reportOf(json: string | undefined): Results | undefined {
  if (json === undefined) return undefined;
  const report = JSON.parse(json) as Results;
  expect(schemaViolations(report)).toEqual([]);
  return report;
}

/** `name<<delimiter`, lines, delimiter: what @actions/core writes. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  while (lines.length > 0) {
    const [, name, delimiter] = /^(.+?)<<(.+)$/.exec(lines.shift()!) ?? [];
    if (name === undefined) continue;
    const end = lines.indexOf(delimiter!);
    outputs[name] = lines
      .splice(0, end + 1)
      .slice(0, -1)
      .join('\n');
  }
  return outputs;
}

// Files are read and written synchronously: for many small files that is several times faster.

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readAll(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory(),
  );
  return files
    .map(({ parentPath, name }) => readIfThere(path.join(parentPath, name)) ?? '')
    .join('\n');
}

function put(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function link(root: string, links: Record<string, string>): void {
  for (const [name, target] of Object.entries(links)) {
    const at = path.join(root, name);
    mkdirSync(path.dirname(at), { recursive: true });
    symlinkSync(target, at);
  }
}

/** Runs git in a folder as an author of its own, and returns its output. */
function gitIn(folder: string, ...words: string[]): string {
  const date = '2026-01-01T00:00:00Z';
  return execFileSync(
    'git',
    ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words],
    {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    },
  );
}

/** Makes a repository with one commit, the same for the same files, and returns its id. */
function commitAll(folder: string): string {
  gitIn(folder, 'init', '--quiet', '--template=');
  gitIn(folder, 'add', '--all', '--force');
  gitIn(folder, 'commit', '--quiet', '--message', 'all');
  return gitIn(folder, 'rev-parse', 'HEAD').trim();
}

/** Puts the files of a run into its checkout, and returns the commit of its event. */
function prepareCheckout(checkout: string, run: ActionRun): string {
  const { files = {}, links = {}, left = {}, withoutGit, committed, checkedOut } = run;
  const [own, ofGit]: [Record<string, string>, Record<string, string>] = [{}, {}];
  // A file below `.git` is what a test puts into git's own folder.
  for (const [name, text] of Object.entries(files))
    (name.startsWith('.git/') ? ofGit : own)[name] = text;
  put(checkout, own);
  link(checkout, links);
  let commit = 'a'.repeat(40);
  if (committed) commit = commitAll(checkout);
  else if (!withoutGit) trackAll(checkout);
  if (checkedOut !== undefined) writeFileSync(path.join(checkout, '.git/HEAD'), `${checkedOut}\n`);
  put(checkout, { ...left, ...ofGit });
  return commit;
}

/** The variables that a runner sets, with the inputs of the action. */
function runnerEnv(
  at: (name: string) => string,
  commit: string,
  { event, inputs = {}, env = {} }: ActionRun,
): Record<string, string> {
  const ofInputs: Record<string, string> = {};
  for (const [name, value] of Object.entries(inputs))
    ofInputs[`INPUT_${name.toUpperCase()}`] = value;
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: at('workspace'),
    RUNNER_TEMP: at('temp'),
    GITHUB_OUTPUT: at('output'),
    GITHUB_STEP_SUMMARY: at('summary'),
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_EVENT_NAME: event?.name ?? 'workflow_dispatch',
    GITHUB_REPOSITORY: 'octo-org/octo-repo',
    GITHUB_SHA: commit,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_RUN_ID: '42',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_WORKFLOW: 'gate',
    GITHUB_JOB: 'sensitivity',
    GITHUB_SERVER_URL: 'https://github.com',
    // Nothing listens there: a test that needs GitHub brings its own.
    GITHUB_API_URL: 'http://127.0.0.1:9',
    ...ofInputs,
    ...env,
  };
}

/** Runs the action from its sources as a runner would, and returns all that it wrote. */
export async function runAction(run: ActionRun): Promise<Finished> {
  const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-action-'));
  const workspace = run.workspace ?? path.join(root, 'workspace');
  const at = (name: string) => (name === 'workspace' ? workspace : path.join(root, name));
  try {
    for (const folder of ['workspace', 'temp']) mkdirSync(at(folder), { recursive: true });
    const commit = prepareCheckout(workspace, run);
    const payload = JSON.stringify(run.event?.payload ?? {});
    put(root, { output: '', summary: '', 'event.json': payload });
    const ended = await runDoor({
      door: 'index',
      dist: run.dist,
      fresh: run.fresh,
      haste: run.haste,
      closedLog: run.closedLog,
      cwd: workspace,
      env: runnerEnv(at, commit, run),
    });
    const output = readFileSync(at('output'), 'utf8');
    const summary = readFileSync(at('summary'), 'utf8');
    const outputs = parseOutputs(output);
    const json = outputs['report-json'] ? readFileSync(outputs['report-json'], 'utf8') : undefined;
    const everything = [ended.stdout, ended.stderr, output, summary, readAll(at('temp'))];
    return {
      ...ended,
      outputs,
      summary,
      report: reportOf(json),
      everything: everything.join('\n'),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** A run of the terminal's command, from its sources, in a folder that holds `files`. */
export interface CliRun {
  files?: Record<string, string>;
  /** Links in it: where each leads, by path. */
  links?: Record<string, string>;
  /** The same folder as it stands in the last commit of a git repository there. */
  committed?: Record<string, string>;
  /** That repository has lost the contents of its files. */
  lost?: boolean;
  env?: Record<string, string>;
  /** A build, instead of the sources. */
  dist?: string;
  /**
   * In a process of its own, not in one that has run others: for what Node itself does when it
   * starts or ends.
   */
  fresh?: boolean;
  /** What it prints has no reader: every write meets a closed pipe. */
  closedLog?: boolean;
}

/** Takes the blobs out of a repository and leaves its commits and trees. */
function loseContents(repository: string): void {
  const all = gitIn(repository, 'cat-file', '--batch-check', '--batch-all-objects').split('\n');
  const blobs = all.map((line) => line.split(' ')).filter(([, type]) => type === 'blob');
  for (const [id] of blobs)
    rmSync(path.join(repository, '.git', 'objects', id!.slice(0, 2), id!.slice(2)));
}

export async function runCli(
  args: readonly string[],
  { files = {}, links = {}, committed, lost, env = {}, dist, fresh, closedLog }: CliRun = {},
): Promise<Ended & { report: Results | undefined; page: string }> {
  const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-cli-'));
  const work = path.join(root, 'work');
  try {
    mkdirSync(work);
    if (committed) {
      put(work, committed);
      commitAll(work);
      if (lost) loseContents(work);
    }
    put(work, files);
    link(work, links);
    const ended = await runDoor({
      door: 'cli',
      words: args,
      dist,
      fresh,
      closedLog,
      cwd: work,
      env: { TMPDIR: root, ...env },
    });
    // Each run has a folder of its own.
    const reports = readdirSync(root).find((name) => name.startsWith('sensitivity-report-')) ?? '';
    const json = readIfThere(path.join(root, reports, 'report.json'));
    const page = readIfThere(path.join(root, reports, 'report.html')) ?? '';
    return { ...ended, report: reportOf(json), page };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
