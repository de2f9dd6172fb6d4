import path from 'node:path';
import { checked, strangeHosts } from '../evaluate/convert/check.js';
import { convert, filesOf } from '../evaluate/convert/convert.js';
import type { Converted, LeftOut } from '../evaluate/convert/converted.js';
import { CONFIG_NAME } from '../evaluate/convert/assemble.js';
import { companionsOf, readSource } from '../evaluate/convert/read.js';
import { ConfigError } from '../errors.js';
import { wayInside } from '../inside.js';
import { withoutCommands } from '../report/escape.js';
import { paint, say } from '../report/layout.js';
import { counted } from '../report/words.js';
import { checkOption, hubProblem } from './command-line.js';
import type { Asked, Terminal } from './command.js';
import { SCHEMA } from './first-files.js';
import { inFlags } from './flags.js';
import { usageError, type Options } from './options.js';
import { writeFiles } from './output-files.js';

/** Places that are shown of what is left out for one reason; `--json` has all. */
const MOST_PLACES = 3;

export async function run({ options, words }: Asked, terminal: Terminal): Promise<number> {
  const { root, print, printJson, layout } = terminal;
  const [name = '', rowsName] = words;
  const pathOf = (file: string) => path.posix.join(folderOf(options.output, root), file);
  checkOption('hub', options.hub, hubProblem);
  const { hub, model, data } = options;
  const rows = rowsName === undefined ? undefined : { name: rowsName, text: await readSource(root, rowsName) };
  const made = await convert(
    { text: await readSource(root, name), name, companions: await companionsOf(root, name), rows, hub, model, data },
    pathOf,
  );
  const described = (of: Converted) => filesOf({ converted: of, from: name, schema: SCHEMA });
  const result = await checked(made, { files: described(made), root, pathOf, from: name });
  const files = described(result).map((file) => ({ name: pathOf(file.name), text: file.text }));
  const sources = words.map((word) => path.resolve(root, word));
  const own = files.find((file) => sources.includes(path.resolve(root, file.name)));
  if (own)
    throw new ConfigError(`${own.name} is the file to convert, and is not written over`, {
      where: 'convert',
      remedy: 'Name another folder with --output.',
    });
  await writeFiles(files, { root, force: options.force, command: 'convert', otherwise: 'name another folder with --output' });
  const done = { result, files: files.map((file) => file.name), file: pathOf(CONFIG_NAME) };
  if (options.json) printJson(inJson(done));
  else print(inWords(done, layout));
  return 0;
}

/** From the folder that the command was given in: there the paths of a configuration begin. */
function folderOf(output: Options['output'], root: string): string {
  const way = wayInside(root, path.resolve(root, output));
  if (way !== undefined) return way;
  throw usageError(`--output ${output} leads out of this folder`, 'Name a folder below it: the paths of the configuration begin here.');
}

interface Done {
  result: Converted;
  files: readonly string[];
  /** Path of the configuration. */
  file: string;
}

function inJson({ result: { format, rows, refusals, config, left_out, notices = [] }, files, file }: Done): object {
  const { sensitivity } = config.tests as { sensitivity: object };
  return {
    format,
    config: file,
    files,
    rows: rows.length + refusals.length,
    tests: Object.keys(sensitivity),
    left_out: left_out.map(({ what, where, why, instead }) => ({ what, where, why: inFlags(why), instead: inFlags(instead) })),
    notices: notices.map(inFlags),
    next: nextOf(file, config),
  };
}

function inWords(
  { result: { format, rows, refusals, config, left_out, notices = [] }, files, file }: Done,
  layout: Terminal['layout'],
): string {
  const { model, tests } = config as { model: { hub: string; name: string }; tests: { sensitivity: object } };
  const keyed = rows.filter((row) => 'answer' in row || 'truth' in row).length;
  const asked = counted(rows.length + refusals.length, 'row');
  const head = (text: string) => say(text, layout, 0).map((line) => paint('bold', line, layout));
  const lines = [
    ...head(`${format[0]!.toUpperCase()}${format.slice(1)}: wrote ${files.join(', ')}.`),
    ...say(`Asks ${model.hub}/${model.name}. Tests: ${Object.keys(tests.sensitivity).join(', ')}.`, layout),
    ...(rows.length + refusals.length > 0
      ? say(`${asked}: ${keyed} with a right answer, ${refusals.length} to be answered or refused, ${rows.length - keyed} without.`, layout)
      : []),
    '',
    ...head(left_out.length === 0 ? 'All of it means the same here.' : `Not converted: ${left_out.length}`),
    ...grouped(left_out).flatMap(({ what, places, why, instead }) => [
      '',
      ...say(`${places}: ${what}`, layout),
      ...say(`${why}.`, layout, 4),
      ...say(`→ ${instead}`, layout, 4),
    ]),
    ...(notices.length > 0 ? ['', ...notices.flatMap((notice) => say(notice, layout))] : []),
    '',
    paint('bold', 'Next', layout),
    ...nextOf(file, config).flatMap((line) => say(line, layout)),
  ];
  return `${withoutCommands(lines.join('\n'))}\n`;
}

/** What is left out of one kind for one reason is told once, with its first places. */
function grouped(left_out: readonly LeftOut[]): { what: string; places: string; why: string; instead: string }[] {
  // An answer that is quoted differs from row to row.
  const groups = Map.groupBy(left_out, ({ what, why, instead }) => JSON.stringify([what.replace(/: ".*$/s, ''), why, instead]));
  return [...groups.values()].map((all) => {
    const { what, why, instead } = all[0]!;
    const shown = all.slice(0, MOST_PLACES).map(({ where }) => where);
    const more = all.length - shown.length;
    return {
      what: all.length > 1 ? what.replace(/: ".*$/s, '') : what,
      places: `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
      why,
      instead,
    };
  });
}

function nextOf(file: string, config: Record<string, unknown>): string[] {
  const hosts = strangeHosts(config);
  const more = ` --config ${file}${hosts.length > 0 ? ` --allowed-hosts ${hosts.join(',')}` : ''}`;
  return [`sensitivity validate${more}`, `sensitivity plan${more}`];
}
