import { Command, CommanderError, Option } from 'commander';
import { GateError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { IS_GONE, removedName } from '../config/removed.ts';
import { wholeNumber, addSubjectOptions } from './options.ts';
import { EXIT, statusOf, Terminal, usageError, type Host } from './terminal.ts';
import type { CheckCommand } from './check.ts';
import type { DraftCommand } from './draft.ts';
import type { InitCommand } from './init.ts';
import type { RunCommand } from './run.ts';
import type { SuggestCommand } from './suggest.ts';

/** Runs a command, and resolves with the exit status. Throws only for defects. */
export async function startTerminal(host: Host): Promise<number> {
  const terminal = new Terminal(host);
  const words = host.argv.slice(2);
  try {
    refuseRemoved(words);
    const ended = { status: EXIT.pass };
    const program = programOf(terminal, ended);
    await program.parseAsync(words.length === 0 ? ['help'] : words, { from: 'user' });
    return ended.status;
  } catch (error) {
    // Commander has said it. It counts a wrong option as 1, which is the status of a failed gate.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.usage;
    if (!(error instanceof GateError)) throw error;
    terminal.complain(error);
    return statusOf(error);
  } finally {
    terminal.close();
  }
}

/** @throws ConfigError for a command or an option of version 1, with what to write instead */
function refuseRemoved(words: readonly string[]): void {
  const command = words[words[0] === 'help' ? 1 : 0] ?? '';
  const instead = removedName('commands', command);
  if (instead !== undefined) throw usageError(`the command '${command}' ${IS_GONE}`, instead);
  for (const word of words) {
    const option = /^--([a-z-]{1,40})(?:=|$)/.exec(word)?.[1] ?? '';
    const remedy = removedName('options', option);
    if (remedy !== undefined) throw usageError(`the option --${option} ${IS_GONE}`, remedy);
  }
}

interface Ended {
  status: number;
}

function programOf(terminal: Terminal, ended: Ended): Command {
  const program = new Command('sensitivity')
    .description('May this change to our language model merge?')
    .version(VERSION, '-v, --version')
    // The commands below take these two over.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        terminal.print(text);
      },
      writeErr: (text) => {
        terminal.note(text.trimEnd());
      },
    })
    .addHelpText('after', '\nExit status: 0 pass, 1 fail, 2 usage or configuration, 3 error.');
  addSetup(program, terminal, ended);
  addGate(program, terminal, ended);
  return program;
}

/** The commands before a first pull request. Each loads its file when it is called. */
function addSetup(program: Command, terminal: Terminal, ended: Ended): void {
  addSubjectOptions(program.command('init'))
    .description('write a configuration and a workflow; sends nothing without --measure')
    .option('--prompt <file>', 'the prompt that you ship; `none` for the rows alone')
    .option('--yes', 'ask no question: take what is found')
    .option('--measure', 'measure the model as well, and set minima that it passes')
    .option('--force', 'overwrite files')
    .action(async (options: InitCommand) => {
      ended.status = await (await import('./init.ts')).init(options, terminal);
    });
  addSubjectOptions(program.command('draft <files...>'))
    .description('have a model write rows from your documents, or rules from a prompt')
    .addOption(
      new Option('--kind <kind>', 'what to write; rules are of a prompt or a file of rules')
        .choices(['questions', 'rules'])
        .default('questions'),
    )
    .option('--rows <count>', 'rows to write', wholeNumber, 40)
    .option('--out <file>', 'the file to write (default evals/questions.csv; rules are printed)')
    .option('--add', 'add rows: for documents that changed, else as many as are missing')
    .option('--force', 'replace the rows that no one reviewed')
    .action(async (files: string[], options: DraftCommand) => {
      ended.status = await (await import('./draft.ts')).draft(files, options, terminal);
    });
  addSubjectOptions(program.command('suggest'))
    .description('measure the model on every row, and suggest minima that it passes')
    .option('--write', 'set them in the configuration')
    .option('--lower', 'with --write: also those that are lower than now')
    .action(async (options: SuggestCommand) => {
      ended.status = await (await import('./suggest.ts')).suggest(options, terminal);
    });
}

function addGate(program: Command, terminal: Terminal, ended: Ended): void {
  addSubjectOptions(program.command('check'))
    .description('find mistakes, say what a run sends, and ask each model one question')
    .option('--offline', 'send nothing')
    .action(async (options: CheckCommand) => {
      ended.status = await (await import('./check.ts')).check(options, terminal);
    });
  addSubjectOptions(program.command('run'))
    .description('run the tests of the configuration')
    .option('--base <ref>', 'decide as a pull request does: by the rules of origin/main')
    .option('--show-rows', 'print every row')
    .option('--json', 'print the report as JSON, and nothing else on stdout')
    .option('--no-resume', 'ask everything anew, judges included')
    .option('--report-directory <folder>', 'of the report files (default: a temporary one)')
    .action(async (options: RunCommand) => {
      ended.status = await (await import('./run.ts')).run(options, terminal);
    });
  program
    .command('demo')
    .description('try the gate on scripted models, without a key and without network')
    .action(async () => {
      ended.status = await (await import('./demo.ts')).demo(terminal);
    });
}
