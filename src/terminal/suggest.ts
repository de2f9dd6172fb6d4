import { readConfigFile } from '../config/rules.js';
import { replaceFile } from '../run/safe-files.js';
import {
  listMinima,
  suggest,
  type Shortfall,
  type Suggestion,
  type TestSuggestion,
} from '../run/suggest.js';
import { oneLine } from '../report/story/truncate.js';
import { boldLines, layOutColumns, columnMaker, wrapText } from '../report/formats/layout.js';
import { adviceOnAnswers } from '../report/story/unjudged.js';
import { quantity, formatNumber, formatPercent } from '../report/story/words.js';
import { redact } from '../secrets.js';
import { EXIT, type CommandLine, type Terminal } from './command.js';
import { evaluateOptions } from './evaluate-options.js';
import type { Options } from './options.js';
import { showProgress } from './progress-bar.js';
import { setTestKeys, type TestKeys } from './set-test-keys.js';
import path from 'node:path';

/** Suggests minima. Exit status 1 if no minimum of any test shows anything. */
export async function runSuggest({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { print, printLines, printJson } = terminal;
  const suggestion = await measureSuggestion(options, terminal);
  if (options.json) printJson(suggestion);
  else printLines(suggestionLines(suggestion, terminal.layout));
  if (options.write)
    return (await writeMinima(suggestion, options, terminal)) ? EXIT.pass : EXIT.fail;
  if (!options.json)
    print('\nNothing was written. `--write` sets these keys in the configuration.\n');
  return showsNothing(suggestion) ? EXIT.fail : EXIT.pass;
}

/** True if every test becomes advisory: one side that shows nothing suffices for a test. */
function showsNothing({ tests }: Suggestion): boolean {
  const advisory = new Set<string>();
  for (const { test, shortfall } of tests) if (shortfall) advisory.add(test);
  return tests.every(({ test }) => advisory.has(test));
}

export async function measureSuggestion(options: Options, terminal: Terminal): Promise<Suggestion> {
  const workingOptions = await evaluateOptions(options, terminal);
  const suggestion = await showProgress(terminal, (onProgress) =>
    suggest({ ...workingOptions, onProgress }),
  );
  return redact(suggestion, terminal.secrets);
}

/** @returns false if nothing was written, since no test would gate anything */
export async function writeMinima(
  suggestion: Suggestion,
  options: Options,
  terminal: Terminal,
): Promise<boolean> {
  const { root, note } = terminal;
  const { config: file } = options;
  if (showsNothing(suggestion)) {
    note(`\nNothing was written to ${file}: no minimum of any test shows anything.\n`);
    return false;
  }
  const text = (await readConfigFile({ root, file, confined: false })) ?? '';
  const changes = new Map<string, TestKeys>();
  // The sides of a test have one place in the configuration.
  for (const { test, keys, shortfall } of suggestion.tests) {
    const earlierKeys = changes.get(test);
    const comment = shortfall ? `advisory: ${advisoryReason(shortfall)}` : earlierKeys?.comment;
    changes.set(test, { values: { ...earlierKeys?.values, ...keys }, comment });
  }
  await replaceFile(path.resolve(root, file), setTestKeys(text, file, changes));
  note(`\nThe minima are written to ${file}.\n`);
  for (const test of suggestion.tests) {
    const lowered = loweredMinima(test).map(
      ({ key, before, after }) => `${key} ${before} → ${after}`,
    );
    if (lowered.length > 0) note(`Lower than before: ${nameOf(test)}: ${lowered.join(', ')}.\n`);
  }
  return true;
}

interface LoweredMinimum {
  key: string;
  before: string;
  after: string;
  rows: number;
  passes: number;
  /** True if the measured rate itself is below the earlier minimum. */
  isMissed: boolean;
}

/** The minima that weaken the gate; none for a test that becomes advisory, which says so itself. */
function loweredMinima(suggestion: TestSuggestion): LoweredMinimum[] {
  if (suggestion.shortfall) return [];
  return listMinima(suggestion).flatMap(({ key, minimum, configured, rows, passes }) => {
    if (configured === undefined || minimum >= configured) return [];
    const isMissed = passes < configured * rows;
    const [before, after] = [shareInWords(configured), shareInWords(minimum)];
    return [{ key, before, after, rows, passes, isMissed }];
  });
}

function loweredSentence({ key, before, after, rows, passes, isMissed }: LoweredMinimum): string {
  const change = `\`${key}\` goes from ${before} to ${after}`;
  if (isMissed)
    return `${change}: the model passes ${formatNumber(passes)} of ${quantity(rows, 'row')}, fewer than ${before} asks for. Keep ${before} if the model should reach it, and correct prompt, model or rows.`;
  return `${change}: with ${quantity(rows, 'row')}, a model like this one may miss ${before} by chance. Keep ${before} if the model should reach it in every run, or give the test more rows.`;
}

/** With two decimals, or as many as it has: `0.90`, `0.855`. */
function shareInWords(share: number): string {
  const rounded = share.toFixed(2);
  return Number(rounded) === share ? rounded : String(share);
}

/** Returns why no minimum shows anything. Quotes neither data nor model. */
function advisoryReason({ known, needed, useful }: Shortfall): string {
  if (known < needed)
    return `${quantity(known, 'row')} can tell something, and a minimum takes ${needed}`;
  return `a minimum shows something from ${useful.toFixed(2)} on, and the model is below that`;
}

const OTHER_ROWS =
  'Take rows of your own that the model should know (`data.source`), or another built-in set.';

const ENOUGH_ROWS = 100;
const MOST_PLACES = 10;

export function suggestionLines(
  { model, requests, tests, run: expectedRequests, room }: Suggestion,
  layout: Terminal['layout'],
): string[] {
  const head = `Minima for ${model.hub}/${model.name}, from ${quantity(requests, 'request')}`;
  const cost = `A run under these minima sends ${expectedRequests.expected}, judge and calibration included; ${formatNumber(expectedRequests.most)} at most.`;
  const roomLines = room === undefined ? [] : wrapText(room, layout, 0);
  return [
    ...boldLines(head, layout),
    ...roomLines,
    ...tests.flatMap((test) => ['', ...testLines(test, layout)]),
    '',
    ...wrapText(cost, layout, 0),
  ];
}

function testLines(test: TestSuggestion, layout: Terminal['layout']): string[] {
  const { rows, errors, needed, stays_advisory, shortfall } = test;
  const { unknown, upset, failing } = test;
  const lines = listMinima(test);
  const column = columnMaker(lines);
  const errorClause = errors === 0 ? '' : `, and ${quantity(errors, 'row')} ended in error`;
  const answered = `the model answered ${formatNumber(rows)}${errorClause}`;
  const sentences: string[] = [];
  if (shortfall) {
    sentences.push(`No minimum shows anything: ${advisoryReason(shortfall)}; ${answered}.`);
    sentences.push('So the test becomes `advisory: true`: it is reported, and decides nothing.');
    sentences.push(adviceOnAnswers(shortfall) ?? OTHER_ROWS);
  } else {
    sentences.push(`These minima need at least ${quantity(needed, 'row')}; ${answered}.`);
    const rate = lines.at(-1);
    if (rate && rate.rows < ENOUGH_ROWS)
      sentences.push(
        `Of ${quantity(rate.rows, 'counted row')}, the true rate lies between ${formatPercent(rate.low)} and ${formatPercent(rate.high)} (80 % interval). From ${ENOUGH_ROWS} rows on the minimum is more certain.`,
      );
  }
  sentences.push(...loweredMinima(test).map(loweredSentence));
  if (stays_advisory)
    sentences.push('The test stays `advisory: true`. Remove that line, and these minima decide.');
  if (failing.length > 0)
    sentences.push(
      `Rows that the model fails: ${placesInWords(failing)}. The minimum allows as many: correct prompt, model or rows first where it should pass them.`,
    );
  sentences.push(...placeSentences('does not know', unknown));
  sentences.push(...placeSentences('answers differently after a harmless edit', upset));
  return [
    ...boldLines(nameOf(test), layout),
    layOutColumns(
      [
        column('key', ({ key }) => key),
        column(
          'now',
          ({ configured }) => (configured === undefined ? '—' : shareInWords(configured)),
          { align: 'right' },
        ),
        column('minimum', ({ minimum }) => shareInWords(minimum), { align: 'right' }),
        column(
          'observed',
          ({ passes, rows: rowCount }) => `${formatNumber(passes)} of ${formatNumber(rowCount)}`,
          {
            align: 'right',
          },
        ),
        column('at least', ({ low }) => formatPercent(low), { align: 'right' }),
      ],
      layout,
    ),
    ...sentences.flatMap((sentence) => wrapText(sentence, layout)),
  ];
}

function nameOf({ test, side }: TestSuggestion): string {
  return side ? `${test} (should ${side})` : test;
}

function placeSentences(clause: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  return [`Rows that the model ${clause}, candidates to replace: ${placesInWords(rows)}.`];
}

function placesInWords(rows: readonly string[]): string {
  const shownPlaces = rows.slice(0, MOST_PLACES).map((place) => oneLine(place, 80));
  const moreCount = rows.length - shownPlaces.length;
  const moreClause = moreCount > 0 ? ` and ${formatNumber(moreCount)} more (--json lists all)` : '';
  return `${shownPlaces.join(', ')}${moreClause}`;
}
