/**
 * Repositories without git, which takes half of a scenario's time: loose objects
 * (gitformat-loose, gitformat-index(5) version 2) of the files of a folder.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

/** Like GitHub, the repository allows fetches that leave out the contents of files. */
export const SETTINGS = '[core]\nrepositoryformatversion = 0\n[uploadpack]\nallowFilter = true\n';

const sha1 = (content: Buffer): Buffer => createHash('sha1').update(content).digest();

/** Makes an empty repository on the branch `main`. */
export function startRepository(folder: string) {
  for (const name of ['objects', 'refs/heads'])
    mkdirSync(path.join(folder, '.git', name), { recursive: true });
  writeGitFile(folder, 'HEAD', 'ref: refs/heads/main\n');
  writeGitFile(folder, 'config', SETTINGS);
}

/** Writes a file of `.git`. */
export function writeGitFile(folder: string, name: string, content: string | Buffer) {
  writeFileSync(path.join(folder, '.git', name), content);
}

/** Writes all files of a folder as objects, and an index of them. Returns the id of the tree. */
export function writeTree(folder: string): Buffer {
  const tracked: Buffer[] = [];
  const tree = treeOf(folder, '', tracked);
  const head = Buffer.from('DIRC\0\0\0\u0002\0\0\0\0', 'latin1');
  head.writeUInt32BE(tracked.length, 8);
  const names = tracked.toSorted((a, b) => Buffer.compare(a.subarray(62), b.subarray(62)));
  const body = Buffer.concat([head, ...names]);
  writeGitFile(folder, 'index', Buffer.concat([body, sha1(body)]));
  return tree;
}

export function writeCommit(
  folder: string,
  tree: Buffer,
  parents: readonly string[],
  message: string,
): string {
  const lines = [
    `tree ${tree.toString('hex')}`,
    ...parents.map((parent) => `parent ${parent}`),
    'author test <test@example.com> 1767225600 +0000',
    'committer test <test@example.com> 1767225600 +0000',
    '',
    message,
    '',
  ];
  return writeObject(folder, 'commit', Buffer.from(lines.join('\n'))).toString('hex');
}

/** Writes an object, and returns its id. */
function writeObject(folder: string, type: string, content: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const id = sha1(whole);
  const hex = id.toString('hex');
  const place = path.join('objects', hex.slice(0, 2));
  const name = path.join(place, hex.slice(2));
  if (existsSync(path.join(folder, '.git', name))) return id;
  mkdirSync(path.join(folder, '.git', place), { recursive: true });
  writeGitFile(folder, name, deflateSync(whole, { level: 1 }));
  return id;
}

/** Writes a folder's objects, and adds the entries of its files to an index. */
function treeOf(root: string, folder: string, tracked: Buffer[]): Buffer {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== '.git')
    .map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
      // Git sorts a folder as if its name ended with a slash.
      order: Buffer.from(entry.isDirectory() ? `${entry.name}/` : entry.name),
    }))
    .toSorted((a, b) => Buffer.compare(a.order, b.order));
  const lines = entries.map(({ name, isFolder }) => {
    const file = path.posix.join(folder, name);
    if (isFolder) return lineOf('40000', name, treeOf(root, file, tracked));
    const stat = lstatSync(path.join(root, file));
    const id = writeObject(root, 'blob', contentOf(path.join(root, file), stat));
    tracked.push(indexEntry(Buffer.from(file), stat, id));
    return lineOf(modeOf(stat).toString(8), name, id);
  });
  return writeObject(root, 'tree', Buffer.concat(lines));
}

const lineOf = (mode: string, name: string, id: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]);

const contentOf = (file: string, stat: Stats): Buffer =>
  stat.isSymbolicLink() ? Buffer.from(readlinkSync(file)) : readFileSync(file);

function modeOf(stat: Stats) {
  if (stat.isSymbolicLink()) return 0o120000;
  const isProgram = (stat.mode & 0o100) !== 0;
  return isProgram ? 0o100755 : 0o100644;
}

function indexEntry(name: Buffer, stat: Stats, id: Buffer): Buffer {
  const fixed = Buffer.alloc(62);
  fixed.writeUInt32BE(modeOf(stat), 24);
  fixed.writeUInt32BE(stat.size, 36);
  id.copy(fixed, 40);
  fixed.writeUInt16BE(Math.min(name.length, 0xfff), 60);
  // At least one zero, so that the next begins at a multiple of eight.
  return Buffer.concat([fixed, name, Buffer.alloc(8 - ((62 + name.length) % 8))]);
}
