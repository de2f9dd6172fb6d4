import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { readText } from '../../data/read-text.js';
import { readFiles } from '../../data/read-files.js';
import type { DataFile } from '../../data/source.js';
import { ConfigError } from '../../errors.js';
import { wayInside } from '../../inside.js';
import type { Companions } from './converted.js';

/** Of a file of rows; a configuration may have a hundredth of it. */
const MOST_BYTES = 100 * 1024 * 1024;

/** @throws GateError where it is not there, is no plain file, is too large or no UTF-8. */
export async function readSource(root: string, name: string): Promise<string> {
  return textOf({ path: path.resolve(root, name), name });
}

/**
 * Files that the source names, by their path from it. None outside of the folder that the command was given in (or of the source's own,
 * where it lies elsewhere) is read: whoever wrote the source could have anything copied.
 */
export async function companionsOf(root: string, name: string): Promise<Companions> {
  const folder = await realpath(path.dirname(path.resolve(root, name)));
  const here = await realpath(root);
  const within = wayInside(here, folder) === undefined ? folder : here;
  const find = async (file: string, where: string): Promise<DataFile> => {
    const given = path.resolve(folder, file);
    const real = await realpath(given).catch(() => given);
    if (wayInside(within, real) === undefined) {
      throw new ConfigError(`${JSON.stringify(file.slice(0, 200))} lies outside of ${within}, and is not read`, {
        where,
        remedy: 'Copy it there.',
      });
    }
    return { path: real, name: path.relative(here, real).split(path.sep).join('/') };
  };
  return {
    text: async (file, where) => textOf(await find(file, where), where),
    rows: async function* (file, where) {
      const found = await find(file, where);
      await refuseStrange(found, where);
      yield* readFiles([found], { where, wanted: [] });
    },
  };
}

async function textOf(file: DataFile, where = file.name): Promise<string> {
  await refuseStrange(file, where);
  let text = '';
  for await (const block of readText(file, Infinity)) text += block;
  return text;
}

/** Before a byte is read: a device or a pipe has no end. */
async function refuseStrange({ path: file, name }: DataFile, where: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  const refuse = (message: string, remedy: string): never => {
    throw new ConfigError(message, { where, remedy });
  };
  if (found === undefined)
    return refuse(
      `there is no file ${JSON.stringify(name)}`,
      'Look at its path: it starts in the folder that you are in, or beside the file that names it.',
    );
  if (!found.isFile()) refuse(`${JSON.stringify(name)} is not a plain file`, 'Name a file, not a folder.');
  if (found.size > MOST_BYTES) refuse(`${JSON.stringify(name)} has ${found.size} bytes`, `At most ${MOST_BYTES} bytes are read.`);
}
