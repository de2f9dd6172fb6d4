import { readConfigFile } from '../config/rules.js';
import { replaceFile } from '../run/safe-files.js';
import { suggest, type Shortfall, type Suggestion, type TestSuggestion } from '../run/suggest.js';
import { oneLine } from '../report/story/truncate.js';
import { bold, columns, columnsOver, say } from '../report/formats/layout.js';
import { adviceOnAnswers } from '../report/story/unjudged.js';
import { counted, number, percent } from '../report/story/words.js';
import { redact } from '../secrets.js';
import { EXIT, type CommandLine, type Terminal } from './command.js';
import { evaluateOptions } from './evaluate-options.js';
import type { Options } from './options.js';
import { withProgress } from './progress-bar.js';
import { setTestKeys, type TestKeys } from './set-test-keys.js';
import path from 'node:path';

/** Exit status 1 if no minimum of any test shows anything. */
export async function runSuggest({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { print, printLines, printJson } = terminal;
  const found = await measured(options, terminal);
  if (options.json) printJson(found);
  else printLines(inWords(found, terminal.layout));
  if (options.write) return (await writeMinima(found, options, terminal)) ? EXIT.pass : EXIT.fail;
  if (!options.json)
    print('\nNothing was written. `--write` sets these keys in the configuration.\n');
  return showsNothing(found) ? EXIT.fail : EXIT.pass;
}

/** True if every test becomes advisory: one side that shows nothing suffices for a test. */
function showsNothing({ tests }: Suggestion): boolean {
  const advisory = new Set<string>();
  for (const { test, shortfall } of tests) if (shortfall) advisory.add(test);
  return tests.every(({ test }) => advisory.has(test));
}

export async function measured(options: Options, terminal: Terminal): Promise<Suggestion> {
  const asked = await evaluateOptions(options, terminal);
  const found = await withProgress(terminal, (onProgress) => suggest({ ...asked, onProgress }));
  return redact(found, terminal.secrets);
}

/** @returns false if nothing was written, since no test would gate anything */
export async function writeMinima(
  found: Suggestion,
  options: Options,
  terminal: Terminal,
): Promise<boolean> {
  const { root, note } = terminal;
  const { config: file } = options;
  if (showsNothing(found)) {
    note(`\nNothing was written to ${file}: no minimum of any test shows anything.\n`);
    return false;
  }
  const text = (await readConfigFile({ root, file, confined: false })) ?? '';
  const changes = new Map<string, TestKeys>();
  // The sides of a test have one place in the configuration.
  for (const { test, keys, shortfall } of found.tests) {
    const before = changes.get(test);
    const comment = shortfall ? `advisory: ${whyAdvisory(shortfall)}` : before?.comment;
    changes.set(test, { values: { ...before?.values, ...keys }, comment });
  }
  await replaceFile(path.resolve(root, file), setTestKeys(text, file, changes));
  note(`\nThe minima are written to ${file}.\n`);
  return true;
}

/** Why no minimum shows anything, without text of the data or of the model. */
function whyAdvisory({ known, needed, useful }: Shortfall): string {
  if (known < needed)
    return `${counted(known, 'row')} can tell something, and a minimum takes ${needed}`;
  return `a minimum shows something from ${useful.toFixed(2)} on, and the model is below that`;
}

const OTHER_ROWS =
  'Take rows of your own that the model should know (`data.source`), or another built-in set.';

const ENOUGH_ROWS = 100;
const MOST_PLACES = 10;

export function inWords(
  { model, requests, tests, run: later, room }: Suggestion,
  layout: Terminal['layout'],
): string[] {
  const head = `Minima for ${model.hub}/${model.name}, from ${counted(requests, 'request')}`;
  const cost = `A run under these minima sends ${later.expected}, judge and calibration included; ${number(later.most)} at most.`;
  const seen = room === undefined ? [] : say(room, layout, 0);
  return [
    ...bold(head, layout),
    ...seen,
    ...tests.flatMap((test) => ['', ...testInWords(test, layout)]),
    '',
    ...say(cost, layout, 0),
  ];
}

function testInWords(test: TestSuggestion, layout: Terminal['layout']): string[] {
  const { side, minima, rows, errors, needed, stays_advisory, shortfall } = test;
  const { unknown, upset, failing } = test;
  const lines = Object.entries(minima).map(([key, found]) => ({ key, ...found }));
  const column = columnsOver(lines);
  const inError = errors === 0 ? '' : `, and ${counted(errors, 'row')} ended in error`;
  const answered = `the model answered ${number(rows)}${inError}`;
  const sentences: string[] = [];
  if (shortfall) {
    sentences.push(`No minimum shows anything: ${whyAdvisory(shortfall)}; ${answered}.`);
    sentences.push('So the test becomes `advisory: true`: it is reported, and decides nothing.');
    sentences.push(adviceOnAnswers(shortfall) ?? OTHER_ROWS);
  } else {
    sentences.push(`These minima need at least ${counted(needed, 'row')}; ${answered}.`);
    const rate = lines.at(-1);
    if (rate && rate.rows < ENOUGH_ROWS)
      sentences.push(
        `Of ${counted(rate.rows, 'counted row')}, the true rate lies between ${percent(rate.low)} and ${percent(rate.high)} (80 % interval). From ${ENOUGH_ROWS} rows on the minimum is more certain.`,
      );
  }
  if (stays_advisory)
    sentences.push('The test stays `advisory: true`. Remove that line, and these minima decide.');
  if (failing.length > 0)
    sentences.push(
      `Rows that the model fails: ${placesInWords(failing)}. The minimum allows as many: correct prompt, model or rows first where it should pass them.`,
    );
  sentences.push(...places('does not know', unknown));
  sentences.push(...places('answers differently after a harmless edit', upset));
  return [
    ...bold(side ? `${test.test} (should ${side})` : test.test, layout),
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
  return [`Rows that the model ${what}, candidates to replace: ${placesInWords(rows)}.`];
}

function placesInWords(rows: readonly string[]): string {
  const shown = rows.slice(0, MOST_PLACES).map((place) => oneLine(place, 80));
  const more = rows.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${number(more)} more (--json lists all)` : ''}`;
}
