import path from 'node:path';
import type { Results } from '../engine/results.js';
import { DataError } from '../errors.js';
import { contradictionIn } from './contradictions.js';
import { checked, readJson } from './hostile-file.js';
import { publishedReportSchema } from './published-report-schema.js';

const ORIGIN =
  "Reported by the pull request's own run: the pull request controls that run, and this one only publishes what it says and asked no " +
  'model. All that follows, further notes included, is what that run says.';

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
  // Of earlier runs a publishing run knows more than a report that anybody can have written.
  const { history: _, ...results } = await readReport(path.resolve(root, file), { name: file, use: 'be published', remedy: REMEDY });
  // Right below the verdict, first of what writers never fold away: nothing that the report says of itself may stand above it.
  return { ...results, warnings: [ORIGIN, ...(results.warnings ?? [])] };
}

/**
 * Reads a report. Whoever wrote it is not trusted: it has to have the form of a report and to agree with itself, by the engine's own
 * rules. Throws DataError.
 */
export async function readReport(absolute: string, { name, use, remedy }: ReportUse): Promise<Results> {
  const refuse = (what: string, cause?: unknown): DataError =>
    new DataError(`this report cannot ${use}: ${what}`, { where: name, remedy, cause });

  const report = checked(publishedReportSchema, await readJson(absolute, refuse), refuse);
  const { base_rules } = report;
  const all = base_rules && 'report' in base_rules ? [report, base_rules] : [report];
  const contradiction = all.map(contradictionIn).find((one) => one !== undefined);
  if (contradiction !== undefined) throw refuse(contradiction);
  return report;
}
