/** Cells and tables of the HTML page. */
import { html } from './escape.js';
import type { ShownRow } from './rows.js';
import { counted } from './words.js';

export function answer(text: string | null): string {
  return text === null ? '<td><i>no answer</i></td>' : cell('t', text);
}

export function notesCell({ notes, steps }: ShownRow): string {
  const items = steps.map((step) => `<li class="t" dir="auto">${html(step)}</li>`).join('');
  const folded = steps.length === 0 ? '' : `<details><summary>${counted(steps.length, 'step')}</summary><ol>${items}</ol></details>`;
  return `<td class="t" dir="auto">${html(notes.join('\n'))}${folded}</td>`;
}

export function cell(kind: string, text: string): string {
  return `<td class="${kind}" dir="auto">${html(text)}</td>`;
}

/** `head` and cells are HTML. */
export function table(kind: string, head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `<tr>${cells.join('')}</tr>`;
  return `<div class="scroll"><table class="${kind}">
<thead>${line(head.map((name) => `<th>${name}</th>`))}</thead>
<tbody>
${rows.map(line).join('\n')}
</tbody>
</table></div>`;
}
