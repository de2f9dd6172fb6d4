// Describes what a pull request changes in the model and in its own gate.

import { changesIn, deletedIn, linesOf } from '../engine/changed-parts.ts';
import { formatList } from '../language/text.ts';
import type { Results } from '../run/results.ts';
import { asRecord, canonical, listIn, quotedPair } from '../shared/json.ts';
import { type Sentence, codeLine } from './blocks.ts';
import { baseName, listed, quantity } from './words.ts';

type Changes = Results['changes'];
type ValueChange = Changes['subject'][number];

/**
 * Sentences about code that no test sees, and about changes of the model and of the gate's settings
 * and rows. Each may be empty.
 *
 * @param most - maximum number of changes to list
 */
export function changeSentences(results: Results, most: number) {
  const end = results.config.ref === 'head' ? ' They decide this run.' : ' They apply once merged.';
  const describeChanges = (what: string, items: readonly Sentence[], more = '') =>
    items.length === 0 ? '' : `Changes ${what}: ${listed(items, most)}.${more}`;
  return [
    unseenSentence(results),
    describeChanges(
      'the model',
      subjectPieces(results).map(({ words }) => words),
    ),
    describeChanges('settings of the gate', settingChanges(results.changes).map(valueWords), end),
    describeChanges('rows of the gate', describeRowChanges(results.changes), end),
  ];
}

/** Says what no test sees: the code around a prompt, or what changed in an app. */
function unseenSentence({ base, changes, model, problem }: Results) {
  if (!base || problem) return '';
  if (model.hub === 'http')
    return '**The app itself was asked**, as it answered in this run: what changed in it is not known here.';
  if (changes.subject.length > 0) return '';
  return `Model and prompts are those of ${baseName({ base })}. **No code is tested here**, and no prompt that stands in code.`;
}

/** `` `evals/q.csv` (2 added: `a` and `b`; 1 removed: `c`) `` */
function describeRowChanges({ rows }: Changes) {
  return rows.map(({ source, no_longer_must: loose, ...lists }) => {
    const counts = Object.entries(lists).map(([what, ids]) => {
      // All are made harmless: if two become equal, `listed` shows a later one.
      const names = ids.map((id) => codeLine(id));
      return names.length > 0 && `${names.length} ${what}: ${listed(names)}`;
    });
    const loosened =
      loose.length > 0 && `⚠️ no longer has to hold: ${listed(loose.map(quoteLine))}`;
    return `${codeLine(source)} (${[...counts, loosened].filter(Boolean).join('; ')})`;
  });
}

/** `2 settings and 1 row`: how much of the gate is changed or removed. */
export function gateWords(changes: Changes) {
  let rows = 0;
  for (const { removed, changed, no_longer_must: loose } of changes.rows)
    rows += Math.max(removed.length + changed.length, loose.length);
  const counts = [quantity(settingChanges(changes).length, 'setting'), quantity(rows, 'row')];
  return listed(counts.filter((count) => !count.startsWith('0')));
}

/**
 * The changed values and lines of the model. Each has a name, words that describe the change, the
 * text that it deletes without a replacement, and its texts on both sides. The name gives the lines
 * of the head, `` `prompts/support.md:5-6` ``, but for deleted lines those of the base, where a
 * reader finds them.
 */
export function subjectPieces(results: Partial<Results>) {
  const { subject = [] } = results.changes ?? {};
  return subject.flatMap((change) => {
    const { path, lines } = change;
    // Any other path is of a text, as are lines of a file.
    if (lines || !/^model[._]/.test(path)) return textPieces(change, baseName(results));
    return { place: path, name: path, words: valueWords(change), deleted: '', texts: [] };
  });
}

