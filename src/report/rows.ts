import { diffWordsWithSpace } from 'diff';
import { parseOptions } from '../language/options.ts';
import { enumerate } from '../language/text.ts';
import type { ResultRow } from '../engine/results.ts';
import type { Results, Verdict } from '../run/results.ts';
import { type Sentence, type TableBlock, code, codeLine } from './blocks.ts';
import { baseName, quantity, wordsOf } from './words.ts';

/** Rows with what was asked, answered, right, and said by the base; each row once. */

/** Those first that explain a verdict best. */
const GROUPS = [
  'must hold',
  'broken',
  'failed',
  'in error',
  'without a verdict',
  'passed',
  'asked beyond the decision',
  'left out',
] as const;
export type Group = (typeof GROUPS)[number];

/** A row with its results in the tests in which it fares worst. */
export type ShownRow = readonly [ResultRow, ...ResultRow[]];

export function groupOf({ status, pass, base, must }: ResultRow): Group {
  if (status === 'error') return 'in error';
  if (status === 'undecided') return 'asked beyond the decision';
  if (status === 'not_applicable') return 'left out';
  if (pass === true) return 'passed';
  if (must) return 'must hold';
  if (base?.pass === true) return 'broken';
  return pass === false ? 'failed' : 'without a verdict';
}

/** A row that fails in several tests is one row, in its worst group. */
export function rowsByGroup({ results }: Verdict): Map<Group, ShownRow[]> {
  const byText = Map.groupBy(results, ({ source, original }) => `${source}\u0000${original}`);
  const rows = Array.from(byText.values()).flatMap((all): ShownRow[] => {
    const group = GROUPS.find((name) => all.some((row) => groupOf(row) === name));
    const [first, ...others] = all.filter((row) => groupOf(row) === group);
    return first ? [[first, ...others]] : [];
  });
  return Map.groupBy(rows, ([row]) => groupOf(row));
}

/** Groups of rows that fail. */
export const FAILING: readonly Group[] = ['must hold', 'broken', 'failed'];

/** The rows that fail, those first that must hold, then those that broke. */
export function failingRows(verdict: Verdict): ShownRow[] {
  const groups = rowsByGroup(verdict);
  return FAILING.flatMap((group) => groups.get(group) ?? []);
}

/** `` 2 rows that `main` got right fail here `` */
export function groupTitle(group: Group, rows: readonly ShownRow[], results: Results): Sentence {
  const count = quantity(rows.length, 'row');
  const fail = rows.length === 1 ? 'fails' : 'fail';
  const titles: Partial<Record<Group, Sentence>> = {
    'must hold': `${count} that must hold ${fail}`,
    broken: `${count} that ${baseName(results)} got right ${fail} here`,
    failed: `${count} that ${fail}`,
  };
  return titles[group] ?? `${count} ${group}`;
}

/** What must hold and does not: a rule by its words, a row by its name or its place. */
export function brokenMust(rows: readonly ResultRow[]): Sentence[] {
  const broken = rows.filter((row) => groupOf(row) === 'must hold');
  return broken.map(({ rule, id, source }) => {
    return rule === undefined ? codeLine(id ?? source, 60) : `“${codeLine(rule, 120)}”`;
  });
}

/** Number of rows that only the base passes, and of those that only the head passes. */
export function flipsIn({ results }: Verdict): [broken: number, fixed: number] {
  const count = (passes: boolean) =>
    results.filter(({ pass, base }) => pass === passes && base?.pass === !passes).length;
  return [count(false), count(true)];
}

/** What the model does in a row that does not pass. */
export function stateWords(row: ResultRow): Sentence {
  const { misses, states = {} } = wordsOf(row);
  const { state = '' } = row;
  return states[state] ?? `${misses} (${codeLine(state, 60)})`;
}

export interface RowLayout {
  /** Most characters of a text or an answer. */
  length: number;
  /** Every row, with every text that was asked; else those that decide. */
  isWhole: boolean;
}

