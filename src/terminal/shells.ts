import type { Command } from './command.js';
import { optionNamed, type Option, type OptionName } from './options.js';

/** Completion scripts, written from the tables of commands and options. No text of anybody else's is in them. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

type Completes = Option['completes'];

export function completionFor(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands);
}

const flagsOf = ({ options }: Command): OptionName[] => [...options, 'help'];
/** What may stand in the place of a command. */
const FIRST = [
  ['help', 'what a command does'],
  ['--help', optionNamed('help').about],
  ['--version', optionNamed('version').about],
] as const;
const allOptions = (commands: readonly Command[]): OptionName[] => [...new Set(commands.flatMap(flagsOf))];
const valued = (commands: readonly Command[]) => allOptions(commands).filter((name) => optionNamed(name).value !== undefined);

function bash(commands: readonly Command[]): string {
  const words = (completes: Completes): string =>
    completes === 'file' ? '-f' : completes === 'folder' ? '-d' : completes === undefined ? '-W ""' : `-W "${completes.join(' ')}"`;
  const reply = (completes: Completes): string => `COMPREPLY=($(compgen ${words(completes)} -- "$cur"))`;
  return `# bash completion for sensitivity
_sensitivity() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  # A colon is a break of bash's own: builtin:statements is one word of ours.
  if declare -F _get_comp_words_by_ref >/dev/null; then _get_comp_words_by_ref -n : cur prev; fi
  _sensitivity_reply
  if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$cur"; fi
}
_sensitivity_reply() {
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} ${FIRST.map(([name]) => name).join(' ')}" -- "$cur"))
    return
  fi
  case $prev in
${valued(commands)
  .map((name) => `    --${name}) ${reply(optionNamed(name).completes)}; return ;;`)
  .join('\n')}
    help) COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$cur")); return ;;
  esac
  case $command in
${commands
  .map((command) => {
    const flags = `COMPREPLY=($(compgen -W "${flagsOf(command)
      .map((name) => `--${name}`)
      .join(' ')}" -- "$cur"))`;
    if (command.words?.completes === undefined) return `    ${command.name}) ${flags} ;;`;
    return `    ${command.name}) if [[ $cur == -* ]]; then ${flags}; else ${reply(command.words.completes)}; fi ;;`;
  })
  .join('\n')}
  esac
}
complete -F _sensitivity sensitivity
`;
}

/** Within single quotes of zsh, and of its _arguments, where brackets and colons are its own. */
const inZsh = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''");

function zsh(commands: readonly Command[]): string {
  const action = (completes: Completes): string =>
    completes === 'file'
      ? '_files'
      : completes === 'folder'
        ? '_files -/'
        : completes === undefined
          ? ''
          : `(${completes.map((one) => one.replaceAll(':', '\\:')).join(' ')})`;
  const option = (name: OptionName): string => {
    const { about, value, completes } = optionNamed(name);
    return `'--${name}[${inZsh(about)}]${value === undefined ? '' : `:${inZsh(value)}:${action(completes)}`}'`;
  };
  const cases = commands.map((command) => {
    const words = command.words === undefined ? [] : [`'*:${inZsh(command.words.name)}:${action(command.words.completes)}'`];
    return `    ${command.name}) _arguments ${[...flagsOf(command).map(option), ...words].join(' \\\n      ')} ;;`;
  });
  return `#compdef sensitivity
_sensitivity() {
  local -a commands first
  commands=(
${commands.map(({ name, about }) => `    '${name}:${inZsh(about)}'`).join('\n')}
  )
  first=(
${FIRST.map(([name, about]) => `    '${name}:${inZsh(about)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands -- first
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
    help) _describe command commands ;;
  esac
}
if [ "$funcstack[1]" = _sensitivity ]; then _sensitivity "$@"; else compdef _sensitivity sensitivity; fi
`;
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const lines = commands.flatMap((command) => {
    const when = `-n '__sensitivity_command ${command.name}'`;
    const { words } = command;
    return [
      `complete -c sensitivity -n __sensitivity_command -f -a ${command.name} -d ${quoted(command.about)}`,
      `complete -c sensitivity -n '__sensitivity_command help' -f -a ${command.name} -d ${quoted(command.about)}`,
      ...(words?.completes === 'file' ? [`complete -c sensitivity ${when} -F`] : []),
      ...(Array.isArray(words?.completes) ? [`complete -c sensitivity ${when} -f -a ${quoted(words.completes.join(' '))}`] : []),
      ...flagsOf(command).map((name) => {
        const { about, value, short, completes } = optionNamed(name);
        const takes =
          value === undefined
            ? '-f'
            : completes === 'file' || completes === 'folder'
              ? '-r -F'
              : completes === undefined
                ? '-x'
                : `-x -a ${quoted(completes.join(' '))}`;
        return `complete -c sensitivity ${when} -l ${name}${short === undefined ? '' : ` -s ${short}`} ${takes} -d ${quoted(about)}`;
      }),
    ];
  });
  const first = FIRST.map(([name, about]) => {
    const given = name.startsWith('--') ? `-l ${name.slice(2)}` : `-a ${name}`;
    return `complete -c sensitivity -n __sensitivity_command -f ${given} -d ${quoted(about)}`;
  });
  // The command is the first word and no other: in `explain run` the second one is a row.
  return `# fish completion for sensitivity
function __sensitivity_command
  set -l words (commandline -opc)
  test "$words[2]" = "$argv[1]"
end
complete -c sensitivity -f
${[...first, ...lines].join('\n')}
`;
}
