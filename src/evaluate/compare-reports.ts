import path from 'node:path';
import { compareReports, type ComparedReports } from '../engine/compare-reports.js';
import type { Results } from '../engine/results.js';
import { readReport } from '../trust/published-report.js';

export { readReport as readEarlierReport } from '../trust/published-report.js';

/** Reads reports, each as hostile input, and puts them side by side. @throws DataError */
export async function compareReportFiles(files: readonly string[], root: string): Promise<ComparedReports> {
  const reports: Results[] = [];
  // One after the other: a report may have 50 MB.
  for (const file of files) reports.push(await readReport(path.resolve(root, file), { name: file, use: 'be compared' }));
  const models = reports.map(({ model: { hub, name } }) => `${hub}/${name}`);
  const isUnique = new Set(models).size === models.length;
  return compareReports(reports.map((results, i) => ({ name: isUnique ? models[i]! : `${models[i]!} (${files[i]!})`, results })));
}
