import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDocuments } from '../../src/draft/documents.ts';

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'documents-'));
  root = path.join(folder, 'checkout');
  await mkdir(root);
  await writeFile(path.join(folder, 'other.md'), 'Another text.');
  await writeFile(path.join(root, '.env'), 'KEY=secret');
  await writeFile(path.join(root, 'help.md'), '# Help\r\n');
});
afterEach(() => rm(folder, { recursive: true }));

it('are read where they are named, also outside of the folder', async () => {
  await symlink('help.md', path.join(root, 'link.md'));
  expect(await readDocuments(root, ['help.md', 'link.md', '../other.md'])).toEqual([
    { name: 'help.md', text: '# Help\n' },
    { name: 'link.md', text: '# Help\n' },
    { name: '../other.md', text: 'Another text.' },
  ]);
});

it.each([
  ['out of it', '../other.md', 'lies outside of the checkout'],
  ['to a hidden file', '.env', 'is a link to the hidden file `".env"`'],
])('are none where a link of the folder leads %s', async (_, target, message) => {
  await symlink(target, path.join(root, 'link.md'));
  await expect(readDocuments(root, ['link.md'])).rejects.toThrow(message);
});

it.each([
  ['a.pdf', 'text', 'is neither plain text nor Markdown'],
  ['a.HTML', '<p>text', 'is neither plain text nor Markdown'],
  ['a.md', ' \n', 'is blank'],
  ['a.txt', 'a\0b', 'is neither plain text nor Markdown'],
])('are none: %s', async (name, text, message) => {
  await writeFile(path.join(root, name), text);
  await expect(readDocuments(root, [name])).rejects.toThrow(message);
});
