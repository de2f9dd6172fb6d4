import type { Config } from '../config/config.js';
import type { TestConfig } from '../config/keys/test.js';
import { ConfigError } from '../errors.js';
import { mayCount, type Case, type Cases } from '../engine/case.js';
import { rowsNeeded, type DecisionRules } from '../engine/methods/decision.js';
import { methodOf } from '../engine/methods/index.js';
import { guessIn } from '../engine/methods/key.js';
import { isChoice } from '../engine/scorers/expected.js';
import { unchangedReason } from '../engine/methods/prepare.js';
import type { AnyRun } from '../engine/methods/test-run.js';
import { hasOptions, showsOptions } from '../engine/prompt.js';
import type { LeftOutRow } from '../engine/results.js';
import { guessProblem } from '../engine/statistics/guess.js';
import { quoted } from '../json.js';

interface RowsChecked {
  where: string;
  isCompared: boolean;
  /** The minima of the test, on each of its sides. */
  minima: readonly number[];
}

/**
 * Returns notices on the rows. @throws ConfigError if a guess nearly passes, if no answer could
 * fail, or if even a perfect model needs more rows.
 */
export function checkRows(
  run: AnyRun,
  { cases, notApplicable: leftOut }: Cases,
  { where, isCompared, minima }: RowsChecked,
): string[] {
  const rules = methodOf(run).decisionRules?.(run, cases, { compared: [], comparisons: 0 });
  if (!rules) return [];
  const needed = [...minima, rules.valid?.minimum ?? 0, rules.steady?.minimum ?? 0];
  const isDecided = isCompared || run.advisory === true || needed.some((minimum) => minimum > 0);
  if (!isDecided) throw decidesNothing(run, where);
  // `min_pass_rate: 0` with a comparison fails only on regressions, and claims nothing about a
  // guess.
  const claims = rules.valid && cases.length > 0 && !(isCompared && run.minimum_pass_rate === 0);
  const notices = claims ? checkGuess(run, cases, where) : [];
  refuseTooFew(run, { rules, cases, leftOut, where });
  return notices;
}

/** A notice if no test of the configuration can fail a change. */
export function nothingGates({ tests }: Config): string[] {
  if (tests.every(({ advisory }) => advisory))
    return ['Every test is advisory, so nothing gates: remove `advisory: true` from one of them.'];
  return tests.every((test) => test.advisory || passesAlways(test))
    ? ['Every model passes at a minimum of 0, so nothing gates: raise `min_pass_rate` of a test.']
    : [];
}

/** A triplet test has minima of its own for valid rows. */
function passesAlways({ asking, compare, ...test }: TestConfig): boolean {
  if (asking.method !== 'pair' || compare) return false;
  const { minimum_pass_rate: all } = test;
  const { minimum_answer_rate: answer = all, minimum_refusal_rate: refuse = all } = test;
  return Math.max(answer, refuse) <= 0;
}

function decidesNothing({ test }: AnyRun, where: string): ConfigError {
  const message = `${test.name}: a minimum of 0 without a comparison is passed by every model`;
  const remedy =
    'Raise the minimum, write `compare: base`, or write `advisory: true`, which reports the test and lets it decide nothing.';
  return new ConfigError(message, { where, remedy });
}

const PROMPTS = ['model.prompt', 'model.prompt_file', 'model_parameters.user_prompt'];
const OWN_PROMPTS = ['prompt', 'prompt_file'];

/**
 * @throws ConfigError if rows have options and the prompt has no place for them: the model could
 * only guess
 */
export function checkOptions(
  { template, placeOf, origin }: Config,
  { test, samples }: Pick<AnyRun, 'test' | 'samples'>,
): void {
  if (!test.sendsOptions || showsOptions(template)) return;
  const having = samples.filter(hasOptions);
  const [first] = having;
  if (!first) return;
  const keys = [...OWN_PROMPTS.map((key) => `tests.sensitivity.${test.name}.${key}`), ...PROMPTS];
  const where = keys.map(placeOf).find((place) => place !== undefined) ?? origin.path;
  throw new ConfigError(
    `the prompt shows no options, and ${having.length} of ${samples.length} rows of ${test.name} have some, the first at ${quoted(first.source)}`,
    { where, remedy: 'Add {options} to the prompt, where they belong.' },
  );
}

