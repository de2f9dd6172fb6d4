/**
 * The terminal's command in a folder that outlives it: `run` starts a new process, `done` uses the
 * shared warm one.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Results } from '../../src/engine/results.ts';
import { COMPILED, type Ended, runDoor, SOURCES } from '../support/run-process.ts';

export interface OwnEnded extends Ended {
  signal: NodeJS.Signals | null;
  report: Results | undefined;
  /** report.html, '' where there is none. */
  page: string;
}

export interface OwnRun {
  child: ChildProcess;
  ended: Promise<OwnEnded>;
}

export class Folder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async with(files: Record<string, string>): Promise<Folder> {
    const folder = new Folder(await mkdtemp(path.join(tmpdir(), 'sensitivity-own-')));
    for (const [name, content] of Object.entries(files)) await folder.write(name, content);
    return folder;
  }

  get cache(): string {
    return path.join(this.path, 'cache');
  }

  async write(name: string, content: string): Promise<void> {
    const file = path.join(this.path, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  /** `sensitivity run` with these options. */
  run(words: readonly string[], env: Record<string, string>): OwnRun {
    return this.start(['cli.js', ...this.line(words)], env);
  }

  /**
   * Runs the same to its end in the warm process, which must not be killed. `haste` as in
   * run-process.ts.
   */
  async done(
    words: readonly string[],
    env: Record<string, string>,
    { haste = 1 } = {},
  ): Promise<Ended & { report: Results | undefined }> {
    const ended = await runDoor({
      door: 'cli',
      words: this.line(words),
      env,
      haste,
      cwd: this.path,
    });
    return { ...ended, ...(await this.written()) };
  }

  /** The action with these inputs, the folder being its checkout. */
  async action(
    inputs: Record<string, string>,
    env: Record<string, string> = {},
    event: { name: string; payload: unknown } = { name: 'push', payload: {} },
  ): Promise<OwnRun & { said: (what: 'output' | 'summary') => Promise<string> }> {
    const beside = await mkdtemp(path.join(tmpdir(), 'sensitivity-runner-'));
    const at = (name: string) => path.join(beside, name);
    for (const name of ['output', 'summary']) await writeFile(at(name), '');
    await writeFile(at('event.json'), JSON.stringify(event.payload));
    const all = { ...inputs, 'report-directory': this.report, 'github-token': '' };
    const run = this.start(['index.js'], {
      GITHUB_WORKSPACE: this.path,
      RUNNER_TEMP: beside,
      GITHUB_OUTPUT: at('output'),
      GITHUB_STEP_SUMMARY: at('summary'),
      GITHUB_EVENT_PATH: at('event.json'),
      GITHUB_EVENT_NAME: event.name,
      GITHUB_REPOSITORY: 'octo-org/octo-repo',
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_REF: 'refs/heads/main',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_API_URL: 'http://127.0.0.1:9',
      ...Object.fromEntries(
        Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
      ...env,
    });
    return { ...run, said: (what) => readFile(at(what), 'utf8') };
  }

  private line(words: readonly string[]): string[] {
    return ['run', '--cache-directory', this.cache, '--report-directory', this.report, ...words];
  }

  private get report(): string {
    return path.join(this.path, 'report');
  }

  private start([door = '', ...words]: readonly string[], env: Record<string, string>): OwnRun {
    const child = spawn(process.execPath, [path.join(SOURCES, door), ...words], {
      cwd: this.path,
      env: { PATH: process.env.PATH ?? '', ...COMPILED, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = new Promise<Pick<OwnEnded, 'exitCode' | 'signal'>>((resolve, reject) => {
      child.on('error', reject).on('close', (exitCode, signal) => {
        resolve({ exitCode, signal });
      });
    });
    const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(
      async ([end, stdout, stderr]) => {
        return { ...end, stdout, stderr, ...(await this.written()) };
      },
    );
    return { child, ended };
  }

  /** Returns and removes the reports of a run. */
  private async written(): Promise<Pick<OwnEnded, 'report' | 'page'>> {
    const json = await readFile(path.join(this.report, 'report.json'), 'utf8').catch(
      () => undefined,
    );
    const page = await readFile(path.join(this.report, 'report.html'), 'utf8').catch(() => '');
    await rm(this.report, { recursive: true, force: true });
    return { page, report: json === undefined ? undefined : (JSON.parse(json) as Results) };
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
