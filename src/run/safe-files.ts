import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, realpath, rename, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, systemCode } from '../errors.ts';
import { quoted } from '../json.ts';
import { leadsOut } from '../path-safety.ts';

/**
 * Makes a folder.
 * @throws ConfigError for a link below `checkout`, or of another user
 */
export async function makeFolder(
  folder: string,
  { checkout, setting }: { checkout?: string; setting: string },
): Promise<void> {
  const roots = checkout === undefined ? [] : [checkout, await resolveLinks(checkout)];
  for (const root of roots) {
    const steps = stepsBelow(root, folder) ?? [];
    for (let depth = 1; depth <= steps.length; depth++) {
      const parent = path.join(root, ...steps.slice(0, depth));
      if ((await statIfPresent(parent))?.isSymbolicLink())
        throw linkError(steps.slice(0, depth).join('/'), 'is a link in the checkout', setting);
    }
  }
  const existing = await statIfPresent(folder);
  const trusted = [process.getuid?.(), 0];
  if (existing?.isSymbolicLink() && process.getuid && !trusted.includes(existing.uid))
    throw linkError(folder, 'is a link of another user', setting);
  await mkdir(folder, { recursive: true });
}

/**
 * Refuses a folder that a pull request could fill.
 * @throws ConfigError for one that lies in the checkout once links are resolved
 */
export async function refuseInside(
  folder: string,
  { checkout, setting, example }: { checkout: string; setting: string; example: string },
): Promise<void> {
  if (stepsBelow(await resolveLinks(checkout), await resolveLinks(folder)) === undefined) return;
  throw new ConfigError(`${quoted(folder)} leads into the checkout`, {
    where: setting,
    remedy: `It must lie outside, where no pull request can put a file: \${{ runner.temp }}/${example}.`,
  });
}

async function resolveLinks(file: string): Promise<string> {
  const real = await realpath(file).catch(() => undefined);
  const parent = path.dirname(file);
  return (
    real ?? (parent === file ? file : path.join(await resolveLinks(parent), path.basename(file)))
  );
}

function linkError(name: string, fault: string, setting: string): ConfigError {
  const remedy = 'Name a folder outside of the checkout, or remove the link.';
  return new ConfigError(`nothing is written there: ${quoted(name)} ${fault}`, {
    where: setting,
    remedy,
  });
}

function stepsBelow(root: string, folder: string): string[] | undefined {
  const steps = path.relative(root, folder);
  if (leadsOut(steps)) return undefined;
  return steps.split(path.sep).filter(Boolean);
}

async function statIfPresent(file: string) {
  return lstat(file).catch(() => undefined);
}

/** Replaces a file. Removes a link instead of following it; a hard link keeps its content. */
export async function writeAnew(file: string, text: string | Iterable<string>): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
  });
  // O_EXCL follows no link. Windows has no O_NOFOLLOW: undefined counts as 0.
  await writeFile(file, typeof text === 'string' ? text : joinParts(text), {
    flag: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
  });
}

/** Minimum number of characters of one write. One write for each row would be too many. */
const MIN_WRITE_CHARACTERS = 2 ** 16;

function* joinParts(parts: Iterable<string>): Generator<string> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < MIN_WRITE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