export function rowsTable(
  rows: readonly ShownRow[],
  results: Pick<Results, 'base'>,
  layout: RowLayout,
): TableBlock[] {
  if (rows.length === 0) return [];
  const base = baseName(results);
  return [
    {
      kind: 'table',
      head: ['asked', 'answer'],
      rows: rows.map((row) => [
        askedLines(row, layout).join('\n'),
        [...new Set(row.flatMap((result) => answerLines(result, base, layout)))].join('\n'),
      ]),
    },
  ];
}

function askedLines([row]: ShownRow, { length, isWhole }: RowLayout): Sentence[] {
  const name = row.id === undefined ? '' : ` (${codeLine(row.id, 60)})`;
  const lines = shownArms(row, isWhole).map(([arm, label]) => {
    const { text = row.original } = row.arms[arm] ?? {};
    return `${label}${markedChange(row.original, text, length)}`;
  });
  if (row.options !== undefined) lines.push(code(row.options, length));
  return [`${codeLine(row.source, 100)}${name}`, ...lines];
}

function answerLines(row: ResultRow, base: Sentence, { length, isWhole }: RowLayout): Sentence[] {
  const { error, why } = row;
  // A letter says nothing to a reader who does not see the options.
  const texts = new Map(parseOptions(row.options ?? '').map((one) => [one.label, one.text]));
  const lines = shownArms(row, isWhole).flatMap(([arm, label]) => {
    const { answer = null, key = [], said = [] } = row.arms[arm] ?? {};
    const words = answer === null ? 'no answer' : code(answer, length) || 'an empty answer';
    const own = [`${label}${words}`];
    const isRight =
      said.length > 0 && said.every((word) => word === 'agrees' || key.includes(word));
    const right = key.slice(0, 5).map((one) => codeLine(texts.get(one) ?? one, length));
    if (right.length > 0 && !isRight) own.push(`right would be ${enumerate(right, 'disjunction')}`);
    const other = row.again?.answers[arm];
    if (other !== undefined && other !== answer) own.push(`asked again: ${code(other, length)}`);
    const before = row.base?.answers?.[arm];
    if (before !== undefined && before !== answer) own.push(`${base} said ${code(before, length)}`);
    return own;
  });
  if (row.status === 'scored' && row.pass !== true) lines.push(`**${stateWords(row)}**`);
  for (const text of [error?.message.split('\n', 1)[0], why])
    if (text) lines.push(codeLine(text, length));
  return lines;
}

function shownArms(row: ResultRow, isWhole: boolean): [arm: string, label: Sentence][] {
  if (!isWhole) return [[row.decided_by ?? Object.keys(row.arms).at(-1) ?? '', '']];
  const { arms = {} } = wordsOf(row);
  return Object.keys(row.arms).map((arm) => [arm, arms[arm] === undefined ? '' : `${arms[arm]}: `]);
}

/** Longer texts are not compared, in characters. */
const MAX_COMPARED = 20_000;
/** Maximum edits of a comparison, whose time grows with their square. */
const MAX_EDITS = 400;

/** A text with the words in bold that the original does not have. */
export function markedChange(original: string, text: string, length: number): Sentence {
  const isCompared = text !== original && text.length < MAX_COMPARED;
  const runs = isCompared
    ? diffWordsWithSpace(original, text, { maxEditLength: MAX_EDITS })
    : undefined;
  if (!runs) return code(text, length);
  const parts = runs.filter(({ removed }) => !removed);
  const room = text.length > length ? Math.max(20, Math.floor(length / parts.length)) : length;
  const shown = parts.map(({ value, added }) => {
    const part = code(value.trim(), room);
    // A mark ends with its line.
    return added ? part.replace(/^.+$/gm, '**$&**') : part;
  });
  return shown.filter(Boolean).join(' ');
}
