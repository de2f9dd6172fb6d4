import type { Config } from '../config/config.ts';
import type { TestConfig } from '../config/keys/test.ts';
import { mayCount, type Case, type Cases } from '../engine/rows/case.ts';
import { rowsNeeded, type DecisionRules } from '../engine/methods/decision.ts';
import { methodOf } from '../engine/methods/index.ts';
import { guessIn } from '../engine/methods/key.ts';
import { unchangedReason } from '../engine/methods/prepare.ts';
import type { AnyRun } from '../engine/methods/test-run.ts';
import { hasOptions, showsOptions } from '../engine/rows/prompt.ts';
import type { LeftOutRow } from '../engine/results.ts';
import { isChoice } from '../engine/scorers/expected.ts';
import { guessProblem } from '../engine/statistics/guess.ts';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { minimaOfSides } from './test-runs.ts';

interface RowChecks {
  place: string;
  isCompared: boolean;
  /** The minima of the sides of the test. */
  minima: readonly number[];
}

/**
 * Returns notices on the rows.
 * @throws ConfigError if a guess nearly passes, if no answer could fail, or if even a perfect model
 * needs more rows.
 */
export function checkRows(
  run: AnyRun,
  { cases, notApplicable: leftOut }: Cases,
  { place, isCompared, minima }: RowChecks,
): string[] {
  const rules = methodOf(run).decisionRules?.(run, cases, { compared: [], comparisons: 0 });
  if (!rules) return [];
  const allMinima = [...minima, rules.valid?.minimum ?? 0, rules.steady?.minimum ?? 0];
  const isDecided = isCompared || run.advisory === true || allMinima.some((minimum) => minimum > 0);
  if (!isDecided) throw decidesNothingError(run, place);
  // `min_pass_rate: 0` with a comparison fails only on regressions, and claims nothing about a
  // guess.
  const claimsValidity =
    rules.valid && cases.length > 0 && !(isCompared && run.minimum_pass_rate === 0);
  const notices = claimsValidity ? checkGuess(run, cases, place) : [];
  refuseTooFewRows(run, { cases, leftOut, rules }, place);
  return notices;
}

/** Returns a notice if no test of the configuration can fail a change. */
export function nothingGatesNotices({ tests }: Config): string[] {
  if (tests.every(({ advisory }) => advisory))
    return ['Every test is advisory, so nothing gates: remove `advisory: true` from one of them.'];
  return tests.every((test) => test.advisory || passesAlways(test))
    ? ['Every model passes at a minimum of 0, so nothing gates: raise `min_pass_rate` of a test.']
    : [];
}

/**
 * True if even the worst model passes the test. No model always passes a triplet test, which has
 * minima for valid rows.
 */
function passesAlways(test: TestConfig): boolean {
  if (test.asking.method !== 'pair' || test.compare) return false;
  const { answer, refuse } = minimaOfSides(test);
  return Math.max(answer, refuse) <= 0;
}

function decidesNothingError({ test }: AnyRun, place: string): ConfigError {
  const message = `${test.name}: every model passes a minimum of 0 without a comparison`;
  const remedy =
    'Raise the minimum, write `compare: base`, or write `advisory: true`, which reports the test and lets it decide nothing.';
  return new ConfigError(message, { where: place, remedy });
}

const PROMPT_KEYS = ['model.prompt', 'model.prompt_file', 'model_parameters.user_prompt'];

/**
 * @throws ConfigError if rows have options and the prompt has no place for them: the model could
 * only guess
 */
export function checkOptions(
  { test, samples, template }: Pick<AnyRun, 'test' | 'samples' | 'template'>,
  { placeOf, origin }: Config,
): void {
  if (!test.sendsOptions || showsOptions(template)) return;
  const rowsWithOptions = samples.filter(hasOptions);
  const [firstRow] = rowsWithOptions;
  if (!firstRow) return;
  const optionsPlace = PROMPT_KEYS.map(placeOf).find((known) => known !== undefined) ?? origin.path;
  throw new ConfigError(
    `the prompt shows no options, and ${rowsWithOptions.length} of ${samples.length} rows of ${test.name} have some, the first at ${quoted(firstRow.source)}`,
    { where: optionsPlace, remedy: 'Add {options} to the prompt, where they belong.' },
  );
}

/** @throws ConfigError if rows have a right answer in words, and no judge can compare with it */
export function refuseUnjudged({ test, judge }: AnyRun, { cases }: Cases, place: string): void {
  if (judge) return;
  const { length: worded } = cases.filter(({ key, sample }) =>
    test.measures === 'answers' ? !isChoice(sample) : key?.original === 'agrees',
  );
  if (worded === 0) return;
  throw new ConfigError(
    `${test.name}: ${worded} of ${cases.length} rows have an expected answer in words, and there is no judge to compare answers with it`,
    {
      where: place,
      remedy:
        'Name a model: judge: { hub: openai, name: YOUR-JUDGE }, under evaluation or under the test.',
    },
  );
}

