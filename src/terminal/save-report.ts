import { foulWordsToMask } from '../evaluate/foul-words.js';
import type { Evaluation } from '../evaluate/options.js';
import { writeReportFiles } from '../evaluate/report-files.js';
import { GateError } from '../errors.js';
import { describe } from './flags.js';
import type { Terminal } from './terminal.js';

/** What cannot be written is said, and changes no exit status: the verdict stands above. @returns the JSON report's path, where it was. */
export async function saveReport(
  directory: string,
  { results, config }: Evaluation,
  { root, note, complain, layout }: Terminal,
): Promise<string | undefined> {
  try {
    const { outputs, pages } = await writeReportFiles(results, {
      directory,
      checkout: root,
      where: '--report-directory',
      find: foulWordsToMask(config),
      words: layout.words,
    });
    Object.values(outputs).forEach((report) => {
      note(`Report: ${report}\n`);
    });
    pages.forEach((page) => {
      note(`  Page: ${page}\n`);
    });
    return outputs['report-json'];
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    complain(describe(error));
    return undefined;
  }
}
