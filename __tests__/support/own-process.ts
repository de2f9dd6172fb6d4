/** The terminal's command in a process of its own, in a folder that outlives it: to be killed, and taken up again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Results } from '../../src/engine/results.js';
import type { Ended } from './run-process.js';

export interface OwnEnded extends Ended {
  signal: NodeJS.Signals | null;
  report: Results | undefined;
}

export interface OwnRun {
  child: ChildProcess;
  ended: Promise<OwnEnded>;
}

export class Folder {
  private constructor(readonly path: string) {}

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
    const report = path.join(this.path, 'report');
    const args = [path.resolve('dist', 'cli.js'), 'run', '--cache-directory', this.cache, '--report-directory', report, ...words];
    const child = spawn(process.execPath, args, {
      cwd: this.path,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = new Promise<Pick<OwnEnded, 'exitCode' | 'signal'>>((resolve, reject) => {
      child.on('error', reject).on('close', (exitCode, signal) => {
        resolve({ exitCode, signal });
      });
    });
    const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(async ([end, stdout, stderr]) => {
      const json = await readFile(path.join(report, 'report.json'), 'utf8').catch(() => undefined);
      await rm(report, { recursive: true, force: true });
      return { ...end, stdout, stderr, report: json === undefined ? undefined : (JSON.parse(json) as Results) };
    });
    return { child, ended };
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
