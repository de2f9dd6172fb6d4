/** Rows that were asked three ways, on the HTML page: a line an arm. */
import { ARM_WORDS } from './arms-table.js';
import { html, marked } from './escape.js';
import { answer, cell, notesCell, table } from './html-cells.js';
import type { ShownRow } from './rows.js';

interface Line {
  row: ShownRow;
  status: string;
}

/** A status by which a row is neither good nor bad has the colour of what was not decided. */
const COLOURED = ['pass', 'fail', 'error', 'undecided'];

export function armsTable(lines: readonly Line[], before?: string): string {
  const withNotes = lines.some(({ row }) => row.notes.length + row.steps.length > 0);
  return table(
    '',
    [
      'source',
      'asked',
      'text',
      'answer',
      'reading',
      ...(before === undefined ? [] : [`in ${before}`]),
      'status',
      'state',
      ...(withNotes ? ['notes'] : []),
    ],
    lines.flatMap(({ row, status }) => {
      const arms = row.arms ?? [];
      const over = (content: string): string => content.replace('<td', `<td rowspan="${arms.length}"`);
      const colour = COLOURED.includes(status) ? status : 'undecided';
      const state = row.error ? cell('t why', `${row.error.kind}: ${row.error.message}`) : cell('t', row.state ?? '');
      return arms.map((arm, i) => [
        ...(i === 0 ? [over(cell('s', row.source))] : []),
        cell('s', ARM_WORDS[arm.name]),
        `<td class="t" dir="auto">${marked(arm.text)}${i === 0 && row.options !== undefined ? `\n${html(row.options)}` : ''}</td>`,
        status === 'undecided' ? '<td></td>' : answer(arm.answer),
        cell('t', arm.said ?? ''),
        ...(before === undefined ? [] : [arm.before === undefined ? '<td></td>' : answer(arm.before)]),
        ...(i === 0 ? [cell(colour, status), state, ...(withNotes ? [notesCell(row)] : [])].map(over) : []),
      ]);
    }),
  );
}
