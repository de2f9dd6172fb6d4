/** The command in a folder of its own, as a developer starts it. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Results } from '../../src/run/results.ts';
import { runDoor, type Ended } from './run-process.ts';
import { MODEL_KEY } from './gate.ts';
import { createRepository, filesIn, put, temporaryFolder, type Tree } from './repository.ts';

interface TerminalRun {
  /** Files of the folder that git does not track. */
  files?: Tree;
  /** The files of the last commit, if the folder is a repository. `files` change its work tree. */
  committed?: Tree;
  env?: Record<string, string>;
}

interface TerminalEnded extends Ended {
  report: Results | undefined;
  /** The files of the folder after the run, by path, without those of git. */
  files: Record<string, string>;
}

export async function terminal(
  words: readonly string[],
  { files = {}, committed, env = {} }: TerminalRun = {},
): Promise<TerminalEnded> {
  const root = temporaryFolder();
  const work = path.join(root, 'work');
  mkdirSync(work);
  if (committed) createRepository(work, committed);
  put(work, files);
  const ended = await runDoor({
    door: 'cli',
    words: [...words],
    cwd: work,
    env: { TMPDIR: root, HOME: root, OPENAI_API_KEY: MODEL_KEY, ...env },
  });
  const shown = ended.stdout + ended.stderr;
  expect(shown.includes(MODEL_KEY)).toBe(false);
  const all = filesIn(root);
  const report = Object.entries(all).find(([name]) => name.endsWith('report.json'))?.[1];
  const after = Object.entries(all).flatMap(([name, text]) =>
    name.startsWith('work/') && !name.startsWith('work/.git/') ? [[name.slice(5), text]] : [],
  );
  return {
    ...ended,
    report: report === undefined ? undefined : (JSON.parse(report) as Results),
    files: Object.fromEntries(after) as Record<string, string>,
  };
}
