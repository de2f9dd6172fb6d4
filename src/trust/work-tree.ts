// Reads the files of a developer's folder.

import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from '../shared/files.ts';
import { asRecord } from '../shared/json.ts';
import { MAX_DATA_BYTES } from '../shared/limits.ts';
import { pathInside } from '../shared/path-safety.ts';
import { fileError, git, refusePointer, type GitContext, type GitError } from './git.ts';

/**
 * The files of a developer's folder. Lists the files that git does not ignore, or without a
 * repository, all. Reads any file below the folder.
 */
export function workTreeFiles(root: string, context?: GitContext): Files {
  return {
    name: 'the work tree',
    async list() {
      const listed =
        context &&
        (await git(context, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']).catch(
          undefinedWithoutRepository,
        ));
      if (!listed) return filesBelow(root);
      // During a merge conflict, git lists a file once for each side.
      return [...new Set(listed.toString().split('\0'))].filter(Boolean).sort();
    },
    read: (files) => Promise.all(files.map((file) => readInside(root, file))),
  };
}

/** Gives undefined if git is missing, or finds no repository. @throws any other error of git */
function undefinedWithoutRepository(error: GitError) {
  const { code, stderr } = asRecord(error.cause);
  if (code !== 'ENOENT' && !/^fatal: not a git repository/m.test(String(stderr))) throw error;
}

async function readInside(root: string, file: string) {
  const refuse = (fault: string) => fileError(file, 'the work tree', fault);
  const folder = await realpath(root);
  const wanted = path.resolve(folder, file);
  if (pathInside(folder, wanted) === undefined)
    throw refuse('lies outside this folder, or in .git');
  const real = await realpath(wanted).catch(() => undefined);
  if (!real) return undefined;
  if (real !== wanted) throw refuse('is a link, or behind one');
  const stats = await stat(real);
  if (stats.isDirectory()) return undefined;
  if (stats.isFile() && stats.size <= MAX_DATA_BYTES)
    return refusePointer(await readFile(real), file, 'the work tree');
  throw refuse(`is no regular file, or has more than ${MAX_DATA_BYTES} bytes`);
}

async function filesBelow(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => pathInside(root, path.join(parentPath, name)) ?? [])
    .sort();
}
