// Shows rows in a table: what was asked, what was answered, what is right, and what the base said.

import { diffWordsWithSpace } from 'diff';
import { formatList } from '../language/text.ts';
import type { ResultRow } from '../engine/results.ts';
import type { Results } from '../run/results.ts';
import { type Sentence, type TableBlock, code, codeLine } from './blocks.ts';
import type { ShownRow } from './row-groups.ts';
import { baseName, stateWords, wordsOf } from './words.ts';

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
  const name = id === undefined ? '' : ` (${codeLine(id)})`;
  const lines = results.flatMap((row) =>
    shownArms(row, isWhole).map(([arm, label]) => `${label}${describeAskedText(row, arm, length)}`),
  );
  if (options !== undefined) lines.push(code(options, length));
  const tests = new Set(results.map(({ test_type }) => ` · ${codeLine(test_type)}`));
  return [`${codeLine(source)}${name}${[...tests].join('')}`, ...new Set(lines)];
}

/**
 * An asked text. Lines that the test appended to the original are listed separately, each with its
 * name.
 */
function describeAskedText(row: ResultRow, arm: string, length: number) {
  const { original } = row;
  const text = textOf(row, arm);
  const { added } = wordsOf(row);
  if (!added || !text.startsWith(`${original}\n`)) return markedChange(original, text, length);
  const lines = text.slice(original.length + 1).split('\n');
  const named = lines.map((line, i) => {
    const isLast = i === lines.length - 1;
    return `\n+ ${added[isLast ? 1 : 0]}: ${code(line, length)}`;
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
  for (const text of [row.error?.message.split('\n', 1)[0], row.why])
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
    .map(([arm]) => [arm, labels[arm] === undefined ? '' : `${labels[arm]}: `]);
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
