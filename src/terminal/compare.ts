import path from 'node:path';
import { compareReportFiles } from '../evaluate/compare-reports.js';
import { writeFileFor } from '../evaluate/report-files.js';
import { comparedPicture } from '../report/compared-picture.js';
import { renderCompared } from '../report/compared-reports.js';
import type { Asked, Terminal } from './command.js';
import { usageError } from './options.js';

export async function run(
  { options: { markdown, json, picture }, words }: Asked,
  { print, note, root, layout }: Terminal,
): Promise<number> {
  if (markdown && json) throw usageError('--markdown and --json are two forms of one table', 'Take one of them.');
  const compared = await compareReportFiles(words, root);
  print(renderCompared(compared, markdown ? 'markdown' : json ? 'json' : 'terminal', layout));
  if (picture !== undefined) {
    const place = { directory: path.dirname(picture), checkout: root, where: '--picture' };
    const file = await writeFileFor({ name: path.basename(picture), text: comparedPicture(compared) }, place);
    // HTML on stdout is pasted into a comment.
    if (!markdown) note(`Picture: ${file}\n`);
  }
  return 0;
}
