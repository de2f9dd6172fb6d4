/** What each changed part does to rows, in plain text. */
import type { ChangedAnswers, PartEffect, PartEffects } from '../../engine/attribution/effects.js';
import { type Block, numbers } from './blocks.js';
import { nameOfPart } from './attribution.js';
import { counted, present, sentenceCase } from './words.js';

const MOST_SOURCES = 5;

/** The requests of all asks, before the first one. */
export function effectsPlanSentence({
  parts,
  rows,
  requests,
}: Record<'parts' | 'rows' | 'requests', number>): string {
  return `${counted(rows, 'row')} with each of ${counted(parts, 'change')} reverted: at most ${counted(requests, 'request')}.`;
}

export function effectSentences({ control, parts }: PartEffects): string[] {
  return parts.map((part) => effectSentence(part, control));
}

/** `` `prompts/support.md:12` changes no answer in 20 rows. `` */
function effectSentence(part: PartEffect, control: ChangedAnswers): string {
  const name = nameOfPart(part);
  if ('untried' in part) return `${name} is not tried: ${part.untried.replace(/\.$/, '')}.`;
  const { rows, changed, better, worse, sources } = part.answers;
  if (changed === 0) return `${name} changes no answer in ${counted(rows, 'row')}.`;
  const verdicts = present([
    worse > 0 && `${counted(worse, 'row')} ${worse === 1 ? 'fails' : 'fail'} with it`,
    better > 0 && `${counted(better, 'row')} ${better === 1 ? 'passes' : 'pass'} with it`,
  ]);
  const end = verdicts.length > 0 ? ` ${sentenceCase(verdicts.join(' and '))} only.` : '';
  return `${name} changes the answers to ${changed} of ${counted(rows, 'row')} (a harmless edit: ${control.changed}).${end} Changed: ${sourcesInWords(sources)}.`;
}

function sourcesInWords(sources: readonly string[]): string {
  const shown = sources.slice(0, MOST_SOURCES).join(', ');
  const rest = sources.length - MOST_SOURCES;
  return rest > 0 ? `${shown}, and ${rest} more` : shown;
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
    sentences: [[`${counted(requests, 'request')} were sent.`]],
    table: {
      columns: [
        { name: 'change' },
        ...numbers('answers changed', 'of rows', 'fail with it', 'pass with it'),
      ],
      rows: [...lines, { cells: ['a harmless edit', ...cellsOf(control)] }],
      noun: 'change',
    },
  };
}
