import { HUBS, REGISTRY } from '../models/hubs/registry.js';
import { page, say, type TerminalOptions } from '../report/formats/layout.js';
import type { Command } from './command.js';
import { optionNamed, type OptionName } from './options.js';

const KEY_NAMES = REGISTRY.flatMap(({ keyVariable, endpointVariable }) => {
  if (keyVariable === undefined) return [];
  return endpointVariable === undefined ? keyVariable : `${keyVariable} (with ${endpointVariable})`;
});

const EXIT_STATUS = 'Exit status: 0 pass, 1 fail, 2 usage or configuration, 3 error or inconclusive.';

/** Returns all commands, one a line, with hubs, keys and exit statuses. */
export function overview(commands: readonly Command[], layout: TerminalOptions): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length)) + 2;
  return page([
    ['sensitivity: may this change to our language model merge?'],
    commands.flatMap((command) => entry(usageOf(command), command.about, { ...layout, width })),
    say('`sensitivity COMMAND --help` lists the options of a command, with examples.', layout, 0),
    [
      ...say(`Hubs: ${HUBS.join(', ')}.`, layout, 0),
      ...say(`Keys: ${KEY_NAMES.join(', ')}, or SENSITIVITY_API_KEY for the model's hub, whichever it is.`, layout, 0),
      ...say(EXIT_STATUS, layout, 0),
    ],
  ]);
}

/** Returns the help of one command: options and examples. */
export function helpOf(command: Command, layout: TerminalOptions): string {
  const names: readonly OptionName[] = [...command.options, 'help'];
  const width = Math.max(...names.map((name) => optionInWords(name).length)) + 2;
  return page([
    say(`sensitivity ${usageOf(command)}${command.options.length > 0 ? ' [options]' : ''}: ${command.about}`, layout, 0),
    command.more === undefined ? [] : say(command.more, layout, 0),
    names.flatMap((name) => entry(optionInWords(name), optionNamed(name).about, { ...layout, width })),
    command.examples.flatMap(([line, about], i) => [
      ...(i === 0 ? ['Examples:'] : []),
      ...say(`# ${about}`, layout),
      `  sensitivity ${line}`,
    ]),
    say(EXIT_STATUS, layout, 0),
  ]);
}

function usageOf({ name, words }: Command): string {
  return words === undefined ? name : `${name} ${words.name}`;
}

function optionInWords(name: OptionName): string {
  const { value, short } = optionNamed(name);
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** Narrowest second column, in characters. */
const LEAST_BESIDE = 24;

function entry(what: string, about: string, { width, ...layout }: TerminalOptions & { width: number }): string[] {
  if (layout.columns - width - 2 < LEAST_BESIDE) return [`  ${what}`, ...say(about, layout, 6)];
  const lines = say(about, { ...layout, columns: layout.columns - width - 2 }, 0);
  return lines.map((line, i) => `  ${(i === 0 ? what : '').padEnd(width)}${line}`);
}
