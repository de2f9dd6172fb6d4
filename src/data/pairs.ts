import type { Sample } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { cellOf, refuseCell } from './cell.js';
import { filled, isTemplate } from './filled.js';
import { rightOf } from './keys.js';
import type { Columns, RawRow } from './source.js';
import { kindOf } from './printable.js';

/** A row of a contrast set. In the long form each text of a cluster is a row by itself, and `order` says which is the original. */
export interface Member {
  sample: Sample;
  order: string | number | undefined;
}

type OwnColumn = 'perturbed' | 'placebo' | 'cluster' | 'order';

/** What makes a row one of a contrast set; `member` where its cluster has to be put together first. */
export function contrastOf(row: RawRow, sample: Sample, columns: Columns = {}): { sample: Sample } | { member: Member } {
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
  const { answer, truth } = right('perturbed_answer');
  return {
    sample: {
      ...own,
      ...(perturbed !== undefined && { perturbed }),
      ...(placebo !== undefined && { placebo }),
      ...(answer && { perturbed_answer: answer }),
      ...(truth !== undefined && { perturbed_truth: truth }),
    },
  };
}

/** A text, or a number that stands for one; undefined where nothing is said. */
function ownText(row: RawRow, columns: Columns, name: OwnColumn): string | undefined {
  const named = columns[name];
  if (named !== undefined && isTemplate(named, row.value as object)) return filled(row, named, name);
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

/** Pairs of the original of each cluster and each other text of it, in the order of the data. */
export function paired(members: readonly Member[]): Sample[] {
  const clusters = Map.groupBy(members, ({ sample }) => sample.cluster!);
  return [...clusters.values()].flatMap(([...texts]) => {
    const [original, ...others] = texts.sort(({ order: one }, { order: other }) => compare(one, other));
    return others.map(({ sample }) => pairOf(original!.sample, sample));
  });
}

function compare(one: Member['order'], other: Member['order']): number {
  if (one === undefined || other === undefined) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

/** @throws DataError where the two are not questions with the same options. */
function pairOf(original: Sample, { source, text, options, answer, truth }: Sample): Sample {
  if (options !== original.options) {
    throw new DataError(`This row has other options than ${quoted(original.source)}, which is of the same cluster.`, {
      where: source,
      remedy: 'Give all rows of a cluster the same options, or name another column in data.columns.cluster.',
    });
  }
  return {
    ...original,
    source,
    perturbed: text,
    ...(answer && { perturbed_answer: answer }),
    ...(truth !== undefined && { perturbed_truth: truth }),
  };
}
