// Finds what a review says, and at which lines of the head.

import { parsePlace } from '../shared/errors.ts';
import type { Results } from '../run/results.ts';
import { guiltyParts } from '../report/attribution.ts';
import { textBlock, type Block } from '../report/blocks.ts';
import { settingChanges, valueWords } from '../report/changes.ts';
import { blocksToHtml } from '../report/html.ts';
import { causeBlocks } from '../report/report.ts';
import { failingRows, ownRows, rowsTable } from '../report/rows.ts';
import { stateWords } from '../report/words.ts';

/** A finding at a line of the pull request's diff. Its body is Markdown. */
export interface Finding {
  kind: 'cause' | 'rule' | 'row';
  path: string;
  line: number;
  endLine: number;
  body: string;
  /** Text that replaces the lines, for a `suggestion` block. */
  suggestion?: string;
  /** The text of these lines in the head, by which a suggestion finds them in the diff. */
  head?: string;
}

const LAYOUT = { length: 600, isWhole: false };

/** Findings: lines that broke rows, changed rules, and failing rows of this pull request. */
export function findingsOf(results: Results) {
  return [causeFindings, ruleFindings, rowFindings].flatMap((find) => find(results));
}

function causeFindings(results: Results): Finding[] {
  return guiltyParts(results).flatMap((part) => {
    const body = blocksToHtml(causeBlocks(part, results, LAYOUT));
    return part.places.map(({ end_line: endLine, base, may_suggest, ...place }) => ({
      kind: 'cause',
      ...place,
      endLine,
      body,
      suggestion: may_suggest ? base : undefined,
    }));
  });
}

/** Changed rules whose line in the head is known. */
function ruleFindings({ changes }: Results) {
  return settingChanges(changes).flatMap((change) =>
    findingAt('rule', change.place, [
      textBlock(`**This pull request changes a setting of the gate:** ${valueWords(change)}.`),
    ]),
  );
}

/** Rows that were added or changed, and that fail in the preview. */
function rowFindings(results: Results) {
  return failingRows(ownRows(results)).flatMap((row) =>
    findingAt('row', row[0].source, [
      textBlock(`**This row fails:** the model ${stateWords(row[0])}.`),
      ...rowsTable([row], results, LAYOUT),
    ]),
  );
}

function findingAt(kind: Finding['kind'], where: string | undefined, blocks: Block[]): Finding[] {
  const place = parsePlace(where);
  return place ? [{ kind, ...place, endLine: place.line, body: blocksToHtml(blocks) }] : [];
}
