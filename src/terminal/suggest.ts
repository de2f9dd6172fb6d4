import { readConfigFile } from '../config/rules.js';
import { replaceFile } from '../run/safe-files.js';
import { suggest, type Suggestion, type TestSuggestion } from '../run/suggest.js';
import { oneLine, withoutCommands } from '../report/formats/escape.js';
import { columns, columnsOver, paint, say } from '../report/formats/layout.js';
import { counted, number, percent } from '../report/story/words.js';
import { redact } from '../secrets.js';
import type { Asked, Terminal } from './command.js';
import { evaluateOptions } from './evaluate-options.js';
import type { Options } from './options.js';
import { progressBar } from './run.js';
import { setTestKeys } from './set-test-keys.js';
import path from 'node:path';

export async function run({ options }: Asked, terminal: Terminal): Promise<number> {
  const { print, printJson } = terminal;
  const found = await measured(options, terminal);
  if (options.json) printJson(found);
  else print(`${withoutCommands(inWords(found, terminal.layout).join('\n'))}\n`);
  if (!options.write) {
    if (!options.json)
      print('\nNothing was written. `--write` sets these minima in the configuration.\n');
    return 0;
  }
  await writeMinima(found, options, terminal);
  return 0;
}

export async function measured(options: Options, terminal: Terminal): Promise<Suggestion> {
  const bar = progressBar(terminal.process.stderr);
  const asked = { ...(await evaluateOptions(options, terminal)), onProgress: bar.update };
  const found = await suggest(asked).finally(bar.stop);
  return redact(found, terminal.secrets);
}

export async function writeMinima(
  found: Suggestion,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const { root } = terminal;
  const { config: file } = options;
  const text = (await readConfigFile({ root, file, confined: false })) ?? '';
  const keysByTest = new Map<string, TestSuggestion['keys']>();
  // The sides of a test have one place in the configuration.
  for (const { test, keys } of found.tests)
    keysByTest.set(test, { ...keysByTest.get(test), ...keys });
  await replaceFile(path.resolve(root, file), setTestKeys(text, file, keysByTest));
  terminal.note(`\nThe minima are written to ${file}.\n`);
}

const ENOUGH_ROWS = 100;
const MOST_PLACES = 10;

export function inWords(
  { model, requests, tests, run: later }: Suggestion,
  layout: Terminal['layout'],
): string[] {
  const head = `Minima for ${model.hub}/${model.name}, from ${counted(requests, 'request')}`;
  const cost = `A run under these minima sends about ${number(later.perfect)} requests for a perfect model, ${number(later.at_minimum)} for one at the minima, and ${number(later.most)} at most.`;
  return [
    ...say(head, layout, 0).map((line) => paint('bold', line, layout)),
    ...tests.flatMap((test) => ['', ...testInWords(test, layout)]),
    '',
    ...say(cost, layout, 0),
  ];
}

function testInWords(test: TestSuggestion, layout: Terminal['layout']): string[] {
  const { side, minima, keys, rows, errors, needed, useful, unknown, upset } = test;
  const lines = Object.entries(minima).map(([key, found]) => ({ key, ...found }));
  const column = columnsOver(lines);
  const rate = lines.at(-1)!;
  const wide = `Of ${counted(rate.rows, 'counted row')}, the true rate lies between ${percent(rate.low)} and ${percent(rate.high)} (80 % interval). From ${ENOUGH_ROWS} rows on the minimum is more certain.`;
  const sentences = [
    `These minima need at least ${counted(needed, 'row')}; the model answered ${number(rows)}${errors === 0 ? '' : `, and ${counted(errors, 'row')} ended in error`}.`,
    ...(rate.rows < ENOUGH_ROWS ? [wide] : []),
    ...(useful === undefined
      ? []
      : [
          `A useful ${rate.key} is ${useful.toFixed(2)} or more (the rate of a guess plus 0.10), and the model is below it. To fail only on regressions, set ${rate.key}: 0 with compare: base${keys.compare === undefined ? ' (already set)' : ''}.`,
        ]),
    ...places('does not know', unknown),
    ...places('answers differently after a harmless edit', upset),
  ];
  return [
    ...say(side ? `${test.test} (should ${side})` : test.test, layout, 0).map((line) =>
      paint('bold', line, layout),
    ),
    columns(
      [
        column('key', ({ key }) => key),
        column('minimum', ({ minimum }) => minimum.toFixed(2), { align: 'right' }),
        column('observed', ({ passes, rows: all }) => `${number(passes)} of ${number(all)}`, {
          align: 'right',
        }),
        column('at least', ({ low }) => percent(low), { align: 'right' }),
      ],
      layout,
    ),
    ...sentences.flatMap((sentence) => say(sentence, layout)),
  ];
}

function places(what: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, MOST_PLACES).map((place) => oneLine(place, 80));
  const rest =
    rows.length > shown.length
      ? ` and ${number(rows.length - shown.length)} more (--json lists all)`
      : '';
  return [`Rows that the model ${what}, candidates to replace: ${shown.join(', ')}${rest}.`];
}
