import { tmpdir } from 'node:os';
import path from 'node:path';
import { attemptsOf } from '../errors.ts';
import { jsonText } from '../json.ts';
import { redact } from '../secrets.ts';
import { replaceText } from '../draft/rows-file.ts';
import { junitText, pageText, terminalText } from '../report/index.ts';
import { evaluate } from '../run/evaluate.ts';
import type { Results } from '../run/results.ts';
import { openWork, type SubjectOptions } from './options.ts';
import { EXIT, statusOf, type Terminal } from './terminal.ts';

export interface RunCommand extends SubjectOptions {
  showRows?: boolean;
  json?: boolean;
  reportDirectory?: string;
}

export async function run(options: RunCommand, terminal: Terminal): Promise<number> {
  const { showRows = false, json } = options;
  const { judged, runOptions } = await openWork(options, terminal);
  const results = redact(await evaluate(judged, runOptions), [...runOptions.grants.secrets]);
  const { columns } = terminal;
  terminal.print(json ? `${jsonText(results, 2)}\n` : terminalText(results, { columns, showRows }));
  await attemptsOf((text) => {
    terminal.note(text);
  })(() => saveReport(options, results, terminal));
  return results.problem ? statusOf(results.problem) : EXIT[results.outcome];
}

async function saveReport(
  { reportDirectory }: RunCommand,
  results: Results,
  terminal: Terminal,
): Promise<void> {
  const usual = path.join(tmpdir(), `sensitivity-report-${process.pid}`);
  const folder = path.resolve(terminal.host.cwd(), reportDirectory ?? usual);
  const texts = {
    'report.json': `${jsonText(results, 2)}\n`,
    'report.xml': junitText(results),
    'report.html': pageText(results, {}),
  };
  for (const [name, text] of Object.entries(texts))
    await replaceText(path.join(folder, name), text);
  terminal.note(`Report: ${path.join(folder, 'report.html')}`);
}
