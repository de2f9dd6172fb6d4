import { parseArgs, type ParseArgsConfig } from 'node:util';
import { IS_GONE, removedName } from '../config/removed.ts';
import type { ConfigError } from '../errors.ts';
import type { Command } from './command.ts';
import { usageOf } from './help.ts';
import { optionNamed, OPTIONS, usageError, type OptionName, type OptionTexts } from './options.ts';
import { didYouMean, nearest } from '../language/nearest.ts';

/** The request of the user: the version, help (of one command or of all), or a command. */
type Invocation =
  | { kind: 'version' }
  | { kind: 'help'; command: Command | undefined }
  | { kind: 'command'; command: Command; optionTexts: OptionTexts; words: readonly string[] };

const NAMES = Object.keys(OPTIONS) as OptionName[];
/** Options that every command takes. */
const ALWAYS: readonly OptionName[] = ['help', 'version'];

const PARSED: NonNullable<ParseArgsConfig['options']> = {};
for (const name of NAMES) {
  const { value, short } = optionNamed(name);
  const type = value === undefined ? 'boolean' : 'string';
  // Node's parser refuses a `short` that is undefined.
  PARSED[name] = short === undefined ? { type } : { type, short };
}

/** An option as it was given. */
interface GivenOption {
  name: string;
  rawName: string;
  value?: string;
  inlineValue?: boolean;
}

/** @throws ConfigError for an unknown command, option or word, with the nearest known one */
export function parseCommandLine(
  args: readonly string[],
  commands: readonly Command[],
): Invocation {
  const { tokens } = parseArgs({
    args: [...args],
    options: PARSED,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const positionals = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const isHelpCommand = positionals[0] === 'help';
  const [name, ...words] = isHelpCommand ? positionals.slice(1) : positionals;
  const command = name === undefined ? undefined : commandNamed(name, commands);
  const optionTokens = tokens.filter((token) => token.kind === 'option');
  const optionTexts = readOptionTexts(optionTokens, command, commands);
  if (optionTexts.version !== undefined) return { kind: 'version' };
  if (isHelpCommand || optionTexts.help !== undefined) return { kind: 'help', command };
  if (command) {
    checkWords(command, words);
    return { kind: 'command', command, optionTexts, words };
  }
  if (optionTokens.length > 0) throw usageError('there is no command', commandList(commands));
  return { kind: 'help', command };
}

function commandNamed(name: string, commands: readonly Command[]): Command {
  const command = commands.find((known) => known.name === name);
  if (command) return command;
  const instead = removedName('commands', name);
  if (instead !== undefined) throw usageError(`the command '${name}' ${IS_GONE}`, instead);
  const names = commands.map((known) => known.name);
  throw usageError(
    `there is no command '${name}'${didYouMean(name, [...names, 'help'])}`,
    commandList(commands),
  );
}

function commandList(commands: readonly Command[]): string {
  return `Commands: ${commands.map(({ name }) => name).join(', ')}.`;
}

/** @throws ConfigError for an option that the command does not take, or a value that is missing */
function readOptionTexts(
  givenOptions: readonly GivenOption[],
  command: Command | undefined,
  commands: readonly Command[],
): OptionTexts {
  const texts: OptionTexts = {};
  for (const given of givenOptions) {
    const option = NAMES.find((name) => name === given.name);
    if (option === undefined) throw unknownOption(given.rawName, command);
    if (command && !ALWAYS.includes(option) && !command.options.includes(option))
      throw misplacedOption(option, command, commands);
    texts[option] = optionValue(option, given);
  }
  return texts;
}

function unknownOption(raw: string, command: Command | undefined): ConfigError {
  const name = raw.replace(/^--?/, '');
  const instead = removedName('options', name);
  if (instead !== undefined) return usageError(`the option --${name} ${IS_GONE}`, instead);
  const commandOptions = command?.options ?? [];
  const close = nearest(name, [...commandOptions, ...ALWAYS]) ?? nearest(name, NAMES);
  const suggestion = close === undefined ? '' : `; did you mean --${close}?`;
  return usageError(`there is no option ${raw}${suggestion}`, command && seeHelp(command));
}

function misplacedOption(
  option: OptionName,
  command: Command,
  commands: readonly Command[],
): ConfigError {
  const takers = commands.filter(({ options }) => options.includes(option));
  return usageError(
    `--${option} is no option of ${command.name}, but of ${takers.map(({ name }) => name).join(', ')}`,
    seeHelp(command),
  );
}

function seeHelp({ name }: Command): string {
  return `Run \`sensitivity ${name} --help\` for a list.`;
}

function optionValue(option: OptionName, { value, inlineValue }: GivenOption): string {
  const { value: valueWords } = optionNamed(option);
  if (valueWords === undefined) {
    if (value !== undefined)
      throw usageError(`--${option} takes no value`, `Write --${option} alone, or leave it out.`);
    return '';
  }
  if (value === undefined)
    throw usageError(`--${option} needs its value`, `Write --${option} ${valueWords}.`);
  if (inlineValue !== true && /^-./.test(value))
    throw usageError(
      `--${option} needs its value, and ${value} looks like an option`,
      `Write --${option} ${valueWords}, or --${option}=${value} to mean it.`,
    );
  return value;
}

function checkWords(command: Command, words: readonly string[]): void {
  const { name } = command;
  const { min, max, description } = command.words ?? { min: 0, max: 0, description: '' };
  if (words.length > max)
    throw usageError(
      `too many words: '${words.slice(max).join(' ')}'`,
      `Usage: sensitivity ${usageOf(command)}`,
    );
  if (words.length < min)
    throw usageError(
      `${name} takes ${description}, and none is named`,
      `Run \`sensitivity ${name} --help\` for examples.`,
    );
}
