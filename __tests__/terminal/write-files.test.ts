import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeFiles } from '../../src/terminal/write-files.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-write-files-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const write = (texts: Record<string, string>, force = false) =>
  writeFiles(
    Object.entries(texts).map(([name, text]) => ({ name, text })),
    { root, force, command: 'init', alternative: 'name another folder' },
  );
const read = (name: string) => readFile(path.join(root, name), 'utf8');

it('writes all files, with their folders, and leaves no temporary file', async () => {
  await write({ 'a.yml': 'a', 'evals/b.txt': 'b' });
  expect(await read('a.yml')).toBe('a');
  expect(await read('evals/b.txt')).toBe('b');
  expect((await readdir(root, { recursive: true })).sort()).toEqual([
    'a.yml',
    'evals',
    'evals/b.txt',
  ]);
});

it('writes nothing if one file exists', async () => {
  await writeFile(path.join(root, 'b.txt'), 'old');
  await expect(write({ 'a.yml': 'a', 'b.txt': 'b' })).rejects.toMatchObject({
    message: 'b.txt already exists, and nothing was written',
    remedy: 'Overwrite with --force, or name another folder.',
  });
  expect(await readdir(root)).toEqual(['b.txt']);
});

it('removes the files that it wrote if a later one cannot be written, so that a retry starts anew', async () => {
  await writeFile(path.join(root, 'evals'), 'a file where a folder is needed');
  await expect(write({ 'a.yml': 'a', 'evals/b.txt': 'b' })).rejects.toMatchObject({
    message: expect.stringMatching(/^evals\/b\.txt cannot be written: /),
    where: 'evals/b.txt',
    remedy: expect.stringContaining('A file has the name of this file or of one of its folders'),
  });
  expect(await readdir(root)).toEqual(['evals']);
  await rm(path.join(root, 'evals'));
  await write({ 'a.yml': 'a', 'evals/b.txt': 'b' });
});

it('keeps the text of a file that it should replace if another cannot be written', async () => {
  await writeFile(path.join(root, 'a.yml'), 'old');
  await mkdir(path.join(root, 'b.txt'));
  await expect(write({ 'a.yml': 'new', 'b.txt': 'b' }, true)).rejects.toMatchObject({
    message: 'b.txt cannot be written: it is a folder',
  });
  expect(await read('a.yml')).toBe('old');
  expect((await readdir(root)).sort()).toEqual(['a.yml', 'b.txt']);
});