function checkGuess(
  { test: { name }, minimum_pass_rate }: AnyRun,
  cases: readonly Case[],
  place: string,
): string[] {
  const guess = guessIn(cases);
  const unkeyedCount = cases.filter(({ key }) => !key).length;
  const problem = guess && guessProblem(minimum_pass_rate, guess);
  if (problem && 'error' in problem) {
    throw new ConfigError(`${name}: ${problem.error}`, {
      where: place,
      remedy: 'Raise min_pass_rate, or take other rows.',
    });
  }
  const rowsInWords =
    unkeyedCount === cases.length
      ? 'No row says'
      : `${unkeyedCount} of ${cases.length} rows do not say`;
  const keyNotice = `${name}: ${rowsInWords} what is right (truth, answer or negated_answer). There, the run does not show whether the model knows the answer.`;
  const notices: string[] = [];
  if (problem) notices.push(`${name}: ${problem.warning}`);
  if (unkeyedCount > 0) notices.push(keyNotice);
  return notices;
}

/** The rows of a test, and the rules that decide how many of them a verdict needs. */
interface RowCounts {
  cases: readonly Case[];
  leftOut: readonly LeftOutRow[];
  rules: DecisionRules;
}

/** @throws ConfigError if even a perfect model needs more rows than the test has */
function refuseTooFewRows(run: AnyRun, { cases, leftOut, rules }: RowCounts, place: string): void {
  const { rows: neededRows, rule: bound } = rowsNeeded(rules);
  const countedRows = cases.filter(mayCount).length;
  if (countedRows >= neededRows) return;
  const { test, side, samples } = run;
  const name = side ? `${test.name} (should ${side})` : test.name;
  const rows = describeRows(cases, countedRows) + describeLeftOut(leftOut, samples.length);
  const { minimumInWords, alternative } = describeBound(rules, bound);
  throw new ConfigError(`${name}: ${rows}; ${neededRows} are needed at ${minimumInWords}`, {
    where: place,
    remedy:
      remedyForUnchanged(run, leftOut) ??
      remedyForTooFew(run, { neededRows, rounds: roundsOf(cases), alternative }),
  });
}

/** Returns the number of rounds of pressure after the first question; 0 without pressure. */
function roundsOf(cases: readonly Case[]): number {
  return Math.max(0, ...cases.map(({ round = 0 }) => round));
}

function describeRows(cases: readonly Case[], countedRows: number): string {
  let description = countedRows === 1 ? '1 distinct row' : `${countedRows} distinct rows`;
  if (countedRows < cases.length) description += ' that count';
  const rounds = roundsOf(cases);
  if (rounds === 0) return description;
  const texts = new Set(cases.map(({ sample }) => sample.text)).size;
  return `${description} of ${texts} texts, each asked ${rounds + 1} times`;
}

function describeLeftOut(leftOut: readonly LeftOutRow[], sampleCount: number): string {
  if (leftOut.length === 0) return '';
  return ` (${leftOut.length} of ${sampleCount} are left out: ${commonReasons(leftOut)})`;
}

/**
 * Returns the remedy of the test for texts that it cannot change, if these are most of its rows.
 */
function remedyForUnchanged(
  { test, samples }: AnyRun,
  leftOut: readonly LeftOutRow[],
): string | undefined {
  const unchanged = leftOut.filter(({ reason }) => reason === unchangedReason(test)).length;
  return 2 * unchanged > samples.length ? test.whenUnchanged : undefined;
}

function remedyForTooFew(
  { test }: AnyRun,
  { neededRows, rounds, alternative }: { neededRows: number; rounds: number; alternative: string },
): string {
  const wantedRows =
    rounds === 0 ? 'more rows' : `at least ${Math.ceil(neededRows / (rounds + 1))} texts`;
  const orPairs = test.measures !== 'rules' ? ', or write `method: pair`' : '';
  return `Give the test ${wantedRows} (under data, or a higher limit), ${alternative}${orPairs}.`;
}

/** Names the minimum for which the rows are too few, and the remedies other than more rows. */
function describeBound(
  rules: DecisionRules,
  bound: ReturnType<typeof rowsNeeded>['rule'],
): { minimumInWords: string; alternative: string } {
  switch (bound) {
    case 'sensitive':
      return {
        minimumInWords: `a minimum of ${rules.sensitive.minimum}`,
        alternative: 'a larger margin, a lower minimum',
      };
    case 'valid':
      return {
        minimumInWords: `a min_valid of ${rules.valid?.minimum}`,
        alternative: 'a lower min_valid',
      };
    case 'steady':
      return {
        minimumInWords: `a min_steady of ${rules.steady?.minimum}`,
        alternative: 'a lower min_steady',
      };
    case 'contrast':
      return {
        minimumInWords: `an alpha of ${rules.contrastAlpha}, without a key`,
        alternative: 'rows with a key (truth, or answer and negated_answer)',
      };
  }
}

function commonReasons(leftOut: readonly LeftOutRow[]): string {
  const groups = [...Map.groupBy(leftOut, ({ reason }) => reason)];
  const commonGroups = groups.sort(([, a], [, b]) => b.length - a.length).slice(0, 3);
  return commonGroups.map(([reason, { length }]) => `${length} × ${reason}`).join('; ');
}
