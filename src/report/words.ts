// Words for numbers and names, the same in every output.

import { CHANCE_ERROR_RATE, MAX_CHANCE_FAILURES } from '../engine/must-and-doubts.ts';
import { formatList } from '../language/text.ts';
import { itemAt } from '../engine/random.ts';
import type { ReportRow, ResultRow } from '../engine/results.ts';
import { TESTS } from '../engine/tests/index.ts';
import type { Results } from '../run/results.ts';
import { type Sentence, codeLine } from './blocks.ts';

export const SIGNS = {
  pass: '✅',
  fail: '❌',
  inconclusive: '⚠️',
  error: '⛔',
  skipped: '⏭️',
} as const;

export function number(value: number) {
  return value.toLocaleString('en');
}

export function quantity(count: number, noun: string) {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `7 of 25 rows`, `1 of 1 row` */
export function ratio(part: number, whole: number, noun: string) {
  return `${number(part)} of ${quantity(whole, noun)}`;
}

/**
 * Formats a share in percent, rounded down so that a share below the minimum never seems to reach
 * it. It may have as many decimals as the minimum: `85.5%`.
 */
export function percent(share: number, minimum = 0) {
  const scale = 10 ** Math.max(2, String(minimum).length - 2);
  // The addend corrects the rounding error of a product such as 0.57 * 100.
  return `${(100 * Math.floor(scale * share + 1e-9)) / scale}%`;
}

/** States how often a run fails by chance because of rows that must hold. */
export function chanceSentences(rows: number) {
  if (rows === 0) return [];
  // A row fails by two wrong answers, and a test by many wrong first answers.
  const share = 1 - (1 - CHANCE_ERROR_RATE ** 2) ** rows + MAX_CHANCE_FAILURES;
  return [
    `A model that gets ${percent(CHANCE_ERROR_RATE)} of its answers wrong by chance fails at most ${(100 * share).toFixed(1)}% of runs because of rows that must hold.`,
  ];
}

/** Maximum number of items that a sentence names. Further items are counted. */
const MAX_NAMED = 3;

/** Lists the first distinct items, and counts the others: `a, b and 3 more`. */
export function listed(items: readonly Sentence[], most = MAX_NAMED) {
  const shown = [...new Set(items)];
  const others = shown.splice(most);
  if (others.length > 0) shown.push(`${others.length} more`);
  return formatList(shown);
}

/** Groups items by a key. Gives the first item and the size of each group, the largest first. */
export function countedBy<Item>(items: readonly Item[], key: (item: Item) => unknown) {
  return Array.from(Map.groupBy(items, key).values(), (group) => ({
    first: itemAt(group, 0),
    count: group.length,
  })).sort((a, b) => b.count - a.count);
}

/** The name of the base: `` `main` ``. */
export function baseName({ base }: Partial<Results>) {
  return base ? codeLine(base.name) : 'the base';
}

/** The words of a test in sentences about the model. */
export function wordsOf({ test_type, named }: Pick<ReportRow, 'test_type' | 'named'>) {
  // `custom:tone` is a test of kind `custom`.
  const test = TESTS.find(({ name }) => name === test_type.split(':', 1)[0]);
  if (!test) throw new TypeError(`no test is called ${test_type}`);
  if (!named) return test.words;
  return { ...test.words, does: `answers ${codeLine(named)} as it should` };
}

/** The words of a rate, or those of its test if it has none. */
export function wordsOfRate(test: ReportRow, rate: string) {
  const words = wordsOf(test);
  return words.rates?.[rate] ?? words;
}

/** The words of the rates that fail a test; none if the comparison or a doubt fails it. */
export function missedWords(test: ReportRow) {
  const missed = test.rates.filter(({ verdict }) => verdict === 'bad');
  return missed.map(({ name }) => wordsOfRate(test, name));
}

/** The label of a test, or of one of its rates, in tables and before sentences. */
export function labelOf(test: ReportRow, rate = '') {
  const { does, label = does } = wordsOfRate(test, rate);
  return test.advisory ? `${label} (decides nothing)` : label;
}

/** The fault of the model in a row that does not pass. */
export function stateWords(row: ResultRow) {
  const { misses, states = {} } = wordsOf(row);
  const { state = '' } = row;
  return states[state] ?? `${misses} (${codeLine(state)})`;
}

/** The name of a row: the rule that decides it, or else its id or text. */
export function rowName({ rule, id = '', original }: ResultRow) {
  // An id such as `q23` tells a reader nothing. Rules often begin alike, so long ones are shortened
  // in the middle.
  const name = String(rule ?? (/\p{L}{3}/u.test(String(id)) ? id : original)).replace(
    /(?<=^[^]{44})[^]+(?=[^]{35}$)/u,
    '…',
  );
  return `${rule ? 'the rule ' : ''}“${codeLine(name)}”`;
}
