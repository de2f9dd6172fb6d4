/** Numbers and facts in words, the same in every writer. Plain text: escaping is the writer's. */
import type { ReportRow, Results, TokenEstimate } from '../../engine/results.js';
import { twoDecimals } from '../../engine/scorers/rule.js';
import { shortName } from '../formats/escape.js';

const ENGLISH = new Intl.NumberFormat('en');

export function number(value: number): string {
  return ENGLISH.format(value);
}

export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Those of these texts that there are: one that does not hold is false, one of what is not known undefined or null. */
export function present(texts: readonly (string | false | null | undefined)[]): string[] {
  return texts.filter((text) => typeof text === 'string');
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Counts as they are, distances with four decimals. */
export function score(value: number | null): string {
  if (value === null) return '—';
  if (Number.isInteger(value)) return String(value);
  // Rounding noise below zero would read as a minus nothing.
  const shown = value.toFixed(4);
  return Number(shown) === 0 ? '0.0000' : shown;
}

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${number(minutes)} min ${Math.round(seconds - 60 * minutes)} s`;
}

/** Counts as they are, shares with two decimals: where four would say no more. */
export function brief(value: number): string {
  return Number.isInteger(value) ? String(value) : twoDecimals(value);
}

/** Rows of a test that the gate counts, with a score or without. */
export function gatedRows(row: ReportRow): number {
  return row.pass_count + row.fail_count + row.error_count;
}

/** What servers said, and where they said nothing that they did. */
function tokensTaken({ prompt_tokens, completion_tokens, unreported = 0, estimate }: Results['usage']): string {
  const open = unreported > 0 ? `, ${counted(unreported, 'request')} not reported` : '';
  const expected = estimate ? ` (estimated: ${tokensExpected(estimate)})` : '';
  return `${number(prompt_tokens)} in, ${number(completion_tokens)} out${open}${expected}`;
}

/** `about 1,200 in, at most 300 out`; where nothing bounds an answer, nobody knows what comes out. */
export function tokensExpected({ prompt_tokens, completion_tokens }: TokenEstimate): string {
  const out = completion_tokens === undefined ? '' : `, at most ${number(completion_tokens)} out`;
  return `about ${number(prompt_tokens)} in${out}`;
}

/** In the currency of whoever gave the prices, so without a sign; small sums with the digits that say something. */
export function costInWords(cost: number): string {
  return cost === 0 ? '0' : cost < 0.01 ? String(Number(cost.toPrecision(2))) : cost.toFixed(2);
}

/** What the run was and what it took: the last line of every report. Each part is a label and a value. */
export function facts(results: Results): Array<[label: string, value: string]> {
  const { model, config, usage, seed } = results;
  const { from_resume = 0, from_cache = 0 } = usage;
  const requests = present([
    number(usage.requests),
    from_resume > 0 && `${number(from_resume)} answers of an interrupted run`,
    from_cache > 0 && `${number(from_cache)} from the cache`,
  ]);
  return [
    ['model', shortName(`${model.hub}/${model.name}`)],
    ['config', `${config.path} ${config.sha256.slice(0, 7)} (${config.ref})`],
    ['requests', requests.join(', ')],
    ['tokens', tokensTaken(usage)],
    ...(usage.cost === undefined ? [] : [['cost', costInWords(usage.cost)] as [string, string]]),
    ['time', duration(usage.duration_ms)],
    ['seed', String(seed)],
  ];
}

/** `0.625` is `62%`: a half goes to the even neighbour, rounded on the exact double. No rate, no number. */
export function percent(rate: number | null): string {
  return rate === null ? '—' : `${halfEven(rate * 100)}%`;
}

/** A rate and its minimum with as many decimals as tell them apart: `66.8%` and `67%`, never `67%`, `67% needed`. */
export function percentPair(rate: number, minimum: number): [rate: string, minimum: string] {
  const places = rate === minimum ? [] : [1, 2, 3, 4, 5, 6];
  const spelt = [percent, ...places.map((n) => (value: number) => `${Number((value * 100).toFixed(n))}%`)].map(
    (write): [string, string] => [write(rate), write(minimum)],
  );
  return spelt.find(([a, b]) => a !== b) ?? [percent(rate), percent(minimum)];
}

function halfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}

export type Counted<Item> = { item: Item; count: number };

/** Items with the same key are one entry. */
export function tally<Item>(items: readonly Item[], key: (item: Item) => string): Array<Counted<Item>> {
  const found = new Map<string, Counted<Item>>();
  for (const item of items) {
    const entry = found.get(key(item)) ?? { item, count: 0 };
    entry.count += 1;
    found.set(key(item), entry);
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count);
}
