import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Results } from '../engine/results.ts';
import { ConfigError } from '../errors.ts';
import { listIn, quoted } from '../json.ts';
import { wordFinder } from '../language/words/index.ts';
import type { FormatOptions } from '../report/formats/format.ts';
import { FORMATS } from '../report/formats/formats.ts';
import { type Mask, maskOf } from '../report/story/mask.ts';
import { makeFolder, writeAnew } from './safe-files.ts';

export interface ReportPlace {
  directory: string;
  /** Absolute folder of files from another author: no file is written through a link below it. */
  checkout: string;
  /** The input or option that names the folder. */
  setting: string;
}

export const EMPTY_OUTPUTS: Record<string, string> = Object.fromEntries(
  FORMATS.flatMap(({ output }) => (output === undefined ? [] : [[output, '']])),
);

/**
 * Writes every report.
 * @throws ConfigError for a folder that is a link or cannot be written
 */
export async function writeReportFiles(
  results: Results,
  { directory, checkout, setting, ...options }: FormatOptions & ReportPlace,
) {
  const reports = FORMATS.map((format) => ({ ...format, file: path.join(directory, format.file) }));
  try {
    await makeFolder(directory, { checkout, setting });
    for (const report of reports) await writeAnew(report.file, report.render(results, options));
  } catch (cause) {
    // An error without a system code is a defect.
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    // The user can correct a full disk or a read-only folder, which the system's message names.
    const remedy = 'Choose a folder that may be written.';
    throw new ConfigError(`The report cannot be written: ${quoted(cause.message)}.`, {
      where: setting,
      remedy,
      cause,
    });
  }
  const outputs = Object.fromEntries(
    reports.flatMap(({ output, file }) => (output === undefined ? [] : [[output, file]])),
  );
  const pages = reports.flatMap(({ isPage, file }) => (isPage ? [file] : []));
  return { outputs, pages };
}

/**
 * Returns a function that masks English foul words and the words that the tests count. Returns
 * undefined if masking is off.
 */
export async function foulWordMask(config: Config | undefined): Promise<Mask | undefined> {
  if (config?.maskFoulWords === false) return undefined;
  const words: string[] = [];
  const languages = new Set(['en']);
  for (const { scorerOptions } of (config?.tests ?? []).flatMap((test) => test.candidates)) {
    words.push(...textsIn(scorerOptions['words']));
    for (const language of textsIn(scorerOptions['languages'])) languages.add(language);
  }
  const { find } = wordFinder({ words, languages: [...languages] });
  return maskOf(find);
}

function textsIn(list: unknown): string[] {
  return listIn(list).filter((entry) => typeof entry === 'string');
}
