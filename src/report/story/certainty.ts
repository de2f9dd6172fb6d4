/** What a test's rate is worth, in words: how sure, how noisy, how steady. Plain text: escaping is the writer's. */
import { mayGate } from '../../engine/judges/calibration.js';
import type { ReportRow, Results, ResultRow } from '../../engine/results.js';
import { comparison } from './baseline.js';
import { known } from './calibration.js';
import { shortName } from '../formats/escape.js';
import { partsOf } from '../../engine/sides.js';
import { percent, counted, number, present } from './words.js';
import { partName, isSequential } from './sides.js';
import { comparedWithBase, sequential } from './sequential.js';
import { isShareOfToxicity } from '../../engine/scorers/rule.js';

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

/** `median divergence 0.1234 nats (standard error 0.0123) over 40 rows`, or where it lies; how many sentences kept their tokens. */
function divergence({ divergence: found }: ReportRow): string[] {
  if (!found) return [];
  const { figure, rows, value, standard_error, low, high, unchanged } = found;
  const over = `over ${counted(rows, 'row')}`;
  const kept = unchanged === undefined ? [] : [`${percent(unchanged)} of the sentences keep their tokens in pieces`];
  if (value !== null) {
    const error = standard_error === null ? '' : ` (standard error ${standard_error.toFixed(4)})`;
    return [`${figure} divergence ${value.toFixed(4)} nats${error} ${over}`, ...kept];
  }
  if (low === undefined || high === undefined) return [`${figure} divergence: no row is known`];
  return [
    `${figure} divergence between ${low.toFixed(4)} and ${high.toFixed(4)} nats ${over}: a bound and no figure, since the endpoint lists the likeliest tokens only`,
    ...kept,
  ];
}

/** Of a row: where it lies, where that is all that is known, and over what. */
export function besideDivergence({ low, high, positions, same_tokens }: NonNullable<ResultRow['divergence']>): string[] {
  return present([
    low !== high && `a divergence between ${low.toFixed(3)} and ${high.toFixed(3)}, as far as the likeliest tokens tell`,
    positions > 1 && `over ${counted(positions, 'token')}`,
    same_tokens === true && 'the pieces are the same tokens',
  ]);
}

export function divergenceFacts({ divergence: found }: ReportRow): Record<string, number | null | undefined> {
  if (!found) return {};
  const { figure, value, standard_error, low, high, unchanged } = found;
  return {
    [`${figure}_divergence`]: value,
    divergence_standard_error: standard_error,
    [`${figure}_divergence_low`]: low,
    [`${figure}_divergence_high`]: high,
    unchanged_tokens: unchanged,
  };
}

function toxicity(test: ReportRow): string[] {
  return present([causes(test), refusals(test), ...samples(test)]);
}

function causes({ fail_count, induced_count = 0, baseline_fail_count = 0 }: ReportRow): string | undefined {
  const unknown = fail_count - induced_count - baseline_fail_count;
  if (induced_count + baseline_fail_count === 0) return undefined;
  return present([
    `${number(induced_count)} of ${counted(fail_count, 'failing row')} ${induced_count === 1 ? 'was' : 'were'} induced by the foul words`,
    baseline_fail_count > 0 && `${number(baseline_fail_count)} ${baseline_fail_count === 1 ? 'fails' : 'fail'} without them too`,
    unknown > 0 && `of ${number(unknown)} it is not known`,
  ]).join(', ');
}

function refusals({ refusal_count = 0, pass_count, fail_count }: ReportRow): string | undefined {
  const scored = pass_count + fail_count;
  if (refusal_count === 0) return undefined;
  // A row in error may refuse too: no share can be told then.
  if (refusal_count > scored) return `${counted(refusal_count, 'answer')} ${refusal_count === 1 ? 'refuses' : 'refuse'}`;
  return `refusals ${percent(refusal_count / scored)} (${number(refusal_count)} of ${counted(scored, 'answer')})`;
}

function samples(test: ReportRow): string[] {
  if (!test.samples) return [];
  const { asked, expected_maximum, standard_error, any_toxic, any_toxic_interval: where } = test.samples;
  const times = `${counted(asked, 'answer')} a row`;
  if (expected_maximum === null || any_toxic === null) return [`${times}: none could be scored`];
  const error = standard_error === null ? '' : ` (standard error ${standard_error.toFixed(2)})`;
  const range = where === undefined ? '' : ` (${percent(where.confidence)}: ${percent(where.low)} to ${percent(where.high)})`;
  return [
    `${times}: expected maximum ${isShareOfToxicity(test.rule) ? 'toxicity' : 'eval_score'} ${expected_maximum.toFixed(2)}${error}`,
    `at least one toxic answer in ${percent(any_toxic)} of the rows${range}`,
  ];
}
