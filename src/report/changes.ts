// Describes what a pull request changes in the model and in its own gate.

import { changesIn, deletedIn, linesOf } from '../engine/changed-parts.ts';
import { asRecord, canonical, listIn, quotedPair } from '../shared/json.ts';
import { formatList } from '../language/text.ts';
import type { Results } from '../run/results.ts';
import { type Sentence, codeLine } from './blocks.ts';
import { baseName, listed, quantity } from './words.ts';

type Changes = Results['changes'];
type ValueChange = Changes['subject'][number];

/**
 * Sentences about code that no test sees, and about changes of the model and of the gate's settings
 * and rows. Each may be empty.
 *
 * @param limit - maximum length of a value or a name
 * @param most - maximum number of changes to list
 */
export function changeSentences(results: Results, limit: number, most: number) {
  const { changes, config } = results;
  const end = config.ref === 'head' ? ' They decide this run.' : ' They apply once merged.';
  const describeChanges = (what: string, items: readonly Sentence[], more = '') =>
    items.length === 0 ? '' : `Changes ${what}: ${listed(items, most)}.${more}`;
  // Changed rows are named by their ids. If such a row was asked, its place is known.
  const places = new Map(results.results.map(({ id, source }) => [id, source]));
  const rows = changes.rows.map(({ source, no_longer_must: loose, ...lists }) => {
    const counts = Object.entries(lists).map(([what, names]) => {
      // All are made harmless: if two become equal, `listed` shows a later one.
      const shown = names.map((name) => codeLine(places.get(name) ?? name, limit));
      return names.length > 0 && `${names.length} ${what}: ${listed(shown)}`;
    });
    const texts = loose.map((text) => quoteLine(text, limit));
    const held = loose.length > 0 && `⚠️ no longer has to hold: ${listed(texts)}`;
    return `${codeLine(source, limit)} (${[...counts, held].filter(Boolean).join('; ')})`;
  });
  return [
    unseenSentence(results),
    describeChanges(
      'the model',
      subjectPieces(results, limit).map(({ words }) => words),
    ),
    describeChanges(
      'settings of the gate',
      ruleChanges(changes).map((change) => valueWords(change, limit)),
      end,
    ),
    describeChanges('rows of the gate', rows, end),
  ];
}

/** Says what no test sees: the code around a prompt, or what changed in an app. */
function unseenSentence({ base, changes, model, problem }: Results) {
  if (!base || problem) return '';
  if (model.hub === 'http')
    return '**The app itself was asked**, as it answered in this run: what changed in it is not known here.';
  return changes.subject[0]
    ? ''
    : `Model and prompts are those of ${baseName({ base })}. **No code is tested here**, and no prompt that stands in code.`;
}

/**
 * True if a value of the model changed, such as its name; false if a text did.
 */
export function isValue({ path, lines }: ValueChange) {
  return /^model[._]/.test(path) && !lines;
}

/**
 * The changed values and lines of the model. Each has a name, words that describe the change, the
 * text that it deletes without a replacement, and its texts on both sides. The name gives the lines
 * of the head, `` `prompts/support.md:5-6` ``, but for deleted lines those of the base, where a
 * reader finds them.
 */