/** The changed lines of a text, which is a file or a part of one. */
function textPieces({ path, old, new: now, lines: partOfFile }: ValueChange, nameOfBase: Sentence) {
  const { first, last } = partOfFile ?? { first: 1 };
  const [base = '', head = ''] = [old ?? '', now ?? ''].map(String);
  // How many more lines the pieces above delete than they add.
  let lineShift = 0;
  return changesIn(path, base, head).map((piece) => {
    const { line, end_line: end, ...lines } = linesOf(piece, head);
    const [from, to] = last === undefined ? [first + line - 1, first + end - 1] : [first, last];
    const place = `${path}:${formatRange(from, to)}`;
    const added = head.slice(piece.start, piece.end);
    const lostLines = piece.base.split('\n').length - added.split('\n').length;
    let name = codeLine(place);
    if (line === 0)
      name = `${codeLine(path)} (${head ? 'newly sent' : 'no longer sent, or emptied'})`;
    // The lines of a part of a file are known in the head alone.
    else if (end < line && !partOfFile)
      name = `${codeLine(path)} (line${lostLines > 1 ? 's' : ''} ${formatRange(line + lineShift, end + lineShift + lostLines)} of ${nameOfBase})`;
    lineShift += lostLines;
    const deleted = deletedIn(piece, head);
    const isWhole = line === 0 && !deleted;
    const words = isWhole ? name : `${name}, ${describeTextChange(lines, deleted)}`;
    return { place, name, words, deleted, texts: [piece.base, added] };
  });
}

function formatRange(from: number, to: number) {
  return to > from ? `${from}-${to}` : from;
}

/** `“old” → “new”`, `added: “new”`, `deleted: “old”`. */
function describeTextChange({ base, head }: { base: string; head: string }, deleted: string) {
  if (deleted) return `deleted: ${quoteLine(deleted)}`;
  return base ? `${quoteLine(base)} → ${quoteLine(head)}` : `added: ${quoteLine(head)}`;
}

/** The changed settings of the gate. A test that only one side has is a single change. */
export function settingChanges({ rules }: Changes) {
  const tests = rules.map(testOfOneSide).filter(Boolean);
  return rules.filter(
    (change) => testOfOneSide(change) || !tests.some((test) => change.path.startsWith(`${test}.`)),
  );
}

/**
 * If this change adds or removes `min_pass_rate`, a key of every test: the test that only one side
 * has.
 */
function testOfOneSide({ path, old, new: now }: ValueChange) {
  const isOfOneSide = old === undefined || now === undefined;
  return isOfOneSide ? /^(.*)\.min_pass_rate$/.exec(path)?.[1] : undefined;
}

/**
 * Describes a changed value, `` `min_pass_rate` `0.9` → `0.85` ``, or the changed items of a list.
 */
export function valueWords(change: ValueChange) {
  const { path, old, new: now } = change;
  const test = testOfOneSide(change);
  if (test) return `${codeLine(test)} (${now === undefined ? 'removed' : 'added'})`;
  const items = describeItems(change);
  if (items.length > 0) return `${codeLine(path)}: ${formatList(items)}`;
  const [before, after] = quotedPair(old, now, 120);
  return `${codeLine(path)} ${before} → ${after}`;
}

/** Describes the items of a list that changed: `“Stays polite.” (removed)`. */
function describeItems({ old, new: now }: ValueChange) {
  const before = itemsByName(old);
  const after = itemsByName(now);
  return [...new Set(before.keys()).union(after)].flatMap((item) => {
    const was = before.get(item);
    const is = after.get(item);
    if (canonical(was) === canonical(is)) return [];
    const isLoose = asRecord(was).must && !asRecord(is).must;
    const states = [!is && 'removed', !was && 'added', isLoose && '⚠️ no longer has to hold'];
    return `${quoteLine(item)} (${states.filter(Boolean).join(', ') || 'changed'})`;
  });
}

function itemsByName(list: unknown) {
  return new Map(
    listIn(list).map((item) => {
      const { rule = item } = asRecord(item);
      return [typeof rule === 'string' ? rule : canonical(item), item];
    }),
  );
}

function quoteLine(words: string) {
  return `“${codeLine(words, 200)}”`;
}
