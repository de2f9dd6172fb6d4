// Shows rows: their groups by what they say about the model, and a table of texts and answers.

import { diffWordsWithSpace } from 'diff';
import { outcomeOfMust } from '../engine/must-and-doubts.ts';
import { formatList } from '../language/text.ts';
import { interleave } from '../engine/prepare.ts';
import type { ResultRow } from '../engine/results.ts';
import { upperTail } from '../engine/statistics.ts';
import type { Results, Verdict } from '../run/results.ts';
import { type Sentence, type TableBlock, code, codeLine } from './blocks.ts';
import { baseName, quantity, stateWords, wordsOf } from './words.ts';

/** The groups of rows. Those that best explain a verdict come first. */
const GROUPS = [
  'must hold',
  'broken',
  'failed',
  'in error',
  'neither right nor wrong',
  'passed',
  'asked, but not needed',
  'left out',
] as const;
export type Group = (typeof GROUPS)[number];

/** The groups of rows that fail. */
export const FAILING = GROUPS.slice(0, 3);

/** A row with its results from all tests in which it has its worst group. */
export type ShownRow = readonly [ResultRow, ...ResultRow[]];

export function groupOf({ status, pass, base, must }: ResultRow) {
  if (status === 'error') return 'in error';
  // A row that broke is shown even if its test was decided without it.
  if (status === 'undecided' && (pass || !base?.pass)) return 'asked, but not needed';
  if (status === 'not_applicable') return 'left out';
  if (pass) return 'passed';
  if (must) return 'must hold';
  if (base?.pass) return 'broken';
  return pass === false ? 'failed' : 'neither right nor wrong';
}

/**
 * Groups the rows. A row that several tests ask appears once, in its worst group. Within a group,
 * the kinds of failure take turns, each in the order of places.
 */
export function rowsByGroup(results: readonly ResultRow[]) {
  const placed = results.toSorted((a, b) => PLACES.compare(a.source, b.source));
  const byText = Map.groupBy(
    placed,
    ({ source, original }) => `${source}\u0000${String(original)}`,
  );
  const rows = [...byText.values()].flatMap((resultsOfRow): ShownRow[] => {
    for (const group of GROUPS) {
      const [first, ...others] = resultsOfRow.filter((row) => groupOf(row) === group);
      if (first) return [[first, ...others]];
    }
    return [];
  });
  const inTurn = interleave(rows, ([{ must, state, rule }]) => String(must ? rule : state));
  return Map.groupBy(inTurn, ([row]) => groupOf(row));
}

const PLACES = new Intl.Collator('en', { numeric: true });

/** The rows that fail: first those that must hold, then those that broke. */
export function failingRows(results: readonly ResultRow[]) {
  const groups = rowsByGroup(results);
  return FAILING.flatMap((group) => groups.get(group) ?? []);
}

/**
 * The tests that have the outcome of the run. Of an advisory test, only the rows that must hold
 * matter.
 */
export function decidingTests({ outcome, report }: Verdict) {
  return report.filter(
    (test) => (test.advisory ? outcomeOfMust(test.must) : test.outcome) === outcome,
  );
}

/** True for a row of a test that decides. */
export function isDeciding(row: ShownRow, verdict: Verdict) {
  return decidingTests(verdict).some((test) =>
    row.some(({ test_type }) => test_type === test.test_type),
  );
}

/** `` Right on `main`, wrong here: 2 rows `` */
export function groupTitle(group: Group, rows: readonly ShownRow[], results: Results) {
  const count = quantity(rows.length, 'row');
  if (group === 'must hold') return `Must hold, but does not: ${count}`;
  if (group === 'broken') return `Right on ${baseName(results)}, wrong here: ${count}`;
  const isAllowed = group === 'failed' && results.outcome === 'pass';
  return `${count} ${group}${isAllowed ? ', which this gate allows' : ''}`;
}

/** The share of runs in which chance may be mistaken for a change. */
const ALPHA = 0.05;
/** The share for warnings of a loss, which is larger since a false warning blocks no merge. */
const ALPHA_OF_WARNING = 0.2;

/**
 * Counts the rows that broke or were fixed, of all rows with answers of both sides. The exact sign
 * test decides whether that is a loss or a gain.
 */
export function flipsOf({ results }: Pick<Verdict, 'results'>) {
  const compared = results.filter(({ error, base }) => base && !base.error && !error);
  const rows = [...rowsByGroup(compared).values()].flat();
  const broken = failingRows(compared.filter(({ base }) => base?.pass)).length;
  const fixed = rows.filter((row) => row.some(({ pass, base }) => pass && !base?.pass)).length;
  const chanceOf = (flips: number) => upperTail(flips, broken + fixed, 0.5);
  return {
    broken,
    fixed,
    paired_count: rows.length,
    isLoss: chanceOf(broken) < ALPHA,
    mayBeLoss: chanceOf(broken) < ALPHA_OF_WARNING,
    isGain: chanceOf(fixed) < ALPHA,
  };
}

/**
 * The rows that the pull request adds or changes, judged by its own settings, whether or not the
 * verdict needed them.
 */
