import { findTest } from '../engine/perturbations/index.ts';
import type { AnswerCounts } from '../engine/rows/wrong-answers.ts';
import { adviceOnAnswers, WITHOUT_DOCUMENTS } from '../report/story/unjudged.ts';
import { boldLines, wrapText } from '../report/formats/layout.ts';
import { tableLines } from '../report/formats/terminal-blocks.ts';
import { tableOf, type Table } from '../report/story/blocks.ts';
import { oneLine } from '../report/story/truncate.ts';
import { formatNumber, formatPercent, quantity } from '../report/story/words.ts';
import {
  isMissed,
  listMinima,
  type Shortfall,
  type Suggestion,
  type TestSuggestion,
} from '../run/suggest.ts';
import type { Terminal } from './command.ts';

/**
 * Returns the suggested minima as lines: a table and sentences for each test, and the cost.
 * @param lower `--lower` is given: minima that the model misses become lower
 */
export function suggestionLines(
  { model, requests, tests, run, room }: Suggestion,
  layout: Terminal['layout'],
  { lower = false }: { lower?: boolean } = {},
): string[] {
  const head = `Minima for ${model.hub}/${model.name}, from ${quantity(requests, 'request')}`;
  const cost = `A run under these minima sends ${run.expected}, judge and calibration included; ${formatNumber(run.most)} at most.`;
  const lines = boldLines(head, layout);
  if (room !== undefined) lines.push(...wrapText(room, layout, 0));
  for (const test of tests)
    lines.push(
      '',
      ...boldLines(nameOfSuggestion(test), layout),
      ...tableLines(minimaTable(test), layout, Infinity),
      ...wrapText(sentencesOn(test, lower), layout),
    );
  return [...lines, '', ...wrapText(cost, layout, 0)];
}

function minimaTable(suggestion: TestSuggestion): Table {
  const isNumber = true;
  return tableOf('minimum', listMinima(suggestion), [
    { name: 'key', cell: ({ key }) => key },
    {
      name: 'now',
      isNumber,
      cell: ({ configured }) => (configured === undefined ? '—' : shareInWords(configured)),
    },
    { name: 'minimum', isNumber, cell: ({ minimum }) => shareInWords(minimum) },
    {
      name: 'observed',
      isNumber,
      cell: ({ passes, rows: rowCount }) => `${formatNumber(passes)} of ${formatNumber(rowCount)}`,
    },
    { name: 'at least', isNumber, cell: ({ low }) => formatPercent(low) },
  ]);
}

const OTHER_ROWS =
  'Take rows of your own that the model should know (`data.source`), or another built-in set.';

function sentencesOn(test: TestSuggestion, lower: boolean): string[] {
  const { rows, errors, needed, stays_advisory, shortfall, unknown, upset, failing } = test;
  const errorClause = errors === 0 ? '' : `, and ${quantity(errors, 'row')} ended in error`;
  const answered = `the model answered ${formatNumber(rows)}${errorClause}`;
  const sentences = shortfall
    ? [
        `No minimum shows anything: ${advisoryReason(shortfall)}; ${answered}.`,
        'So the test becomes `advisory: true`: it is reported, and decides nothing.',
        adviceOnAnswers(shortfall) ?? OTHER_ROWS,
      ]
    : [
        `These minima need at least ${quantity(needed, 'row')}; ${answered}.`,
        ...uncertaintySentences(test),
      ];
  sentences.push(...loweredMinima(test).map((minimum) => loweredSentence(minimum, lower)));
  if (test.missed && !lower) sentences.push(adviceOnMissed(test.test, test.missed));
  if (stays_advisory)
    sentences.push('The test stays `advisory: true`. Remove that line, and these minima decide.');
  if (failing.length > 0)
    sentences.push(
      test.missed && !lower
        ? `Rows that the model fails: ${placesInWords(failing)}.`
        : `Rows that the model fails: ${placesInWords(failing)}. The minimum allows as many: correct prompt, model or rows first where it should pass them.`,
    );
  sentences.push(...replaceableSentences('does not know', unknown));
  sentences.push(...replaceableSentences('answers differently after a harmless edit', upset));
  return sentences;
}

