import type { Sample } from '../engine/sample.js';
import { cellOf, fillTemplate, isTemplate, refuseCell } from './cell.js';
import { rightOf } from './keys.js';
import { kindOf } from './printable.js';
import type { Columns, RawRow } from './source.js';

type OwnColumn = 'perturbed' | 'placebo' | 'cluster';

/** Adds to a sample the columns of a contrast set: perturbed text, placebo, cluster and right answers. */
export function withPair(row: RawRow, sample: Sample, columns: Columns): Sample {
  if (typeof row.value === 'string') return sample;
  const read = (name: OwnColumn) => ownText(row, columns, name);
  const right = (role: 'answer' | 'perturbed_answer') => rightOf(row, role, { columns, options: sample.options });
  const { negated_answer: _negated, ...plain } = sample;
  const [perturbed, placebo, cluster] = [read('perturbed'), read('placebo'), read('cluster')];
  const after = right('perturbed_answer');
  return {
    ...plain,
    ...right('answer'),
    ...(cluster !== undefined && { cluster }),
    ...(perturbed !== undefined && { perturbed }),
    ...(placebo !== undefined && { placebo }),
    ...(after.answer && { perturbed_answer: after.answer }),
    ...(after.truth !== undefined && { perturbed_truth: after.truth }),
  };
}

/** The text of a column, or of a number in `cluster`; undefined if the cell is blank. */
function ownText(row: RawRow, columns: Columns, name: OwnColumn): string | undefined {
  const named = columns[name];
  if (named !== undefined && isTemplate(named, row.value as object)) return fillTemplate(row, named, name);
  const cell = cellOf(row, columns, name);
  if (!cell) return undefined;
  const { content } = cell;
  if (typeof content === 'string' || (name === 'cluster' && ['number', 'boolean'].includes(typeof content))) return String(content);
  return refuseCell(cell, `holds ${kindOf(content)}, not a text`, `Write it as a string, or name another column in data.columns.${name}.`);
}
