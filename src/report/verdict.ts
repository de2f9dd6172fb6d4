// Writes the verdict: a headline in words and without keys, scorers and statistics, and a table.

import { outcomeOfMust } from '../engine/must-and-doubts.ts';
import type { ReportRow } from '../engine/results.ts';
import type { Results } from '../run/results.ts';
import { guiltyNames, type ExplainedVerdict } from './attribution.ts';
import type { Sentence, TableBlock } from './blocks.ts';
import { causesOf } from './causes.ts';
import { gateWords } from './changes.ts';
import { decidingTests, flipsOf, rowsByGroup } from './rows.ts';
import {
  baseName,
  labelOf,
  listed,
  missedWords,
  percent,
  quantity,
  ratio,
  rowName,
  SIGNS,
  wordsOf,
} from './words.ts';

/** `The model misses the "not" too often` */
export function headline(results: ExplainedVerdict) {
  const required = requirements(results);
  const words = listed(required);
  switch (results.outcome) {
    case 'skipped':
      return 'Skipped: no model was asked, so this change is not tested';
    case 'error': {
      const unknown = words ? `not enough evidence whether it ${words}` : 'no test decides';
      return `Could not judge the model: ${causesOf(results)[0]?.summary ?? unknown}`;
    }
    case 'inconclusive':
      return `Not sure yet whether the model ${words}`;
    case 'pass': {
      const passes = required.length > 2 ? `passes all ${required.length} tests` : words;
      return `The model ${passes || 'has no minimum to meet'}${warningClause(results)}`;
    }
    case 'fail':
      return `The model ${listed([...mustFaults(results), ...testFaults(results)])}`;
  }
}

/** The words for what the model does if it passes the tests that decide. */
function requirements(results: ExplainedVerdict) {
  // Any model meets a minimum of 0, so a pass of that test says nothing.
  const tests = decidingTests(results).filter(
    ({ pass, must, rates }) => !pass || must || rates.some(({ minimum }) => minimum > 0),
  );
  return tests.map((test) => wordsOf(test).does);
}

/** Counts the rows that must hold but fail, and names up to two of them or of their rules. */
function mustFaults(results: ExplainedVerdict) {
  const failing = rowsByGroup(results.results).get('must hold') ?? [];
  if (failing.length === 0) return [];
  const names = failing.map(([row]) => rowName(row));
  return [`fails ${quantity(failing.length, 'row')} that must hold (${listed(names, 2)})`];
}

function testFaults(results: ExplainedVerdict) {
  return decidingTests(results).flatMap((test) => {
    const missed = missedWords(test).map(({ misses }) => `${misses} too often`);
    if (missed.length > 0 && !test.advisory) return missed;
    // The headline already names the rows that must hold.
    if (outcomeOfMust(test.must) === 'fail') return [];
    const isWorse = test.baseline?.outcome === 'regression';
    const often = isWorse ? `more often than ${baseName(results)}` : 'too often';
    return `${wordsOf(test).misses} ${often}`;
  });
}

/**
 * The end of a headline on a pass that may hide something: rows that broke, a change of the gate,
 * or a gate that would not pass the change once merged.
 */
export function warningClause(results: ExplainedVerdict) {
  const { broken, paired_count: count, mayBeLoss } = flipsOf(results);
  const guilty = guiltyNames(results);
  const clauses: Sentence[] = [];
  if (guilty.length > 0) clauses.push(`, but ${listed(guilty, 2)} broke rows`);
  else if (mayBeLoss)
    clauses.push(`, but ${ratio(broken, count, 'row')} broke since ${baseName(results)}`);
  const gate = results.changes && gateWords(results.changes);
  if (gate) clauses.push(`; this change alters ${gate} of the gate`);
  const onceMerged = outcomeOnceMerged(results);
  if (onceMerged === 'unknown')
    clauses.push('; the settings and rows of this change could not be tried');
  else if (onceMerged && onceMerged !== 'pass')
    clauses.push('; by the settings and rows of this change it does not pass');
  return clauses.join('');
}

/** The verdict by the pull request's own settings and rows, if those of the base decide. */
export function outcomeOnceMerged({ preview, config }: ExplainedVerdict) {
  if (!preview || config?.ref === 'head') return undefined;
  return 'left_out' in preview ? 'unknown' : preview.outcome;
}

