/** The sections below the head of the summary and the comment: scorers, judges, errors, rows, trends, left-out samples. */
import type { ReportRow, Results } from '../../engine/results.js';
import type { TestWords } from '../../engine/tests/words.js';
import { brokenWords, fixedWords, nameOf } from '../story/baseline.js';
import { confusionOf, mayNot, scorerLines, unfitJudges } from '../story/calibration.js';
import { merged, untold } from '../story/cause.js';
import { cut } from '../story/cut.js';
import { labelOf, runsOf, sparkline, trendsOf, trendWords } from '../story/history.js';
import { type ShownTest, statesOf, unaskedWords } from '../story/rows.js';
import { kindTable } from '../story/states.js';
import { counted, gatedRows, number, percent, present, sentenceCase, tally } from '../story/words.js';
import { code, prose } from './escape.js';
import type { Detail } from './fit.js';
import { folded, numeric, rowsTable, short, table, td } from './github.js';
import type { ShownRow } from './shown-row.js';

const MOST_JUDGES = 3;
const MOST_SCORERS = 20;

type Shown = Detail & { base?: string | undefined };

export function eachScorer(report: readonly ReportRow[], detail: Shown): string[] {
  const lines = scorerLines(report);
  if (!detail.scorers || lines.length === 0) return [];
  const shown = lines
    .slice(0, MOST_SCORERS)
    .map(({ scorer, fail_count, pass_rate, error_count }) => [
      td(short(scorer, detail.name)),
      ...[percent(pass_rate), fail_count, error_count].map(numeric),
    ]);
  return [table(['scorer', 'result', 'failed', 'no verdict'], shown), ...more(lines.length - shown.length, 'scorer')];
}

/** Rates by kind of perturbation. */
export function eachKind({ report, results }: Results, detail: Shown): string[] {
  if (!detail.scorers) return [];
  return report.flatMap((test) => {
    const found = kindTable(test, { results });
    return found
      ? [
          table(
            found.head.map(prose),
            found.lines.map(([kind, ...rest]) => [td(prose(kind!)), ...rest.map(numeric)]),
          ),
        ]
      : [];
  });
}

/** Judges that may not gate, and their confusions. Never folded: without a judge there is no verdict. */
export function unfit(report: readonly ReportRow[], detail: Shown): string[] {
  const judges = unfitJudges(report);
  const shown = judges.slice(0, MOST_JUDGES).flatMap((calibration) => {
    const { judged, rows } = confusionOf(calibration);
    const sentence = `<p><b>${prose(sentenceCase(mayNot(calibration)))}.</b></p>`;
    if (!detail.confusion || rows.length === 0) return [sentence];
    const name = (verdict: string): string => short(verdict, Math.min(detail.name, 40));
    const lines = rows.map(({ known, counts }) => [
      td(name(known)),
      ...counts.map((count, i) => numeric(known === judged[i] ? `<b>${number(count)}</b>` : count)),
    ]);
    return [sentence, table(['known verdict', ...judged.map((verdict) => `judged ${name(verdict)}`)], lines)];
  });
  return [...shown, ...more(judges.length - MOST_JUDGES, 'judge')];
}

/** Each cause of errors once, with the number of its rows. Never folded: errors may hide failures. */
export function errorLines(tests: ShownTest[], told: readonly string[], detail: Shown): string[] {
  const all = merged(tests.flatMap(({ errorGroups }) => errorGroups));
  const shown = all.slice(0, Math.max(3, detail.named)).map(({ item, count }) => {
    const message = prose(cut(untold(item, told).replaceAll('\n', ' '), Math.min(detail.name, detail.text)));
    return `<p>⚠️ <b>${counted(count, 'row')} in error:</b> ${short(item.kind, detail.name)} ${message}</p>`;
  });
  return [...shown, ...more(all.length - shown.length, 'kind')];
}

/** Rows of each group, the most telling first. A comment leaves out those that passed. */
export function rowSections(tests: readonly ShownTest[], detail: Shown & { kind: 'summary' | 'comment' }): string[] {
  const passing = detail.kind === 'summary' ? [passingRows] : [];
  const kinds = [brokenRows, failingRows, silentRows, fixedRows, ...passing, uncountedRows];
  return kinds.flatMap((kind) => tests.flatMap((test) => kind(test, detail)));
}

function brokenRows({ test, words, broken }: ShownTest, detail: Shown): string[] {
  if (detail.rows === 0 || !test.baseline) return [];
  const what = `${counted(broken.length, 'row')} broken (${brokenWords(test, detail.base)})`;
  return section([broken], what, { ...detail, words, before: nameOf(test.baseline, detail.base), isOpen: detail.open, explains: true });
}

