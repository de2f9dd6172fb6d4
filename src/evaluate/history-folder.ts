import { constants } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunRecord } from '../engine/history.js';
import { ConfigError } from '../errors.js';
import { appended, lineOf, MOST_HISTORY_BYTES, readHistory, type ReadHistory } from '../trust/history-file.js';
import { quoted } from '../json.js';
import { readWhole, replaceFile } from './safe-files.js';

/** The record in a folder that is kept from run to run: in a terminal, or where a workflow keeps `cache-directory`. */

export const HISTORY_FILE = 'history.jsonl';
/** In bytes. */
const LONGEST = 2 * MOST_HISTORY_BYTES;

/** @throws ConfigError for a file that is there and cannot be read. */
export async function historyIn(folder: string): Promise<ReadHistory> {
  try {
    const text = await readWhole(path.join(folder, HISTORY_FILE), LONGEST);
    return text === undefined ? { records: [], dropped: Infinity } : readHistory(text);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { records: [], dropped: 0 };
    throw unusable('read', folder, cause);
  }
}

/**
 * One line, one write at the end, so that two runs that end at once both stay in it. A file that has grown long, or holds what
 * is no record, is written anew under another name, which then takes this one's place.
 * @throws ConfigError for a folder that cannot be written.
 */
export async function keepIn(folder: string, record: RunRecord): Promise<void> {
  const file = path.join(folder, HISTORY_FILE);
  try {
    await mkdir(folder, { recursive: true });
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    // Windows has no O_NOFOLLOW: undefined counts as 0 there.
    await writeFile(file, lineOf(record) ?? '', { flag: O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600 });
    const text = await readWhole(file, LONGEST);
    const isClean = text !== undefined && text.length <= MOST_HISTORY_BYTES && readHistory(text).dropped === 0;
    if (!isClean) await replaceFile(file, appended(text ?? '', record));
  } catch (cause) {
    throw unusable('written', folder, cause);
  }
}

function unusable(what: string, folder: string, cause: unknown): ConfigError {
  return new ConfigError(`the record of earlier runs cannot be ${what}: ${quoted((cause as Error).message)}`, {
    where: path.join(folder, HISTORY_FILE),
    remedy: 'The verdict stands. Name a folder that may be read and written, or remove the file.',
    cause,
  });
}
