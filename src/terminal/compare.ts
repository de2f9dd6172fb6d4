import path from 'node:path';
import { compareReportFiles } from '../evaluate/compare-reports.js';
import { writeFileFor } from '../evaluate/report-files.js';
import { comparedPicture } from '../report/compared-picture.js';
import { renderCompared } from '../report/compared-reports.js';
import type { Command } from './command.js';
import { usageError } from './options.js';

export const compare: Command = {
  name: 'compare',
  about: 'several runs side by side: models, releases',
  words: { name: 'REPORT.json ...', inWords: 'two reports or more', least: 2, most: Infinity, completes: 'file' },
  options: ['markdown', 'json', 'picture'],
  examples: [
    ['compare old/report.json new/report.json', 'two releases, paired by rows'],
    ['compare --markdown model-a/report.json model-b/report.json', 'the table of a comment, as HTML'],
    ['compare --picture rates.svg a/report.json b/report.json', 'and a picture: rates with their intervals'],
  ],
  async run({ options: { markdown, json, picture }, words }, { print, note, root, layout }) {
    if (markdown && json) throw usageError('--markdown and --json are two forms of one table', 'Take one of them.');
    const compared = await compareReportFiles(words, root);
    print(renderCompared(compared, markdown ? 'markdown' : json ? 'json' : 'terminal', layout));
    if (picture !== undefined) {
      const place = { directory: path.dirname(picture), checkout: root, where: '--picture' };
      const file = await writeFileFor({ name: path.basename(picture), text: comparedPicture(compared) }, place);
      // HTML on stdout is somebody's comment.
      if (!markdown) note(`Picture: ${file}\n`);
    }
    return 0;
  },
};
