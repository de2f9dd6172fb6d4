import { transformFile, type Options } from '@swc/core';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
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
  const at = (...names: string[]) => path.join(root, ...names);
  await cp(path.resolve('src'), at('src'), { recursive: true });
  await symlink(path.resolve('node_modules'), at('node_modules'));
  await writeFile(at('package.json'), '{ "type": "module" }\n');
  for (const [file, text] of Object.entries(added)) await writeFile(at('src', file), text, { flag: 'wx' });
  for (const [file, replacements] of Object.entries(changed)) {
    let text = await readFile(at('src', file), 'utf8');
    for (const [before, after] of replacements) {
      if (text.split(before).length !== 2) throw new Error(`${file} does not hold ${JSON.stringify(before)} once.`);
      text = text.replace(before, () => after);
    }
    await writeFile(at('src', file), text);
  }
  for (const entry of await readdir(at('src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = path.join(entry.parentPath, entry.name);
    const to = at('dist', path.relative(at('src'), from).replace(/\.ts$/, '.js'));
    await mkdir(path.dirname(to), { recursive: true });
    if (entry.name.endsWith('.ts')) await writeFile(to, (await transformFile(from, OPTIONS)).code);
    else await cp(from, to);
  }
  return { dist: at('dist'), remove: () => rm(root, { recursive: true, force: true }) };
}