/** @throws ConfigError if rows have a right answer in words, and no judge can compare with it */
export function refuseUnjudged({ test, judge }: AnyRun, { cases }: Cases, where: string): void {
  if (judge) return;
  const { length } = cases.filter(({ key, sample }) =>
    test.measures === 'answers' ? !isChoice(sample) : key?.original === 'agrees',
  );
  if (length === 0) return;
  throw new ConfigError(
    `${test.name}: a judge compares answers with expected ones in words, which ${length} of ${cases.length} rows have, and there is none`,
    {
      where,
      remedy:
        'Name a model: judge: { hub: openai, name: YOUR-JUDGE }, under evaluation or under the test.',
    },
  );
}

function checkGuess(
  { test: { name }, minimum_pass_rate }: AnyRun,
  cases: readonly Case[],
  where: string,
): string[] {
  const guess = guessIn(cases);
  const unknown = cases.filter(({ key }) => !key).length;
  const problem = guess && guessProblem(minimum_pass_rate, guess);
  if (problem && 'error' in problem) {
    throw new ConfigError(`${name}: ${problem.error}`, {
      where,
      remedy: 'Raise min_pass_rate, or take other rows.',
    });
  }
  const which =
    unknown === cases.length ? 'No row says' : `${unknown} of ${cases.length} rows do not say`;
  const withoutKey = `${name}: ${which} what is right (truth, answer or negated_answer). There, the run does not show whether the model knows the answer.`;
  const parts: string[] = [];
  if (problem) parts.push(`${name}: ${problem.warning}`);
  if (unknown > 0) parts.push(withoutKey);
  return parts;
}

function refuseTooFew(
  run: AnyRun,
  {
    rules,
    cases,
    leftOut,
    where,
  }: {
    rules: DecisionRules;
    cases: readonly Case[];
    leftOut: readonly LeftOutRow[];
    where: string;
  },
): void {
  const needed = rowsNeeded(rules);
  const counting = cases.filter(mayCount).length;
  if (counting >= needed.rows) return;
  const { test, samples } = run;
  const name = run.side ? `${test.name} (should ${run.side})` : test.name;
  const texts = new Set(cases.map(({ sample }) => sample.text)).size;
  const rounds = Math.max(0, ...cases.map(({ round = 0 }) => round));
  const ofTexts = rounds === 0 ? '' : ` of ${texts} texts, each asked ${rounds + 1} times`;
  const rows = `${counting} distinct row${counting === 1 ? '' : 's'}${counting < cases.length ? ' that count' : ''}${ofTexts}`;
  const wanted =
    rounds === 0 ? 'more rows' : `at least ${Math.ceil(needed.rows / (rounds + 1))} texts`;
  const rest =
    leftOut.length === 0
      ? ''
      : ` (${leftOut.length} of ${samples.length} are left out: ${reasons(leftOut)})`;
  const { at, otherwise } = boundOf(rules, needed.rule);
  const unchanged = leftOut.filter(({ reason }) => reason === unchangedReason(test)).length;
  throw new ConfigError(`${name}: ${rows}${rest}; ${needed.rows} are needed at ${at}`, {
    where,
    remedy:
      2 * unchanged > samples.length && test.whenUnchanged !== undefined
        ? test.whenUnchanged
        : `Give the test ${wanted} (under data, or a higher limit), ${otherwise}${test.losesAnswer || test.measures === 'rules' ? '' : ', or write `method: pair`'}.`,
  });
}

/** The bound for which the rows are too few, and what a user can change beside them. */
function boundOf(
  rules: DecisionRules,
  by: ReturnType<typeof rowsNeeded>['rule'],
): { at: string; otherwise: string } {
  switch (by) {
    case 'sensitive':
      return {
        at: `a minimum of ${rules.sensitive.minimum}`,
        otherwise: 'a larger margin, a lower minimum',
      };
    case 'valid':
      return { at: `a min_valid of ${rules.valid?.minimum}`, otherwise: 'a lower min_valid' };
    case 'steady':
      return { at: `a min_steady of ${rules.steady?.minimum}`, otherwise: 'a lower min_steady' };
    case 'contrast':
      return {
        at: `an alpha of ${rules.contrastAlpha}, without a key`,
        otherwise: 'rows with a key (truth, or answer and negated_answer)',
      };
  }
}

function reasons(leftOut: readonly LeftOutRow[]): string {
  const groups = [...Map.groupBy(leftOut, ({ reason }) => reason)];
  const most = groups.sort(([, one], [, other]) => other.length - one.length).slice(0, 3);
  return most.map(([reason, { length }]) => `${length} × ${reason}`).join('; ');
}
