/** Three rows that explain a verdict: what was asked, what was said, and what would have been right. */
import type { TestWords } from '../../engine/tests/words.js';
import { nameOf } from './baseline.js';
import type { ShownArm, ShownRow } from '../formats/shown-row.js';
import { code, oneLine, prose } from '../formats/escape.js';
import { answer, EMPTY, table, td } from '../formats/github.js';
import { shorten } from './inserted.js';
import type { ShownTest } from './rows.js';
import { harmlessOf } from './sides.js';
import { isIgnorant } from './headline.js';
import { shortfallOf } from './triplet.js';
import { counted } from './words.js';

type ExamplesOptions = { rows: number; longest: number; base: string | undefined };

/** Longer ones are cut here, whatever the room: a reader wants the gist, and the report has the rest. */
const LONGEST_QUESTION = 300;
const LONGEST_ANSWER = 120;
const LONGEST_OPTIONS = 200;
const SMALL = ['', 'it', 'two of them', 'three of them'];

/** Of the worst test that has any: rows that broke since the base, else those that fail, else those that can tell nothing. */
export function examples(tests: readonly ShownTest[], options: ExamplesOptions): string[] {
  if (options.rows === 0) return [];
  for (const shown of tests) {
    const { rows, title } = chosen(shown, options.base);
    if (rows.length === 0) continue;
    const some = rows.slice(0, options.rows);
    const which = rows.length > some.length && some.length > 1 ? `, ${SMALL[some.length] ?? 'some of them'}` : '';
    const before = shown.test.baseline && nameOf(shown.test.baseline, options.base);
    const cells = some.map((row) => cellsOf(row, { ...options, words: shown.words, before }));
    return [`<p><b>${prose(`${counted(rows.length, shown.words.of)} ${title}`)}</b>${which}:</p>`, table(['asked', 'answer'], cells)];
  }
  return [];
}

function chosen({ test, words, broken, failed, silent }: ShownTest, base: string | undefined): { rows: ShownRow[]; title: string } {
  if (shortfallOf(test) && !test.comparisons?.known?.broken) {
    const arm = isIgnorant(test) ? 'original' : 'placebo';
    const title = arm === 'original' ? 'to which it does not know the answer' : `in which ${harmlessOf(test)} changes its answer`;
    const rows = silent.filter(({ failedArm }) => failedArm === arm);
    if (rows.length > 0) return { rows, title };
  }
  if (test.baseline && broken.length > 0) {
    const now = test.baseline.source === 'report' ? 'run' : 'branch';
    return { rows: broken, title: `that ${nameOf(test.baseline, base)} got right and this ${now} does not` };
  }
  return { rows: failed, title: words.failed };
}

type RowOptions = ExamplesOptions & { words: TestWords; before: string | undefined };

function cellsOf(row: ShownRow, options: RowOptions): string[] {
  const { longest } = options;
  const arm = row.arms?.find(({ name }) => name === row.failedArm);
  const text = (arm?.text ?? row.testCase).map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ') }));
  const choices = row.options === undefined ? [] : [oneLine(row.options.replaceAll('\n', ' · '), Math.min(longest, LONGEST_OPTIONS))];
  return [
    td([code(shorten(text, Math.min(longest, LONGEST_QUESTION))) || EMPTY, ...choices.map((line) => code(line))].join('<br>')),
    td((arm ? ofArm(arm, row, options) : ofPair(row, options)).join('<br>')),
  ];
}

function ofArm(arm: ShownArm, row: ShownRow, { longest, words, before }: RowOptions): string[] {
  const most = Math.min(longest, LONGEST_ANSWER);
  const plain = row.arms!.find(({ name }) => name === 'original')!;
  return [
    labelled(arm.label, `${readIn(arm, most)} · right would be <b>${prose(arm.right ?? words.right)}</b>`),
    ...(arm === plain ? [] : [labelled(plain.label, readIn(plain, most))]),
    ...(before === undefined || arm.before === undefined ? [] : [labelled(`${before} said`, answer(arm.before, most))]),
  ];
}

function readIn({ read, answer: said }: ShownArm, most: number): string {
  if (said === null) return answer(said, most);
  const bare = said.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const isAll = typeof read === 'string' && bare === read.toLowerCase();
  return [
    ...(typeof read === 'string' ? [`<b>${prose(read)}</b>`] : []),
    ...(isAll ? [] : [code(oneLine(said, most)) || EMPTY]),
    ...(read === null ? ['cannot be read'] : []),
  ].join(' ');
}

function ofPair(row: ShownRow, { longest, words, before }: RowOptions): string[] {
  const most = Math.min(longest, LONGEST_ANSWER);
  const said = (text: string | null): string => answer(text === null ? null : oneLine(text, most), most);
  const beforeSaid = row.before === undefined || before === undefined ? [] : [labelled(`${before} said`, said(row.before.actual))];
  return [
    ...(row.unchanged ? [said(row.actual)] : [labelled(words.changed, said(row.actual)), labelled('asked', said(row.expected))]),
    ...beforeSaid,
    `right would be <b>${prose(words.right)}</b> (${prose(row.state ?? row.scored)})`,
  ];
}

function labelled(name: string, content: string): string {
  return `<i>${prose(name)}:</i> ${content}`;
}
