import path from 'node:path';

/**
 * Whether the repository that holds the configuration tracks a file, by the file's resolved path: what it does not track was left there
 * by an earlier step. `undefined` where there is no repository to ask.
 */
export type IsTracked = (real: string) => Promise<boolean | undefined>;

/**
 * The way from a folder to a file below it, with forward slashes; `undefined` where it leads out, or into git's own folder, which is no
 * part of what was checked in: actions/checkout leaves the job's token there. Both paths absolute, and resolved where links count.
 */
export function wayInside(folder: string, file: string): string | undefined {
  const way = path.relative(folder, file);
  const steps = way.split(path.sep);
  if (steps[0] === '..' || path.isAbsolute(way) || steps.some((step) => step.toLowerCase() === '.git')) return undefined;
  return steps.join('/');
}

/** Whether a way goes through a name that is hidden by its dot: where tools keep what is theirs. `.github` is everybody's. */
export function isHidden(way: string): boolean {
  return way.split('/').some((step) => step.startsWith('.') && step !== '.github');
}
