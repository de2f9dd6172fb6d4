import {
  compareReports,
  isRegression,
  type ComparedReports,
} from '../engine/verdict/compare-reports.ts';
import type { Results } from '../engine/results.ts';
import { readEarlierReport } from '../run/baseline.ts';
import { renderCompared } from '../report/formats/compared-reports.ts';
import { EXIT, type CommandLine, type Terminal } from './command.ts';
import { usageError } from './options.ts';
import path from 'node:path';

export async function runCompare(
  { options, words }: CommandLine,
  { print, root, layout }: Terminal,
): Promise<number> {
  const { markdown, json, failOnRegression } = options;
  if (markdown && json)
    throw usageError('--markdown and --json cannot be combined', 'Give one of them.');
  const comparison = await compareReportFiles(words, root);
  const structured = json ? 'json' : 'terminal';
  print(renderCompared(comparison, markdown ? 'markdown' : structured, layout));
  const isWorse = comparison.tests.some(({ cells }) =>
    cells.some((cell) => cell !== null && isRegression(cell)),
  );
  return failOnRegression && isWorse ? EXIT.fail : EXIT.pass;
}

/** Reads the reports as hostile input. @throws DataError */
async function compareReportFiles(
  files: readonly string[],
  root: string,
): Promise<ComparedReports> {
  const reports: { file: string; model: string; results: Results }[] = [];
  // In sequence: a report may have 50 MB.
  for (const file of files) {
    const place = path.resolve(root, file);
    const results = await readEarlierReport(place, { name: file, use: 'be compared' });
    const { hub, name } = results.model;
    reports.push({ file, model: `${hub}/${name}`, results });
  }
  const isUnique = new Set(reports.map(({ model }) => model)).size === reports.length;
  return compareReports(
    reports.map(({ file, model, results }) => ({
      name: isUnique ? model : `${model} (${file})`,
      results,
    })),
  );
}
