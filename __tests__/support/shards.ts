import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Results } from '../../src/engine/results.ts';
import { runDoor } from './run-process.ts';
import { MODEL_KEY } from './scenario.ts';

const folders: string[] = [];
export async function removeFolders(): Promise<void> {
  await Promise.all(
    folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })),
  );
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sensitivity-shards-'));
  folders.push(folder);
  return folder;
}

/** A developer's folder, and the command in it; `haste` as in run-process.ts. */
export async function checkout(files: Record<string, string>, { haste = 1 } = {}) {
  const root = await newFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  const at = (name: string) => path.join(root, name);
  const run = async (words: readonly string[], { fresh = false, key = MODEL_KEY } = {}) => {
    const reports = await mkdtemp(path.join(root, 'reports-'));
    const all = [...words, '--report-directory', words.includes('--shard') ? at('parts') : reports];
    const env = {
      OPENAI_API_KEY: key,
      XDG_CACHE_HOME: at('cache'),
      GIT_CEILING_DIRECTORIES: path.dirname(root),
    };
    const ended = await runDoor({ door: 'cli', words: all, fresh, haste, cwd: root, env });
    const text = await readFile(path.join(reports, 'report.json'), 'utf8').catch(() => undefined);
    return {
      ...ended,
      reports,
      report: text === undefined ? undefined : (JSON.parse(text) as Results),
    };
  };
  return { root, at, run };
}

/** A report without usage, time and shards. */
export const shown = ({ usage: _usage, started_at: _at, shards: _shards, ...rest }: Results) =>
  rest;