export function ownRows({ config, results, preview, changes }: Results): ResultRow[] {
  const ownVerdict = config.ref === 'head' ? { results } : preview;
  if (!ownVerdict || 'left_out' in ownVerdict) return [];
  const changed = new Set(changes.rows.flatMap((rows) => [...rows.added, ...rows.changed]));
  return ownVerdict.results
    .filter(({ source, id }) => changed.has(String(id ?? source)))
    .map((row) => (row.status === 'undecided' ? { ...row, status: 'scored' } : row));
}

export interface RowLayout {
  /** Maximum length of a text or an answer. */
  length: number;
  /** True to show every text of a row; false for only the one that decides it. */
  isWhole: boolean;
}

export function rowsTable(
  rows: readonly ShownRow[],
  results: Results,
  layout: RowLayout,
): TableBlock[] {
  if (rows.length === 0) return [];
  const base = baseName(results);
  const lines = rows.flatMap((row) => {
    // Several tests may ask a row in several ways.
    const byText = [...Map.groupBy(row, (result) => textOf(result, decidingArm(result))).values()];
    const shown = layout.isWhole ? byText : byText.slice(0, 1);
    return shown.map((sameText) => {
      const answers = new Set(sameText.flatMap((result) => answerLines(result, base, layout)));
      return [askedLines(row[0], sameText, layout).join('\n'), [...answers].join('\n')];
    });
  });
  return [{ kind: 'table', head: ['asked', 'answer'], rows: lines }];
}

function askedLines(
  { id, source, options }: ResultRow,
  results: readonly ResultRow[],
  { length, isWhole }: RowLayout,
) {
  const name = id ? ` (${codeLine(id)})` : '';
  const lines = results.flatMap((row) =>
    shownArms(row, isWhole).map(([arm, label]) => `${label}${describeAskedText(row, arm, length)}`),
  );
  if (options) lines.push(code(options, length));
  const tests = new Set(results.map(({ test_type }) => ` · ${codeLine(test_type)}`));
  return [`${codeLine(source)}${name}${[...tests].join('')}`, ...new Set(lines)];
}

/**
 * An asked text. Lines that the test appended to the original are listed separately, each with its
 * name.
 */
function describeAskedText(row: ResultRow, arm: string, length: number) {
  const original = String(row.original);
  const text = String(textOf(row, arm));
  const { added } = wordsOf(row);
  if (!added || !text.startsWith(`${original}\n`)) return markedChange(original, text, length);
  const lines = text.slice(original.length + 1).split('\n');
  const named = lines.map((line, i) => {
    const name = i === lines.length - 1 ? added[1] : added[0];
    return `\n+ ${name}: ${code(line, length)}`;
  });
  return code(original, length) + named.join('');
}

function answerLines(row: ResultRow, base: Sentence, { length, isWhole }: RowLayout) {
  const lines = shownArms(row, isWhole).flatMap(([arm, label]) => {
    const { answer = null, key: rightAnswers = [] } = row.arms[arm] ?? {};
    const words = answer === null ? 'no answer' : code(answer, length) || 'an empty answer';
    const linesOfArm = [`${label || 'answer: '}${words}`];
    const right = rightAnswers.slice(0, 5).map((text) => codeLine(text, length));
    if (right.length > 0 && !row.pass)
      linesOfArm.push(`right would be: ${formatList(right, 'disjunction')}`);
    const before = row.base?.answers?.[arm];
    if (before !== undefined && before !== answer)
      linesOfArm.push(`${base} said: ${code(before, length)}`);
    return linesOfArm;
  });
  if (row.state && !row.pass) lines.unshift(`**${stateWords(row)}**`);
  for (const text of [row.error?.message.split('\n')[0], row.why])
    if (text) lines.push(`reason: ${codeLine(text, length)}`);
  return lines;
}

function decidingArm({ decided_by: arm, arms }: ResultRow) {
  return arm ?? Object.keys(arms).at(-1) ?? '';
}

function textOf({ arms, original }: ResultRow, arm: string) {
  return arms[arm]?.text ?? original;
}

/**
 * The arms to show, with their labels. Arms that were not asked, since an earlier one decides the
 * row, are left out.
 */
function shownArms(row: ResultRow, isWhole: boolean): [arm: string, label: Sentence][] {
  if (!isWhole) return [[decidingArm(row), '']];
  const { arms: labels = {} } = wordsOf(row);
  return Object.entries(row.arms)
    .filter(([, { answer }]) => row.error || answer !== null)
    .map(([arm]) => [arm, labels[arm] ? `${labels[arm]}: ` : '']);
}

/** Maximum number of edits of a diff, whose time grows with their square. */
const MAX_EDITS = 400;

/** A text in which the words that the original lacks are bold. */
export function markedChange(original: string, text: string, length: number) {
  const pieces = diffWordsWithSpace(original, text, { maxEditLength: MAX_EDITS });
  if (!pieces) return code(text, length);
  const shown = pieces
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => {
      const words = code(value.trim(), length);
      // Bold ends at the end of a line.
      return added ? words.replace(/^.+$/gm, '**$&**') : words;
    });
  return shown.filter(Boolean).join(' ');
}