export function subjectPieces(results: Partial<Results>, limit: number) {
  const { subject = [] } = results.changes ?? {};
  return subject.flatMap((change) => {
    const { path, old, new: now, lines: part } = change;
    if (isValue(change))
      return { place: path, name: path, words: valueWords(change, limit), deleted: '', texts: [] };
    const { first, last } = part ?? { first: 1 };
    const [base = '', head = ''] = [old ?? '', now ?? ''].map(String);
    // How many more lines the pieces above delete than they add.
    let lineShift = 0;
    return changesIn(path, base, head).map((piece) => {
      const { line, end_line: end, ...lines } = linesOf(piece, head);
      const [from, to] = last === undefined ? [first + line - 1, first + end - 1] : [first, last];
      const place = `${path}:${formatRange(from, to)}`;
      const text = head.slice(piece.start, piece.end);
      const gone = piece.base.split('\n').length - text.split('\n').length;
      let name = codeLine(place, limit);
      if (line === 0)
        name = `${codeLine(path, limit)} (${head ? 'newly sent' : 'no longer sent, or emptied'})`;
      // If the text is a part of a file, the place of that part is known in the head alone.
      else if (to < from && !part)
        name = `${codeLine(path, limit)} (line${gone > 1 ? 's' : ''} ${formatRange(from + lineShift, to + lineShift + gone)} of ${baseName(results)})`;
      lineShift += gone;
      const deleted = deletedIn(piece, head);
      const isWhole = line === 0 && !deleted;
      const words = isWhole ? name : `${name}, ${describeTextChange(lines, deleted, limit)}`;
      return { place, name, words, deleted, texts: [piece.base, text] };
    });
  });
}

/** `“old” → “new”`, `added: “new”`, `deleted: “old”`. */
function describeTextChange(
  { base, head }: { base: string; head: string },
  deleted: string,
  limit: number,
) {
  if (deleted) return `deleted: ${quoteLine(deleted, limit)}`;
  if (base) return `${quoteLine(base, limit)} → ${quoteLine(head, limit)}`;
  return `added: ${quoteLine(head, limit)}`;
}

function formatRange(first: number, last: number) {
  return last > first ? `${first}-${last}` : first;
}

function quoteLine(words: string, limit: number) {
  return `“${codeLine(words, limit)}”`;
}

/** The changed rules. A test that only one side has is a single change. */
export function ruleChanges({ rules }: Changes) {
  const tests = rules.map(wholeTest).filter(Boolean);
  return rules.filter(
    (change) => wholeTest(change) || !tests.some((test) => change.path.startsWith(`${test}.`)),
  );
}

/**
 * If this change adds or removes `min_pass_rate`, a key of every test: the test that only one side
 * has.
 */
function wholeTest({ path, old, new: now }: ValueChange) {
  const isWhole = old === undefined || now === undefined;
  return isWhole ? /^(.*)\.min_pass_rate$/.exec(path)?.[1] : undefined;
}

/**
 * Describes a changed value, `` `min_pass_rate` `0.9` → `0.85` ``, or the changed items of a list.
 */
export function valueWords(change: ValueChange, limit: number) {
  const { path, old, new: now } = change;
  const test = wholeTest(change);
  if (test) return `${codeLine(test, limit)} (${now === undefined ? 'removed' : 'added'})`;
  const items = describeItems(change, limit);
  if (items.length > 0) return `${codeLine(path, limit)}: ${formatList(items)}`;
  const [before, after] = quotedPair(old, now, limit);
  return `${codeLine(path, limit)} ${before} → ${after}`;
}

/** Describes the items of a list that changed: `“Stays polite.” (removed)`. */
function describeItems({ old, new: now }: ValueChange, limit: number) {
  const before = itemsByName(old);
  const after = itemsByName(now);
  return [...new Set(before.keys()).union(after)].flatMap((item) => {
    const was = before.get(item);
    const is = after.get(item);
    if (canonical(was) === canonical(is)) return [];
    const isLoose = asRecord(was).must && !asRecord(is).must;
    const states = [!is && 'removed', !was && 'added', isLoose && '⚠️ no longer has to hold'];
    return `${quoteLine(item, limit)} (${states.filter(Boolean).join(', ') || 'changed'})`;
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

/** `2 settings and 1 row`: how much of the gate is changed or removed. */
export function gateWords(changes: Changes) {
  const settings = ruleChanges(changes).length;
  let rows = 0;
  for (const { removed, changed, no_longer_must: loose } of changes.rows)
    rows += Math.max(removed.length + changed.length, loose.length);
  return formatList(
    [
      settings > 0 ? quantity(settings, 'setting') : '',
      rows > 0 ? quantity(rows, 'row') : '',
    ].filter(Boolean),
  );
}
