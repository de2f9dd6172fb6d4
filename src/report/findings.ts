// Findings for the lines of a review.

import { placeIn } from '../errors.ts';
import type { Results } from '../run/results.ts';
import { textBlock, type Block, code } from './blocks.ts';
import { valueWords } from './changes.ts';
import { blocksToHtml } from './html.ts';
import { attributedRows, byPart, guiltyPlaces } from './attribution.ts';
import { verdictLines } from './next.ts';
import { failingRows, ownRows, rowsTable, stateWords } from './rows.ts';

/** A finding at a line of the pull request's diff. Its body is Markdown. */
export interface Finding {
  kind: 'cause' | 'rule' | 'row';
  path: string;
  line: number;
  endLine: number;
  body: string;
  /** Text that replaces the lines, for a `suggestion` block. */
  suggestion?: string;
  /** Those lines in the head, for a suggestion: they are looked for in the diff. */
  head?: string;
}

const MAX_ROWS = 3;
const LAYOUT = { length: 600, isWhole: false };

/** The line that broke it, changed rules, and rows of this pull request that fail. */
export function findingsOf(results: Results): Finding[] {
  return [...causeFindings(results), ...ruleFindings(results), ...rowFindings(results)];
}

/** Each with its own rows. */
function causeFindings(results: Results): Finding[] {
  return byPart(results).flatMap((one) => {
    const rows = failingRows(attributedRows(one));
    const table = rowsTable(rows.slice(0, MAX_ROWS), results, LAYOUT);
    const verdict = textBlock(verdictLines(one).join('\n'));
    return guiltyPlaces(one).map(({ path, line, end_line: endLine, head, base, may_suggest }) => {
      const blocks = [verdict, ...table];
      const suggestion = may_suggest ? base : undefined;
      if (!may_suggest) blocks.push(textBlock(`Before: ${code(base, LAYOUT.length)}`));
      return { kind: 'cause', path, line, endLine, head, body: blocksToHtml(blocks), suggestion };
    });
  });
}

/** Changed rules whose line in the head is known. */
function ruleFindings({ changes, config }: Results): Finding[] {
  const end = config.ref === 'head' ? 'It decides this run.' : 'It applies once merged.';
  return changes.rules.flatMap((change) => {
    const text = `**This pull request changes a rule of the gate:** ${valueWords(change, 200)}. ${end}`;
    return findingAt('rule', change.place, [textBlock(text)]);
  });
}

/** Rows that were added or changed, and that fail in the preview. */
function rowFindings(results: Results): Finding[] {
  return failingRows(ownRows(results)).flatMap((row) => {
    const [{ source }] = row;
    const title = textBlock(`**This row fails:** the model ${stateWords(row[0])}.`);
    return findingAt('row', source, [title, ...rowsTable([row], results, LAYOUT)]);
  });
}

function findingAt(kind: Finding['kind'], where: string | undefined, blocks: Block[]): Finding[] {
  const place = placeIn(where);
  return place ? [{ kind, ...place, endLine: place.line, body: blocksToHtml(blocks) }] : [];
}
