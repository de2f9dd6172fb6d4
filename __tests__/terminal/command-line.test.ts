import { readdirSync, readFileSync } from 'node:fs';
import { INPUTS } from '../../src/action/input-table.ts';
import { parseCommandLine } from '../../src/terminal/command-line.ts';
import { COMMANDS } from '../../src/terminal/commands.ts';
import { helpOf, overview } from '../../src/terminal/help.ts';
import { nameOptions } from '../../src/terminal/option-names.ts';
import { OPTIONS, readOptions } from '../../src/terminal/options.ts';
import { displayWidth } from '../../src/report/formats/layout.ts';
import path from 'node:path';

const parse = (...args: string[]) => parseCommandLine(args, COMMANDS);
/** The invocation of a command, without its code. */
function parseCommand(...args: string[]) {
  const invocation = parse(...args);
  if (invocation.kind !== 'command') throw new Error(`${args.join(' ')} runs no command`);
  const { command, optionTexts, words } = invocation;
  return { name: command.name, optionTexts, words };
}

describe('a command line', () => {
  it.each([
    [['chekc'], /no command 'chekc'; did you mean 'check'\?/],
    [['run', '--modle', 'x'], /no option --modle; did you mean --model\?/],
    [['run', '--repord-directory=x'], /did you mean --report-directory\?/],
    [['check', '--write'], /--write is no option of check, but of suggest/],
    [['run', '--model'], /--model needs its value/],
    [['run', '--model', '--json'], /--model needs its value, and --json looks like an option/],
    [['run', '--json=yes'], /--json takes no value/],
    [['run', 'twice'], /too many words: 'twice'/],
    [['draft'], /draft takes a document or more, and none is named/],
    [['--model', 'x'], /there is no command/],
  ])('%j is refused with the nearest match', (args, message) => {
    expect(() => parse(...args)).toThrow(message);
  });

  it('is parsed into typed options', () => {
    const { name, optionTexts } = parseCommand(
      'run',
      '--max-requests',
      '300',
      '--model=-x',
      '--allowed-hosts',
      'a.example, b.example',
    );
    expect(name).toBe('run');
    expect(readOptions(optionTexts, { SENSITIVITY_API_KEY: ' k ' }, '/work')).toMatchObject({
      maxRequests: 300,
      model: '-x',
      allowedHosts: ['a.example', 'b.example'],
      config: '.github/sensitivity.yml',
      apiKey: 'k',
    });
    expect(() => readOptions({ 'max-requests': 'many' }, {}, '/')).toThrow('--max-requests');
  });
});

describe('help', () => {
  it('of every command fits any terminal width, names each option, and has examples that parse', () => {
    for (const command of COMMANDS) {
      for (const columns of [40, 80, 200]) {
        const shown = helpOf(command, { columns, color: false });
        for (const name of command.options) expect(shown).toContain(`--${name}`);
        const prose = shown
          .split('\n')
          .filter((line) => !line.startsWith('  sensitivity ') && !line.startsWith('  --'));
        for (const line of prose) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      }
      expect(command.examples.length).toBeGreaterThan(0);
      for (const [line] of command.examples) {
        const words = line
          .replace(/ >.*$/, '')
          .match(/"[^"]*"|\S+/g)!
          .map((word) => word.replaceAll('"', ''));
        expect({ line, name: parseCommand(...words).name }).toEqual({ line, name: command.name });
      }
    }
  });

  it('says of an option what it does in this command', () => {
    const helpFor = (name: string) =>
      helpOf(
        COMMANDS.find((command) => command.name === name)!,
        { columns: 200, color: false },
      );
    expect(helpFor('draft')).toMatch(/--rows N +rows to write \(default 40\)\n/);
  });

  it('without a command is an overview, for every spelling of the request', () => {
    for (const args of [[], ['help'], ['--help'], ['-h']])
      expect(parse(...args)).toEqual({ kind: 'help', command: undefined });
    for (const args of [
      ['help', 'run'],
      ['run', '--help'],
      ['run', 'twice', '-h'],
    ])
      expect(parse(...args)).toMatchObject({ kind: 'help', command: { name: 'run' } });
    expect(parse('run', '-v')).toEqual({ kind: 'version' });
    const shown = overview(COMMANDS, { columns: 80, color: false });
    for (const { name } of COMMANDS) expect(shown).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });
});

it('every input that a message names has an option or a variable in a terminal', () => {
  expect(
    nameOptions(
      "input 'data': no. Set the input `max-requests`, or give the key in the input `api-key`.",
    ),
  ).toBe(
    '--data: no. Set `--max-requests`, or give the key in the variable `SENSITIVITY_API_KEY`.',
  );
  // What a pull request alone can meet.
  const elsewhere = ['action', 'github', 'trust', 'terminal'];
  const onlyInJobs = ['allow-loopback', 'config-ref', 'github-token', 'comment-key', 'missing-key'];
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !elsewhere.includes(file.split(path.sep)[0]!),
  );
  const left = files.flatMap((file) => {
    const code = readFileSync(path.join('src', file), 'utf8')
      .replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
      .replaceAll('\\`', '`');
    const names = [...code.matchAll(/\binputs? [`']?([a-z-]+)/g)]
      .map(([, name]) => name!)
      .filter((name) => Object.hasOwn(INPUTS, name));
    const said = [...nameOptions(code).matchAll(/\binputs? [`']?([a-z-]+)/g)]
      .map(([, name]) => name!)
      .filter((name) => names.includes(name));
    return said.filter((name) => !onlyInJobs.includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(left).toEqual(['models/hubs/registry.ts: header-variables']);
});

it('every option belongs to a command', () => {
  const taken = new Set<string>([...COMMANDS.flatMap(({ options }) => options), 'help', 'version']);
  expect(Object.keys(OPTIONS).filter((name) => !taken.has(name))).toEqual([]);
});
