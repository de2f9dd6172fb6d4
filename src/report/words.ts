/** Numbers and facts in words, the same in every writer. Plain text: escaping is the writer's. */
import type { ReportRow, Results } from '../engine/results.js';

const ENGLISH = new Intl.NumberFormat('en');

export function number(value: number): string {
  return ENGLISH.format(value);
}

/** `1 row`, `1,204 rows`. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
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
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Rows of a test that the gate counts, with a score or without. */
export function gatedRows(row: ReportRow): number {
  return row.pass_count + row.fail_count + row.error_count;
}

function recalled({ from_journal = 0, from_cache = 0 }: Results['usage']): string[] {
  return [
    ...(from_journal > 0 ? [`${number(from_journal)} answers from the journal`] : []),
    ...(from_cache > 0 ? [`${number(from_cache)} from the cache`] : []),
  ];
}

/** What the run was and what it took: the last line of every report. Each part is a label and a value. */
export function facts(results: Results): Array<[label: string, value: string]> {
  const { model, config, usage, seed } = results;
  return [
    ['model', `${model.hub}/${model.name}`],
    ['config', `${config.path} ${config.sha256.slice(0, 7)} (${config.ref})`],
    ['requests', [number(usage.requests), ...recalled(usage)].join(', ')],
    ['tokens', `${number(usage.prompt_tokens)} in, ${number(usage.completion_tokens)} out`],
    ['time', duration(usage.duration_ms)],
    ['seed', String(seed)],
  ];
}
