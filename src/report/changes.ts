import { diffArrays } from 'diff';
import { quotedPair } from '../json.ts';
import type { Results } from '../run/results.ts';
import { textBlock, type Block, type Sentence, codeLine } from './blocks.ts';
import { headline } from './verdict.ts';
import { baseName, listed, ratio } from './words.ts';

/** What a pull request changes in the model, and in its own gate. */

type ValueChange = Results['changes']['subject'][number];

/** Maximum edits of a comparison, whose time grows with their square. */
const MAX_EDITS = 1_000;

/**
 * @param limit most characters of a value or a name
 * @param most changes that are listed
 */
export function changeBlocks(results: Results, limit: number, most: number): Block[] {
  const { changes, config, commit } = results;
  const who = commit === undefined ? 'The work tree' : 'This pull request';
  const isMerged = ['base', 'default'].includes(config.ref);
  const end = isMerged ? ' They apply once merged.' : ' They decide this run.';
  const told = (what: string, items: readonly Sentence[], when = '') =>
    items.length === 0 ? [] : [`${who} changes ${what}: ${listed(items, most)}.${when}`];
  return [
    ...told(
      'the model',
      changes.subject.flatMap((one) => subjectWords(one, limit)),
    ),
    ...told(
      'rules of the gate',
      changes.rules.map((one) => valueWords(one, limit)),
      end,
    ),
    ...told(
      'rows of the gate',
      changes.rows.map((one) => rowsWords(one, limit)),
      end,
    ),
    ...previewSentences(results),
  ].map(textBlock);
}

/** A pass says so where no row that was asked tells the head from the base. */
export function uncoveredBlocks(results: Results, limit: number, most: number): Block[] {
  const { outcome, changes, report, results: rows } = results;
  const asked = rows.filter(({ base, error }) => base && !base.error && !error);
  const isTold = asked.some(({ pass, base }) => pass !== base?.pass);
  if (outcome !== 'pass' || changes.subject.length === 0 || asked.length === 0 || isTold) return [];
  const tests = report.filter(({ test_type: name }) => asked.some((row) => row.test_type === name));
  const all = tests.reduce((sum, { case_count: count }) => sum + count, 0);
  const where = listed(
    changes.subject.flatMap((one) => subjectWords(one, limit)),
    most,
  );
  const lead = `None of the ${ratio(asked.length, all, 'row')} that were asked tells this change`;
  const text = `${lead} (${where}) from ${baseName(results)}: if it matters, add a row.`;
  return [{ kind: 'text', text, isQuiet: true }];
}

/** The other side's verdict beside the one that counts. */
function previewSentences({ preview, config, outcome, base }: Results): Sentence[] {
  if (!preview) return [];
  const name = baseName({ base });
  const whose = config.ref === 'head' ? `the rules and rows of ${name}` : 'its own rules and rows';
  if ('left_out' in preview) return [`The verdict by ${whose} is not known: ${preview.left_out}`];
  if (preview.outcome === outcome) return [`By ${whose} the verdict is **${outcome}**, too.`];
  return [
    `⚠️ By ${whose} the verdict would be **${preview.outcome}**, not **${outcome}**: ${headline(preview, name)}.`,
  ];
}

/** `` `min_pass_rate` `0.9` → `0.85` `` */
export function valueWords({ path, old, new: now }: ValueChange, limit: number): Sentence {
  const [before, after] = quotedPair(old, now, limit);
  return `${codeLine(path, limit)} ${before} → ${after}`;
}

/** The diff of the pull request shows the lines of a text: `` `prompts/support.md:5` ``. */
function subjectWords(change: ValueChange, limit: number): Sentence[] {
  const { path, old, new: now } = change;
  const { first = 1, last } = change.lines ?? {};
  const isText = typeof old === 'string' && typeof now === 'string';
  if (!isText || !(path.includes('/') || `${old}${now}`.includes('\n') || change.lines))
    return [valueWords(change, limit)];
  // A page that was emptied, or filled again, goes by its path.
  if (old === '' || now === '') return [codeLine(path, limit)];
  const lines =
    last === undefined
      ? changedLines(old, now, first)
      : [{ range: rangeOf(first, last - first + 1) }];
  // Too many edits to compare.
  if (lines.length === 0) return [codeLine(path, limit)];
  return lines.map(({ range, deleted }) => {
    const place = codeLine(`${path}:${range}`, limit);
    return deleted === undefined ? place : `${place} (deleted: ${codeLine(deleted, limit)})`;
  });
}

interface ChangedLines {
  /** `5` or `7-9`, in the new file; of deleted lines, in the old one. */
  range: string;
  deleted?: string;
}

function changedLines(old: string, now: string, first: number): ChangedLines[] {
  const runs = diffArrays(old.split('\n'), now.split('\n'), { maxEditLength: MAX_EDITS }) ?? [];
  const ranges: ChangedLines[] = [];
  let [oldLine, line] = [first, first];
  for (const [i, { added, removed, count, value }] of runs.entries()) {
    if (added) ranges.push({ range: rangeOf(line, count) });
    else if (removed && !runs[i + 1]?.added)
      ranges.push({ range: rangeOf(oldLine, count), deleted: value.join(' ') });
    if (!added) oldLine += count;
    if (!removed) line += count;
  }
  return ranges;
}

function rangeOf(first: number, count: number): string {
  return count === 1 ? `${first}` : `${first}-${first + count - 1}`;
}

function rowsWords(rows: Results['changes']['rows'][number], limit: number): Sentence {
  const { source, added, removed, changed } = rows;
  const counts = `${added.length} added, ${changed.length} changed, ${removed.length} removed`;
  return `${codeLine(source, limit)} (${counts})`;
}
