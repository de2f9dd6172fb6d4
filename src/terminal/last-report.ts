import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeAnew } from '../evaluate/safe-files.js';

/** Where the report of the last run in a folder lies: each run has a folder of its own for it. */
const fileOf = (cacheDirectory: string, root: string): string =>
  path.join(cacheDirectory, 'last-report', `${createHash('sha256').update(root).digest('hex').slice(0, 16)}.txt`);

/** Best effort: a cache that cannot be written makes `explain` ask for the report's path, and no run fail. */
export async function rememberReport(report: string, { cacheDirectory, root }: { cacheDirectory: string; root: string }): Promise<void> {
  const file = fileOf(cacheDirectory, root);
  await mkdir(path.dirname(file), { recursive: true })
    .then(() => writeAnew(file, report))
    .catch(() => undefined);
}

export async function lastReport({ cacheDirectory, root }: { cacheDirectory: string; root: string }): Promise<string | undefined> {
  const path = await readFile(fileOf(cacheDirectory, root), 'utf8').catch(() => '');
  return path.trim() || undefined;
}
