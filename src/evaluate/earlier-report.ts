import type { Results } from '../engine/results.js';
import { readReport } from '../trust/published-report.js';

/** The report of an earlier run, read as hostile input. @throws DataError for one that is none, or disagrees with itself. */
export async function readEarlierReport(file: string, { name, use }: { name: string; use: string }): Promise<Results> {
  return readReport(file, {
    name,
    use,
    remedy: 'Name the report.json of a run as that run wrote it, by a version of this action that is not newer than this one.',
  });
}
