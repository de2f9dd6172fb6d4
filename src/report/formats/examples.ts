/** Three rows that explain a verdict: what was asked, what was answered, and what would be right. */
import type { TestWords } from '../../engine/tests/test.js';
import { nameOf } from '../story/baseline.js';
import { shorten } from '../story/inserted.js';
import type { ShownTest } from '../story/rows.js';
import { harmlessOf } from '../story/sides.js';
import { isIgnorant, shortfallOf } from '../story/triplet.js';
import { counted } from '../story/words.js';
import { code, oneLine, prose, quote } from './escape.js';
import { answer, cell, EMPTY, table, td } from './github.js';
import type { ShownArm, ShownRow } from './shown-row.js';

type RowsOptions = { longest: number; base: string | undefined };

/** Longest texts of an example, in characters; the report has all of each. */
const LONGEST_QUESTION = 300;
const LONGEST_ANSWER = 120;
const LONGEST_OPTIONS = 200;
const SMALL = ['', 'it', 'two of them', 'three of them'];

/** Rows of the worst test that has some: those that broke since the base, else those that fail, else those that can tell nothing. */
export function examples(tests: readonly ShownTest[], options: RowsOptions & { rows: number }): string[] {
  if (options.rows === 0) return [];
  for (const shown of tests) {
    const { rows, title } = chosen(shown, options.base);
    if (rows.length === 0) continue;
    const some = rows.slice(0, options.rows);
    const which = rows.length > some.length && some.length > 1 ? `, ${SMALL[some.length] ?? 'some of them'}` : '';
    return [
      `<p><b>${prose(`${counted(rows.length, shown.words.of)} ${title}`)}</b>${which}:</p>`,
      exampleTable(some, shown, options),
      `<p>To explain the first of them: ${code(some[0]!.explain)}</p>`,
    ];
  }
  return [];
}

export function exampleTable(rows: readonly ShownRow[], { test, words }: Pick<ShownTest, 'test' | 'words'>, options: RowsOptions): string {
  const before = test.baseline && nameOf(test.baseline, options.base);
  return table(
    ['asked', 'answer'],
    rows.map((row) => cellsOf(row, { ...options, words, before })),
  );
}

function chosen({ test, words, broken, failed, silent }: ShownTest, base: string | undefined): { rows: ShownRow[]; title: string } {
  if (shortfallOf(test) && !test.comparisons?.known?.broken) {
    const isUnknown = isIgnorant(test);
    const title = isUnknown ? 'to which it does not know the answer' : `in which ${harmlessOf(test)} changes its answer`;
    const rows = silent.filter(({ decisiveArm: { name } }) => name === (isUnknown ? 'original' : 'placebo'));
    if (rows.length > 0) return { rows, title };
  }
  if (test.baseline && broken.length > 0) {
    const now = test.baseline.source === 'report' ? 'run' : 'branch';
    return { rows: broken, title: `that ${nameOf(test.baseline, base)} got right and this ${now} does not` };
  }
  return { rows: failed, title: words.failed };
}

type RowOptions = RowsOptions & { words: TestWords; before: string | undefined };

function cellsOf(row: ShownRow, { longest, words, before }: RowOptions): string[] {
  const { decisiveArm: arm, isReadByArm, isUnchanged } = row;
  const [plain] = row.arms;
  const text = arm.text.map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ') }));
  const choices = row.options === undefined ? [] : [oneLine(row.options.replaceAll('\n', ' · '), Math.min(longest, LONGEST_OPTIONS))];
  const most = Math.min(longest, LONGEST_ANSWER);
  const right = `right would be <b>${prose(arm.right ?? words.right)}</b>`;
  return [
    td([quote(shorten(text, Math.min(longest, LONGEST_QUESTION))) || EMPTY, ...choices.map(quote)].join('<br>')),
    cell(
      `${isUnchanged ? '' : labelOf(arm.label)}${readIn(arm, most)} · ${right}${isReadByArm ? '' : ` (${prose(row.state ?? row.scored)})`}`,
      arm.name !== 'original' && `${labelOf(plain!.label)}${readIn(plain!, most)}`,
      before !== undefined && arm.before !== undefined && `${labelOf(`${before} said`)}${said(arm.before, most)}`,
    ),
  ];
}

/** The reading and the answer; the answer alone if it begins with what it was read as. */
function readIn({ read, answer: text }: ShownArm, most: number): string {
  if (text === null || typeof read !== 'string') return `${said(text, most)}${text !== null && read === null ? ' cannot be read' : ''}`;
  const [start, rest] = [read.toLowerCase(), text.toLowerCase().replace(/^[^\p{L}\p{N}]+/u, '')];
  const isRepeated = rest.startsWith(start) && !/^[\p{L}\p{N}]/u.test(rest.slice(start.length));
  return isRepeated ? said(text, most) : `<b>${prose(read)}</b> ${said(text, most)}`;
}

/** An answer on one line, in quotation marks: it stands beside words that are not the model's. */
function said(text: string | null, most: number): string {
  const shown = answer(text === null ? null : oneLine(text, most), most);
  return text === null || shown === EMPTY ? shown : `“${shown}”`;
}

function labelOf(name: string): string {
  return `<i>${prose(name)}:</i> `;
}
