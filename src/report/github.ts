/** Tables of the summary and the comment: HTML that GitHub keeps, on lines none of which is blank. */
import { cut } from './cut.js';
import { code } from './escape.js';
import { number, present } from './words.js';

export const EMPTY = '<i>empty</i>';

/** `head` and cells are HTML; each section is a list of rows. */
export function table(head: string[], ...sections: string[][][]): string {
  const line = (cells: string[]): string => `<tr>${cells.join('')}</tr>`;
  return [
    '<table>',
    `<thead>${line(head.map((cell) => `<th>${cell}</th>`))}</thead>`,
    ...sections.map((rows) => `<tbody>\n${rows.map(line).join('\n')}\n</tbody>`),
    '</table>',
  ].join('\n');
}

export function td(content: string): string {
  return `<td>${content}</td>`;
}

/** Lines below each other; one that does not hold is left out. */
export function cell(...lines: (string | false | undefined)[]): string {
  return td(present(lines).join('<br>'));
}

export function numeric(value: number | string): string {
  return `<td align="right">${typeof value === 'number' ? number(value) : value}</td>`;
}

/** Untrusted text of at most so many code points. */
export function short(text: string, longest: number): string {
  return code(cut(text, longest)) || EMPTY;
}

export function answer(text: string | null, longest: number): string {
  return text === null ? '<i>no answer</i>' : short(text, longest);
}
