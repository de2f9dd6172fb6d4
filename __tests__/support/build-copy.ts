import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SOURCES } from './run-process.ts';

export interface CopyOfHouse {
  /** The folder of its doors, as `runAction` takes it. */
  dist: string;
  /** A module of its `src`, by its path there. */
  load<Module>(file: string): Promise<Module>;
  remove(): Promise<void>;
}

/**
 * A copy of the sources with texts of new files and with replacements, by path below `src`. Each
 * text to replace is there once.
 */
export async function buildCopy(
  added: Record<string, string>,
  changed: Record<string, [string, string][]>,
): Promise<CopyOfHouse> {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-copy-'));
  const inCopy = (file: string) => path.join(root, path.relative('.', file));
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }\n');
  for (const folder of ['src', 'scripts/reference', SOURCES])
    cpSync(folder, inCopy(folder), { recursive: true });
  for (const [file, text] of Object.entries(added)) {
    const at = inCopy(path.join('src', file));
    if (existsSync(at)) throw new Error(`${file} is there already.`);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
  for (const [file, replacements] of Object.entries(changed)) {
    const at = inCopy(path.join('src', file));
    writeFileSync(at, replaced(file, readFileSync(at, 'utf8'), replacements));
  }
  const load = async <Module>(file: string) =>
    (await import(pathToFileURL(inCopy(path.join('src', file))).href)) as Module;
  return { dist: inCopy(SOURCES), load, remove: () => rm(root, { recursive: true, force: true }) };
}

function replaced(file: string, text: string, replacements: readonly [string, string][]): string {
  let changed = text;
  for (const [before, after] of replacements) {
    if (changed.split(before).length !== 2)
      throw new Error(`${file} does not hold ${JSON.stringify(before)} once.`);
    changed = changed.replace(before, () => after);
  }
  return changed;
}
