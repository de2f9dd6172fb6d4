/** The rows of the summary and the comment, folded by what became of them, and the samples that were left out. */
import { cut } from '../story/cut.js';
import { otherRowsWords, type RowGroup, rowGroups, type ShownTest } from '../story/rows.js';
import { prose } from './escape.js';
import type { Detail } from './fit.js';
import { folded, more, rowsTable, short, table, td } from './github.js';

type Shown = Detail & { base?: string | undefined; kind: 'summary' | 'comment' };

const KINDS: readonly RowGroup['kind'][] = ['broken', 'failed', 'silent', 'fixed', 'passed', 'unasked', 'uncounted'];

/** A comment leaves out rows that passed and rows that were not asked. */
export function rowSections(tests: readonly ShownTest[], detail: Shown): string[] {
  const kinds = detail.kind === 'summary' ? KINDS : KINDS.filter((kind) => kind !== 'passed' && kind !== 'unasked');
  const groups = tests.flatMap((test) => rowGroups(test, detail.base).map((group) => ({ ...group, label: test.words.label })));
  return kinds.flatMap((kind) => groups.filter((group) => group.kind === kind).flatMap((group) => section(group, detail)));
}

/** Rows folded below a sentence that says what they are; the sentence alone if they are not listed. */
function section({ kind, title, rows, label, before }: RowGroup & { label: string }, detail: Shown): string[] {
  const isBad = kind === 'broken' || kind === 'failed';
  const isListed = {
    ...{ broken: detail.rows > 0, failed: detail.rows > 0, silent: detail.rows > 0 && detail.fixed, fixed: detail.fixed },
    ...{ passed: detail.passing, uncounted: detail.passing, unasked: false },
  };
  const sentence = prose(`${cut(label, detail.name)}: ${title}`);
  if (!isListed[kind]) return isBad || kind === 'passed' ? [] : [`<p>${sentence}</p>`];
  const shown = rows.slice(0, detail.rows);
  const options = { longest: detail.text, before, explains: isBad || kind === 'silent' };
  return folded(sentence, [rowsTable(shown, options), ...more(rows.length - shown.length, 'row')], isBad && detail.open);
}

/** Samples that a test could not use, by reason, the first few by name. */
export function leftOutRows(shown: ShownTest, detail: Shown): string[] {
  const { test, words, leftOut } = shown;
  if (test.not_applicable_count === 0) return [];
  const sentence = prose(`${cut(words.label, detail.name)}: ${otherRowsWords(shown)[0]}`);
  const named = leftOut.slice(0, detail.named);
  if (named.length === 0) return [`<p>${sentence}</p>`];
  const lines = named.map(({ source, original, reason }) => [
    td(short(source, detail.text)),
    td(short(original, Math.min(detail.text, 300))),
    td(prose(cut(reason, 200))),
  ]);
  return folded(sentence, [table(['row', 'text', 'why'], lines), ...more(test.not_applicable_count - named.length, 'sample')]);
}
