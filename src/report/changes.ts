// What a pull request changes in the model, and in its own gate.

import { changesIn } from '../engine/changed-parts.ts';
import { placeIn } from '../errors.ts';
import { asRecord, canonical, listIn, quotedPair } from '../json.ts';
import { enumerate } from '../language/text.ts';
import type { Results } from '../run/results.ts';
import { textBlock, type Block, type Sentence, codeLine } from './blocks.ts';
import { countOf, failingRows, ownRows } from './rows.ts';
import { headline } from './verdict.ts';
import { baseName, listed } from './words.ts';

type ValueChange = Results['changes']['subject'][number];

/**
 * @param limit most characters of a value or a name
 * @param most changes that are listed
 */
export function changeBlocks(results: Results, limit: number, most: number): Block[] {
  const { changes, config, commit } = results;
  const who = commit === undefined ? 'work tree' : 'pull request';
  const isMerged = ['base', 'default'].includes(config.ref);
  const end = isMerged ? ' They apply once merged.' : ' They decide this run.';
  const rows = changes.rows.flatMap(({ source, added, removed, changed }) => {
    if (added.length + changed.length + removed.length === 0) return [];
    return `${codeLine(source, limit)} (${added.length} added, ${changed.length} changed, ${removed.length} removed)`;
  });
  const told = [
    ['the model', subjectWords(results, limit), ''],
    ['rules of the gate', changes.rules.map((one) => valueWords(one, limit)), end],
    ['rows of the gate', rows, end],
  ] as const;
  const sentences = told.flatMap(([what, items, when]) =>
    items.length === 0 ? [] : [`This ${who} changes ${what}: ${listed(items, most)}.${when}`],
  );
  const loose = changes.rows.flatMap(({ no_longer_must: texts }) =>
    texts.map((text) => `“${codeLine(text, limit)}”`),
  );
  if (loose.length > 0) sentences.push(`⚠️ No longer has to hold: ${listed(loose, most)}.`);
  return [...sentences, ...previewSentences(results, who)].map(textBlock);
}

/** The other side's verdict beside the one that counts, and which of its rows fail. */
function previewSentences(results: Results, who: string): Sentence[] {
  const { preview, config, outcome } = results;
  if (!preview) return [];
  const name = baseName(results);
  const whose =
    config.ref === 'head' ? `the rules and rows of ${name}` : `this ${who}'s own rules and rows`;
  if ('left_out' in preview) return [`The verdict by ${whose} is not known: ${preview.left_out}`];
  const verdict =
    preview.outcome === outcome
      ? `By ${whose} the verdict is **${outcome}**, too.`
      : `⚠️ By ${whose} the verdict would be **${preview.outcome}**, not **${outcome}**: ${headline(preview, name)}.`;
  const own = ownRows(results);
  const failing = failingRows(own).length;
  if (failing === 0) return [verdict];
  return [verdict, `⚠️ Rows that it adds or changes: ${failing} of ${countOf(own)} failed.`];
}

/** `` `min_pass_rate` `0.9` → `0.85` ``; of a list, what only one side has. */
export function valueWords({ path, old, new: now, place }: ValueChange, limit: number): Sentence {
  const name = codeLine(path, limit);
  const [removed, added] = [itemsOnlyIn(old, now, limit), itemsOnlyIn(now, old, limit)];
  const words = [removed && `removed ${removed}`, added && `added ${added}`].filter(Boolean);
  const { path: file = 'the configuration' } = placeIn(place) ?? {};
  // A text that has these words as well gets a sign too many.
  const sign = removed.includes(HELD) ? '⚠️ ' : '';
  if (words.length > 0) return `${sign}${name} in ${codeLine(file, limit)}: ${words.join('; ')}`;
  const [before, after] = quotedPair(old, now, limit);
  return `${name} ${before} → ${after}`;
}

const HELD = ', which must hold';

/** A rule of the bot goes by its words. */
function itemsOnlyIn(list: unknown, other: unknown, limit: number): Sentence {
  const others = listIn(other).map(canonical);
  const items = listIn(list).filter((item) => !others.includes(canonical(item)));
  const words = items.map((item) => {
    const { rule, must } = asRecord(item);
    const holds = must ? HELD : ', which need not hold';
    return `“${codeLine(String(rule ?? item), limit)}”${rule === undefined ? '' : holds}`;
  });
  return enumerate(words);
}

/** The changes of the model, by places where they are lines. */
export function subjectWords({ changes }: Results, limit: number): Sentence[] {
  return changes.subject.flatMap((change) => {
    const { path, old, new: now, lines } = change;
    const isFile = !/^model[._]/.test(path);
    if (now === undefined && isFile) return `${codeLine(path, limit)} (deleted)`;
    const isLong =
      typeof old === 'string' &&
      typeof now === 'string' &&
      (isFile || lines !== undefined || `${old}${now}`.includes('\n'));
    if (!isLong) return valueWords(change, limit);
    return now === ''
      ? `${codeLine(path, limit)} (emptied)`
      : changedPlaces(change, [old, now], limit);
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
    const below = lineAt(start) + Number(base.startsWith('\n'));
    if (text.trim() === '')
      return `${place(below, below)}, deleted: “${codeLine(base.trim().replace(/\n+/g, ' / '), limit)}”`;
    return place(lineAt(end - text.trimStart().length), lineAt(start + text.trimEnd().length));
  });
}
