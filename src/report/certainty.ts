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
import { counted, number, present } from './words.js';

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

function interval({ interval, threshold }: ReportRow): string[] {
  if (!interval || threshold === null) return [];
  const { confidence, low, high } = interval;
  return [`with ${percent(confidence)} confidence the true pass rate lies between ${percent(low)} and ${percent(high)} (Wilson)`];
}

function measured(test: ReportRow): string[] {
  const { baseline, calibration } = test;
  return present([
    ...sequential(test),
    repeats(test),
    ...toxicity(test),
    ...divergence(test),
    ...comparedWithBase(test),
    baseline && !isSequential(test) && comparison(baseline),
    calibration && mayGate(calibration) && known(calibration),
  ]);
}

function repeats({ repeats }: ReportRow): string | undefined {
  return repeats && `asked ${number(repeats.asked)} times a row: ${counted(repeats.split_count, 'row')} split`;
}
