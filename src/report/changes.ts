import { changesIn } from '../engine/changed-parts.ts';
import { quotedPair } from '../json.ts';
import type { Results } from '../run/results.ts';
import { textBlock, type Block, type Sentence, codeLine } from './blocks.ts';
import { headline } from './verdict.ts';
import { baseName, listed } from './words.ts';

/** What a pull request changes in the model, and in its own gate. */

type ValueChange = Results['changes']['subject'][number];

/**
 * @param limit most characters of a value or a name
 * @param most changes that are listed
 */
export function changeBlocks(results: Results, limit: number, most: number): Block[] {
  const { changes, config, commit } = results;
  const who = commit === undefined ? 'The work tree' : 'This pull request';
  const isMerged = ['base', 'default'].includes(config.ref);
  const end = isMerged ? ' They apply once merged.' : ' They decide this run.';
  const rows = changes.rows.map((one) => rowsWords(one, limit));
  const rules = changes.rules.map((one) => valueWords(one, limit));
  const told = [
    ['the model', subjectWords(results, limit), ''],
    ['rules of the gate', rules, end],
    ['rows of the gate', rows, end],
  ] as const;
  const sentences = told.flatMap(([what, items, when]) =>
    items.length === 0 ? [] : [`${who} changes ${what}: ${listed(items, most)}.${when}`],
  );
  return [...sentences, ...previewSentences(results)].map(textBlock);
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

/** What of the model changes, by places where it is lines. */
export function subjectWords({ changes }: Results, limit: number): Sentence[] {
  return changes.subject.flatMap((change) => {
    const { path, old, new: now, lines } = change;
    const isLong =
      typeof old === 'string' &&
      typeof now === 'string' &&
      (path.includes('/') || lines !== undefined || `${old}${now}`.includes('\n'));
    if (!isLong) return valueWords(change, limit);
    const name = codeLine(path, limit);
    if (now === '') return `${name} (emptied)`;
    const places = old === '' ? [] : changedPlaces(change, [old, now], limit);
    // A page that was filled again.
    return places.length > 0 ? places : name;
  });
}

/** The diff of the pull request shows the lines of a text: `` `prompts/support.md:5` ``. */
function changedPlaces(
  { path, lines }: ValueChange,
  [old, now]: readonly [string, string],
  limit: number,
): Sentence[] {
  const { first, last } = lines ?? { first: 1 };
  const place = (start: number, end: number) =>
    codeLine(`${path}:${start === end ? start : `${start}-${end}`}`, limit);
  if (last !== undefined) return [place(first, last)];
  const lineAt = (offset: number) => first + now.slice(0, offset).split('\n').length - 1;
  return changesIn(path, old, now).map(({ start, end, base }) => {
    // A change may begin or end with the break of a line.
    const text = now.slice(start, end);
    if (text.trim() === '')
      return `${place(lineAt(start), lineAt(start))}, deleted: “${codeLine(base, limit)}”`;
    return place(lineAt(end - text.trimStart().length), lineAt(start + text.trimEnd().length));
  });
}

function rowsWords(
  { source, added, removed, changed }: Results['changes']['rows'][number],
  limit: number,
): Sentence {
  const counts = `${added.length} added, ${changed.length} changed, ${removed.length} removed`;
  return `${codeLine(source, limit)} (${counts})`;
}
