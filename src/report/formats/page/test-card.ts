/** The card of a test: its rate, its sentences and its funnel. */
import type { Baseline, ReportRow, Results } from '../../../engine/results.js';
import { ruleInWords } from '../../../engine/scorers/rule.js';
import { partsOf } from '../../../engine/sides.js';
import { nameOf } from '../../story/baseline.js';
import { certainties } from '../../story/certainty.js';
import { resultSentences } from '../../story/result.js';
import { otherRowsWords, type ShownTest } from '../../story/rows.js';
import { partsToReport, wordsFor } from '../../story/sides.js';
import { funnelSteps, shortfallOf } from '../../story/triplet.js';
import { counted, ICONS, number, percent, percentPair, present, sentenceCase } from '../../story/words.js';
import { html, prose, quoted } from '../escape.js';
import { sentencesHtml } from '../github.js';

export function testCard(shown: ShownTest, results: Results, base: string | undefined): string[] {
  const { test, words } = shown;
  const { test_type, outcome } = test;
  const baselines = test.comparisons ? Object.values(test.comparisons) : [test.baseline];
  const name = words.label === test_type ? '' : ` · <code>${html(test_type)}</code>`;
  const sentences = partsToReport(test).map((part) => sentencesHtml(resultSentences(part, base)));
  return [
    `<section class="card test ${outcome}">`,
    `<h3><span aria-hidden="true">${ICONS[outcome]}</span> ${html(words.label)} <small>${outcome}${name}</small></h3>`,
    '<div class="halves"><div>',
    ...partsOf(test).flatMap(rateBars),
    ...sentences.filter((text) => text !== '').map((text) => `<p>${text}</p>`),
    ...otherRows(shown),
    ...howSure(test, results),
    '</div><div>',
    ...funnelList(test),
    ...baselines.flatMap((baseline) => (baseline ? besideBase(test, baseline, base) : [])),
    '</div></div>',
    '</section>',
  ];
}

/** A bar for a share between 0 and 1. `mark` is the needed share. */
function bar(share: number, kind: string, mark?: number): string {
  const at = (value: number): string => (100 * Math.min(1, Math.max(0, value))).toFixed(2);
  return [
    '<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">',
    '<rect class="track" width="100" height="4"/>',
    `<rect class="fill ${kind}" width="${at(share)}" height="4"/>`,
    ...(mark === undefined ? [] : [`<rect class="mark" x="${(Number(at(mark)) * 0.995).toFixed(2)}" width="0.5" height="4"/>`]),
    '</svg>',
  ].join('');
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

/** The steps from asked rows to passed rows of a test with a placebo, with a bar for each. */
function funnelList(test: ReportRow): string[] {
  const { asked_count = 0, steady_count, outcome } = test;
  if (outcome === 'error' || asked_count === 0 || steady_count === undefined) return [];
  const steps = funnelSteps(test).map(({ count, words }, i, all) => {
    const kind = i === all.length - 1 ? 'good' : 'plain';
    return `<li><b>${number(count)}</b> <span>${html(words)}</span>${bar(count / asked_count, kind)}</li>`;
  });
  return ['<ol class="funnel">', ...steps, '</ol>'];
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
  const what = { known: 'Knows the answer', sensitive: sentenceCase(wordsFor(test).label), rows: 'Rows that pass' }[compared.of ?? 'rows'];
  return [
    `<h4>${html(`${what}, beside ${name}`)}</h4>`,
    line(name, before, 'plain'),
    line('now', now, now < before ? 'bad' : 'good'),
    `<p>${number(broken)} broken, ${number(fixed)} fixed</p>`,
  ];
}

function otherRows(shown: ShownTest): string[] {
  const { not_applicable_count } = shown.test;
  const lines = present([...otherRowsWords(shown), not_applicable_count > 0 && `${counted(not_applicable_count, 'sample')} left out`]);
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
