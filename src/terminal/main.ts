import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { describeError } from '../shared/errors.ts';
import { entryOf } from '../shared/json.ts';
import { VERSION } from '../shared/version.ts';
import removed from '../config/removed.json' with { type: 'json' };
import { HUB_NAMES } from '../models/hubs/addresses.ts';
import { check } from './check.ts';
import table from './commands.json' with { type: 'json' };
import { demo } from './demo.ts';
import { draft } from './draft.ts';
import { init } from './init.ts';
import { run } from './run.ts';
import { suggest } from './suggest.ts';
import { EXIT, Terminal, type Host } from './terminal.ts';

const COMMANDS: Readonly<Record<string, typeof draft>> = { check, demo, draft, init, run, suggest };

/** Runs a command, and resolves with the exit status. */
export async function startTerminal(host: Host) {
  const terminal = new Terminal(host);
  let status = EXIT.pass;
  try {
    const program = programOf(terminal);
    for (const command of program.commands) {
      const start = COMMANDS[command.name()];
      if (!start) throw new TypeError('commands.json has a command that no code runs.');
      command.action(async () => {
        status = await terminal.runStep(() => start(command.opts(), terminal, command.args));
      });
    }
    await program.parseAsync(host.argv);
    return status;
  } catch (error) {
    // Commander has printed the error. Its status for a wrong option is 1, which is ours for a
    // failed gate.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.usage;
    terminal.note(describeError(error));
    return EXIT.error;
  }
}

function programOf(terminal: Terminal) {
  const program = new Command('sensitivity')
    .description('May this change to our language model merge?')
    .version(VERSION, '-v, --version')
    // The commands below copy these three settings.
    .exitOverride()
    .showHelpAfterError(
      'sensitivity help lists all commands, and sensitivity COMMAND --help its options.',
    )
    .configureOutput({
      writeOut: terminal.print,
      writeErr: terminal.note,
      outputError: (text, write) => {
        write(removedIn(text) ?? text);
      },
    })
    .addHelpText(
      'after',
      '\nExit status: 0 pass or skipped, 1 fail, 2 usage, configuration or data, 3 another error or inconclusive.',
    );
  for (const [usage, { description, options }] of Object.entries(table.commands)) {
    const command = program.command(usage).description(description);
    const shared = usage === 'demo' ? [] : table.subject;
    for (const texts of [...shared, ...options]) command.addOption(optionOf(texts));
  }
  return program;
}

/** What to write instead of a command or an option that is gone, if the error names one. */
function removedIn(error: string) {
  const [, dashes, name = ''] = /'(--)?([a-z-]{1,40})/.exec(error) ?? [];
  const remedy = entryOf(dashes ? removed.options : removed.commands, name);
  return remedy && `error: ${name} was removed. ${remedy}`;
}

/**
 * Makes an option. Its placeholder says which values it takes: `<count>`, `<hub>`, `<rows/rules>`.
 *
 * @param texts - flags, description and usual value
 */
function optionOf([flags = '', description, usual]: readonly string[]) {
  const option = new Option(flags, description).default(usual);
  if (flags.endsWith('<count>')) option.argParser(wholeNumber);
  if (flags.endsWith('<hub>')) option.choices(HUB_NAMES);
  if (flags.includes('/')) option.choices(flags.match(/\b\w{1,20}(?=[/>])/g) ?? []);
  return option;
}

function wholeNumber(value: string) {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Write a whole number of 1 or more.');
}
