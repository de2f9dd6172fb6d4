import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Results } from '../engine/results.js';
import { DataError } from '../errors.js';
import { contradictionIn } from './contradictions.js';
import { publishedReportSchema } from './published-report-schema.js';

const MAX_BYTES = 50 * 1024 * 1024;

const ORIGIN =
  "These results were reported by the pull request's own run, which the pull request controls; this run only publishes them and " +
  'asked no model. Whatever follows, further notes included, is what that run says.';

const REMEDY =
  'Publish the report.json of an earlier run as that run wrote it (its output `report-json`), by a version of this action that is ' +
  'not newer than this one. Where a pull request wrote another, nothing of it is published.';

/** What a report is wanted for, in the words of a refusal. */
export interface ReportUse {
  /** The file as the user knows it. */
  name: string;
  use: string;
  remedy: string;
}

/**
 * Reads the report of an earlier run, at `file` relative to `root` or absolute, to publish it. The first thing that it
 * says is that it is no more true than its writer. Throws DataError.
 */
export async function readPublishedReport(file: string, root: string): Promise<Results> {
  const results = await readReport(path.resolve(root, file), { name: file, use: 'be published', remedy: REMEDY });
  // First of what writers show first, and only so many of: nothing that the report says of itself may stand above it or crowd it out.
  const { warnings = [], notices } = results;
  return warnings.length > 0 ? { ...results, warnings: [ORIGIN, ...warnings] } : { ...results, notices: [ORIGIN, ...notices] };
}

/**
 * Reads a report. Whoever wrote it is not trusted: it has to have the form of a report and to agree with itself, by the engine's own
 * rules. Throws DataError.
 */
export async function readReport(absolute: string, { name, use, remedy }: ReportUse): Promise<Results> {
  const refuse = (what: string, cause?: unknown): DataError =>
    new DataError(`this report cannot ${use}: ${what}`, { where: name, remedy, cause });

  const parsed = publishedReportSchema.safeParse(parse(await read(absolute, refuse), refuse));
  if (!parsed.success) {
    const [{ path: at, message }] = parsed.error.issues as [(typeof parsed.error.issues)[number]];
    throw refuse(`${at.length > 0 ? placeOf(at) : 'the whole'}: ${message}`);
  }
  const contradiction = contradictionIn(parsed.data);
  if (contradiction !== undefined) throw refuse(contradiction);
  return parsed.data;
}

type Refuse = (what: string, cause?: unknown) => DataError;

/**
 * The file may have come out of a stranger's archive: no link is followed to what else is on the machine, no pipe is waited for,
 * and the size is that of the file which is then read.
 */
async function read(absolute: string, refuse: Refuse): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    // Windows has neither flag: undefined counts as 0 there.
    handle = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await handle.stat();
    if (!stats.isFile()) throw refuse('it is no regular file');
    if (stats.size > MAX_BYTES) throw refuse(`it has ${stats.size} bytes, and at most ${MAX_BYTES} are read`);
    return await handle.readFile();
  } catch (error) {
    if (error instanceof DataError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw refuse('there is no such file. Did the step that downloads it find an artifact?', error);
    throw refuse(code === 'ELOOP' ? 'it is a link' : `it cannot be read (${code})`, error);
  } finally {
    await handle?.close();
  }
}

/** Without the parser's own words: they quote the file, which may be another than it seems. */
function parse(bytes: Buffer, refuse: Refuse): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse('it is not JSON in UTF-8');
  }
}

/** `results[3].error.kind` */
function placeOf(at: readonly PropertyKey[]): string {
  return at
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
