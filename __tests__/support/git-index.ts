/**
 * The index that `git add --all --force` writes for a folder, since git takes half of a scenario's
 * time: gitformat-index(5), version 2.
 */
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';

const sha1 = (...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest();

export function trackAll(folder: string): void {
  const at = (name: string) => path.join(folder, '.git', name);
  for (const name of ['objects', 'refs']) mkdirSync(at(name), { recursive: true });
  writeFileSync(at('HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(at('config'), '[core]\n\trepositoryformatversion = 0\n');
  const tracked = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .filter((name) => !name.startsWith('.git/'));
  const entries = tracked
    .map((name) => Buffer.from(name))
    .toSorted((a, b) => Buffer.compare(a, b))
    .map((name) => entryOf(folder, name));
  const head = Buffer.from('DIRC\0\0\0\u0002\0\0\0\0', 'latin1');
  head.writeUInt32BE(entries.length, 8);
  const body = Buffer.concat([head, ...entries]);
  writeFileSync(at('index'), Buffer.concat([body, sha1(body)]));
}

function modeOf(stat: Stats): number {
  if (stat.isSymbolicLink()) return 0o120000;
  const isProgram = (stat.mode & 0o100) !== 0;
  return isProgram ? 0o100755 : 0o100644;
}

function entryOf(folder: string, name: Buffer): Buffer {
  const file = path.join(folder, name.toString());
  const stat = lstatSync(file);
  const content = stat.isSymbolicLink() ? Buffer.from(readlinkSync(file)) : readFileSync(file);
  const fixed = Buffer.alloc(62);
  fixed.writeUInt32BE(modeOf(stat), 24);
  fixed.writeUInt32BE(content.length, 36);
  sha1(`blob ${content.length}\0`, content).copy(fixed, 40);
  fixed.writeUInt16BE(Math.min(name.length, 0xfff), 60);
  // At least one, so that the next begins at a multiple of eight.
  return Buffer.concat([fixed, name, Buffer.alloc(8 - ((62 + name.length) % 8))]);
}
