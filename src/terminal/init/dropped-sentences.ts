import { wrapText } from '../../report/formats/layout.ts';
import { oneLine } from '../../report/story/truncate.ts';
import type { Terminal } from '../command.ts';
import { RULES_FILE } from './product-gate.ts';
import type { Setup } from './setup.ts';

const MOST_NAMED = 10;
/** Longest sentence of a prompt, in characters. */
const LONGEST = 100;

/** Names the sentences of the prompt that became no rules, with the reasons; undefined if none. */
export function droppedParagraph(
  { gate, prompt }: Setup,
  layout: Terminal['layout'],
): string | undefined {
  const dropped = gate?.droppedSentences ?? [];
  if (prompt === undefined || dropped.length === 0) return undefined;
  const named = dropped.slice(0, MOST_NAMED);
  const lines = [
    ...wrapText(
      `These sentences of ${prompt.file} are no rules. Write those that every answer must keep into ${RULES_FILE}, in other words:`,
      layout,
      0,
    ),
    ...named.flatMap(({ sentence, reason }) =>
      wrapText(`“${oneLine(sentence, LONGEST)}”: ${reason}.`, layout),
    ),
  ];
  if (dropped.length > named.length)
    lines.push(...wrapText(`and ${dropped.length - named.length} more`, layout));
  return `${lines.join('\n')}\n`;
}
