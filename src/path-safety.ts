import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { ConfigError } from './errors.ts';

/**
 * Resolves with true if the repository of the configuration tracks a file, and with undefined
 * without a repository. An untracked file comes from an earlier step.
 *
 * @param resolvedPath absolute path, with links followed
 */
export type IsTracked = (resolvedPath: string) => Promise<boolean | undefined>;

/**
 * Returns the path from a folder to a file below it, with forward slashes. Returns `undefined` for
 * a file outside, or in the folder `.git`, where actions/checkout leaves the job's token. Both
 * paths are absolute.
 */
export function wayInside(folder: string, file: string): string | undefined {
  const relativePath = path.relative(folder, file);
  const steps = relativePath.split(path.sep);
  if (leadsOut(relativePath) || steps.some((step) => step.toLowerCase() === '.git'))
    return undefined;
  return steps.join('/');
}

/**
 * True if a normalized path, as of `path.relative`, leads out of its folder. A name may begin with
 * two dots: `..cache` is inside.
 */
export function leadsOut(relativePath: string): boolean {
  const [firstStep] = relativePath.split(path.sep).join('/').split('/');
  return firstStep === '..' || path.isAbsolute(relativePath);
}

/** True if a folder or the file of a path begins with a dot, except `.github`. */
export function isHidden(relativePath: string): boolean {
  return relativePath.split('/').some((step) => step.startsWith('.') && step !== '.github');
}

/**
 * Decodes a file that must be text. A byte order mark stays, so that the digest of the text is that
 * of the file.
 *
 * @param file.label - The file as the subject of a sentence: `the configuration`.
 * @throws ConfigError for bytes that are not UTF-8
 */
export function utf8Text(
  bytes: Buffer,
  { label, place }: { label: string; place: string },
): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new ConfigError(`${label} is not UTF-8 text`, {
    where: place,
    remedy: 'Name a text file, and save it as UTF-8.',
  });
}
