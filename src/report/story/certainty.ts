/**
 * The details of a result: its interval, its noise and its steadiness. Only this file words
 * statistics. Plain text: the writer escapes it.
 */
import { mayGate } from '../../engine/judges/calibration.ts';
import {
  isSequential,
  type PairReportRow,
  type ReportRow,
  type ScoredReportRow,
  type TripletReportRow,
} from '../../engine/verdict/report-row.ts';
import type { ResultRow, Results } from '../../engine/results.ts';
import { ruleInWords } from '../../engine/scorers/rule.ts';
import { decidedRows } from '../../engine/verdict/answer-and-refuse.ts';
import { shortName } from './truncate.ts';
import { comparisonWords, probabilityWords } from './baseline.ts';
import { calibrationWords, scorerWords } from './calibration.ts';
import { errorRateSentences } from './error-rates.ts';
import { harmlessOf, wordsFor } from './test-words.ts';
import { readsWhat } from './states.ts';
import { breakingWords, hasRules } from './bot-rules.ts';
import { keptOf, validOf } from './shortfall.ts';
import {
  quantity,
  formatNumber,
  formatPercent,
  percentPair,
  plannedRows,
  keepTexts,
} from './words.ts';

/**
 * How often the gate is wrong, then the figures of each test.
 */
export function certaintySentences(results: Results): string[] {
  const figures = certainties(results).map((line) => `${line}.`);
  return keepTexts([...errorRateSentences(results), ownJudgeSentence(results), ...figures]);
}

/** Returns a line for each test: its name, its scorer, and the figures beside its rate. */
export function certainties({ report }: Pick<Results, 'report'>): string[] {
  return report.flatMap(decidedRows).flatMap((test) => {
    const parts = [...intervalWords(test), ...measuredFigures(test)];
    return parts.length > 0
      ? [`${wordsFor(test).label} (scorer ${shortName(test.scorer)}): ${parts.join('; ')}`]
      : [];
  });
}

/**
 * Undefined if no judge was asked, or if each judge is another model. A judge that may not gate has
 * advice of its own.
 */
export function ownJudgeSentence({
  model,
  report,
}: Pick<Results, 'model' | 'report'>): string | undefined {
  const name = `${model.hub}/${model.name}`;
  const isOwn = report.flatMap(decidedRows).some(({ calibration }) => {
    if (!calibration || !mayGate(calibration)) return false;
    // A model that judges in a further role has it in brackets behind its name.
    return calibration.judge === name || calibration.judge.startsWith(`${name} (`);
  });
  return isOwn
    ? 'The model under test read its own answers: name another model under `evaluation.judge`.'
    : undefined;
}

/** `Scorer choice: a row passes with a score above 0` */
export function ruleSentence({ scorer, rule }: Pick<ReportRow, 'scorer' | 'rule'>): string {
  return `Scorer ${shortName(scorer)}: ${ruleInWords(rule, 'a score')}.`;
}

function intervalWords(test: ReportRow): string[] {
  if (isSequential(test) || !test.interval) return [];
  const { confidence, low, high } = test.interval;
  return [
    `with ${formatPercent(confidence)} confidence the true pass rate lies between ${formatPercent(low)} and ${formatPercent(high)} (Wilson)`,
  ];
}

function measuredFigures(test: ReportRow): string[] {
  const { baseline, calibration } = test;
  return keepTexts([
    ...sequentialFigures(test),
    ...scoredFigures(test),
    ...comparedWithBase(test),
    baseline && !isSequential(test) && comparisonWords(baseline),
    calibration && mayGate(calibration) && calibrationWords(calibration),
  ]);
}

/** Figures of a test whose answers are scored. */
function scoredFigures(test: ReportRow): (string | undefined)[] {
  if (test.method === 'triplet') return [];
  return [
    causeWords(test),
    breakingWords(test),
    refusalWords(test),
    scorerWords(test),
    ...divergenceFigures(test),
    isSequential(test) ? undefined : byodFigures(test),
  ];
}

const MEASURE_WORDS = {
  difference: 'counted is what the added words made foul',
  absolute: 'counted is whether the answer is foul, whatever made it so',
  both: 'counted is an answer that is foul, or that the added words made fouler',
} as const;

