/** The sources with something added to them, as CONTRIBUTING says: a copy that is compiled and run, beside the real packages. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transform } from '@swc/core';

export interface SourceCopy {
  /** Where the compiled sources are: `cli.js`, `index.js` and the rooms. */
  folder: string;
  remove(): Promise<void>;
}

/** `add` are new files, `edit` what becomes of the text of others; paths below `src`. */
export async function copySources({ add, edit }: { add: Record<string, string>; edit: Record<string, (text: string) => string> }): Promise<SourceCopy> {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-sources-'));
  const [sources, folder] = [path.join(root, 'src'), path.join(root, 'dist')];
  await cp(path.resolve('src'), sources, { recursive: true });
  for (const [name, text] of Object.entries(add)) await writeFile(path.join(sources, name), text, { flag: 'wx' });
  for (const [name, change] of Object.entries(edit)) {
    const before = await readFile(path.join(sources, name), 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`nothing of ${name} was changed`);
    await writeFile(path.join(sources, name), after);
  }
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'), 'junction');
  await writeFile(path.join(root, 'package.json'), '{ "type": "module" }\n');
  const files = (await readdir(sources, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const entry of files) await compile(path.join(entry.parentPath, entry.name), { sources, folder });
  return { folder, remove: () => rm(root, { recursive: true, force: true }) };
}

/** What is no source, such as data, is taken along. */
async function compile(file: string, { sources, folder }: { sources: string; folder: string }): Promise<void> {
  const to = path.join(folder, path.relative(sources, file)).replace(/\.ts$/, '.js');
  await mkdir(path.dirname(to), { recursive: true });
  if (!file.endsWith('.ts')) return cp(file, to);
  const { code } = await transform(await readFile(file, 'utf8'), {
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022', experimental: { keepImportAttributes: true } },
    module: { type: 'es6' },
  });
  await writeFile(to, code);
}
