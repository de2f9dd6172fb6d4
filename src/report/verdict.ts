import { outcomeOfMust } from '../engine/must.ts';
import type { ReportRow } from '../engine/results.ts';
import type { Results, Verdict } from '../run/results.ts';
import type { Sentence, TableBlock } from './blocks.ts';
import { causesOf } from './causes.ts';
import { brokenMust, flipsOf } from './rows.ts';
import { baseName, labelOf, listed, percent, SIGNS, wordsOf, wordsOfRate } from './words.ts';

/** The verdict in a headline and a table. */

type ReportedRate = ReportRow['rates'][number];
type Baseline = NonNullable<ReportRow['baseline']>;

/** Most tests that a headline names. */
const MAX_NAMED = 3;

/** The tests that decide the outcome: those that gate, or hold rows, and have it. */
export function decidingTests({ outcome, report }: Verdict): ReportRow[] {
  return report.filter(
    (test) => (test.advisory ? outcomeOfMust(test.must) : test.outcome) === outcome,
  );
}

/** The rates that fail a test; none where the comparison alone, or a doubt, fails it. */
export function badRates({ rates }: ReportRow): ReportedRate[] {
  return rates.filter(({ verdict }) => verdict === 'bad');
}

/** `The model misses the "not" too often`: never a key, a scorer or a statistic. */
export function headline(results: Verdict, base: Sentence): Sentence {
  const tests = decidingTests(results);
  // A minimum of 0 is met by anything.
  const held = tests.filter(
    ({ pass, must, rates }) => !pass || must || rates.some(({ minimum }) => minimum > 0),
  );
  const does = listed(
    held.map((test) => wordsOf(test).does),
    MAX_NAMED,
  );
  switch (results.outcome) {
    case 'skipped':
      return 'Skipped, no model was asked';
    case 'error': {
      const [cause] = causesOf(results);
      const open = does && `too little shows whether it ${does}`;
      return `Could not judge the model: ${cause?.summary ?? (open || 'nothing gates')}`;
    }
    case 'inconclusive':
      return `Not sure yet whether the model ${does}`;
    case 'pass': {
      const words = held.length > 2 ? `passes all ${held.length} tests` : does;
      return `The model ${words || 'has no minimum to meet'}${brokenWords(results, base)}${advisoryWords(results)}`;
    }
    case 'fail': {
      const misses = tests.flatMap((test) => failures(test, base));
      const must = brokenMust(results.results);
      if (must.length > 0) misses.unshift(`fails what must hold (${listed(must, MAX_NAMED)})`);
      return `The model ${listed(misses, MAX_NAMED)}${advisoryWords(results)}`;
    }
  }
}

function failures(test: ReportRow, base: Sentence): Sentence[] {
  const rates = badRates(test);
  const isBroken = outcomeOfMust(test.must) === 'fail';
  if (isBroken && (test.advisory || rates.length === 0)) return [];
  const isLoss = rates.length === 0 && test.baseline?.outcome === 'regression';
  const words = rates.map(({ name }) => wordsOfRate(test, name).misses);
  return (words.length > 0 ? words : [wordsOf(test).misses]).map((word) => {
    if (isLoss) return `${word} more often than ${base}`;
    return /\btoo\b/.test(word) ? word : `${word} too often`;
  });
}

/** A pass may hide rows that broke, and not by chance. */
function brokenWords(results: Verdict, base: Sentence): Sentence {
  const { broken, isLoss } = flipsOf(results);
  return isLoss ? `; ${broken} rows broke since ${base}` : '';
}

/** Names the tests that decide nothing, and that the headline would hide. */
function advisoryWords({ report }: Verdict): Sentence {
  const failing = report.filter(
    (test) => test.advisory && !test.pass && outcomeOfMust(test.must) !== 'fail',
  );
  if (failing.length === 0) return '';
  const does = failing.map((test) => wordsOf(test).does);
  return `; tests that do not pass, and decide nothing: ${listed(does, MAX_NAMED)}`;
}

/** `85%`, or `85% (29/33)` where the share that is too low looks the same. */
function neededWords({ passes, rows, minimum }: ReportedRate): Sentence {
  const needed = percent(minimum || null);
  // Without the error of a product such as 0.07 * 100.
  const fewest = Math.ceil(minimum * rows - 1e-9);
  return passes < fewest && percent(passes / rows) === needed
    ? `${needed} (${fewest}/${rows})`
    : needed;
}

/** Four columns at most: at 390 px none is off screen. */
export function resultTable(results: Results): TableBlock {
  const { report } = results;
  const head = ['test', 'result', 'needs'];
  if (report.some(({ baseline }) => baseline)) head.push(`since ${baseName(results)}`);
  const lines = report.flatMap((test) => [...mustLines(test), ...rateLines(test)]);
  const rows = lines.map((cells) => head.map((_, i) => cells[i] ?? ''));
  return { kind: 'table', head, rows, isFigures: true };
}

function mustLines(test: ReportRow): Sentence[][] {
  const { must } = test;
  const outcome = outcomeOfMust(must);
  if (!must || !outcome) return [];
  return [[`${SIGNS[outcome]} ${labelOf(test)}: must hold`, `${must.held} of ${must.rows}`, 'all']];
}

function rateLines(test: ReportRow): Sentence[][] {
  return shownRates(test).map((rate, i) => {
    const { name, passes, rows } = rate;
    const share = rows === 0 ? '—' : `${percent(passes / rows)} (${passes}/${rows})`;
    const change = i === 0 && test.baseline ? changeWords(test.baseline) : '';
    const label = `${signOf(rate, test)} ${labelOf(test, name)}`.trim();
    return [label, share, neededWords(rate), change];
  });
}

/** Another rate, or a row that must hold, may decide the test. */
function signOf({ verdict, minimum }: ReportedRate, test: ReportRow): string {
  // Nothing was needed, and nothing compared.
  if (minimum === 0 && test.pass && !test.baseline) return '';
  const { must } = test;
  const isOther =
    (must && must.held < must.rows) || test.rates.some((one) => one.verdict !== 'good');
  if (verdict === 'good' && isOther) return SIGNS.pass;
  const isOpen = verdict === undefined && badRates(test).length > 0;
  return isOpen ? SIGNS.inconclusive : SIGNS[test.outcome];
}

/** The first rate, or both sides; and each further rate that fails the test. */
function shownRates(test: ReportRow): ReportedRate[] {
  const { rates = {} } = wordsOf(test);
  const hasSides = test.rates.every(({ name }) => rates[name]);
  return test.rates.filter(({ verdict }, i) => hasSides || i === 0 || verdict === 'bad');
}

function changeWords({ broken, fixed, pass_rate: rate }: Baseline): Sentence {
  if (rate === null) return 'not compared';
  if (broken + fixed === 0) return 'no change';
  return `${broken} broke, ${fixed} fixed`;
}