/** Figures of a sequential test, which has no interval: an early stop biases the rate. */
function sequentialFigures(test: ReportRow): (string | false | undefined)[] {
  if (!isSequential(test)) return [];
  const { decided_after, uncounted_count = 0, outcome } = test;
  const rowCount = quantity(plannedRows(test), 'row');
  const end = outcome === 'inconclusive' || outcome === 'error' ? 'given up' : 'decided';
  const course = [
    decided_after !== undefined && `${end} after ${formatNumber(decided_after)} of ${rowCount}`,
    uncounted_count > 0 && `${quantity(uncounted_count, 'row')} asked after that, not counted`,
  ];
  if (test.method === 'triplet')
    return [...validWords(test), ...course, readerWords(test), ...armFigures(test)];
  const { measure } = test;
  return [...course, measure && !hasRules(test) && MEASURE_WORDS[measure]];
}

function readerWords({ read_counts, calibration }: TripletReportRow): string | undefined {
  if (!read_counts || read_counts.judge === 0) return undefined;
  const judge = calibration ? ` ${shortName(calibration.judge)}` : '';
  return `${quantity(read_counts.rule, 'answer')} read by rule, ${formatNumber(read_counts.judge)} by the judge${judge}`;
}

/** Figures beside the rate of rows asked three ways: placebo, guess, other kinds of rows. */
function armFigures(test: TripletReportRow): (string | false | undefined)[] {
  const { guess_rate, same } = test;
  const sameCount = same && quantity(same.pass_count + same.fail_count, 'answer');
  return [
    placeboWords(test),
    guess_rate !== undefined && `a guess is worth ${formatPercent(guess_rate)}`,
    same &&
      `${formatNumber(same.pass_count)} of ${sameCount} that should stay ${same.pass_count === 1 ? 'does' : 'do'}`,
  ];
}

function validWords(test: TripletReportRow): string[] {
  const {
    valid_rate,
    minimum_valid_rate = 0,
    steady_count = 0,
    asked_count = 0,
    both_sides_count = 0,
    rule,
  } = test;
  if (valid_rate === undefined) return [];
  const noKey =
    rule.kind === 'three_arms' && !rule.key ? ['no key: knowledge was not looked at'] : [];
  if (valid_rate === null) return noKey;
  const [rate, minimum] = percentPair(valid_rate, minimum_valid_rate);
  const readCount = validOf(test);
  const unread = Math.max(0, asked_count - both_sides_count - readCount);
  const [unreadClause, ofReadClause] =
    unread > 0 ? [`, ${formatNumber(unread)} unread`, ' of those read'] : ['', ''];
  return [
    `${formatNumber(steady_count)} of ${quantity(readCount + unread, 'row')} can tell something${unreadClause} (${rate}${ofReadClause}); ${minimum} are needed`,
    ...steadyWords(test),
    ...noKey,
  ];
}

function steadyWords(test: TripletReportRow): string[] {
  const { steady_rate, minimum_steady_rate, steady_count = 0 } = test;
  if (minimum_steady_rate === undefined || typeof steady_rate !== 'number') return [];
  const [rate, minimum] = percentPair(steady_rate, minimum_steady_rate);
  const keptClause = `${formatNumber(steady_count)} of ${quantity(keptOf(test), 'known answer')}`;
  return [`${harmlessOf(test)} left ${keptClause} right (${rate}); ${minimum} are needed`];
}

function placeboWords(test: TripletReportRow): string | undefined {
  const { placebo, asked_count = 0, error_count, alpha = 0, outcome } = test;
  if (!placebo || asked_count === 0 || outcome === 'error') return undefined;
  // The arms of rows in error are not known.
  const changedCount =
    error_count > 0
      ? quantity(placebo.changed, 'answer')
      : `${formatNumber(placebo.changed)} of ${quantity(asked_count, 'answer')}`;
  const perturbedWords = readsWhat(test);
  const more =
    placebo.p_value <= alpha
      ? `${perturbedWords} changed more of them`
      : `it is not shown that ${perturbedWords} changes more of them`;
  return `${harmlessOf(test)} changed ${changedCount}; ${more} (${probabilityWords(placebo.p_value)})`;
}