/**
 * The lines of tests that passed, or all other lines. The table has at most four columns, which fit
 * a screen of 390 px.
 */
export function testsTable(results: Results, part: 'passed' | 'others'): TableBlock[] {
  const head = ['test', 'result', 'needs'];
  if (results.report.some(({ baseline }) => baseline))
    head.push(`since ${baseName(results)}\n(rows asked)`);
  const rows = results.report
    .flatMap((test) => [...mustLines(test, results.results), ...rateLines(test)])
    .filter(([label = '']) => label.startsWith(SIGNS.pass) === (part === 'passed'))
    .map((cells) => cells.slice(0, head.length));
  return rows.length === 0 ? [] : [{ kind: 'table', head, rows, isFigures: true }];
}

/** The line for the rows that must hold. */
function mustLines(test: ReportRow, rows: Results['results']) {
  const { must, test_type } = test;
  const isDecided = isDecidedByMust(test);
  const outcome = isDecided ? test.outcome : outcomeOfMust(must);
  if (!must || !outcome) return [];
  const results = rows.filter((row) => row.must && row.test_type === test_type);
  const again = must.held_again > 0 ? `\n(${must.held_again} only when asked again)` : '';
  return [
    [
      `${SIGNS[outcome]} ${labelOf(test)}: must hold${isDecided ? doubtLine(test) : ''}`,
      ratio(must.held, must.rows, 'row') + again,
      'all',
      changeWords(flipsOf({ results })),
    ],
  ];
}

/** True if only the rows that must hold decide the test, or a doubt about their first answers. */
function isDecidedByMust({ rates, doubt_of_must }: ReportRow) {
  return rates.length === 0 || doubt_of_must === true;
}

/** The doubt that fails a test although its rates may be good and its rows may hold. */
function doubtLine({ doubt, outcome }: ReportRow) {
  return doubt && outcome === 'fail' ? `\n${doubt}` : '';
}

function rateLines(test: ReportRow) {
  const doubt = isDecidedByMust(test) ? '' : doubtLine(test);
  const end = `${test.must ? ': other rows' : ''}${doubt}`;
  return shownRates(test).map((rate, i) => {
    const { name, passes, rows, minimum } = rate;
    const share = rows === 0 ? '—' : `${percent(passes / rows, minimum)} (${passes}/${rows})`;
    const needed = minimum === 0 ? '—' : percent(minimum, minimum);
    const change = i === 0 && test.baseline ? changeWords(test.baseline) : '';
    return [`${signOfRate(rate, test)} ${labelOf(test, name)}${end}`, share, needed, change];
  });
}

/** Spaces as wide as a sign. */
const NO_SIGN = '  ';

/**
 * The sign of a rate's line. If a line of the test is known to be at fault, the others show their
 * own verdicts, if they have any.
 */
function signOfRate({ verdict, minimum }: ReportRow['rates'][number], test: ReportRow) {
  // A line without a minimum or a comparison has nothing to pass.
  if (minimum === 0 && test.pass && !test.baseline) return NO_SIGN;
  const { held = 0, rows = 0 } = test.must ?? {};
  const hasLineAtFault = isDecidedByMust(test) || held < rows || missedWords(test).length > 0;
  if (!hasLineAtFault || verdict === 'bad') return SIGNS[test.outcome];
  return verdict === 'good' ? SIGNS.pass : NO_SIGN;
}

/**
 * The rates to show: the first one, or all if each has its own words, and every rate that fails the
 * test.
 */
export function shownRates(test: ReportRow) {
  const { rates = {} } = wordsOf(test);
  const hasSides = test.rates.every(({ name }) => rates[name]);
  return test.rates.filter(({ verdict }, i) => hasSides || i === 0 || verdict === 'bad');
}

/** How many rows broke or were fixed, of all rows that both sides answered, counted or not. */
function changeWords({
  broken,
  fixed,
  paired_count: count,
}: Record<'broken' | 'fixed' | 'paired_count', number>) {
  if (count === 0) return 'not compared';
  const flips = [broken && `${broken} broke`, fixed && `${fixed} fixed`].filter(Boolean).join(', ');
  return flips || 'none broke';
}
