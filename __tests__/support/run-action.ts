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
import { wrongIn } from './report-schema.ts';
import { runDoor, type Ended } from './run-process.ts';

export interface ActionRun {
  /** Action inputs by name, as `with:` has them. */
  inputs?: Record<string, string>;
  /** Files of the checkout by path: git tracks them. */
  files?: Record<string, string>;
  /** Links of the checkout, tracked too: where each leads, by path. */
  links?: Record<string, string>;
  /** What earlier steps left in the checkout: git does not track it. */
  left?: Record<string, string>;
  /**
   * The checkout is a folder without git, as where the runner had none and downloaded an archive.
   */
  withoutGit?: boolean;
  /** The commit that is checked out; left out, none is. */
  checkedOut?: string;
  /** `files` and `links` are a commit of a real repository, and that of the event. */
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
  /** So many times sooner the run's timers end, as haste.mjs says. */
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
  /**
   * All that left the process: streams, outputs, summary and every report file. For "nothing holds
   * a key".
   */
  everything: string;
}

/** Every report that any scenario writes is held against the schema that is committed for it. */
function reportOf(json: string | undefined): Results | undefined {
  if (json === undefined) return undefined;
  const report = JSON.parse(json) as Results;
  expect(wrongIn(report)).toEqual([]);
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

// All of it at once: to hand each of many small files to another thread costs several times what
// writing it does.

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

/** Makes a repository with one commit, the same for the same files, and returns its id. */
function commitAll(folder: string): string {
  const date = '2026-01-01T00:00:00Z';
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  git('init', '--quiet', '--template=');
  git('add', '--all', '--force');
  git('commit', '--quiet', '--message', 'all');
  return git('rev-parse', 'HEAD').trim();
}

/**
 * Runs the action from its sources as a runner would: a process, its environment, its files; then
 * gathers all it left.
 */
export async function runAction({
  inputs = {},
  files = {},
  links = {},
  left = {},
  withoutGit = false,
  checkedOut,
  committed = false,
  workspace,
  event,
  env = {},
  dist,
  fresh,
  haste,
  closedLog,
}: ActionRun): Promise<Finished> {
  const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-action-'));
  const at = (name: string) =>
    workspace !== undefined && name === 'workspace' ? workspace : path.join(root, name);
  try {
    // A file below `.git` is what a test puts into git's own folder.
    const isGits = ([name]: [string, string]) => name.startsWith('.git/');
    for (const folder of ['workspace', 'temp']) mkdirSync(at(folder), { recursive: true });
    put(
      at('workspace'),
      Object.fromEntries(Object.entries(files).filter((entry) => !isGits(entry))),
    );
    link(at('workspace'), links);
    let commit = 'a'.repeat(40);
    if (committed) commit = commitAll(at('workspace'));
    else if (!withoutGit) trackAll(at('workspace'));
    if (checkedOut !== undefined)
      writeFileSync(path.join(at('workspace'), '.git/HEAD'), `${checkedOut}\n`);
    put(at('workspace'), { ...left, ...Object.fromEntries(Object.entries(files).filter(isGits)) });
    put(root, { output: '', summary: '', 'event.json': JSON.stringify(event?.payload ?? {}) });
    const finished = await runDoor({
      door: 'index',
      dist,
      fresh,
      haste,
      closedLog,
      cwd: at('workspace'),
      env: {
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
        GITHUB_API_URL: 'http://127.0.0.1:9', // Nothing listens there: a test that needs GitHub brings its own.
        ...Object.fromEntries(
          Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
        ),
        ...env,
      },
    });
    const output = readFileSync(at('output'), 'utf8');
    const summary = readFileSync(at('summary'), 'utf8');
    const outputs = parseOutputs(output);
    const json = outputs['report-json'] ? readFileSync(outputs['report-json'], 'utf8') : undefined;
    return {
      ...finished,
      outputs,
      summary,
      report: reportOf(json),
      everything: [finished.stdout, finished.stderr, output, summary, readAll(at('temp'))].join(
        '\n',
      ),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Runs the terminal's command from its sources in a folder that holds `files`. */
export interface CliRun {
  files?: Record<string, string>;
  /** Links in it: where each leads, by path. */
  links?: Record<string, string>;
  /** The same folder as it stands in the last commit of a git repository there. */
  committed?: Record<string, string>;
  /** Of that repository all contents of files are lost. */
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
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: repository, encoding: 'utf8' });
  const all = git('cat-file', '--batch-check', '--batch-all-objects').split('\n');
  const blobs = all.map((line) => line.split(' ')).filter(([, type]) => type === 'blob');
  for (const [id] of blobs)
    rmSync(path.join(repository, '.git', 'objects', id!.slice(0, 2), id!.slice(2)));
}

export async function runCli(
  args: readonly string[],
  {
    files = {},
    links = {},
    committed,
    lost = false,
    env = {},
    dist,
    fresh,
    closedLog,
  }: CliRun = {},
): Promise<Ended & { report: Results | undefined; page: string }> {
  const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-cli-'));
  const work = path.join(root, 'work');
  try {
    mkdirSync(work);
    if (committed) {
      put(work, committed);
      const git = (...words: string[]) =>
        execFileSync(
          'git',
          ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words],
          { cwd: work, stdio: 'pipe' },
        );
      git('init', '--quiet', '--template=');
      git('add', '--all');
      git('commit', '--quiet', '--message', 'base');
      if (lost) loseContents(work);
    }
    put(work, files);
    link(work, links);
    const finished = await runDoor({
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
    const page = readIfThere(path.join(root, reports, 'report.html')) ?? '';
    return {
      ...finished,
      report: reportOf(readIfThere(path.join(root, reports, 'report.json'))),
      page,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
