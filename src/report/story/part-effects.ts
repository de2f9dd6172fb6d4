/** The effect of each changed part on rows, in plain text. */
import type { ChangedAnswers, PartEffect, PartEffects } from '../../engine/attribution/effects.ts';
import { type Block, numberColumns } from './blocks.ts';
import { nameOfPart } from './attribution.ts';
import { quantity, keepTexts, sentenceCase } from './words.ts';

const MAX_SOURCES = 5;

/** Returns the most requests of the measurement, in words, before the first is sent. */
export function effectsPlanSentence({
  parts,
  rows,
  requests,
}: Record<'parts' | 'rows' | 'requests', number>): string {
  return `${quantity(rows, 'row')} with each of ${quantity(parts, 'change')} reverted: at most ${quantity(requests, 'request')}.`;
}

export function effectSentences({ control, parts }: PartEffects): string[] {
  return parts.map((part) => effectSentence(part, control));
}

/** `` `prompts/support.md:12` changes no answer in 20 rows. `` */
function effectSentence(part: PartEffect, control: ChangedAnswers): string {
  const name = nameOfPart(part);
  if ('untried' in part) return `${name} is not tried: ${part.untried.replace(/\.$/, '')}.`;
  const { rows, changed, better, worse, sources } = part.answers;
  if (changed === 0) return `${name} changes no answer in ${quantity(rows, 'row')}.`;
  const verdicts = keepTexts([
    worse > 0 && `${quantity(worse, 'row')} ${worse === 1 ? 'fails' : 'fail'} with it`,
    better > 0 && `${quantity(better, 'row')} ${better === 1 ? 'passes' : 'pass'} with it`,
  ]);
  const end = verdicts.length > 0 ? ` ${sentenceCase(verdicts.join(' and '))} only.` : '';
  return `${name} changes the answers to ${changed} of ${quantity(rows, 'row')} (a harmless edit: ${control.changed}).${end} Changed: ${sourcesInWords(sources)}.`;
}

function sourcesInWords(sources: readonly string[]): string {
  const sourceNames = sources.slice(0, MAX_SOURCES).join(', ');
  const moreCount = sources.length - MAX_SOURCES;
  return moreCount > 0 ? `${sourceNames}, and ${moreCount} more` : sourceNames;
}

export function effectsBlock({ parts, control, requests }: PartEffects): Block {
  const cellsOf = ({ rows, changed, worse, better }: ChangedAnswers) =>
    [changed, rows, worse, better].map(String);
  const lines = parts.map((part) => {
    const cells = 'answers' in part ? cellsOf(part.answers) : ['not tried'];
    return { cells: [nameOfPart(part), ...cells] };
  });
  return {
    title: 'What each change does',
    place: 'details',
    sentences: [[`${quantity(requests, 'request')} were sent.`]],
    table: {
      columns: [
        { name: 'change' },
        ...numberColumns('answers changed', 'of rows', 'fail with it', 'pass with it'),
      ],
      rows: [...lines, { cells: ['a harmless edit', ...cellsOf(control)] }],
      noun: 'change',
    },
  };
}
