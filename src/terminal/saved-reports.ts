import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { resultsSchema, type Results } from '../engine/results.ts';
import { DataError } from '../errors.ts';
import { jsonIn } from '../json.ts';
import type { Evaluation } from '../run/options.ts';
import { foulWordMask, writeReportFiles } from '../run/report-files.ts';
import { writeAnew } from '../run/safe-files.ts';
import { attemptStep, type Terminal } from './command.ts';

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

/** The place of the file with the path of the last report, by the folder of the command. */
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

/** @throws DataError for a file that is no report of this version */
export async function readReport(file: string, name: string): Promise<Results> {
  const remedy = 'Name the file report.json of a run of this version.';
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new DataError('the report cannot be read', { where: name, remedy, cause });
  });
  const report = resultsSchema.safeParse(jsonIn(text));
  if (report.success) return report.data;
  throw new DataError('this file is no report', { where: name, remedy });
}
