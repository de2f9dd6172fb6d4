// What a pull request changes in the model and in its own gate, and what it takes from the gate.

import { changesIn, deletedIn, linesOf } from '../engine/changed-parts.ts';
import { asRecord, canonical, listIn, quotedPair } from '../shared/json.ts';
import { enumerate } from '../language/text.ts';
import type { Results } from '../run/results.ts';
import { type Sentence, codeLine } from './blocks.ts';
import { baseName, listed, MAX_NAMED, quantity } from './words.ts';

type Changes = Results['changes'];
type ValueChange = Changes['subject'][number];

/**
 * Sentences on the code that no test sees, and on changes of the model and of the gate's settings
 * and rows. Each may be empty.
 *
 * @param limit most characters of a value or a name
 * @param most changes that are listed
 */
export function changeSentences(results: Results, limit: number, most: number) {
  const { changes, config } = results;
  const end = config.ref === 'head' ? ' They decide this run.' : ' They apply once merged.';
  const told = (what: string, items: readonly Sentence[], more = '') =>
    items.length === 0 ? '' : `Changes ${what}: ${listed(items, most)}.${more}`;
  // A row with an id goes by it. Where it was asked, its place is known.
  const places = new Map(results.results.map(({ id, source }) => [id, source]));
  const rows = changes.rows.map(({ source, no_longer_must: loose, ...lists }) => {
    const counts = Object.entries(lists).map(([what, names]) => {
      // Only a few names of perhaps 100,000 are shown, so only these are made harmless.
      const shown = names.map((name, i) =>
        i < MAX_NAMED ? codeLine(places.get(name) ?? name, limit) : name,
      );
      return names.length > 0 && `${names.length} ${what}: ${listed(shown)}`;
    });
    const texts = loose.map((text) => inQuotes(text, limit));
    const held = loose.length > 0 && `⚠️ no longer has to hold: ${listed(texts)}`;
    return `${codeLine(source, limit)} (${[...counts, held].filter(Boolean).join('; ')})`;
  });
  return [
    unseenSentence(results),
    told(
      'the model',
      subjectPieces(results, limit).map(({ words }) => words),
    ),
    told(
      'settings of the gate',
      ruleChanges(changes).map((one) => valueWords(one, limit)),
      end,
    ),
    told('rows of the gate', rows, end),
  ];
}

/** Says what no test sees: the code around a prompt, or which change of an app was asked. */
function unseenSentence({ base, changes, model, problem }: Results) {
  if (!base || problem) return '';
  if (model.hub === 'http')
    return '**The app itself was asked**, as it answered in this run: what changed in it is not known here.';
  return changes.subject[0]
    ? ''
    : `Model and prompts are those of ${baseName({ base })}. **No code is tested here**, and no prompt that stands in code.`;
}

/**
 * True for a change of a value of the model, such as its name. Any other change is one of a text.
 */
export function isValue({ path, lines }: ValueChange) {
  return /^model[._]/.test(path) && !lines;
}

/**
 * The changed values and lines of the model. Each has a name, words that say what became of it, and
 * the text that it deletes without another one in its place. The name has lines of the head, ``
 * `prompts/support.md:5-6` ``; deleted lines are named by their numbers on the base, where a reader
 * finds them.
 */
export function subjectPieces(results: Partial<Results>, limit: number) {
  const { subject = [] } = results.changes ?? {};
  return subject.flatMap((change) => {
    const { path, old, new: now, lines: part } = change;
    if (isValue(change))
      return { place: path, name: path, words: valueWords(change, limit), deleted: '' };
    const { first, last } = part ?? { first: 1 };
    const [base = '', head = ''] = [old ?? '', now ?? ''].map(String);
    // Lines that the pieces above delete, less those that they add.
    let above = 0;
    return changesIn(path, base, head).map((piece) => {
      const { line, end_line: end, ...lines } = linesOf(piece, head);
      const [from, to] = last === undefined ? [first + line - 1, first + end - 1] : [first, last];
      const place = `${path}:${rangeOf(from, to)}`;
      const gone =
        piece.base.split('\n').length - head.slice(piece.start, piece.end).split('\n').length;
      let name = codeLine(place, limit);
      if (line === 0)
        name = `${codeLine(path, limit)} (${head ? 'newly sent' : 'no longer sent, or emptied'})`;
      // If the text is a part of a file, the place of that part is known in the head alone.
      else if (to < from && !part)
        name = `${codeLine(path, limit)} (line${gone > 1 ? 's' : ''} ${rangeOf(from + above, to + above + gone)} of ${baseName(results)})`;
      above += gone;
      const deleted = deletedIn(piece, head);
      const isWhole = line === 0 && !deleted;
      const words = isWhole ? name : `${name}, ${becameWords(lines, deleted, limit)}`;
      return { place, name, words, deleted };
    });
  });
}

