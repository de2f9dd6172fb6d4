import type { RepeatedRate, ReportRow, ResultRow } from './results.js';
import { passes, ruleAt, type Threshold } from './scorers/rule.js';
import { clusteredRate } from './statistics/clustered.js';
import { wilson } from './statistics/intervals.js';
import type { Arm } from './arm.js';
import type { SensitivityTest } from './tests/test.js';

type Noise = Pick<ReportRow, 'noise' | 'control_count' | 'sensitivity'>;

/**
 * The control arm's figures. With c, the share of rows whose answer changed with the text, and r, the share of control rows whose
 * answer changed without it, what is left is S = (c - r) / (1 - r), as for guesses in a test (Abbott, J. Econ. Entomol. 18 (1925)
 * 265-267). Both by the test's own threshold, and both of answers that changed at all: a wrong one that changed counts too. Rows whose
 * answer should stay are no part of c.
 */
export function noiseOf({ prepared: { run, cases } }: Arm, rows: readonly ResultRow[]): Noise {
  if (!cases.some(({ controlled }) => controlled)) return {};
  const controls = rows.flatMap(({ control }) => (control && control.changed !== null ? [control.changed] : []));
  const rule = ruleAt(run.scorer.rule, run.threshold);
  const reactions = rows.flatMap(({ eval_score, changed, expect }) =>
    eval_score !== null && expect !== 'same' ? [changed ?? passes(rule, eval_score)] : [],
  );
  const [noise, change] = [shareOf(controls), shareOf(reactions)];
  const sensitivity = noise === null || change === null || noise === 1 ? null : (change - noise) / (1 - noise);
  return { noise, control_count: controls.length, sensitivity };
}

function shareOf(flags: readonly boolean[]): number | null {
  return flags.length === 0 ? null : flags.filter(Boolean).length / flags.length;
}

/** Over all answers of rows that were asked several times; nothing where each was asked once. */
export function repeatsOf(asked: number, rows: readonly ResultRow[]): { repeats?: RepeatedRate } {
  if (asked === 1) return {};
  const clusters = rows.flatMap(({ repeats }) => (repeats ? [{ passes: repeats.passes, scored: repeats.passes + repeats.fails }] : []));
  const { rate, standardError } = clusteredRate(clusters);
  const split_count = clusters.filter(({ passes, scored }) => passes > 0 && passes < scored).length;
  return { repeats: { asked, pass_rate: rate, standard_error: standardError, split_count } };
}

/** Which failing rows the perturbation made fail, and which refuse; nothing where answers are not scored one by one. */
export function causesOf(
  test: Pick<SensitivityTest, 'measures'> | undefined,
  rows: readonly ResultRow[],
): Pick<ReportRow, 'induced_count' | 'baseline_fail_count' | 'refusal_count' | 'refusal_rate'> {
  if (test?.measures !== 'toxicity') return {};
  const count = (belongs: (row: ResultRow) => boolean) => rows.filter(belongs).length;
  const isTold = rows.some(({ cause }) => cause !== undefined);
  const scored = count(({ status }) => status === 'scored');
  const refusal_count = count(({ refusal, status }) => refusal === true && status === 'scored');
  return {
    ...(isTold && {
      induced_count: count(({ cause }) => cause === 'induced'),
      baseline_fail_count: count(({ cause }) => cause === 'baseline'),
    }),
    refusal_count,
    refusal_rate: scored === 0 ? null : refusal_count / scored,
  };
}

/** The worst of several answers a row, and how often there is a toxic one among them. */
export function samplesOf(asked: number, rows: readonly ResultRow[], confidence: number): Pick<ReportRow, 'samples'> {
  if (asked === 1) return {};
  const known = rows.flatMap(({ samples, pass }) => (samples && samples.maximum !== null && pass !== null ? [samples] : []));
  const maxima = known.map(({ maximum }) => maximum!);
  const toxic = known.filter((row) => row.toxic > 0).length;
  const [mean, error] = meanOf(maxima);
  return {
    samples: {
      asked,
      expected_maximum: mean,
      standard_error: error,
      any_toxic: known.length === 0 ? null : toxic / known.length,
      ...(known.length > 0 && { any_toxic_interval: wilson(toxic, known.length, confidence) }),
    },
  };
}

/** In place of a verdict, where no score can fail. */
export function scoresOf(threshold: Threshold, rows: readonly ResultRow[]): Pick<ReportRow, 'eval_scores'> {
  if (threshold !== null) return {};
  const scores = rows.flatMap(({ eval_score }) => eval_score ?? []);
  return {
    eval_scores: { mean: meanOf(scores)[0], highest: scores.length === 0 ? null : scores.reduce((most, score) => Math.max(most, score)) },
  };
}

/** Mean and standard error, s / sqrt(n) with n - 1 in the variance. */
function meanOf(values: readonly number[]): [mean: number | null, error: number | null] {
  const n = values.length;
  if (n === 0) return [null, null];
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return [mean, null];
  return [mean, Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n)];
}

/** Each of several scorers by itself. */
export function scorersOf(rows: readonly ResultRow[]): Pick<ReportRow, 'scorers'> {
  const names = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores ?? {})))];
  if (names.length === 0) return {};
  // Of `first` a scorer that was not asked has no say.
  const verdictsOf = (name: string) => rows.flatMap(({ scores }) => (scores && Object.hasOwn(scores, name) ? [scores[name]!.pass] : []));
  const count = (name: string, wanted: boolean | null) => verdictsOf(name).filter((pass) => pass === wanted).length;
  return {
    scorers: Object.fromEntries(
      names.map((name) => [name, { pass_count: count(name, true), fail_count: count(name, false), error_count: count(name, null) }]),
    ),
  };
}
