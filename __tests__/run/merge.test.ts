import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasShards } from '../../src/run/merge.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-merge-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

it('finds no shard in a folder that is absent', async () => {
  expect(await hasShards(path.join(root, 'absent'))).toBe(false);
});

it('takes a folder with the name of a shard file for no shard, but a file in it for one', async () => {
  const artifact = path.join(root, 'shard-1-of-2.json');
  await mkdir(artifact);
  expect(await hasShards(root)).toBe(false);
  await writeFile(path.join(artifact, 'shard-1-of-2.json'), '{}');
  expect(await hasShards(root)).toBe(true);
});
