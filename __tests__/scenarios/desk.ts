import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEveryTest } from '../support/jest/after-every-test.mjs';
import { runDoor, type Ended } from '../support/run-process.ts';

const folders: string[] = [];
afterEveryTest(async () => {
  await Promise.all(
    folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })),
  );
});

export interface Desk {
  folder: string;
  /** Runs a command of the terminal in the folder. */
  cli: (...words: string[]) => Promise<Ended>;
  read: (file: string) => Promise<string>;
  write: (file: string, text: string) => Promise<void>;
  list: (folder: string) => Promise<string[]>;
}

/** A new folder with these files, in which one command follows the other. */
export async function desk({
  files = {},
  env = {},
}: { files?: Record<string, string>; env?: Record<string, string> } = {}): Promise<Desk> {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-desk-'));
  folders.push(root);
  const folder = path.join(root, 'work');
  const at = (file: string) => path.join(folder, file);
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(at(file)), { recursive: true });
    await writeFile(at(file), text);
  };
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await write(file, text);
  const all = { TMPDIR: root, XDG_CACHE_HOME: path.join(root, 'cache'), COLUMNS: '300', ...env };
  return {
    folder,
    cli: (...words) => runDoor({ door: 'cli', words, cwd: folder, env: all }),
    read: (file) => readFile(at(file), 'utf8'),
    write,
    list: async (of) => (await readdir(at(of))).sort(),
  };
}
