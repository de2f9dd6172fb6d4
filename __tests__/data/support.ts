import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEveryTest } from '../support/jest/after-every-test.mjs';
import { loadSamples, type DataOptions, type LoadedSamples } from '../../src/data/index.ts';
import { DataError } from '../../src/errors.ts';

const folders: string[] = [];

afterEveryTest(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

/** A new folder with these files (name to content), gone after the test. */
export async function project(files: Record<string, string | Uint8Array>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'data-'));
  folders.push(root);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return root;
}

/** Samples of one file of this name and content. */
export async function load(
  name: string,
  content: string | Uint8Array,
  options: Partial<DataOptions> = {},
): Promise<LoadedSamples> {
  return loadSamples({
    source: name,
    root: await project({ [name]: content }),
    seed: 42,
    ...options,
  });
}

export interface Fault {
  where: string | undefined;
  message: string;
  remedy: string;
}

/** What a user is told; anything but a `DataError` fails the test. */
export async function fault(loading: Promise<unknown>): Promise<Fault> {
  const error: unknown = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DataError)
    return { where: error.where, message: error.message, remedy: error.remedy };
  throw new Error('expected a DataError', { cause: error });
}
