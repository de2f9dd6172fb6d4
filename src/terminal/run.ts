import { tmpdir } from 'node:os';
import path from 'node:path';
import { encoded } from '../engine/judge/ask.ts';
import { attemptsOf } from '../errors.ts';
import { scrubbed } from '../secrets.ts';
import { replaceText } from '../draft/rows-file.ts';
import { reportFiles, terminalText } from '../report/index.ts';
import { evaluate } from '../run/evaluate.ts';
import type { Results } from '../run/results.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, statusOf, type Terminal } from './terminal.ts';

export async function run(options: Options, terminal: Terminal): Promise<number> {
  const { showRows = false, json } = options;
  const { judged, runOptions } = await openWork(options, terminal);
  const results = scrubbed(await evaluate(judged, runOptions), terminal.scrub);
  const { columns } = terminal;
  // A runner takes `##[` for a command.
  const text = json
    ? `${encoded(results).replaceAll('##[', '##\\u005b')}\n`
    : terminalText(results, { columns, showRows });
  terminal.print(text);
  await attemptsOf(terminal.note)(() => saveReport(options, results, terminal));
  return results.problem ? statusOf(results.problem) : EXIT[results.outcome];
}

async function saveReport(
  { reportDirectory }: Options,
  results: Results,
  terminal: Terminal,
): Promise<void> {
  const usual = path.join(tmpdir(), `sensitivity-report-${process.pid}`);
  const folder = path.resolve(terminal.host.cwd(), reportDirectory ?? usual);
  for (const [name, text] of Object.entries(reportFiles(results, {})))
    await replaceText(path.join(folder, name), text);
  terminal.note(`Report: ${path.join(folder, 'report.html')}`);
}
