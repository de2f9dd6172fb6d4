import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { MOST_DATA_BYTES } from '../limits.ts';
import { wayInside } from '../path-safety.ts';
import type { Files } from '../files.ts';
import { git, noFile, type GitPlace } from './git.ts';

const LIST = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];

/**
 * The files of a developer's folder. A glob finds those that git does not ignore, and all outside
 * of a repository; a path may name any file below the folder.
 */
export function workTreeFiles(root: string, place?: GitPlace): Files {
  return {
    name: 'the work tree',
    async list() {
      const listed = place && (await git(place, LIST).catch(() => undefined));
      return listed ? listed.toString().split('\0').filter(Boolean).sort() : filesBelow(root);
    },
    read: (files) => Promise.all(files.map((file) => readInside(root, file))),
  };
}

async function readInside(root: string, file: string) {
  const refuse = (fault: string) => noFile(file, 'the work tree', fault);
  const folder = await realpath(root);
  const wanted = path.resolve(folder, file);
  if (wayInside(folder, wanted) === undefined) throw refuse('lies outside this folder, or in .git');
  const found = await realpath(wanted).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found !== wanted) throw refuse('is a link, or behind one');
  const stats = await stat(found);
  if (stats.isDirectory()) return undefined;
  if (stats.isFile() && stats.size <= MOST_DATA_BYTES) return readFile(found);
  throw refuse(`is no regular file, or has more than ${MOST_DATA_BYTES} bytes`);
}

async function filesBelow(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files
    .flatMap(({ parentPath, name }) => wayInside(root, path.join(parentPath, name)) ?? [])
    .sort();
}
