/** What a test's rate is worth, in words: how sure, how noisy, how steady. Plain text: escaping is the writer's. */
import { mayGate } from '../engine/calibration.js';
import type { ReportRow, Results } from '../engine/results.js';
import { comparison } from './baseline.js';
import { known } from './calibration.js';
import { divergence } from './divergence.js';
import { shortName } from './escape.js';
import { partsOf } from '../engine/sides.js';
import { percent } from './percent.js';
import { partName } from './sides.js';
import { comparedWithBase, sequential } from './sequential.js';
import { toxicity } from './toxicity.js';
import { isSequential } from './triplet.js';
import { counted, gatedRows, number, present } from './words.js';

/** A line a test, by its name or what `named` makes of it; none in reports of a time before intervals. */
export function certainties({ report }: Results, named?: (test: ReportRow) => string): string[] {
  return report
    .flatMap(partsOf)
    .flatMap((test) => lineOf({ ...test, test_type: named?.(test) ?? test.test_type }, [...interval(test), ...measured(test)]));
}

/** The same without the interval, which a log has never had. */
export function measurements({ report }: Results): string[] {
  return report.flatMap(partsOf).flatMap((test) => lineOf(test, measured(test)));
}

function lineOf(test: ReportRow, parts: string[]): string[] {
  return parts.length > 0 ? [`${shortName(partName(test))} (scorer ${shortName(test.scorer)}): ${parts.join('; ')}`] : [];
}

function interval({ interval, exact_interval, decision, decided_after, threshold }: ReportRow): string[] {
  if (!interval || !exact_interval || decided_after !== undefined || threshold === null) return [];
  const [low, high, exactLow, exactHigh] = [interval.low, interval.high, exact_interval.low, exact_interval.high].map(percent);
  const sure = `with ${percent(interval.confidence)} confidence the true pass rate lies between ${low} and ${high}`;
  return [`${sure} (Wilson; ${exactLow} to ${exactHigh} exactly)`, `decided by ${decision ?? 'point'}`];
}

function measured(test: ReportRow): string[] {
  const { baseline, calibration } = test;
  return present([
    ...sequential(test),
    decidedAfter(test),
    ...noise(test),
    repeats(test),
    ...toxicity(test),
    ...divergence(test),
    ...comparedWithBase(test),
    baseline && !isSequential(test) && comparison(baseline),
    calibration && mayGate(calibration) && known(calibration),
  ]);
}

/** In place of an interval: a run that stops as soon as it may has seen a rate that chance favoured. */
function decidedAfter(test: ReportRow): string | undefined {
  const { decided_after, undecided_count = 0, decision } = test;
  if (decided_after === undefined || isSequential(test)) return undefined;
  return `decided after ${number(decided_after)} of ${counted(gatedRows(test) + undecided_count, 'row')} (${decision ?? 'point'})`;
}

function noise({ noise, control_count, sensitivity }: ReportRow): string[] {
  if (noise === undefined) return [];
  if (noise === null) return ['no control answer could be scored'];
  const changed = (all: number): string =>
    ` (${number(Math.round(noise * all))} of ${counted(all, 'answer')} to the unchanged text changed by themselves)`;
  return present([
    `noise ${percent(noise)}${control_count === undefined ? '' : changed(control_count)}`,
    typeof sensitivity === 'number' && `sensitivity without it ${percent(sensitivity)}`,
  ]);
}

function repeats({ repeats }: ReportRow): string | undefined {
  if (!repeats) return undefined;
  const { asked, pass_rate, standard_error, split_count } = repeats;
  const times = `asked ${number(asked)} times a row`;
  if (pass_rate === null) return `${times}: no answer could be scored`;
  const error = standard_error === null ? '' : `, standard error ${(standard_error * 100).toFixed(1)} points`;
  return `${times}: ${percent(pass_rate)} of all answers${error}, ${counted(split_count, 'row')} split`;
}
