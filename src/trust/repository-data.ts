import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.js';
import { templateFilesOf } from '../config/template-files.js';
import type { CommitFiles } from '../github/files.js';

/** A source that names files below the checkout; a set of ours, of the Hub's or of the job itself is in no commit. */
export function isFileOfTheRepository(source: string): boolean {
  const normal = path.posix.normalize(source);
  return !/^(builtin|hf):/.test(source) && !path.posix.isAbsolute(normal) && !path.isAbsolute(source) && normal.split('/')[0] !== '..';
}

/** Paths and globs of a configuration's data, and of the reports that it compares with; the prompts for a judge are rules too. */
export function dataFilesOf(config: Config): string[] {
  const { tests } = config;
  const sources = tests.map(({ data }) => data.source);
  const reports = tests.flatMap(({ compare }) => compare?.report ?? []);
  return [...new Set([...sources, ...reports, ...templateFilesOf(config)])].filter(isFileOfTheRepository);
}

/** A folder below `scratch` that holds those files as they stand at a commit. */
export async function materialise(files: CommitFiles, patterns: readonly string[], scratch: string): Promise<string> {
  const folder = await mkdtemp(path.join(scratch, 'sensitivity-commit-'));
  for (const pattern of patterns) await files.download(pattern, folder);
  return folder;
}
