import type { PackedRow, PageRow } from './data.js';

/** A row with its texts whole. It goes into the page as its own text, so it may use nothing from outside of itself. */
export function unpack(row: PackedRow): PageRow {
  const original = row.arms[0]!.text.join('');
  const arms = row.arms.map((arm) => {
    let at = 0;
    const text: string[] = [];
    for (const part of arm.text) {
      const inserted = typeof part === 'object';
      const said = inserted ? part[0] : typeof part === 'string' ? part : original.slice(at, (at += part));
      // Every second part is what was put in.
      if ((text.length % 2 === 1) === inserted) text.push(said);
      else if (text.length === 0) text.push('', said);
      else text.push(`${text.pop()!}${said}`);
    }
    return { ...arm, text };
  });
  return { ...row, arms };
}