/** From this number of rows on, a rate is certain enough to need no interval. */
const ENOUGH_ROWS = 100;

function uncertaintySentences(suggestion: TestSuggestion): string[] {
  const rate = listMinima(suggestion).at(-1);
  if (!rate || rate.rows >= ENOUGH_ROWS) return [];
  return [
    `Of ${quantity(rate.rows, 'counted row')}, the true rate lies between ${formatPercent(rate.low)} and ${formatPercent(rate.high)} (80 % interval). From ${ENOUGH_ROWS} rows on the minimum is more certain.`,
  ];
}

interface LoweredMinimum {
  key: keyof TestSuggestion['minima'];
  before: string;
  after: string;
  rows: number;
  passes: number;
  /** True if the measured rate itself is below the earlier minimum: only `--lower` writes it. */
  isMissed: boolean;
}

/** The minima that weaken the gate; none for a test that becomes advisory, which says so itself. */
export function loweredMinima(suggestion: TestSuggestion): LoweredMinimum[] {
  if (suggestion.shortfall) return [];
  return listMinima(suggestion).flatMap((compared) => {
    const { key, minimum, configured, rows, passes } = compared;
    if (configured === undefined || minimum >= configured) return [];
    const [before, after] = [shareInWords(configured), shareInWords(minimum)];
    return [{ key, before, after, rows, passes, isMissed: isMissed(compared) }];
  });
}

function loweredSentence(
  { key, before, after, rows, passes, isMissed: isBelow }: LoweredMinimum,
  lower: boolean,
): string {
  const change = `\`${key}\` goes from ${before} to ${after}`;
  if (!isBelow)
    return `${change}: with ${quantity(rows, 'row')}, a model like this one may miss ${before} by chance. Keep ${before} if the model should reach it in every run, or give the test more rows.`;
  const figures = `the model passes ${formatNumber(passes)} of ${quantity(rows, 'row')}, fewer than ${before} asks for`;
  if (lower)
    return `${change}: ${figures}. Keep ${before} if the model should reach it, and correct prompt, model or rows.`;
  return `\`${key}\` stays at ${before}: ${figures}. A gate at ${after} would pass what is wrong now. \`--write --lower\` sets ${after} all the same.`;
}

/** Says what to correct so that the model reaches its minima. */
function adviceOnMissed(test: string, counts: AnswerCounts): string {
  const isOfAnswers = findTest(test)?.measures === 'answers';
  const advice = isOfAnswers ? adviceOnAnswers(counts, WITHOUT_DOCUMENTS) : adviceOnAnswers(counts);
  return advice ?? 'Correct prompt, model or rows first, then measure again.';
}

/** With two decimals, or as many as it has: `0.90`, `0.855`. */
function shareInWords(share: number): string {
  const rounded = share.toFixed(2);
  return Number(rounded) === share ? rounded : String(share);
}

/** Returns why no minimum shows anything. Quotes neither data nor model. */
export function advisoryReason({ known, needed, useful }: Shortfall): string {
  if (known < needed)
    return `${quantity(known, 'row')} can tell something, and a minimum takes ${needed}`;
  return `a minimum shows something from ${useful.toFixed(2)} on, and the model is below that`;
}

const MAX_PLACES = 10;

/** `refusal (should answer)` */
export function nameOfSuggestion({ test, side }: TestSuggestion): string {
  return side ? `${test} (should ${side})` : test;
}

function replaceableSentences(clause: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  return [`Rows that the model ${clause}, candidates to replace: ${placesInWords(rows)}.`];
}

function placesInWords(rows: readonly string[]): string {
  const shownPlaces = rows.slice(0, MAX_PLACES).map((place) => oneLine(place, 80));
  const moreCount = rows.length - shownPlaces.length;
  const moreClause = moreCount > 0 ? ` and ${formatNumber(moreCount)} more (--json lists all)` : '';
  return `${shownPlaces.join(', ')}${moreClause}`;
}
