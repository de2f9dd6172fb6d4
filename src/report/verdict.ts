// Writes the verdict as a headline and a table.

import { outcomeOfMust } from '../engine/must.ts';
import type { ReportRow } from '../engine/results.ts';
import type { Results, Verdict } from '../run/results.ts';
import { explainedFirst, warningClause, type ExplainedVerdict } from './attribution.ts';
import type { Sentence, TableBlock } from './blocks.ts';
import { causesOf } from './causes.ts';
import { flipsOf, nameOf, rowsByGroup } from './rows.ts';
import {
  baseName,
  labelOf,
  listed,
  percent,
  quantity,
  ratio,
  SIGNS,
  wordsOf,
  wordsOfRate,
} from './words.ts';

/**
 * The tests that have the outcome of the run. Of an advisory test, only the rows that must hold
 * matter.
 */
export function decidingTests({ outcome, report }: Verdict) {
  return report.filter(
    (test) => (test.advisory ? outcomeOfMust(test.must) : test.outcome) === outcome,
  );
}

/** The words of the rates that fail a test; none if the comparison or a doubt fails it. */
export function missedWords(test: ReportRow) {
  const missed = test.rates.filter(({ verdict }) => verdict === 'bad');
  return missed.map(({ name }) => wordsOfRate(test, name));
}

/** `The model misses the "not" too often`, in words and without keys, scorers and statistics. */
export function headline(results: ExplainedVerdict) {
  const tests = decidingTests(results);
  // Any model meets a minimum of 0, so a pass of that test says nothing.
  const held = tests.filter(
    ({ pass, must, rates }) => !pass || must || rates.some(({ minimum }) => minimum > 0),
  );
  const does = listed(held.map((test) => wordsOf(test).does));
  switch (results.outcome) {
    case 'skipped':
      return 'Skipped: no model was asked, so this change is not tested';
    case 'error': {
      const [cause] = causesOf(results);
      const open = does && `not enough evidence whether it ${does}`;
      return `Could not judge the model: ${cause?.summary ?? (open || 'no test decides')}`;
    }
    case 'inconclusive':
      return `Not sure yet whether the model ${does}`;
    case 'pass': {
      const words = held.length > 2 ? `passes all ${held.length} tests` : does;
      return `The model ${words || 'has no minimum to meet'}${warningClause(results)}`;
    }
    case 'fail':
      return `The model ${listed([...mustFailures(results), ...tests.flatMap((test) => failures(test, baseName(results)))])}`;
  }
}

/** Counts the rows that must hold but fail, and names up to two of them or of their rules. */
function mustFailures(results: ExplainedVerdict) {
  const failing = rowsByGroup(results.results).get('must hold') ?? [];
  const names = explainedFirst(failing, results).map(([row]) => nameOf(row));
  if (names.length === 0) return [];
  return [`fails ${quantity(names.length, 'row')} that must hold (${listed(names, 2)})`];
}

function failures(test: ReportRow, base: Sentence) {
  const { advisory, must, baseline } = test;
  const rates = missedWords(test).map(({ misses }) => `${misses} too often`);
  if (rates[0] && !advisory) return rates;
  // The headline already names the rows that must hold.
  if (outcomeOfMust(must) === 'fail') return [];
  const often = baseline?.outcome === 'regression' ? `more often than ${base}` : 'too often';
  return [`${wordsOf(test).misses} ${often}`];
}

/**
 * The lines of tests that passed, or all other lines. The table has at most four columns, which fit
 * a screen of 390 px.
 */
export function resultTable(results: Results, hasPassed: boolean): TableBlock[] {
  const head = ['test', 'result', 'needs'];
  if (results.report.some(({ baseline }) => baseline))
    head.push(`since ${baseName(results)}\n(rows asked)`);
  const rows = results.report
    .flatMap((test) => [...mustLines(test, results.results), ...rateLines(test)])
    .filter(([label = '']) => hasPassed === label.startsWith(SIGNS.pass))
    .map((cells) => cells.slice(0, head.length));
  return rows.length === 0 ? [] : [{ kind: 'table', head, rows, isFigures: true }];
}

/** The line for the rows that must hold. */
function mustLines(test: ReportRow, asked: Results['results']) {
  const { must, test_type } = test;
  const outcome = isOfMust(test) ? test.outcome : outcomeOfMust(must);
  if (!must || !outcome) return [];
  const results = asked.filter((row) => row.must && row.test_type === test_type);
  const again = must.held_again > 0 ? `\n(${must.held_again} only when asked again)` : '';
  return [
    [
      `${SIGNS[outcome]} ${labelOf(test)}: must hold${isOfMust(test) ? failingDoubt(test) : ''}`,
      ratio(must.held, must.rows, 'row') + again,
      'all',
      changeWords(flipsOf({ results })),
    ],
  ];
}

/** True if only the rows that must hold decide the test, or a doubt about their first answers. */
function isOfMust({ rates, doubt_of_must }: ReportRow) {
  return rates.length === 0 || doubt_of_must;
}

/** The doubt that fails a test although its rates may be good and its rows may hold. */
function failingDoubt({ doubt, outcome }: ReportRow) {
  return doubt && outcome === 'fail' ? `\n${doubt}` : '';
}

function rateLines(test: ReportRow) {
  const { baseline, must } = test;
  const which = must ? ': other rows' : '';
  const why = isOfMust(test) ? '' : failingDoubt(test);
  return shownRates(test).map((rate, i) => {
    const { name, passes, rows, minimum } = rate;
    const share = rows === 0 ? '—' : `${percent(passes / rows, minimum)} (${passes}/${rows})`;
    const needed = minimum === 0 ? '—' : percent(minimum, minimum);
    const change = i === 0 && baseline ? changeWords(baseline) : '';
    const label = `${signOf(rate, test)} ${labelOf(test, name)}${which}${why}`;
    return [label, share, needed, change];
  });
}

/** Spaces as wide as a sign. */
const NO_SIGN = '  ';

/**
 * The sign of a line. If another line of the test is at fault, the line only shows its own verdict,
 * if it has one.
 */
function signOf({ verdict, minimum }: ReportRow['rates'][number], test: ReportRow) {
  // A line without a minimum or a comparison has nothing to pass.
  if (minimum === 0 && test.pass && !test.baseline) return NO_SIGN;
  const { must } = test;
  const isElsewhere =
    isOfMust(test) || (must && must.held < must.rows) || missedWords(test).length > 0;
  if (!isElsewhere || verdict === 'bad') return SIGNS[test.outcome];
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
