// Numbers and names in words, the same in every output.
import { CHANCE_ERROR_RATE, MAX_CHANCE_FAILURES } from '../engine/must.ts';

import { formatList } from '../language/text.ts';
import { itemAt } from '../engine/random.ts';
import type { ReportRow } from '../engine/results.ts';
import { TESTS } from '../engine/tests/index.ts';
import type { Results } from '../run/results.ts';
import { type Sentence, codeLine } from './blocks.ts';

export { default as SIGNS } from './signs.json' with { type: 'json' };

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
 * A share in percent, rounded down, so that a share below a minimum never looks as if it reached
 * it. It has the decimals of the minimum beside it: `85.5%`, although that of another test may be
 * `85%`.
 */
export function percent(share: number, minimum = 0) {
  const scale = 10 ** Math.max(2, String(minimum).length - 2);
  // The addend removes the rounding error of a product such as 0.57 * 100.
  return `${(100 * Math.floor(scale * share + 1e-9)) / scale}%`;
}

/** How often chance alone fails a run by questions that must hold. */
export function chanceSentences(questions: number) {
  if (questions === 0) return [];
  // A question fails if it is answered wrong twice, and a test by many wrong first answers.
  const share = 1 - (1 - CHANCE_ERROR_RATE ** 2) ** questions + MAX_CHANCE_FAILURES;
  return [
    `With ${quantity(questions, 'question')} that must hold, a model that errs by chance in ${percent(CHANCE_ERROR_RATE)} of its answers fails in at most ${(100 * share).toFixed(1)}% of runs.`,
  ];
}

/** Most items that a sentence names; more are counted. */
export const MAX_NAMED = 3;

/** Names the first distinct items, and counts the others: `a, b and 3 more`. */
export function listed(items: readonly Sentence[], most = MAX_NAMED) {
  const shown = [...new Set(items)];
  const others = shown.splice(most);
  if (others.length > 0) shown.push(`${others.length} more`);
  return formatList(shown);
}

/** The first item of each group, and the size of the group; the largest first. */
export function countedBy<Item>(items: readonly Item[], key: (item: Item) => string) {
  return Array.from(Map.groupBy(items, key).values(), (group) => ({
    first: itemAt(group, 0),
    count: group.length,
  })).sort((a, b) => b.count - a.count);
}

/** The base of the comparison by its name: `` `main` ``. */
export function baseName({ base }: Partial<Results>) {
  return base ? codeLine(base.name) : 'the base';
}

/** The words that the test brings. */
export function wordsOf({ test_type, named }: Pick<ReportRow, 'test_type' | 'named'>) {
  // `custom:tone` is a test of the kind `custom`.
  const test = TESTS.find(({ name }) => name === test_type.split(':', 1)[0]);
  if (!test) throw new TypeError(`no test is called ${test_type}`);
  if (named === undefined) return test.words;
  return { ...test.words, does: `answers ${codeLine(named)} as it should` };
}

/** The words of one rate: those of the test, where the rate has none of its own. */
export function wordsOfRate(test: ReportRow, rate: string) {
  const words = wordsOf(test);
  return words.rates?.[rate] ?? words;
}

/** The name of a test, or of one of its rates, in tables and before sentences. */
export function labelOf(test: ReportRow, rate = '') {
  const { does, label = does } = wordsOfRate(test, rate);
  return test.advisory ? `${label} (decides nothing)` : label;
}
