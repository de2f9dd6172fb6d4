import { foulWordsToMask } from '../evaluate/foul-words.js';
import type { Evaluation } from '../evaluate/options.js';
import { writeReportFiles } from '../evaluate/report-files.js';
import { attempt } from './attempt.js';
import type { Terminal } from './terminal.js';

/** What cannot be written is said, and changes no exit status: the verdict stands above. @returns the JSON report's path, where it was. */
export async function saveReport(directory: string, { results, config }: Evaluation, terminal: Terminal): Promise<string | undefined> {
  const { root: checkout, note, layout } = terminal;
  const place = { directory, checkout, where: '--report-directory' };
  const find = await foulWordsToMask(config);
  const written = await attempt(() => writeReportFiles(results, { ...place, find, words: layout.words }), terminal);
  if (written === undefined) return undefined;
  for (const report of Object.values(written.outputs)) note(`Report: ${report}\n`);
  for (const page of written.pages) note(`  Page: ${page}\n`);
  return written.outputs['report-json'];
}
