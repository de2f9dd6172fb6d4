/** The rows of the summary and the comment, folded by what became of them, and the samples that were left out. */
import type { TestWords } from '../../engine/tests/words.js';
import { brokenWords, fixedWords, nameOf } from '../story/baseline.js';
import { cut } from '../story/cut.js';
import { type ShownTest, statesOf, unaskedWords } from '../story/rows.js';
import { counted, gatedRows, number, present, tally } from '../story/words.js';
import { prose } from './escape.js';
import type { Detail } from './fit.js';
import { folded, more, rowsTable, short, table, td } from './github.js';
import type { ShownRow } from './shown-row.js';

type Shown = Detail & { base?: string | undefined };

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
