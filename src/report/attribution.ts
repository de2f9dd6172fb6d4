// The part of the change that broke rows, in sentences and by its lines.

import type { ResultRow } from '../engine/results.ts';
import type { ChangedPart, Results, Verdict } from '../run/results.ts';
import { type Sentence, code, codeLine } from './blocks.ts';
import { failingRows, flipsOf } from './rows.ts';
import { baseName, listed, quantity, ratio } from './words.ts';

/** A verdict, and perhaps the part of the change that broke its rows. */
export type ExplainedVerdict = Verdict & Pick<Results, 'attribution'>;
type Measured = Extract<Results['attribution'], { control: object }>;

/** The attribution in sentences; every silence has one. */
export function attributionSentence(results: Results): Sentence {
  const { attribution } = results;
  if (!attribution) return '';
  if (attribution.kind === 'skipped')
    return `Which change broke the rows is not known: ${attribution.why}`;
  const { kind, parts, all } = attribution;
  const others = failingRows(results.results).length - failingRows(attributedRows(results)).length;
  const sentences = [
    kind === 'none' && 'No single change explains it.',
    ...effectSentences(results, attribution),
    kind !== 'none' &&
      others > 0 &&
      `Other rows that fail: ${others}. Their cause may be another change, or chance.`,
    all &&
      `With everything as on ${baseName(results)}, ${ratio(all.restored, all.asked, 'answer')} are right.`,
    all?.restored === 0 && 'So the base itself now fails them, too.',
    ...parts.map(
      ({ name, untried }) =>
        untried && `Not tried: ${code(name, 120)} (${codeLine(untried, 200)}).`,
    ),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** A pass may hide rows that broke, and not by chance, and labels that became sentences. */
export function brokenWords(results: ExplainedVerdict, base: Sentence): Sentence {
  const { broken, isLoss } = flipsOf(results);
  const guilty = guiltyParts(results).map(({ name }) => code(name, 60));
  if (guilty.length > 0)
    return `, but ${listed(guilty, 2)} broke ${quantity(attributedRows(results).length, 'row')}`;
  if (results.report.some(({ baseline }) => baseline?.labels_lost))
    return ', but answers are no longer a label alone';
  return isLoss ? `, but ${quantity(broken.length, 'row')} broke since ${base}` : '';
}

/** Answers that are right with a change reverted; with each, where none explains the rows. */
function effectSentences(results: Results, { kind, parts, control }: Measured): Sentence[] {
  const tried = parts.filter(({ untried }) => untried === undefined);
  const shown = kind === 'none' ? tried : guiltyParts(results);
  shown.sort((a, b) => b.restored / b.asked - a.restored / a.asked);
  return shown.map((part) => effectSentence(results, part, control.restored));
}

function effectSentence(results: Results, part: ChangedPart, otherwise: number): Sentence {
  const { name, restored, asked, rows } = part;
  const place = code(name, 120);
  const named = `Revert ${place}, which broke ${quantity(rows.length, 'row')}`;
  return `${part.is_named ? named : place}: asked again, ${ratio(restored, asked, 'answer')} are right with it as on ${baseName(results)}, and ${otherwise} as it is here.`;
}

/** The parts of the change that broke rows. */
export function guiltyParts(results: ExplainedVerdict): ChangedPart[] {
  return measuredOf(results)?.parts.filter((part) => part.is_named) ?? [];
}

/** The lines that broke rows. */
export function guiltyPlaces(results: ExplainedVerdict): ChangedPart['places'] {
  return guiltyParts(results).flatMap(({ places }) => places);
}

/** The same for each part that broke rows, as if it were the only one. */
export function byPart(results: Results): Results[] {
  const measured = measuredOf(results);
  return guiltyParts(results).map((part) => {
    return { ...results, attribution: measured && { ...measured, parts: [part], rows: part.rows } };
  });
}

/** The rows of the verdict that a part broke, or that were asked again. */
export function attributedRows(results: ExplainedVerdict): ResultRow[] {
  const { rows = [] } = measuredOf(results) ?? {};
  return results.results.filter(({ test_type, source }) =>
    rows.some((row) => row.test_type === test_type && row.source === source),
  );
}

function measuredOf({ attribution }: ExplainedVerdict): Measured | undefined {
  return attribution?.kind === 'skipped' ? undefined : attribution;
}