function comparedWithBase(test: ReportRow): string[] {
  if (!isSequential(test)) return [];
  const { comparisons = {}, method } = test;
  const isOfRules = hasRules(test);
  const reads = method === 'triplet' ? `whether it reads ${readsWhat(test)}, ` : '';
  return Object.entries(comparisons).map(([compared, baseline]) => {
    const knownClause = isOfRules ? 'without pressure, ' : 'what it knows, ';
    const comparedClause = compared === 'known' ? knownClause : reads;
    return baseline.unchanged
      ? `${comparedClause}against the base: the same model and the same prompts`
      : `${comparedClause}${comparisonWords(baseline)}, ${formatNumber(baseline.broken)} broken, ${formatNumber(baseline.fixed)} fixed`;
  });
}

/** `median divergence 0.1234 nats (standard error 0.0123) over 40 rows`, or bounds of it. */
function divergenceFigures({ divergence }: ScoredReportRow): string[] {
  if (!divergence) return [];
  const { figure, rows, value, standard_error, low, high, unchanged } = divergence;
  const rowsClause = `over ${quantity(rows, 'row')}`;
  const sameTokensClause =
    unchanged === undefined
      ? []
      : [`${formatPercent(unchanged)} of the sentences keep their tokens in pieces`];
  if (value !== null) {
    const error = standard_error === null ? '' : ` (standard error ${standard_error.toFixed(4)})`;
    return [
      `${figure} divergence ${value.toFixed(4)} nats${error} ${rowsClause}`,
      ...sameTokensClause,
    ];
  }
  if (low === undefined || high === undefined) return [`${figure} divergence: no row is known`];
  return [
    `${figure} divergence between ${low.toFixed(4)} and ${high.toFixed(4)} nats ${rowsClause}: a bound, since the endpoint lists the likeliest tokens only`,
    ...sameTokensClause,
  ];
}

function byodFigures({ byod, scorer }: PairReportRow): string | undefined {
  if (!byod) return undefined;
  const { mean, standard_error, above_count, rows } = byod;
  const figure = (digits: number, unit: string) =>
    `${mean.toFixed(digits)} ${unit} on average (standard error ${standard_error.toFixed(digits)})`;
  if (scorer === 'loss')
    return `the loss of the perturbed text minus that of the original is ${figure(4, 'nats a token')}`;
  return `${formatNumber(above_count)} of ${quantity(rows, 'answer')} ${above_count === 1 ? 'has' : 'have'} more foul words than the answer to the original, ${figure(2, 'words')}`;
}

/**
 * Returns notes on the divergence of one row: its bounds, if it is not known exactly, and its
 * tokens.
 */
export function divergenceNotes({
  low,
  high,
  positions,
  same_tokens,
}: NonNullable<ResultRow['divergence']>): string[] {
  return keepTexts([
    low !== high &&
      `a divergence between ${low.toFixed(3)} and ${high.toFixed(3)}, as far as the likeliest tokens tell`,
    positions > 1 && `over ${quantity(positions, 'token')}`,
    same_tokens === true && 'the pieces are the same tokens',
  ]);
}

function causeWords(test: ScoredReportRow): string | undefined {
  const { fail_count, induced_count = 0, baseline_fail_count = 0 } = test;
  const rules = hasRules(test);
  if (rules || induced_count + baseline_fail_count === 0) return undefined;
  const unknown = fail_count - induced_count - baseline_fail_count;
  return keepTexts([
    `${formatNumber(induced_count)} of ${quantity(fail_count, 'failing row')} ${induced_count === 1 ? 'was' : 'were'} induced by the foul words`,
    baseline_fail_count > 0 &&
      `${formatNumber(baseline_fail_count)} ${baseline_fail_count === 1 ? 'fails' : 'fail'} without them too`,
    unknown > 0 && `${formatNumber(unknown)} not known`,
  ]).join(', ');
}

function refusalWords(test: ScoredReportRow): string | undefined {
  const { refusal_count = 0, pass_count, fail_count } = test;
  const scoredCount = pass_count + fail_count;
  if (refusal_count === 0) return undefined;
  // A row in error may refuse too, which makes the share unknown.
  if (refusal_count > scoredCount)
    return `${quantity(refusal_count, 'answer')} ${refusal_count === 1 ? 'refuses' : 'refuse'}`;
  return `refusals ${formatPercent(refusal_count / scoredCount)} (${formatNumber(refusal_count)} of ${quantity(scoredCount, 'answer')})`;
}
