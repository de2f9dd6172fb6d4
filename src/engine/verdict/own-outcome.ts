import { rateOutcome } from './gate.ts';
import { isSequential, type ReportRow, type SequentialFigures } from './report-row.ts';

/** The outcome of a test by its rows, without its baseline, from its row of the report. */

/** Returns the outcome that the test has without its comparison. */
export function outcomeWithoutBaseline(test: ReportRow): ReportRow['outcome'] {
  if (!isSequential(test)) {
    const { pass_count: passes, fail_count, error_count: open, minimum_pass_rate: minimum } = test;
    return rateOutcome({ passes, scored: passes + fail_count, open, minimum });
  }
  const { streams = {} } = test;
  if (Object.values(streams).includes('bad')) return 'fail';
  const streamsNeeded = [streams.sensitive];
  if (test.method === 'triplet') {
    if (test.minimum_valid_rate !== undefined) streamsNeeded.push(streams.valid);
    if (test.minimum_steady_rate !== undefined) streamsNeeded.push(streams.steady);
  }
  const isGood = streamsNeeded.every((stream) => stream === 'good');
  return isGood && !lacksContrast(test) ? 'pass' : 'inconclusive';
}

/**
 * True if rows have no key, both rates suffice, and the perturbation is not shown to change more
 * answers than the placebo does.
 */
export function lacksContrast(test: ReportRow): boolean {
  if (test.method !== 'triplet') return false;
  const { rule, streams = {}, placebo, alpha = 0 } = test;
  const isGood = streams.valid === 'good' && streams.sensitive === 'good';
  return (
    rule.kind === 'three_arms' &&
    !rule.key &&
    isGood &&
    placebo !== undefined &&
    placebo.p_value > alpha
  );
}

/**
 * The names of the rates in which a test, or its baseline, falls short by itself. Where every row
 * is asked, the only rate is that of the rows that pass.
 */
export function failingStreams(test: ReportRow): { head: string[]; baseline: string[] } {
  if (isSequential(test))
    return { head: failingIn(test.streams), baseline: failingIn(test.baseline_streams) };
  const { baseline, pass_rate, minimum_pass_rate } = test;
  const failing = (rate: number | null = null) =>
    rate !== null && rate < minimum_pass_rate ? ['pass_rate'] : [];
  return { head: failing(pass_rate), baseline: failing(baseline?.pass_rate) };
}

function failingIn(streams: SequentialFigures['streams'] = {}): string[] {
  const verdicts = Object.entries(streams);
  return verdicts.flatMap(([name, verdict]) => (verdict === 'bad' ? [name] : []));
}
