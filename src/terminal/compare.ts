import { compareReportFiles } from '../evaluate/compare-reports.js';
import { renderCompared } from '../report/compared-reports.js';
import type { Command } from './command.js';
import { usageError } from './options.js';

export const compare: Command = {
  name: 'compare',
  about: 'several runs side by side: models, releases',
  words: { name: 'REPORT.json ...', inWords: 'two reports or more', least: 2, most: Infinity, completes: 'file' },
  options: ['markdown', 'json'],
  examples: [
    ['compare old/report.json new/report.json', 'two releases, paired by rows'],
    ['compare --markdown model-a/report.json model-b/report.json', 'the table of a comment, as HTML'],
  ],
  async run({ options: { markdown, json }, words }, { print, root, layout }) {
    if (markdown && json) throw usageError('--markdown and --json are two forms of one table', 'Take one of them.');
    print(renderCompared(await compareReportFiles(words, root), markdown ? 'markdown' : json ? 'json' : 'terminal', layout));
    return 0;
  },
};
