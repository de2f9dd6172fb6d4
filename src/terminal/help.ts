import { HUBS, REGISTRY } from '../models/hubs/registry.ts';
import { joinSections, wrapText, type TerminalOptions } from '../report/formats/layout.ts';
import type { Command } from './command.ts';
import { optionNamed, type OptionName } from './options.ts';

const KEY_NAMES = REGISTRY.flatMap(({ keyVariables = [], endpointVariable }) => {
  if (keyVariables.length === 0) return [];
  const names = keyVariables.join(' or ');
  return endpointVariable === undefined ? names : `${names} (with ${endpointVariable})`;
});

const EXIT_STATUS =
  'Exit status: 0 pass, 1 fail, 2 usage or configuration, 3 error or inconclusive.';

/** The help of all commands. */
export function overview(commands: readonly Command[], layout: TerminalOptions): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length)) + 2;
  const notes = [
    `Hubs: ${HUBS.join(', ')}.`,
    `Keys: ${KEY_NAMES.join(', ')}, or SENSITIVITY_API_KEY for the model's hub, whichever it is.`,
    EXIT_STATUS,
  ];
  return joinSections([
    ['sensitivity: may this change to our language model merge?'],
    commands.flatMap((command) => helpLines(usageOf(command), command.about, { ...layout, width })),
    wrapText(
      '`sensitivity COMMAND --help` lists the options of a command, with examples.',
      layout,
      0,
    ),
    wrapText(notes, layout, 0),
  ]);
}

/** The help of one command. */
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

/** The command with its words: `draft FILE ...`. */
export function usageOf({ name, words }: Command): string {
  return words === undefined ? name : `${name} ${words.name}`;
}

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

/** Minimum width of the second column, in characters. */
const MIN_SECOND_COLUMN = 24;

function helpLines(
  term: string,
  about: string,
  { width, ...layout }: TerminalOptions & { width: number },
): string[] {
  if (layout.columns - width - 2 < MIN_SECOND_COLUMN)
    return [`  ${term}`, ...wrapText(about, layout, 6)];
  const lines = wrapText(about, { ...layout, columns: layout.columns - width - 2 }, 0);
  return lines.map((line, i) => `  ${(i === 0 ? term : '').padEnd(width)}${line}`);
}
