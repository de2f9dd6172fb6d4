/**
 * The workflow commands that GitHub's runner finds in a process's output (actions/runner:
 * ActionCommand.cs, ActionCommandManager.cs, OutputManager.cs).
 */

interface WorkflowCommand {
  /** In lower case: the runner does not care. */
  name: string;
  properties: Record<string, string>;
  data: string;
  /** True for the older form, `##[name]`. */
  legacy: boolean;
}

/**
 * Every command that the runner knows, including those that it obeys only if a job allows them.
 */
const KNOWN =
  'add-mask add-matcher add-path debug echo endgroup error group internal-set-repo-path notice remove-matcher save-state set-env set-output stop-commands warning'.split(
    ' ',
  );

/**
 * Characters that a comparison by the rules of a language ignores.
 */
const WEIGHTLESS = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/**
 * The commands that a runner would obey, stream by stream. After `stop-commands`, which is one of
 * them, it obeys none until the end token.
 */
export function workflowCommands(...streams: string[]) {
  const commands: WorkflowCommand[] = [];
  let stoppedUntil: string | undefined;
  for (const line of streams.flatMap((stream) => stream.split(/\r\n|[\r\n]/))) {
    const known = stoppedUntil === undefined ? KNOWN : [stoppedUntil];
    const found = read(line, known) ?? read(line.replace(WEIGHTLESS, ''), known);
    if (!found) continue;
    commands.push(found);
    stoppedUntil = found.name === 'stop-commands' ? found.data.toLowerCase() : undefined;
  }
  return commands;
}

function read(line: string, known: readonly string[]) {
  return readCommand(line, known) ?? readLegacy(line, known);
}

/** `::name key=value,key=value::data`. White space may come before it. */
function readCommand(line: string, known: readonly string[]) {
  // .NET counts U+0085 as white space, JavaScript does not.
  const [, head, data] = /^[\s\u0085]*::([^]*?)::([^]*)$/.exec(line) ?? [];
  if (head === undefined || data === undefined) return undefined;
  return command(head, { known, separator: ',', data: unescape(data), legacy: false });
}

/** `##[name key=value;key=value]data`, anywhere in a line. */
function readLegacy(line: string, known: readonly string[]) {
  const [, head, data] =
    /##\[([^\]]*)\]([^]*)$/.exec(line.slice(Math.max(0, line.indexOf('##[')))) ?? [];
  if (head === undefined || data === undefined) return undefined;
  return command(head, { known, separator: ';', data: unescape(data), legacy: true });
}

function command(
  head: string,
  {
    known,
    separator,
    ...rest
  }: { known: readonly string[]; separator: string; data: string; legacy: boolean },
) {
  const [written = '', ...others] = head.split(' ');
  const name = written.toLowerCase();
  if (!known.includes(name)) return undefined;
  const pairs = others
    .join(' ')
    .split(separator)
    .map((pair) => /^\s*([^=]+)=(.+)$/s.exec(pair));
  const properties = Object.fromEntries(
    pairs.flatMap((pair) => (pair ? [[pair[1]!, unescape(pair[2]!)]] : [])),
  );
  return { name, properties, ...rest };
}

const ESCAPES: Record<string, string> = {
  '%0D': '\r',
  '%0A': '\n',
  '%3A': ':',
  '%2C': ',',
  '%3B': ';',
  '%5D': ']',
  '%25': '%',
};

function unescape(text: string) {
  return text.replace(/%(?:0D|0A|3A|2C|3B|5D|25)/g, (escape) => ESCAPES[escape]!);
}
