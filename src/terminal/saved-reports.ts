import type { Evaluation } from '../run/options.ts';
import { foulWordMask, writeReportFiles } from '../run/report-files.ts';
import { attemptStep, type Terminal } from './command.ts';

/** Writes the report files, and prints their paths. A failure is printed and changes no status. */
export async function saveReport(
  directory: string,
  { results, config }: Evaluation,
  terminal: Terminal,
): Promise<void> {
  const { root: checkout, note, layout } = terminal;
  await attemptStep(async () => {
    const mask = await foulWordMask(config);
    const place = { directory, checkout, setting: '--report-directory' };
    const { outputs, pages } = await writeReportFiles(results, {
      ...place,
      mask,
      words: layout.words,
    });
    for (const report of Object.values(outputs)) note(`Report: ${report}\n`);
    for (const page of pages) note(`  Page: ${page}\n`);
  }, terminal);
}
