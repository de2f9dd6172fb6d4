/** Rows that were asked three ways, in the summary and the comment: under each text its answer, and what it was read as. */
import { code, oneLine, prose } from './escape.js';
import { answer, EMPTY, headingOf, optionsOf, table, td, type RowsDetail } from './github.js';
import { shorten } from './inserted.js';
import type { ShownRow } from './shown-row.js';

const LONGEST_SAID = 300;

/** Four table rows a result: where it comes from and what became of it, and each arm. */
export function armsTable(rows: readonly ShownRow[], { longest, before, steps }: RowsDetail): string {
  const width = before === undefined ? 2 : 3;
  return table(
    ['asked', 'answer', ...(before === undefined ? [] : [`in ${before}`])],
    ...rows.map((row) => [
      [`<td colspan="${width}">${headingOf(row, { longest, steps })}</td>`],
      ...(row.arms ?? []).map((arm) => [
        td(
          [
            `<i>${prose(arm.label)}</i>`,
            code(shorten(arm.text, longest)) || EMPTY,
            ...(arm.name === 'original' ? optionsOf(row, longest) : []),
          ].join('<br>'),
        ),
        td(
          [
            answer(arm.answer, longest),
            ...(arm.said === undefined ? [] : [prose(oneLine(arm.said, Math.min(longest, LONGEST_SAID)))]),
          ].join('<br>'),
        ),
        ...(before === undefined ? [] : [td(arm.before === undefined ? '' : answer(arm.before, longest))]),
      ]),
    ]),
  );
}