/** The other failing rows, and rows in error whose cause few share. */
function failingRows({ test, words, broken, failed, singleErrors: single }: ShownTest, detail: Shown): string[] {
  if (detail.rows === 0) return [];
  const all = broken.length > 0 ? counted(failed.length, 'other row') : `${number(failed.length)} of ${counted(gatedRows(test), 'row')}`;
  const what = present([failed.length > 0 && `${all} failed`, single.length > 0 && `${counted(single.length, 'row')} in error`]);
  return section([failed, single], what.join(', '), { ...detail, words, isOpen: detail.open, explains: true });
}

function fixedRows({ test, words, fixed }: ShownTest, detail: Shown): string[] {
  if (!test.baseline) return [];
  const what = `${counted(fixed.length, 'row')} fixed (${fixedWords(test, detail.base)})`;
  return section([fixed], what, { ...detail, words, before: nameOf(test.baseline, detail.base), isListed: detail.fixed });
}

/** Rows that passed, and the number of rows that were not asked. */
function passingRows(shown: ShownTest, detail: Shown): string[] {
  const { words, fixed, passed } = shown;
  const what = `${counted(passed.length, fixed.length > 0 ? 'other row' : 'row')} passed`;
  const unasked = unaskedWords(shown);
  return [
    ...(detail.passing ? section([passed], what, { ...detail, words }) : []),
    ...(unasked === undefined ? [] : [`<p>${nameIn(words, detail)}: ${unasked}.</p>`]),
  ];
}

function silentRows({ words, silent }: ShownTest, detail: Shown): string[] {
  const what = `${counted(silent.length, 'row')} that can tell nothing (${prose(statesOf(silent))})`;
  return section([silent], what, { ...detail, words, isListed: detail.rows > 0 && detail.fixed, explains: true });
}

function uncountedRows({ words, uncounted }: ShownTest, detail: Shown): string[] {
  const what = `${counted(uncounted.length, 'row')} asked beyond the decision, in no count`;
  return section([uncounted], what, { ...detail, words, isListed: detail.passing });
}

type Section = Shown & { words: TestWords; before?: string; isOpen?: boolean; isListed?: boolean; explains?: boolean };

/** Rows folded below a sentence that says what they are; the sentence alone if they are not listed. */
function section(lists: readonly ShownRow[][], what: string, { isListed = true, ...detail }: Section): string[] {
  const all = lists.flat().length;
  if (all === 0) return [];
  const sentence = `${nameIn(detail.words, detail)}: ${what}`;
  if (!isListed) return [`<p>${sentence}</p>`];
  const rows = lists.flatMap((list) => list.slice(0, detail.rows));
  return folded(sentence, [rowsTable(rows, { ...detail, longest: detail.text }), ...more(all - rows.length, 'row')], detail.isOpen);
}

function nameIn(words: TestWords, { name }: Detail): string {
  return prose(cut(words.label, name));
}

/** The rates of earlier runs. */
export function trendSection(results: Results): string[] {
  const trends = trendsOf(results).map((test) => ({ ...test, label: prose(labelOf(test, results)) }));
  if (trends.length === 0) return [];
  const rows = trends.map(({ label, points }) => [
    td(label),
    td(`${prose(trendWords(points))}<br>${sparkline(points)}`),
    numeric(percent(points.at(-1)!.minimum_pass_rate)),
  ]);
  const lastRuns = trends.flatMap(({ label, points }) => {
    const lines = runsOf(points).map(({ day, commit, rate, needed, outcome, note }) => [
      ...[code(day), code(commit)].map(td),
      ...[rate, needed].map(numeric),
      ...[prose(outcome), note].map(td),
    ]);
    return [`<p>${label}</p>`, table(['day', 'commit', 'result', 'needed', 'outcome', 'what changed'], lines)];
  });
  return [
    '<p><b>Over time</b>, this run last:</p>',
    table(['test', 'pass rate, oldest run first', 'needed'], rows),
    ...folded('The last runs', lastRuns),
  ];
}

/** Samples that a test could not use, by reason, the first few by name. */
export function leftOutRows({ test, words, leftOut }: ShownTest, detail: Shown): string[] {
  if (test.not_applicable_count === 0) return [];
  const reasons = tally(leftOut, ({ kind }) => kind).slice(0, 3);
  const why = reasons.map(({ item, count }) => `${number(count)} × ${prose(cut(item.kind, 200))}`).join('; ');
  const sentence = `${nameIn(words, detail)}: ${counted(test.not_applicable_count, 'sample')} left out${why && ` (${why})`}`;
  const shown = leftOut.slice(0, detail.named);
  if (shown.length === 0) return [`<p>${sentence}</p>`];
  const lines = shown.map(({ source, original, reason }) => [
    td(short(source, detail.text)),
    td(short(original, Math.min(detail.text, 300))),
    td(prose(cut(reason, 200))),
  ]);
  return folded(sentence, [table(['row', 'text', 'why'], lines), ...more(test.not_applicable_count - shown.length, 'sample')]);
}

function more(count: number, noun: string): string[] {
  return count > 0 ? [`<p>… and ${counted(count, `more ${noun}`)} in the report.</p>`] : [];
}
