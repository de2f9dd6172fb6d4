import type { Command } from './command.js';
import { optionNamed, type Option, type OptionName } from './options.js';

/** Completion scripts, written from the tables of commands and options. No text of anybody else's is in them. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completionFor(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands);
}

/** How a shell is told what to complete: names of files, of folders, one of several words, or nothing that it could know. */
interface Words {
  file: string;
  folder: string;
  oneOf: (words: readonly string[]) => string;
  nothing: string;
}

function told(completes: Option['completes'], { file, folder, oneOf, nothing }: Words): string {
  if (completes === undefined) return nothing;
  return typeof completes === 'string' ? { file, folder }[completes] : oneOf(completes);
}

const IN_BASH: Words = { file: '-f', folder: '-d', oneOf: (words) => `-W "${words.join(' ')}"`, nothing: '-W ""' };
const IN_ZSH: Words = {
  file: '_files',
  folder: '_files -/',
  oneOf: (words) => `(${words.map((word) => word.replaceAll(':', '\\:')).join(' ')})`,
  nothing: '',
};
const IN_FISH: Words = { file: '-r -F', folder: '-r -F', oneOf: (words) => `-x -a ${inFish(words.join(' '))}`, nothing: '-x' };

/** Within single quotes of zsh, and of its _arguments, where brackets and colons are its own. */
const inZsh = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''");
const inFish = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

const flagsOf = ({ options }: Command): OptionName[] => [...options, 'help'];
/** What may stand in the place of a command. */
const FIRST = [
  ['help', 'what a command does'],
  ['--help', optionNamed('help').about],
  ['--version', optionNamed('version').about],
] as const;

function bash(commands: readonly Command[]): string {
  const reply = (words: string): string => `COMPREPLY=($(compgen ${words} -- "$cur"))`;
  const oneOf = (words: readonly string[]): string => reply(IN_BASH.oneOf(words));
  const names = commands.map(({ name }) => name);
  const valued = [...new Set(commands.flatMap(flagsOf))].filter((name) => optionNamed(name).value !== undefined);
  const values = valued.map((name) => `    --${name}) ${reply(told(optionNamed(name).completes, IN_BASH))}; return ;;`);
  const cases = commands.map((command) => {
    const flags = oneOf(flagsOf(command).map((name) => `--${name}`));
    const completes = command.words?.completes;
    if (completes === undefined) return `    ${command.name}) ${flags} ;;`;
    return `    ${command.name}) if [[ $cur == -* ]]; then ${flags}; else ${reply(told(completes, IN_BASH))}; fi ;;`;
  });
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
    ${oneOf([...names, ...FIRST.map(([name]) => name)])}
    return
  fi
  case $prev in
${values.join('\n')}
    help) ${oneOf(names)}; return ;;
  esac
  case $command in
${cases.join('\n')}
  esac
}
complete -F _sensitivity sensitivity
`;
}

function zsh(commands: readonly Command[]): string {
  const option = (name: OptionName): string => {
    const { about, value, completes } = optionNamed(name);
    return `'--${name}[${inZsh(about)}]${value === undefined ? '' : `:${inZsh(value)}:${told(completes, IN_ZSH)}`}'`;
  };
  const described = (name: string, about: string): string => `    '${name}:${inZsh(about)}'`;
  const cases = commands.map((command) => {
    const words = command.words === undefined ? [] : [`'*:${inZsh(command.words.name)}:${told(command.words.completes, IN_ZSH)}'`];
    return `    ${command.name}) _arguments ${[...flagsOf(command).map(option), ...words].join(' \\\n      ')} ;;`;
  });
  return `#compdef sensitivity
_sensitivity() {
  local -a commands first
  commands=(
${commands.map(({ name, about }) => described(name, about)).join('\n')}
  )
  first=(
${FIRST.map(([name, about]) => described(name, about)).join('\n')}
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
  const first = FIRST.map(([name, about]) => {
    const given = name.startsWith('--') ? `-l ${name.slice(2)}` : `-a ${name}`;
    return `complete -c sensitivity -n __sensitivity_command -f ${given} -d ${inFish(about)}`;
  });
  const lines = commands.flatMap((command) => {
    const when = `complete -c sensitivity -n '__sensitivity_command ${command.name}'`;
    const named = `-f -a ${command.name} -d ${inFish(command.about)}`;
    const completes = command.words?.completes;
    return [
      `complete -c sensitivity -n __sensitivity_command ${named}`,
      `complete -c sensitivity -n '__sensitivity_command help' ${named}`,
      ...(completes === 'file' ? [`${when} -F`] : []),
      ...(Array.isArray(completes) ? [`${when} -f -a ${inFish(completes.join(' '))}`] : []),
      ...flagsOf(command).map((name) => {
        const { about, value, short, completes } = optionNamed(name);
        const takes = value === undefined ? '-f' : told(completes, IN_FISH);
        return `${when} -l ${name}${short === undefined ? '' : ` -s ${short}`} ${takes} -d ${inFish(about)}`;
      }),
    ];
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
