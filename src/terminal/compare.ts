import { compareReportFiles } from '../run/baseline.js';
import { renderCompared } from '../report/formats/compared-reports.js';
import type { Asked, Terminal } from './command.js';
import { usageError } from './options.js';

export async function run({ options: { markdown, json }, words }: Asked, { print, root, layout }: Terminal): Promise<number> {
  if (markdown && json) throw usageError('--markdown and --json are two forms of one table', 'Take one of them.');
  const compared = await compareReportFiles(words, root);
  print(renderCompared(compared, markdown ? 'markdown' : json ? 'json' : 'terminal', layout));
  return 0;
}
