import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { ConfigError, GateError } from '../errors.js';
import { foulWordMask, writeReportFiles } from '../run/report-files.js';
import type { Evaluation } from '../run/options.js';
import { makeFolder, writeAnew } from '../run/safe-files.js';
import { type Terminal, attemptStep } from './command.js';
import path from 'node:path';

interface WriteOptions {
  root: string;
  force: boolean;
  command: string;
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

/**
 * Writes the report files. A failure is printed and changes no exit status. @returns the path of
 * the JSON report, if it was written
 */
export async function saveReport(
  directory: string,
  { results, config }: Evaluation,
  terminal: Terminal,
): Promise<string | undefined> {
  const { root: checkout, note, layout } = terminal;
  const reportFiles = await attemptStep(async () => {
    const mask = await foulWordMask(config);
    const place = { directory, checkout, setting: '--report-directory' };
    return writeReportFiles(results, { ...place, mask, words: layout.words });
  }, terminal);
  if (reportFiles === undefined) return undefined;
  for (const report of Object.values(reportFiles.outputs)) note(`Report: ${report}\n`);
  for (const page of reportFiles.pages) note(`  Page: ${page}\n`);
  return reportFiles.outputs['report-json'];
}

interface OutputPlace {
  cacheDirectory: string;
  root: string;
}

/** The file that holds the path of the last report made in `root`. */
const lastReportFile = ({ cacheDirectory, root }: OutputPlace): string =>
  path.join(
    cacheDirectory,
    'last-report',
    `${createHash('sha256').update(root).digest('hex').slice(0, 16)}.txt`,
  );

/** Best effort: without it, `explain` needs the report's path. */
export async function rememberReport(report: string, place: OutputPlace): Promise<void> {
  const file = lastReportFile(place);
  await mkdir(path.dirname(file), { recursive: true })
    .then(() => writeAnew(file, report))
    .catch(() => undefined);
}

export async function lastReport(place: OutputPlace): Promise<string | undefined> {
  const report = await readFile(lastReportFile(place), 'utf8').catch(() => '');
  return report.trim() || undefined;
}
