import { isRegression } from '../engine/compare-reports.js';
import { compareReportFiles } from '../run/baseline.js';
import { renderCompared } from '../report/formats/compared-reports.js';
import { EXIT, type Asked, type Terminal } from './command.js';
import { usageError } from './options.js';

export async function run({ options, words }: Asked, { print, root, layout }: Terminal): Promise<number> {
  const { markdown, json, failOnRegression } = options;
  if (markdown && json) throw usageError('--markdown and --json cannot be combined', 'Give one of them.');
  const compared = await compareReportFiles(words, root);
  print(renderCompared(compared, markdown ? 'markdown' : json ? 'json' : 'terminal', layout));
  const isWorse = compared.tests.some(({ cells }) => cells.some((cell) => cell !== null && isRegression(cell)));
  return failOnRegression && isWorse ? EXIT.fail : EXIT.pass;
}
