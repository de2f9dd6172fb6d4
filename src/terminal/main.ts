import { Command, CommanderError, Option } from 'commander';
import { describeError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { IS_GONE, removedName } from '../config/removed.ts';
import { check } from './check.ts';
import { demo } from './demo.ts';
import { draft } from './draft.ts';
import { init } from './init.ts';
import { addSubjectOptions, wholeNumber } from './options.ts';
import { run } from './run.ts';
import { suggest } from './suggest.ts';
import { EXIT, Terminal, type Host } from './terminal.ts';

const COMMANDS: Readonly<Record<string, typeof draft>> = { check, demo, draft, init, run, suggest };

/** Runs a command, and resolves with the exit status. */
export async function startTerminal(host: Host): Promise<number> {
  const terminal = new Terminal(host);
  const words = host.argv.slice(2);
  let status = EXIT.pass;
  try {
    const program = programOf(terminal);
    for (const command of program.commands)
      command.action(async () => {
        const { [command.name()]: start = demo } = COMMANDS;
        status = await terminal.statusOf(() => start(command.opts(), terminal, command.args));
      });
    const name = words.find((word) => word !== 'help' && !word.startsWith('-')) ?? 'help';
    const isKnown = words.length > 0 && (name === 'help' || Object.hasOwn(COMMANDS, name));
    // Commander shows the help of a command that there is not, and ends with 0.
    await program.parseAsync(isKnown ? words : [name], { from: 'user' });
    return status;
  } catch (error) {
    // Commander has said it. It counts a wrong option as 1, which is the status of a failed gate.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.usage;
    terminal.note(describeError(error));
    return EXIT.error;
  } finally {
    terminal.close();
  }
}

function programOf(terminal: Terminal): Command {
  const program = new Command('sensitivity')
    .description('May this change to our language model merge?')
    .version(VERSION, '-v, --version')
    // The commands below take these two over.
    .exitOverride()
    .configureOutput({
      writeOut: terminal.print,
      writeErr: terminal.note,
      outputError: (text, write) => {
        write(removedIn(text) ?? text);
      },
    })
    .addHelpText(
      'after',
      '\nExit status: 0 pass, 1 fail, 2 usage or configuration, 3 error or inconclusive.',
    );
  addSetup(program);
  addGate(program);
  return program;
}

/** For an error about a command or an option of version 1: what to write instead. */
function removedIn(error: string): string | undefined {
  const [, dashes, name = ''] = /'(--)?([a-z-]{1,40})/.exec(error) ?? [];
  const remedy = removedName(dashes ? 'options' : 'commands', name);
  return remedy && `error: ${name} ${IS_GONE}. ${remedy}`;
}

/** The commands before a first pull request. */
function addSetup(program: Command): void {
  addSubjectOptions(program.command('init'))
    .description(
      'find prompts and rows, write a configuration and a workflow, offer draft and suggest',
    )
    .option('--prompt <file>', 'the prompt that you ship; `none` for the rows alone')
    .option('--yes', 'ask no question: take what is found')
    .option('--measure', 'measure the model as well, and set minimums that it passes')
    .option('--force', 'overwrite files');
  addSubjectOptions(program.command('draft <files...>'))
    .description('have a model write rows from your documents, or rules from a prompt')
    .addOption(
      new Option('--kind <kind>', 'what to write; rules are of a prompt or a file of rules')
        .choices(['questions', 'rules'])
        .default('questions'),
    )
    .option('--rows <count>', 'rows to write (default 40)', wholeNumber)
    .option('--out <file>', 'the file to write (default evals/questions.csv; rules are printed)')
    .option('--add', 'add rows: for documents that changed, else as many as are missing')
    .option('--force', 'replace the rows that no one reviewed');
  addSubjectOptions(program.command('suggest'))
    .description('measure the model on every row, and suggest minimums that it passes')
    .option('--write', 'set them in the configuration')
    .option('--lower', 'with --write: also those that are lower than now');
}

function addGate(program: Command): void {
  addSubjectOptions(program.command('check'))
    .description('find mistakes, say what a run sends, and ask each model one question')
    .option('--offline', 'send nothing');
  addSubjectOptions(program.command('run'))
    .description('run the tests of the configuration')
    .option('--base <ref>', 'decide as a pull request does: by the rules of origin/main')
    .option('--show-rows', 'print every row')
    .option('--json', 'print the report as JSON, and nothing else on stdout')
    .option('--no-resume', 'ask everything anew, judges included')
    .option('--report-directory <folder>', 'of the report files (default: a temporary one)');
  program
    .command('demo')
    .description('try the gate on scripted models, without a key and without network');
}
