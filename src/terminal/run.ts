import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encoded } from '../engine/judge/ask.ts';
import { createAttempt } from '../shared/errors.ts';
import { isOwnHost } from '../models/hubs/addresses.ts';
import { hostOf } from '../models/settings.ts';
import { scrubbed } from '../shared/secrets.ts';
import { reportFiles, terminalText } from '../report/index.ts';
import { evaluate } from '../run/evaluate.ts';
import { openCommand, type Options } from './options.ts';
import { EXIT, statusOf, type Terminal } from './terminal.ts';

export async function run(options: Options, terminal: Terminal) {
  const { ruling, judges, runOptions } = await openCommand(options, terminal);
  // A finished run is reused only if all its models are at their hubs' own hosts: the user's own
  // endpoint may have changed since.
  const usesFinished = [ruling.config.subject.model, ...judges].every((model) =>
    isOwnHost(model.hub, hostOf(model)),
  );
  const results = scrubbed(
    await evaluate(ruling, { ...runOptions, store: { ...runOptions.store, usesFinished } }),
    terminal.scrub,
  );
  // A runner takes `##[` for a command.
  terminal.printStyled(
    options.json
      ? `${encoded(results).replaceAll('##[', '##\\u005b')}\n`
      : terminalText(results, { columns: terminal.columns, showRows: options.showRows }),
  );
  await createAttempt(terminal.note)(async () => {
    // A folder of its own has a random name: another user of the machine might write into a folder
    // whose name is known before.
    const folder =
      options.reportDirectory ?? (await mkdtemp(path.join(tmpdir(), 'sensitivity-report-')));
    for (const [name, content] of Object.entries(reportFiles(results, {})))
      await terminal.write(path.join(folder, name), content);
    terminal.note(`Report: ${path.join(folder, 'report.html')}`);
  });
  return results.problem ? statusOf(results.problem) : EXIT[results.outcome];
}
