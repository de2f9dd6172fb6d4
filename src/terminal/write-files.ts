import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, GateError } from '../errors.ts';
import { makeFolder, writeAnew } from '../run/safe-files.ts';

interface WriteOptions {
  root: string;
  /** Whether existing files are overwritten. */
  force: boolean;
  /** The command, as the place of an error. */
  command: string;
  /** What to do instead of overwriting, for the remedy. */
  otherwise: string;
}

/**
 * Writes all files or none. @throws ConfigError for a file that is there already, or a folder that
 * cannot be made
 */
export async function writeFiles(
  files: readonly { name: string; text: string }[],
  { root, force, command, otherwise }: WriteOptions,
): Promise<void> {
  const existing = files
    .map(({ name }) => name)
    .filter((name) => !force && existsSync(path.resolve(root, name)));
  if (existing.length > 0) {
    throw new ConfigError(
      `${existing.join(', ')} ${existing.length === 1 ? 'is' : 'are'} there already, and nothing was written`,
      {
        where: command,
        remedy: `Overwrite with --force, or ${otherwise}.`,
      },
    );
  }
  for (const { name, text } of files) {
    const file = path.resolve(root, name);
    try {
      await makeFolder(path.dirname(file), { checkout: root, setting: name });
      if (force) await writeAnew(file, text);
      // Fails for a file that was made since the check above.
      else await writeFile(file, text, { flag: 'wx' });
    } catch (cause) {
      if (cause instanceof GateError) throw cause;
      const remedy = 'Run the command in a writable folder.';
      throw new ConfigError(`${name} cannot be written: ${(cause as Error).message}`, {
        where: name,
        remedy,
        cause,
      });
    }
  }
}
