import path from 'node:path';
import { compareReports, type ComparedReports } from '../engine/compare-reports.js';
import type { Results } from '../engine/results.js';
import { readReport } from '../trust/published-report.js';

const REMEDY =
  'Name report.json files of runs as those wrote them (their output `report-json`), by a version of this action that is not newer than this one.';

/** Reads reports, each as hostile input, and puts them side by side. @throws DataError for one that is none, or disagrees with itself. */
export async function compareReportFiles(files: readonly string[], root: string): Promise<ComparedReports> {
  const reports: Results[] = [];
  // One after the other: a report may have 50 MB.
  for (const file of files) reports.push(await readReport(path.resolve(root, file), { name: file, use: 'be compared', remedy: REMEDY }));
  const models = reports.map(({ model: { hub, name } }) => `${hub}/${name}`);
  const isUnique = new Set(models).size === models.length;
  return compareReports(reports.map((results, i) => ({ name: isUnique ? models[i]! : `${models[i]!} (${files[i]!})`, results })));
}
