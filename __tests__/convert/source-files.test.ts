import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sourceFilesOf } from '../../src/convert/source-files.ts';
import { afterEveryTest } from '../support/jest/after-every-test.mjs';

const folders: string[] = [];
afterEveryTest(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A folder with files, and beside it a file that may not be read. */
async function folderWith(files: readonly string[]): Promise<string> {
  const outer = await mkdtemp(path.join(tmpdir(), 'convert-'));
  folders.push(outer);
  const root = path.join(outer, 'root');
  await mkdir(path.join(root, 'quiz', 'part', 'node_modules'), { recursive: true });
  await writeFile(path.join(outer, 'secret.yaml'), 'secret: 1\n');
  for (const file of files) await writeFile(path.join(root, file), '- vars: {}\n');
  return root;
}

it('a glob names files below the source, in order, and no folder of packages', async () => {
  const root = await folderWith(['quiz/part/b.yaml', 'quiz/part/a.yaml', 'quiz/part/c.txt']);
  await writeFile(path.join(root, 'quiz/part/node_modules/d.yaml'), '');
  const files = await sourceFilesOf(root, 'quiz/source.yaml');
  expect(await files.matching('**/*.yaml', 'w')).toEqual(['part/a.yaml', 'part/b.yaml']);
  expect(await files.fromRoot('part/a.yaml', 'w')).toBe('quiz/part/a.yaml');
});

it.each([
  ['../*.yaml', /leads out of the folder/],
  ['/etc/*', /leads out of the folder/],
  ['part/****.yaml', /more than 3 stars/],
  ['part/{1..9999}.yaml', /ranges such as/],
  ['none/*.yaml', /no file matches/],
])('the pattern %s is refused at its place', async (pattern, message) => {
  const files = await sourceFilesOf(await folderWith([]), 'quiz/source.yaml');
  await expect(files.matching(pattern, 'source.yaml:2:8')).rejects.toMatchObject({
    name: 'ConfigError',
    where: 'source.yaml:2:8',
    message: expect.stringMatching(message),
  });
});

it('more than 200 files are refused, and a link that leads out is not read', async () => {
  const many = Array.from({ length: 201 }, (_, i) => `quiz/part/${i}.yaml`);
  const root = await folderWith(many);
  const files = await sourceFilesOf(root, 'quiz/source.yaml');
  await expect(files.matching('part/*.yaml', 'w')).rejects.toMatchObject({
    message: expect.stringMatching(/^more than 200 files match/),
  });
  await symlink(path.join(root, '..', 'secret.yaml'), path.join(root, 'quiz', 'link.yaml'));
  expect(await files.matching('*.yaml', 'w')).toEqual(['link.yaml']);
  await expect(files.text('link.yaml', 'w')).rejects.toMatchObject({
    message: expect.stringMatching(/lies outside of/),
  });
});
