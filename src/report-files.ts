import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Results } from './engine/results.js';
import { renderHtml } from './report/html.js';
import { jsonReport } from './report/json.js';
import { renderJUnit } from './report/junit.js';
import type { FindWords } from './report/mask.js';

/** The one place where reports reach the disk. Returns the absolute path of the JSON report. */
export async function writeReportFiles(
  results: Results,
  { directory, runUrl, find }: { directory: string; runUrl?: string; find?: FindWords },
): Promise<string> {
  await mkdir(directory, { recursive: true });
  const json = path.join(directory, 'report.json');
  await writeFile(json, jsonReport(results));
  await writeFile(path.join(directory, 'report.html'), renderHtml(results, { runUrl, find }));
  await writeFile(path.join(directory, 'report.xml'), renderJUnit(results, { find }));
  return json;
}
