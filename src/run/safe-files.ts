import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { ConfigError, systemCode } from '../errors.js';
import { quoted } from '../json.js';
import path from 'node:path';

/**
 * Makes a folder. @throws ConfigError for a link below `checkout`, and for a link of another user
 */
export async function makeFolder(
  folder: string,
  { checkout, where }: { checkout?: string; where: string },
): Promise<void> {
  const roots = checkout === undefined ? [] : [checkout, await resolved(checkout)];
  for (const root of roots) {
    const steps = below(root, folder) ?? [];
    for (let depth = 1; depth <= steps.length; depth++) {
      const parent = path.join(root, ...steps.slice(0, depth));
      if ((await find(parent))?.isSymbolicLink())
        throw refused(steps.slice(0, depth).join('/'), 'is a link in the checkout', where);
    }
  }
  const there = await find(folder);
  const trusted = [process.getuid?.(), 0];
  if (there?.isSymbolicLink() && process.getuid && !trusted.includes(there.uid))
    throw refused(folder, 'is a link of another user', where);
  await mkdir(folder, { recursive: true });
}

/**
 * @throws ConfigError for a folder that is in the checkout after links are resolved: a pull request
 * could fill it
 */
export async function refuseInside(
  folder: string,
  { checkout, where, example }: { checkout: string; where: string; example: string },
): Promise<void> {
  if (below(await resolved(checkout), await resolved(folder)) === undefined) return;
  throw new ConfigError(`${quoted(folder)} leads into the checkout`, {
    where,
    remedy: `It must lie outside, where no pull request can put a file: \${{ runner.temp }}/${example}.`,
  });
}

async function resolved(file: string): Promise<string> {
  const real = await realpath(file).catch(() => undefined);
  const parent = path.dirname(file);
  return real ?? (parent === file ? file : path.join(await resolved(parent), path.basename(file)));
}

function refused(name: string, what: string, where: string): ConfigError {
  const remedy = 'Name a folder outside of the checkout, or remove the link.';
  return new ConfigError(`nothing is written there: ${quoted(name)} ${what}`, { where, remedy });
}

function below(root: string, folder: string): string[] | undefined {
  const steps = path.relative(root, folder);
  if (steps === '..' || steps.startsWith(`..${path.sep}`) || path.isAbsolute(steps))
    return undefined;
  return steps.split(path.sep).filter(Boolean);
}

async function find(file: string) {
  return lstat(file).catch(() => undefined);
}

/** Replaces the file. A link is removed, not followed, and a hard link keeps its content. */
export async function writeAnew(file: string, text: string | Iterable<string>): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
  });
  // O_EXCL follows no link. Windows has no O_NOFOLLOW: undefined counts as 0.
  await writeFile(file, typeof text === 'string' ? text : joined(text), {
    flag: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
  });
}

/** Smallest write, in characters: a single row is too small. */
const ENOUGH = 2 ** 16;

function* joined(parts: Iterable<string>): Generator<string> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < ENOUGH) continue;
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

/**
 * Returns undefined for a file that is not plain, or larger than `longest` bytes. Follows no link,
 * and does not block.
 */
export async function readPlainText(file: string, longest: number): Promise<string | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = await handle.stat();
    return stats.isFile() && stats.size <= longest ? await handle.readFile('utf8') : undefined;
  } finally {
    await handle.close();
  }
}
