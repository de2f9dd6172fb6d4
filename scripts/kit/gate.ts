import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRepository, put, type Tree } from '../../__tests__/support/repository.ts';
import { runDoor } from '../../__tests__/support/run-process.ts';
import type { Results } from '../../src/run/results.ts';

export const CONFIG = '.github/sensitivity.yml';

interface Run {
  /** The folder of the doors. */
  dist: string;
  head: Tree;
  /** The files of the commit to compare with; `head` changes its work tree. */
  base?: Tree;
}

/** Runs the gate as a user in a terminal does: files, a folder under git, a process, a report. */
export async function runGate({ dist, head, base }: Run) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sensitivity-gate-'));
  const words = ['run', '--config', CONFIG, '--report-directory', 'report'];
  try {
    if (base) {
      createRepository(folder, base);
      words.push('--base', 'HEAD');
    }
    put(folder, head);
    const { stdout, stderr } = await runDoor({
      door: 'cli',
      words,
      cwd: folder,
      // Without a key in the job a loopback address needs no grant.
      env: { HOME: folder },
      // Another run may have changed the working directory of this process.
      dist: path.resolve(import.meta.dirname, '../..', dist),
    });
    const file = path.join(folder, 'report/report.json');
    if (!existsSync(file)) throw new Error(`There is no report. It said:\n${stdout}${stderr}`);
    return JSON.parse(readFileSync(file, 'utf8')) as Results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