/** `“old” → “new”`, `added: “new”`, `deleted: “old”`. */
function becameWords(
  { base, head }: { base: string; head: string },
  deleted: string,
  limit: number,
) {
  if (deleted) return `deleted: ${inQuotes(deleted, limit)}`;
  if (base) return `${inQuotes(base, limit)} → ${inQuotes(head, limit)}`;
  return `added: ${inQuotes(head, limit)}`;
}

function rangeOf(first: number, last: number) {
  return last > first ? `${first}-${last}` : first;
}

function inQuotes(words: string, limit: number) {
  return `“${codeLine(words, limit)}”`;
}

/** The changed rules. A test that only one side has is one change, and not one for each key. */
export function ruleChanges({ rules }: Changes) {
  const tests = rules.map(wholeTest).filter(Boolean);
  return rules.filter(
    (change) => wholeTest(change) || !tests.some((test) => change.path.startsWith(`${test}.`)),
  );
}

/**
 * The test that only one side has, if this is the change of its `min_pass_rate`, a key of every
 * test.
 */
function wholeTest({ path, old, new: now }: ValueChange) {
  const isWhole = old === undefined || now === undefined;
  return isWhole ? /^(.*)\.min_pass_rate$/.exec(path)?.[1] : undefined;
}

/**
 * A changed value in words, `` `min_pass_rate` `0.9` → `0.85` ``; for a list, the words of its
 * items.
 */
export function valueWords(change: ValueChange, limit: number) {
  const { path, old, new: now } = change;
  const test = wholeTest(change);
  if (test) return `${codeLine(test, limit)} (${now === undefined ? 'removed' : 'added'})`;
  const items = itemWords(change, limit);
  if (items.length > 0) return `${codeLine(path, limit)}: ${enumerate(items)}`;
  const [before, after] = quotedPair(old, now, limit);
  return `${codeLine(path, limit)} ${before} → ${after}`;
}

/** The items of a list that differ, with what became of each: `“Stays polite.” (removed)`. */
function itemWords({ old, new: now }: ValueChange, limit: number) {
  const before = itemsOf(old);
  const after = itemsOf(now);
  return [...new Set(before.keys()).union(after)].flatMap((item) => {
    const was = before.get(item);
    const is = after.get(item);
    if (canonical(was) === canonical(is)) return [];
    const isLoose = asRecord(was).must && !asRecord(is).must;
    const states = [!is && 'removed', !was && 'added', isLoose && '⚠️ no longer has to hold'];
    return `${inQuotes(item, limit)} (${states.filter(Boolean).join(', ') || 'changed'})`;
  });
}

function itemsOf(list: unknown) {
  return new Map(listIn(list).map((item) => [String(asRecord(item).rule ?? item), item]));
}

/** `2 settings and 1 row`: how much of the gate the pull request changes or removes. */
export function gateWords(changes: Changes) {
  const settings = ruleChanges(changes).length;
  let rows = 0;
  for (const { removed, changed, no_longer_must: loose } of changes.rows)
    rows += Math.max(removed.length + changed.length, loose.length);
  return enumerate(
    [
      settings > 0 ? quantity(settings, 'setting') : '',
      rows > 0 ? quantity(rows, 'row') : '',
    ].filter(Boolean),
  );
}
