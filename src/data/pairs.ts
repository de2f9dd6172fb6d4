import type { Sample } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { cellOf, fillTemplate, isTemplate, refuseCell } from './cell.js';
import { rightOf } from './keys.js';
import { kindOf } from './printable.js';
import type { Columns, RawRow } from './source.js';

/** One text of a cluster whose texts are rows of their own. The lowest `order` is the original. */
export interface Member {
  sample: Sample;
  order: string | number | undefined;
}

type OwnColumn = 'perturbed' | 'placebo' | 'cluster' | 'order';

/** A row of a contrast set: a sample with its perturbed text, or a member of a cluster that is put together later. */
export function contrastOf(row: RawRow, sample: Sample, columns: Columns): { sample: Sample } | { member: Member } {
  if (typeof row.value === 'string') return { sample };
  const read = (name: OwnColumn) => ownText(row, columns, name);
  const right = (role: 'answer' | 'perturbed_answer') => rightOf(row, role, { columns, options: sample.options });
  const { negated_answer: _negated, ...plain } = sample;
  const cluster = read('cluster');
  const own: Sample = { ...plain, ...right('answer'), ...(cluster !== undefined && { cluster }) };
  if (cluster !== undefined && columns.perturbed === undefined && !Object.hasOwn(row.value, 'perturbed')) {
    return { member: { sample: own, order: numberOr(read('order')) } };
  }
  const [perturbed, placebo] = [read('perturbed'), read('placebo')];
  return {
    sample: {
      ...own,
      ...(perturbed !== undefined && { perturbed }),
      ...(placebo !== undefined && { placebo }),
      ...perturbedKeys(right('perturbed_answer')),
    },
  };
}

function perturbedKeys({ answer, truth }: Pick<Sample, 'answer' | 'truth'>): Pick<Sample, 'perturbed_answer' | 'perturbed_truth'> {
  return { ...(answer && { perturbed_answer: answer }), ...(truth !== undefined && { perturbed_truth: truth }) };
}

/** The text of a column, or of a number in `cluster` and `order`; undefined if the cell is blank. */
function ownText(row: RawRow, columns: Columns, name: OwnColumn): string | undefined {
  const named = columns[name];
  if (named !== undefined && isTemplate(named, row.value as object)) return fillTemplate(row, named, name);
  const cell = cellOf(row, columns, name);
  if (!cell) return undefined;
  const { content } = cell;
  const isText =
    typeof content === 'string' || ((name === 'cluster' || name === 'order') && ['number', 'boolean'].includes(typeof content));
  if (isText) return String(content);
  return refuseCell(cell, `holds ${kindOf(content)}, not a text`, `Write it as a string, or name another column in data.columns.${name}.`);
}

function numberOr(text: string | undefined): string | number | undefined {
  return text !== undefined && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Pairs the original of each cluster with each other text of it, in the order of the data. */
export function paired(members: readonly Member[]): Sample[] {
  const clusters = Map.groupBy(members, ({ sample }) => sample.cluster!);
  return [...clusters.values()].flatMap((texts) => {
    const [original, ...others] = texts.toSorted(({ order: one }, { order: other }) => compare(one, other));
    return others.map(({ sample }) => pairOf(original!.sample, sample));
  });
}

function compare(one: Member['order'], other: Member['order']): number {
  if (one === undefined || other === undefined) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

/** @throws DataError if the two are not questions with the same options */
function pairOf(original: Sample, { source, text, options, ...keys }: Sample): Sample {
  if (options !== original.options) {
    throw new DataError(`This row has other options than ${quoted(original.source)}, which is of the same cluster.`, {
      where: source,
      remedy: 'Give all rows of a cluster the same options, or name another column in data.columns.cluster.',
    });
  }
  return { ...original, source, perturbed: text, ...perturbedKeys(keys) };
}
