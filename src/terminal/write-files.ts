import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, GateError } from '../errors.js';
import { makeFolder, writeAnew } from '../evaluate/safe-files.js';

interface WriteOptions {
  root: string;
  force: boolean;
  /** The command that writes. */
  command: string;
  /** What helps where a file is there already. */
  otherwise: string;
}

/** All or nothing. @throws ConfigError for a file that is there and may not be written over, or a folder that cannot be made. */
export async function writeFiles(
  files: readonly { name: string; text: string }[],
  { root, force, command, otherwise }: WriteOptions,
): Promise<void> {
  const there = files.map(({ name }) => name).filter((name) => !force && existsSync(path.resolve(root, name)));
  if (there.length > 0) {
    throw new ConfigError(`${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} there already, and nothing was written`, {
      where: command,
      remedy: `Write over what is there with --force, or ${otherwise}.`,
    });
  }
  for (const { name, text } of files) {
    const file = path.resolve(root, name);
    try {
      await makeFolder(path.dirname(file), { checkout: root, where: name });
      if (force) await writeAnew(file, text);
      // What came to be there in between is not written over either.
      else await writeFile(file, text, { flag: 'wx' });
    } catch (cause) {
      if (cause instanceof GateError) throw cause;
      throw new ConfigError(`${name} cannot be written: ${(cause as Error).message}`, {
        where: name,
        remedy: 'Run it in a folder that may be written.',
        cause,
      });
    }
  }
}
