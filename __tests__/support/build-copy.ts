import { transformSync, type Options } from '@swc/core';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** As jest compiles the sources: module by module, without a bundler. */
const OPTIONS: Options = {
  swcrc: false,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022', experimental: { keepImportAssertions: true } },
  module: { type: 'es6' },
};

export interface CopyOfHouse {
  /** Holds `doors.js`. */
  dist: string;
  remove(): Promise<void>;
}

/**
 * A copy of `src` with files added and lines changed, compiled: what whoever follows CONTRIBUTING would have, to be run as a process.
 * @param added texts of new files, by their path below `src`.
 * @param changed for a file below `src`, each of its texts that is replaced and what stands there instead. Each must be there once.
 */
export async function buildCopy(added: Record<string, string>, changed: Record<string, [string, string][]>): Promise<CopyOfHouse> {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-copy-'));
  const dist = path.join(root, 'dist');
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }\n');
  const files = new Map<string, string>();
  for (const file of filesOfHouse()) files.set(file, readFileSync(path.join('src', file), 'utf8'));
  for (const [file, text] of Object.entries(added)) {
    if (files.has(file)) throw new Error(`${file} is there already.`);
    files.set(file, text);
  }
  for (const [file, replacements] of Object.entries(changed)) files.set(file, replaced(file, files.get(file)!, replacements));
  for (const folder of new Set([...files.keys()].map((file) => path.dirname(file))))
    mkdirSync(path.join(dist, folder), { recursive: true });
  for (const [file, text] of files) {
    const isSource = file.endsWith('.ts');
    writeFileSync(
      path.join(dist, file.replace(/\.ts$/, '.js')),
      isSource ? transformSync(text, { ...OPTIONS, filename: file }).code : text,
    );
  }
  return { dist, remove: () => rm(root, { recursive: true, force: true }) };
}

function filesOfHouse(): string[] {
  const entries = readdirSync('src', { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative('src', path.join(entry.parentPath, entry.name)));
}

function replaced(file: string, text: string, replacements: readonly [string, string][]): string {
  let changed = text;
  for (const [before, after] of replacements) {
    if (changed.split(before).length !== 2) throw new Error(`${file} does not hold ${JSON.stringify(before)} once.`);
    changed = changed.replace(before, () => after);
  }
  return changed;
}
