/**
 * Rows of the summary and the comment: three that explain a verdict, all of them folded by what
 * became of them, and what was left out.
 */
import type { TestWords } from '../../engine/tests/test.js';
import { baselineName } from '../story/baseline.js';
import { shorten } from '../story/inserted.js';
import { cut } from '../story/truncate.js';
import { otherRowsWords, type RowGroup, rowGroups, type ShownTest } from '../story/rows.js';
import type { Detail } from './fit.js';
import { harmlessOf } from '../story/sides.js';
import { isIgnorant, shortfallOf } from '../story/triplet.js';
import { counted } from '../story/words.js';
import { code, oneLine, prose, quote } from './escape.js';
import { answer, cell, EMPTY, folded, more, rowsTable, short, table, td } from './github-tables.js';
import { decisiveArm, type ShownArm, type ShownRow } from './shown-row.js';

type RowsOptions = { longest: number; base: string | undefined };

/** Longest texts of an example, in characters; the report has all of each. */
const LONGEST_QUESTION = 300;
const LONGEST_ANSWER = 120;
const LONGEST_OPTIONS = 200;
const SMALL = ['', 'it', 'two of them', 'three of them'];

/**
 * Rows of the worst test that has some: those that broke since the base, else those that fail, else
 * those that can tell nothing.
 */
export function examples(
  tests: readonly ShownTest[],
  options: RowsOptions & { rows: number },
): string[] {
  if (options.rows === 0) return [];
  for (const shown of tests) {
    const { rows, title } = chosen(shown, options.base);
    if (rows.length === 0) continue;
    const some = rows.slice(0, options.rows);
    const which =
      rows.length > some.length && some.length > 1
        ? `, ${SMALL[some.length] ?? 'some of them'}`
        : '';
    return [
      `<p><b>${prose(`${counted(rows.length, shown.words.of)} ${title}`)}</b>${which}:</p>`,
      exampleTable(some, shown, options),
      `<p>To explain the first of them: ${code(some[0]!.explain)}</p>`,
    ];
  }
  return [];
}

export function exampleTable(
  rows: readonly ShownRow[],
  { test, words }: Pick<ShownTest, 'test' | 'words'>,
  options: RowsOptions,
): string {
  const before = test.baseline && baselineName(test.baseline, options.base);
  const lines = rows.map((row) => cellsOf(row, { ...options, words, before }));
  return table(['asked', 'answer'], lines);
}

function chosen(
  { test, words, broken, failed, silent }: ShownTest,
  base: string | undefined,
): { rows: ShownRow[]; title: string } {
  if (shortfallOf(test) && !test.comparisons?.known?.broken) {
    const isUnknown = isIgnorant(test);
    const title = isUnknown
      ? 'to which it does not know the answer'
      : `in which ${harmlessOf(test)} changes its answer`;
    const decisive = isUnknown ? 'original' : 'placebo';
    const rows = silent.filter(({ decidedBy }) => decidedBy === decisive);
    if (rows.length > 0) return { rows, title };
  }
  if (test.baseline && broken.length > 0) {
    const now = test.baseline.source === 'report' ? 'run' : 'branch';
    return {
      rows: broken,
      title: `that ${baselineName(test.baseline, base)} got right and this ${now} does not`,
    };
  }
  return { rows: failed, title: words.failed };
}

type RowOptions = RowsOptions & { words: TestWords; before: string | undefined };

function cellsOf(row: ShownRow, { longest, words, before }: RowOptions): string[] {
  const { arms, isReadByArm, isUnchanged } = row;
  const [plain] = arms;
  const arm = decisiveArm(row, arms);
  const text = arm.text.map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ') }));
  const choices =
    row.options === undefined
      ? []
      : [oneLine(row.options.replaceAll('\n', ' · '), Math.min(longest, LONGEST_OPTIONS))];
  const most = Math.min(longest, LONGEST_ANSWER);
  const right = `right would be <b>${prose(arm.right ?? words.right)}</b>`;
  return [
    td(
      [
        quote(shorten(text, Math.min(longest, LONGEST_QUESTION))) || EMPTY,
        ...choices.map(quote),
      ].join('<br>'),
    ),
    cell(
      `${isUnchanged ? '' : labelOf(arm.label)}${readIn(arm, most)} · ${right}${isReadByArm ? '' : ` (${prose(row.state ?? row.scored)})`}`,
      arm.name !== 'original' && `${labelOf(plain!.label)}${readIn(plain!, most)}`,
      before !== undefined &&
        arm.before !== undefined &&
        `${labelOf(`${before} said`)}${said(arm.before, most)}`,
    ),
  ];
}

/** The reading and the answer; the answer alone if it begins with what it was read as. */
function readIn({ read, answer: text }: ShownArm, most: number): string {
  if (text === null || typeof read !== 'string')
    return `${said(text, most)}${text !== null && read === null ? ' cannot be read' : ''}`;
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

type Shown = Detail & { base?: string | undefined; kind: 'summary' | 'comment' };

const KINDS: readonly RowGroup['kind'][] = [
  'broken',
  'failed',
  'silent',
  'fixed',
  'passed',
  'unasked',
  'uncounted',
];

export function rowSections(tests: readonly ShownTest[], detail: Shown): string[] {
  const kinds =
    detail.kind === 'summary'
      ? KINDS
      : KINDS.filter((kind) => kind !== 'passed' && kind !== 'unasked');
  const groups = tests.flatMap((test) =>
    rowGroups(test, detail.base).map((group) => ({ ...group, label: test.words.label })),
  );
  return kinds.flatMap((kind) =>
    groups.filter((group) => group.kind === kind).flatMap((group) => section(group, detail)),
  );
}

/**
 * Rows folded below a sentence that says what they are; the sentence alone if they are not listed.
 */
function section(
  { kind, title, rows, label, before }: RowGroup & { label: string },
  detail: Shown,
): string[] {
  const isBad = kind === 'broken' || kind === 'failed';
  const isListed = {
    ...{
      broken: detail.rows > 0,
      failed: detail.rows > 0,
      silent: detail.rows > 0 && detail.fixed,
      fixed: detail.fixed,
    },
    ...{ passed: detail.passing, uncounted: detail.passing, unasked: false },
  };
  const sentence = `${cut(label, detail.name)}: ${title}`;
  if (!isListed[kind]) return isBad || kind === 'passed' ? [] : [`<p>${prose(sentence)}</p>`];
  const shown = rows.slice(0, detail.rows);
  const options = { longest: detail.text, before, explains: isBad || kind === 'silent' };
  return folded(
    sentence,
    [rowsTable(shown, options), ...more(rows.length - shown.length, 'row')],
    isBad && detail.open,
  );
}

/** Samples that a test could not use, by reason, the first few by name. */
export function leftOutRows(shown: ShownTest, detail: Shown): string[] {
  const { test, words, leftOut } = shown;
  if (test.not_applicable_count === 0) return [];
  const sentence = `${cut(words.label, detail.name)}: ${otherRowsWords(shown)[0]}`;
  const named = leftOut.slice(0, detail.named);
  if (named.length === 0) return [`<p>${prose(sentence)}</p>`];
  const lines = named.map(({ source, original, reason }) => [
    td(short(source, detail.text)),
    td(short(original, Math.min(detail.text, 300))),
    td(prose(cut(reason, 200))),
  ]);
  return folded(sentence, [
    table(['row', 'text', 'why'], lines),
    ...more(test.not_applicable_count - named.length, 'sample'),
  ]);
}
