import { GateError } from '../errors.ts';
import { jsonText } from '../json.ts';
import { readSecrets } from '../models/environment.ts';
import { useProxyFromEnvironment } from '../models/http/proxy.ts';
import { logLine, disarmCommands } from '../report/formats/escape.ts';
import { scrubber } from '../secrets.ts';
import { VERSION } from '../version.ts';
import { EXIT_USAGE, type Process, type Terminal } from './command.ts';
import { parseCommandLine } from './command-line.ts';
import { COMMANDS } from './commands.ts';
import { helpOf, overview } from './help.ts';
import { nameOptions, nameOptionsInProblem } from './option-names.ts';
import { secretVariables, readOptions } from './options.ts';

/** Width of a pipe, unless COLUMNS is set. */
const USUAL_COLUMNS = 80;

/** Runs the command and returns the exit status. Throws only for defects. */
export async function startTerminal(process: Process): Promise<number> {
  const { stdout, stderr, env } = process;
  const args = process.argv.slice(2);
  const secrets = readSecrets(env, secretVariables(args));
  const removeSecrets = scrubber(secrets);
  // A program reads JSON alone, errors included.
  const isForMachine = args.includes('--json');
  const print = (text: string) => void stdout.write(removeSecrets(text));
  const terminal: Terminal = {
    process,
    secrets,
    root: process.cwd(),
    print,
    printLines: (lines) => {
      print(`${disarmCommands(lines.join('\n'))}\n`);
    },
    printJson: (value) => {
      print(`${jsonText(value, 2)}\n`);
    },
    note: isForMachine ? (text) => void stderr.write(removeSecrets(text)) : print,
    complain: (text) => void stderr.write(`${logLine(removeSecrets(nameOptions(text)))}\n`),
    layout: {
      columns: widthOf(process),
      color: stdout.isTTY && env.NO_COLOR === undefined,
      words: nameOptions,
    },
  };
  try {
    const { proxy, warning } = useProxyFromEnvironment(env);
    terminal.proxy = proxy;
    if (warning) stderr.write(`${warning}\n`);
    return await runCommand(args, terminal);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    terminal.complain(error.describe());
    if (isForMachine) terminal.printJson({ problem: nameOptionsInProblem(error) });
    return EXIT_USAGE;
  }
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { print, layout, process, root } = terminal;
  const invocation = parseCommandLine(args, COMMANDS);
  switch (invocation.kind) {
    case 'version':
      print(`${VERSION}\n`);
      return 0;
    case 'help':
      print(invocation.command ? helpOf(invocation.command, layout) : overview(COMMANDS, layout));
      return 0;
    case 'command': {
      const { command, optionTexts, words } = invocation;
      const options = readOptions(optionTexts, process.env, root);
      const run = await command.load();
      return run({ options, words }, terminal);
    }
  }
}

function widthOf({ stdout, env }: Process): number {
  const columns = /^[1-9]\d{0,3}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : USUAL_COLUMNS;
  return stdout.columns || columns;
}
