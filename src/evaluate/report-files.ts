import path from 'node:path';
import type { Results } from '../engine/results.js';
import { ConfigError, GateError } from '../errors.js';
import { renderHtml } from '../report/html.js';
import { jsonReport } from '../report/json.js';
import { renderJUnit } from '../report/junit.js';
import type { FindWords } from '../report/mask.js';
import { makeFolder, writeAnew } from './safe-files.js';

export interface ReportFiles {
  /** Absolute. */
  directory: string;
  /** Absolute folder of files that somebody else may have written: nothing is written through a link below it. */
  checkout: string;
  /** How the user names the folder: `input 'report-directory'`. */
  where: string;
  runUrl?: string;
  find?: FindWords;
}

/**
 * The one place where reports reach the disk. Returns the absolute path of the JSON report.
 * @throws ConfigError for a folder that leads elsewhere or cannot be written.
 */
export async function writeReportFiles(results: Results, { directory, checkout, where, runUrl, find }: ReportFiles): Promise<string> {
  const texts = { 'report.json': jsonReport(results), 'report.html': renderHtml(results, { runUrl, find }), 'report.xml': renderJUnit(results, { find }) };
  try {
    await makeFolder(directory, { checkout, where });
    for (const [name, text] of Object.entries(texts)) await writeAnew(path.join(directory, name), text);
  } catch (cause) {
    if (cause instanceof GateError) throw cause;
    // A disk that is full or a folder that may not be written is the user's to mend; the system's own words name it best.
    throw new ConfigError(`The report cannot be written: ${(cause as Error).message}`, { where, remedy: 'Choose a folder that may be written.', cause });
  }
  return path.join(directory, 'report.json');
}
