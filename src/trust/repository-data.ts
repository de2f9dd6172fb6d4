import { mkdtemp, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.js';
import { templateFilesOf } from '../config/template-files.js';
import { findFiles } from '../data/files.js';
import { GateError } from '../errors.js';
import type { Client } from '../github/client.js';
import type { EventContext } from '../github/event.js';
import { changedFiles, MOST_CHANGED_FILES, type CommitFiles } from '../github/files.js';
import type { TrustInputs } from './trust-inputs.js';

/** A source that names files below the checkout; a set of ours, of the Hub's or of the job itself is in no commit. */
export function isFileOfTheRepository(source: string): boolean {
  const normal = path.posix.normalize(source);
  return !/^(builtin|hf):/.test(source) && !path.posix.isAbsolute(normal) && !path.isAbsolute(source) && normal.split('/')[0] !== '..';
}

/** Paths and globs of a configuration's data, and of the reports that it compares with; the prompts for a judge are rules too. */
export function dataFilesOf(config: Config, inputs: TrustInputs): string[] {
  const { tests } = config;
  const sources = tests.map(({ data }) => data.source);
  const reports = tests.flatMap(({ compare }) => compare?.report ?? []).filter((report) => report !== inputs.baseline);
  return [...new Set([...sources, ...reports, ...templateFilesOf(config)])].filter(isFileOfTheRepository);
}

/** A folder below `scratch` that holds those files as they stand at a commit. */
export async function materialise(files: CommitFiles, patterns: readonly string[], scratch: string): Promise<string> {
  const folder = await mkdtemp(path.join(scratch, 'sensitivity-commit-'));
  for (const pattern of patterns) await files.download(pattern, folder);
  return folder;
}

export interface DifferenceOptions {
  patterns: readonly string[];
  event: EventContext;
  client: () => Promise<Client>;
  /** The commit that the head is compared with. */
  base: CommitFiles;
  /** The head's checkout; absent where there is none. */
  checkout?: string | undefined;
}

/** Whether the head's files of these patterns may be others than the base's. @throws GitHubError where GitHub does not say. */
export async function mayDiffer({ patterns, event, client, base, checkout }: DifferenceOptions): Promise<boolean> {
  if (patterns.length === 0) return false;
  // GitHub says what a pull request changes since its own base. Anything else may all have changed.
  if (event.pullNumber === undefined || base.sha === undefined || base.sha !== event.baseSha) return true;
  if (checkout !== undefined && (await goThroughLinks(patterns, checkout))) return true;
  return touches(await changedFiles(await client(), event), patterns);
}

/** What is behind a link changes without the path that the configuration names, by any link on the way. */
async function goThroughLinks(patterns: readonly string[], root: string): Promise<boolean> {
  const real = await realpath(root);
  for (const source of patterns) {
    try {
      for (const { path: file } of (await findFiles({ source, root: real, within: real, seed: 0 })).files) {
        if ((await realpath(file)) !== file) return true;
      }
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      return true; // What cannot be found cannot be seen to be the same.
    }
  }
  return false;
}

function touches(files: readonly string[], patterns: readonly string[]): boolean {
  // A path that exists is never taken for a glob, so that one with brackets is looked for as it is too.
  const wanted = patterns.map((pattern) => path.posix.normalize(pattern));
  const isWanted = (file: string) => wanted.some((pattern) => file === pattern || path.posix.matchesGlob(file, pattern));
  // A list that was cut off may hide the one that matters.
  return files.length >= MOST_CHANGED_FILES || files.some(isWanted);
}
