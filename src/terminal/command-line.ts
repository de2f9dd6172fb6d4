import { parseArgs, type ParseArgsConfig } from 'node:util';
import { didYouMean, nearest, type ConfigError } from '../errors.js';
import { HUBS, REGISTRY } from '../models/hubs/registry.js';
import { joinSections, wrapText, type TerminalOptions } from '../report/formats/layout.js';
import type { Command } from './command.js';
import { optionNamed, OPTIONS, SETS, usageError, type OptionName } from './options.js';

const NAMES = Object.keys(OPTIONS) as OptionName[];
const ALWAYS: readonly OptionName[] = ['help', 'version'];

const PARSED: NonNullable<ParseArgsConfig['options']> = {};
for (const name of NAMES) {
  const { value, short } = optionNamed(name);
  const type = value === undefined ? 'boolean' : 'string';
  // Node's parser refuses a `short` that is undefined.
  PARSED[name] = short === undefined ? { type } : { type, short };
}

/** @throws ConfigError for an unknown command, option or word, with the nearest known one */
export function parseCommandLine(args: readonly string[], commands: readonly Command[]) {
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
  const optionTexts: Record<string, string> = isHelpCommand ? { help: '' } : {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = NAMES.find((optionName) => optionName === token.name);
    if (option === undefined) throw unknownOption(token.rawName, command);
    if (command && !ALWAYS.includes(option) && !command.options.includes(option))
      throw misplacedOption(option, command, commands);
    const value = optionValue(option, token);
    optionTexts[option] =
      optionNamed(option).isRepeated && option in optionTexts
        ? `${optionTexts[option]},${value}`
        : value;
  }
  const wantsHelp = 'help' in optionTexts || 'version' in optionTexts;
  if (command && !wantsHelp) checkWords(command, words);
  if (!command && !wantsHelp && Object.keys(optionTexts).length > 0)
    throw usageError(
      'there is no command',
      `Commands: ${commands.map(({ name }) => name).join(', ')}.`,
    );
  return { command, optionTexts, words };
}

function commandNamed(name: string, commands: readonly Command[]): Command {
  const names = commands.map((command) => command.name);
  const command = commands.find((command) => command.name === name);
  if (command) return command;
  throw usageError(
    `there is no command '${name}'${didYouMean(name, [...names, 'help'])}`,
    `Commands: ${names.join(', ')}.`,
  );
}

function unknownOption(raw: string, command: Command | undefined): ConfigError {
  const name = raw.replace(/^--?/, '');
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
  const commandNames = commands
    .filter(({ options }) => options.includes(option))
    .map(({ name }) => name);
  return usageError(
    `--${option} is no option of ${command.name}, but of ${commandNames.join(', ')}`,
    seeHelp(command),
  );
}

const seeHelp = ({ name }: Command): string => `Run \`sensitivity ${name} --help\` for a list.`;

function optionValue(
  option: OptionName,
  { value, inlineValue }: { value?: string; inlineValue?: boolean },
): string {
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

const NO_WORD_RULE = { least: 0, most: 0, description: '' };
const FEW_WORDS = ['none is', 'one is'];

function checkWords(command: Command, words: readonly string[]): void {
  const { name } = command;
  const { least, most, description } = command.words ?? NO_WORD_RULE;
  if (words.length > most)
    throw usageError(
      `too many words: '${words.slice(most).join(' ')}'`,
      `Usage: sensitivity ${usageOf(command)}`,
    );
  if (words.length < least)
    throw usageError(
      `${name} takes ${description}, and ${FEW_WORDS[words.length] ?? `${words.length} are`} named`,
      `Run \`sensitivity ${name} --help\` for examples.`,
    );
}

/** @throws ConfigError if the option is given and has a problem */
export function checkOption(
  name: OptionName,
  value: string | undefined,
  problemOf: (value: string) => string | undefined,
): void {
  const problem = value === undefined ? undefined : problemOf(value);
  if (problem !== undefined) throw usageError(`--${name}: ${problem}`);
}

export const hubProblem = (hub: string): string | undefined => problemOfName('hub', hub, HUBS);

export function dataProblem(data: string): string | undefined {
  if (!data.startsWith('builtin:')) return undefined;
  const [set = ''] = data.split('?');
  return problemOfName('set', set, SETS);
}

function problemOfName(
  kind: string,
  name: string,
  knownNames: readonly string[],
): string | undefined {
  if (knownNames.includes(name)) return undefined;
  return `there is no ${kind} '${name}'${didYouMean(name, knownNames) || '.'} There are ${knownNames.join(', ')}.`;
}

const KEY_NAMES = REGISTRY.flatMap(({ keyVariables = [], endpointVariable }) => {
  if (keyVariables.length === 0) return [];
  const names = keyVariables.join(' or ');
  return endpointVariable === undefined ? names : `${names} (with ${endpointVariable})`;
});

const EXIT_STATUS =
  'Exit status: 0 pass, 1 fail, 2 usage or configuration, 3 error or inconclusive.';

export function overview(commands: readonly Command[], layout: TerminalOptions): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length)) + 2;
  return joinSections([
    ['sensitivity: may this change to our language model merge?'],
    commands.flatMap((command) => helpLines(usageOf(command), command.about, { ...layout, width })),
    wrapText(
      '`sensitivity COMMAND --help` lists the options of a command, with examples.',
      layout,
      0,
    ),
    [
      ...wrapText(`Hubs: ${HUBS.join(', ')}.`, layout, 0),
      ...wrapText(
        `Keys: ${KEY_NAMES.join(', ')}, or SENSITIVITY_API_KEY for the model's hub, whichever it is.`,
        layout,
        0,
      ),
      ...wrapText(EXIT_STATUS, layout, 0),
    ],
  ]);
}

export function helpOf(command: Command, layout: TerminalOptions): string {
  const names: readonly OptionName[] = [...command.options, 'help'];
  const width = Math.max(...names.map((name) => optionWords(name).length)) + 2;
  const options = names.flatMap((name) =>
    helpLines(optionWords(name), aboutOption(name, command), { ...layout, width }),
  );
  const examples = command.examples.flatMap(([line, about]) => [
    ...wrapText(`# ${about}`, layout),
    `  sensitivity ${line}`,
  ]);
  return joinSections([
    wrapText(`sensitivity ${usageOf(command)} [options]: ${command.about}`, layout, 0),
    command.more === undefined ? [] : wrapText(command.more, layout, 0),
    options,
    ['Examples:', ...examples],
    wrapText(EXIT_STATUS, layout, 0),
  ]);
}

const usageOf = ({ name, words }: Command): string =>
  words === undefined ? name : `${name} ${words.name}`;

function aboutOption(name: OptionName, command: Command): string {
  const { about } = optionNamed(name);
  if (typeof about === 'string') return about;
  const text = about[command.name];
  if (text === undefined) throw new Error(`--${name} says nothing of ${command.name}`);
  return text;
}

function optionWords(name: OptionName): string {
  const { value, short } = optionNamed(name);
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** Narrowest second column, in characters. */
const LEAST_BESIDE = 24;

function helpLines(
  term: string,
  about: string,
  { width, ...layout }: TerminalOptions & { width: number },
): string[] {
  if (layout.columns - width - 2 < LEAST_BESIDE)
    return [`  ${term}`, ...wrapText(about, layout, 6)];
  const lines = wrapText(about, { ...layout, columns: layout.columns - width - 2 }, 0);
  return lines.map((line, i) => `  ${(i === 0 ? term : '').padEnd(width)}${line}`);
}
