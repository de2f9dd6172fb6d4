import type { Results } from '../run/results.ts';
import { sectionOf, textBlock, type Block, type Sentence } from './blocks.ts';
import { causeSentence, causesOf } from './causes.ts';
import { changeBlocks } from './changes.ts';
import { codeLine, cut } from './code.ts';
import { detailBlocks, factsBlock } from './details.ts';
import { nextSteps } from './next.ts';
import { groupTitle, rowsByGroup, rowsTable, type Group, type RowLayout } from './rows.ts';
import type { Shown } from './shown.ts';
import { decidingTests, headline, resultTable, testSentences } from './verdict.ts';
import { baseName, number, quantity, SIGNS } from './words.ts';

/** How much of a run is shown. */
export interface Detail extends RowLayout {
  /** Most rows of a group; the others are counted. With none, no section stands below. */
  rows: number;
  /** Most characters of a name or a value; a sentence that may quote has eight times as many. */
  names: number;
}

/** Most warnings, tests and causes that get sentences, and rows that stand unfolded. */
const MAX_SHOWN = 5;
const MAX_OPEN = 3;

/** The verdict, what changed, why, what to do next, the rows, and the rest folded away. */
export function reportBlocks(results: Results, shown: Shown, detail: Detail): Block[] {
  const { outcome, report, notices } = results;
  const isJudged = report.some(({ rates }) => rates.some(({ rows }) => rows > 0));
  const isError = outcome === 'error';
  const [cause, ...others] = causesOf(results);
  const blocks: Block[] = [{ kind: 'heading', text: titleOf(results, shown) }];
  const add = (sentences: readonly Sentence[]) => {
    const lines = sentences.slice(0, MAX_SHOWN).map((line) => cut(line, 8 * detail.names));
    const more = sentences.length - lines.length;
    if (more > 0) lines.push(`… and ${number(more)} more.`);
    blocks.push(...lines.map(textBlock));
  };
  add(results.warnings.map((warning) => `⚠️ ${warning}`));
  blocks.push(...changeBlocks(results, detail.names));
  if (isError && cause) add([cause.message]);
  if (isJudged) blocks.push(resultTable(results));
  if (outcome !== 'pass' && (isJudged || !cause))
    add(decidingTests(results).map((test) => testSentences(test, results)));
  const steps = nextSteps(results);
  if (steps.length > 0) add([`**What to do next.** ${steps.join(' ')}`]);
  if (outcome === 'skipped') add(notices);
  blocks.push(...rowBlocks(results, detail));
  const causes = isError || !cause ? others : [cause, ...others];
  add(causes.map((one) => `⚠️ ${causeSentence(one, steps)}`));
  if (detail.rows > 0 && outcome !== 'skipped') blocks.push(...detailBlocks(results, detail.rows));
  return [...blocks, factsBlock(results, shown)];
}

export function titleOf(results: Results, { gate }: Shown): Sentence {
  const name = gate === undefined ? '' : ` (${codeLine(gate, 60)})`;
  return `${SIGNS[results.outcome]} Sensitivity${name}: ${headline(results, baseName(results))}`;
}

/** The first rows that fail stand open; all others are folded. */
function rowBlocks(results: Results, detail: Detail): Block[] {
  const groups = rowsByGroup(results);
  const isPass = results.outcome === 'pass';
  const shown: Group[] = ['broken', 'failed'];
  if (!isPass || detail.isWhole) shown.push('silent');
  if (detail.isWhole) shown.push('error', 'passed', 'beyond');
  const open = isPass ? 'broken' : shown.find((group) => groups.has(group));
  return shown.flatMap((group) => {
    const rows = groups.get(group) ?? [];
    const title = groupTitle(group, rows, results);
    const opened = group === open ? Math.min(MAX_OPEN, detail.rows) : 0;
    const others = rowsTable(rows.slice(opened, detail.rows), results, detail);
    const more = rows.length - Math.min(rows.length, detail.rows);
    const rest = more > 0 ? [textBlock(`… and ${quantity(more, 'more row')} in the report.`)] : [];
    if (group !== open || rows.length === 0) return sectionOf(title, [...others, ...rest]);
    const first = rowsTable(rows.slice(0, opened), results, detail);
    const folded = sectionOf('More of these rows', others);
    return [textBlock(`**${title}**`), ...first, ...folded, ...rest];
  });
}
