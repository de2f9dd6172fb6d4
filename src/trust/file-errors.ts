// Refuses files that a verdict may not read.

import { ConfigError } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { LFS_POINTER } from '../shared/limits.ts';

/** @param name - the place of the file in a sentence: `the work tree` */
export function fileError(file: string, name: string, fault: string) {
  return new ConfigError(`${quoted(file)} of ${name} ${fault}`, {
    where: file,
    remedy: 'Name a regular file of this repository, and commit it: only such files are judged.',
  });
}

export function refusePointer(bytes: Buffer, file: string, name: string) {
  if (bytes.lastIndexOf(LFS_POINTER, 0) !== 0) return bytes;
  throw fileError(file, name, 'is kept in Git LFS: only a pointer to it is here');
}
